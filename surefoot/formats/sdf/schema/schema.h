#pragma once

#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/schema/version.h"

namespace surefoot::formats {

/// Checks one file against SDF's elements. Reports texts that are no numbers, missing attributes,
/// values out of range (errors), and elements that SDF does not know (warnings; they are marked as
/// foreign); then names that are given twice among siblings, are empty, or that SDF keeps for
/// itself.
void CheckSdf(const SdfVersion& version, const std::string& file, SdfNode* root,
              Problems* problems);

/// The elements and attributes that SDF has, and of which type: schema_table.cc.
const char* SdfSchemaText();

}  // namespace surefoot::formats
