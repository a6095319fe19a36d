#pragma once

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/loader.h"
#include "surefoot/formats/sdf/node.h"

namespace surefoot::formats {

/// Checks that what joints, poses and frames name exists, and says so with line and nearest name;
/// libsdformat would find it too, but without a place.
void CheckReferences(const SdfVersion& version, const SdfNode& root,
                     const std::vector<std::string>& files, Problems* problems);

}  // namespace surefoot::formats
