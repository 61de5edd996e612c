// The command line as a whole, for the program and for what is generated from it.
#pragma once

#include <memory>

#include "sink.hpp"

namespace CLI {
class App;
}

namespace nuskha::tools {

// `status` must outlive the application.
std::unique_ptr<CLI::App> make_app(Status& status);

// Parses and runs. Wrong use is explained on standard error and is `failed`.
Status run(int argc, const char* const* argv);

}  // namespace nuskha::tools
