#pragma once

/// Finding files whose URI is nearly right: written on another system or machine, or for a package
/// that is not installed.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/file_scope.h"

namespace surefoot::formats {

/// A file, and a remark on how it was found; the remark is empty when the URI is exact.
struct FoundFile {
  std::string path;
  std::string remark;
};

/// The URI in a form that the resolver understands: "meshes\\a.stl" becomes "meshes/a.stl",
/// "file://$(find robot)/meshes" becomes "package://robot/meshes".
std::string Respelled(const std::string& uri);

/// The file below `folder` (which must exist) whose path is `rest` apart from upper and lower
/// case.
std::optional<std::string> FindIgnoringCase(const std::string& folder, const std::string& rest);

/// A regular file that the URI may mean, in the scope. In this order: the same place with
/// different upper and lower case; the end of the path, as long as possible and at least a folder
/// and a file name, below the folder of `from_file` and its parents; the path within the package
/// in the only neighbouring folder that has it; the only file with that folder and name anywhere
/// below the folder of `from_file` or its parent.
std::optional<FoundFile> FindLoosely(const std::string& uri, const std::string& from_file,
                                     const std::vector<std::string>& search_path,
                                     const FileScope& scope = {});

}  // namespace surefoot::formats
