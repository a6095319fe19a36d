#pragma once

#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/formats/sdf/node.h"
#include "surefoot/formats/sdf/schema/version.h"

namespace surefoot::formats {

/// Checks one file against the schema of SDF. Reports as errors wrong texts, missing required
/// elements and attributes and values out of range; as warnings elements and attributes that SDF
/// does not define, which are marked as foreign. Then checks names: duplicates among siblings,
/// empty and reserved ones.
void CheckSdf(const SdfVersion& version, const std::string& file, SdfNode* root,
              Problems* problems);

/// The elements and attributes of SDF with their types: schema_table.cc.
const char* SdfSchemaText();

}  // namespace surefoot::formats
