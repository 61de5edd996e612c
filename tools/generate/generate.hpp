// What is made from the command line's description and kept in the repository; a test compares.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace nuskha::tools {

std::string man_page(const CLI::App& app);         // docs/man/nuskha.1
std::string bash_completion(const CLI::App& app);  // docs/man/nuskha.bash

}  // namespace nuskha::tools
