// One function a subcommand: adds it to the command line. Each lives in the file of its name, with
// its options, and sets `status` when it ran.
#pragma once

#include "sink.hpp"

namespace CLI {
class App;
}

namespace nuskha::tools {

void setup_convert(CLI::App& app, Status& status);
void setup_repair(CLI::App& app, Status& status);
void setup_check(CLI::App& app, Status& status);
void setup_show(CLI::App& app, Status& status);
void setup_perft(CLI::App& app, Status& status);
void setup_variant(CLI::App& app, Status& status);
void setup_explain(CLI::App& app, Status& status);

}  // namespace nuskha::tools
