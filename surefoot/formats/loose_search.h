#pragma once

/// Finding files whose address is nearly right: written on another system or another's machine, or
/// for a package that is not installed here.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/file_scope.h"

namespace surefoot::formats {

/// A file, and what to tell about how it was found; empty when it is where the address says.
struct FoundFile {
  std::string path;
  std::string remark;
};

/// What an address most likely means in the words that are understood: "meshes\\a.stl" is
/// "meshes/a.stl", "file://$(find robot)/meshes" is "package://robot/meshes".
std::string Respelled(const std::string& uri);

/// The file below `folder` (which must exist) whose path is `rest` but for upper and lower case.
std::optional<std::string> FindIgnoringCase(const std::string& folder, const std::string& rest);

/// A regular file that the address could mean. Tried in this order: the same place with other
/// upper and lower case; the end of the path, as long as possible and at least a folder and a
/// name, below the folder of `from_file` and its parents; the path within the package in the
/// only neighbouring folder that has it; the one file of that folder and name anywhere below the
/// folder of `from_file` or its parent. Only in the scope.
std::optional<FoundFile> FindLoosely(const std::string& uri, const std::string& from_file,
                                     const std::vector<std::string>& search_path,
                                     const FileScope& scope = {});

}  // namespace surefoot::formats
