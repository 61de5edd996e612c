#pragma once

#include <memory>

#include "writers/formats.hpp"

namespace nuskha::writers {

std::unique_ptr<Writer> make_jsonl(Output, const Options&);

}  // namespace nuskha::writers
