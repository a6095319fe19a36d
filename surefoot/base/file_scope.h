#pragma once

#include <string>
#include <vector>

namespace surefoot {

/// Which files a description may name. A description that the owner of the machine gives may name
/// any file. One that a client sends may name only files in the folders of its scope: its upload,
/// the model library, the served folder.
///
///   const FileScope scope({upload_folder, library_folder});
///   if (!scope.Contains(path)) return Error{...};
class FileScope {
 public:
  /// All files.
  FileScope() = default;
  /// Only these files and the files in these folders. A place that does not exist contains nothing;
  /// without places there is no file.
  explicit FileScope(const std::vector<std::string>& places);

  /// The same with one more file or folder.
  FileScope With(const std::string& place) const;

  bool restricted() const { return restricted_; }
  /// Canonical paths of the files and folders; empty when it is not restricted.
  std::vector<std::string> places() const;
  /// Whether a file or folder is in one of the places once symbolic links and ".." are followed. A
  /// path that does not exist is judged by those of its parents that do. Hidden files and folders
  /// (".ssh") of a place are not in it: the served folder may be somebody's home.
  bool Contains(const std::string& path) const;

 private:
  bool restricted_ = false;
  /// Canonical, each with a slash at its end.
  std::vector<std::string> places_;
};

}  // namespace surefoot
