#pragma once

#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/schema/version.h"

namespace surefoot::formats {

/// Checks the names that elements are given in one file: not twice among siblings, not empty, not
/// those that SDF keeps for itself.
void CheckNames(const SdfVersion& version, const SdfNode& root, const std::string& file,
                Problems* problems);

}  // namespace surefoot::formats
