#pragma once

#include <vector>

#include "surefoot/formats/write.h"

namespace surefoot::formats {

/// Writes a description as SDF 1.9 that reads as the same description (docs/formats.md, Writing).
/// False after reporting.
bool WriteSdf(const world::WorldSpec& spec, const WriteContext& context,
              std::vector<WrittenFile>* files);

}  // namespace surefoot::formats
