#pragma once

/// xacro, the macro language that URDF files are written in: recognized and expanded.
/// Private to this folder.

#include "surefoot/formats/urdf/urdf_file.h"

namespace tinyxml2 {
class XMLDocument;
}

namespace surefoot::formats::urdf {

/// The first element that xacro has yet to work on; nullptr in plain URDF. Calls of macros that the
/// file does not define are none: they are what is left of a file that was expanded.
const XmlElement* FindXacro(const XmlElement& root);

/// Warns of macro calls that were left behind; they are ignored.
void WarnOfLeftovers(const XmlElement& root, UrdfFile* file);

/// Replaces the document by what it expands to. Surefoot's evaluator (xacro/expander.h) does it;
/// where a file of the owner uses more of Python than that, the program xacro, with a note. False
/// after reporting.
bool ExpandXacro(UrdfFile* file, tinyxml2::XMLDocument* document);

}  // namespace surefoot::formats::urdf
