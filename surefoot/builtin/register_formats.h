#pragma once

#include "surefoot/formats/format.h"

namespace surefoot {

/// Adds every file format of this build.
void RegisterFormats(formats::FormatRegistry* registry);

}  // namespace surefoot
