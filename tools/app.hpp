// The command line as a whole, for the program and for what is generated from it.
#pragma once

#include <memory>
#include <string_view>

#include "sink.hpp"

namespace CLI {
class App;
}

namespace nuskha::tools {

// `status` must outlive the application. Where `used` names a command, the others, which take time
// to set up, are left out.
std::unique_ptr<CLI::App> make_app(Status& status, std::string_view used = {});

// Parses and runs. Wrong use is explained on standard error and is `failed`.
Status run(int argc, const char* const* argv);

}  // namespace nuskha::tools
