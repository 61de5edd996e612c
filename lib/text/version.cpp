#include "text/version.hpp"

namespace nuskha::text {

std::string_view version() {
  return NUSKHA_VERSION;
}

}  // namespace nuskha::text
