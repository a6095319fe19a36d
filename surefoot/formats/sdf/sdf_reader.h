#pragma once

#include "surefoot/formats/format.h"

namespace surefoot::formats {

/// SDF 1.0 to 1.12 (.sdf, .world), worlds and single models. What is used, kept and ignored is
/// listed in docs/reference/formats.md, our own elements in docs/reference/extensions.md.
Format MakeSdfFormat();

}  // namespace surefoot::formats
