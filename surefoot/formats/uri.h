#pragma once

/// Finding the files that a description names: model://, package://, file://, relative paths.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/file_scope.h"
#include "surefoot/base/result.h"
#include "surefoot/formats/loose_search.h"

namespace surefoot::formats {

/// Where to look, in this order: the folder of the file that names the URI and its parents, then
/// the folders of SUREFOOT_PATH, then `extra`, then those of a sourced ROS workspace or Gazebo
/// (ROS_PACKAGE_PATH, AMENT_PREFIX_PATH/share, GZ_SIM_RESOURCE_PATH, GAZEBO_MODEL_PATH,
/// GAZEBO_RESOURCE_PATH).
///
/// model://NAME/REST and package://NAME/REST look for NAME/REST and models/NAME/REST in those
/// folders, and for a folder called NAME, or whose package.xml says NAME, among the parents. A
/// path without scheme is relative to the file's folder, then to the search path. file://,
/// absolute paths and %20 are understood; http and fuel addresses only find a local copy.
class UriResolver {
 public:
  /// Reads the environment. `extra`: folders of our own models.
  static UriResolver FromEnvironment(std::vector<std::string> extra = {});

  UriResolver() = default;
  explicit UriResolver(std::vector<std::string> search_path)
      : search_path_(std::move(search_path)) {}

  /// Absolute path of an existing regular file or folder that `uri`, written in `from_file`, means.
  /// The error lists every place that was tried.
  Result<std::string> Resolve(const std::string& uri, const std::string& from_file) const;

  /// The same for a mesh or picture, and when it is not there, FindLoosely's with a remark.
  Result<FoundFile> Find(const std::string& uri, const std::string& from_file) const;

  /// The model file of a folder or model URI: model.config's newest SDF, else model.sdf.
  Result<std::string> ResolveModel(const std::string& uri, const std::string& from_file) const;

  const std::vector<std::string>& search_path() const { return search_path_; }

  /// From now on only files in this scope are found.
  void set_scope(FileScope scope) { scope_ = std::move(scope); }
  const FileScope& scope() const { return scope_; }

  /// Every file that is found from now on is added there, for those who must know what a
  /// description is made of. nullptr: no more. Must outlive the resolver's use.
  void set_trace(std::vector<std::string>* trace) { trace_ = trace; }

 private:
  Result<std::string> Search(const std::string& uri, const std::string& from_file) const;
  void Trace(const std::string& path) const;

  std::vector<std::string> search_path_;
  FileScope scope_;
  std::vector<std::string>* trace_ = nullptr;
};

}  // namespace surefoot::formats
