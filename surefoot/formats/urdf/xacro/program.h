#pragma once

/// The program xacro, for files that use more of Python than Surefoot evaluates. It runs whatever
/// Python the file holds, so it is only for files that the owner of the machine named. Private to
/// formats/urdf.

#include <optional>
#include <string>

#include "surefoot/formats/urdf/urdf_file.h"

namespace surefoot::formats::urdf {

/// SUREFOOT_XACRO, else in PATH, else where ROS installs it; empty when there is none.
std::string FindXacroProgram();

/// The file as URDF text, with the context's arguments. Reports and returns nothing when the
/// program refuses the file. The context's scope must not be restricted.
std::optional<std::string> RunXacro(const std::string& program, UrdfFile* file);

}  // namespace surefoot::formats::urdf
