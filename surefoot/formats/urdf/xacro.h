#pragma once

/// xacro, the macro language in which most URDF files are written: detection and expansion. Private
/// to this folder.

#include "surefoot/formats/urdf/urdf_file.h"

namespace tinyxml2 {
class XMLDocument;
}

namespace surefoot::formats::urdf {

/// The first element that needs expansion; nullptr for plain URDF. Macro calls in a file that
/// defines no macros do not count: they are leftovers of an expansion.
const XmlElement* FindXacro(const XmlElement& root);

/// Warns of macro calls that were not expanded; they are ignored.
void WarnOfLeftovers(const XmlElement& root, UrdfFile* file);

/// Replaces the document by its expansion. Surefoot's evaluator (xacro/expander.h) does it. Only
/// when a local file uses more of Python than the evaluator supports, the program xacro is started
/// instead, with a note; for files from clients never, because xacro executes Python code of the
/// file. Returns false after reporting.
bool ExpandXacro(UrdfFile* file, tinyxml2::XMLDocument* document);

}  // namespace surefoot::formats::urdf
