#pragma once

#include <memory>

#include "writers/formats.hpp"

namespace nuskha::writers {

std::unique_ptr<Writer> make_dola(Output, const Options&);

}  // namespace nuskha::writers
