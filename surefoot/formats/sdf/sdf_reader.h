#pragma once

#include "surefoot/formats/format.h"

namespace surefoot::formats {

/// SDF 1.0 to 1.12 (.sdf, .world), worlds and single models, read without libsdformat. It is also
/// the format that Surefoot writes. docs/reference/formats.md lists what is used, kept and
/// ignored, docs/reference/extensions.md the <surefoot:...> elements.
Format MakeSdfFormat();

}  // namespace surefoot::formats
