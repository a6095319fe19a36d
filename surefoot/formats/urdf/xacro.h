#pragma once

/// xacro, the macro language that URDF files are written in: told apart from URDF, and expanded
/// by the program of that name. Private to this folder.

#include <optional>
#include <string>

#include "surefoot/formats/urdf/urdf_file.h"

namespace surefoot::formats::urdf {

/// The first element that xacro has yet to work on; nullptr in plain URDF. Calls of macros that the
/// file does not define are none: they are what is left of a file that was expanded.
const XmlElement* FindXacro(const XmlElement& root);

/// Warns of macro calls that were left behind; they are ignored.
void WarnOfLeftovers(const XmlElement& root, UrdfFile* file);

/// The file as URDF text, through the program xacro with the context's arguments. Reports and
/// returns nothing when the program is not there or refuses the file. `why` is what in the file
/// needs it.
std::optional<std::string> ExpandXacro(const XmlElement& why, UrdfFile* file);

}  // namespace surefoot::formats::urdf
