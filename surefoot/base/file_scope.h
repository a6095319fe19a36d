#pragma once

#include <string>
#include <vector>

namespace surefoot {

/// Files that a description may refer to. A description from the machine's owner may refer to any
/// file; one from a client may refer only to files in the folders of its scope: its upload, the
/// model library, the served folder.
///
///   const FileScope scope({upload_folder, library_folder});
///   if (!scope.Contains(path)) return Error{...};
class FileScope {
 public:
  /// All files.
  FileScope() = default;
  /// Only these files, and the files in these folders. A place that does not exist contains
  /// nothing; without places, no file is permitted.
  explicit FileScope(const std::vector<std::string>& places);

  /// The same with an additional file or folder.
  FileScope With(const std::string& place) const;

  bool restricted() const { return restricted_; }
  /// Canonical paths of the files and folders; empty if unrestricted.
  std::vector<std::string> places() const;
  /// Whether a file or folder is in one of the places after resolving symbolic links and "..". A
  /// path that does not exist is judged by its existing parents. Hidden files and folders (".ssh")
  /// within a place are excluded, because the served folder may be a home directory.
  bool Contains(const std::string& path) const;

 private:
  bool restricted_ = false;
  /// Canonical, each with a trailing slash.
  std::vector<std::string> places_;
};

}  // namespace surefoot
