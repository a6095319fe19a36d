#pragma once

/// Finding the files that a description refers to: model://, package://, file:// and relative
/// paths.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/file_scope.h"
#include "surefoot/base/result.h"
#include "surefoot/formats/loose_search.h"

namespace surefoot::formats {

/// Searches, in this order: the folder of the file that contains the URI and its parents, the
/// folders of SUREFOOT_PATH, `extra`, and those of a sourced ROS workspace or of Gazebo
/// (ROS_PACKAGE_PATH, AMENT_PREFIX_PATH/share, GZ_SIM_RESOURCE_PATH, GAZEBO_MODEL_PATH,
/// GAZEBO_RESOURCE_PATH).
///
/// model://NAME/REST and package://NAME/REST search for NAME/REST and models/NAME/REST in those
/// folders, and for a folder named NAME, or whose package.xml has this name, among the parents. A
/// path without scheme is relative to the file's folder, then to the search path. file://,
/// absolute paths and %20 are understood. http and fuel URIs find local copies only.
///
///
///     const UriResolver resolver = UriResolver::FromEnvironment();
///     const Result<std::string> path = resolver.Resolve("model://husky/model.sdf", world_file);
class UriResolver {
 public:
  /// Reads the environment variables. `extra` are the folders of installed models.
  static UriResolver FromEnvironment(std::vector<std::string> extra = {});

  UriResolver() = default;
  explicit UriResolver(std::vector<std::string> search_path)
      : search_path_(std::move(search_path)) {}

  /// Absolute path of the existing regular file or folder to which `uri` in `from_file` refers.
  /// The error lists every place that was searched.
  Result<std::string> Resolve(const std::string& uri, const std::string& from_file) const;

  /// The same for a mesh or image; if it does not exist, the result of FindLoosely() with a
  /// remark.
  Result<FoundFile> Find(const std::string& uri, const std::string& from_file) const;

  /// The model file of a folder or model URI: the newest SDF in model.config, else model.sdf.
  Result<std::string> ResolveModel(const std::string& uri, const std::string& from_file) const;

  const std::vector<std::string>& search_path() const { return search_path_; }

  /// Restricts the search to files in this scope.
  void set_scope(FileScope scope) { scope_ = std::move(scope); }
  const FileScope& scope() const { return scope_; }

  /// Appends every file that is found to `trace`, for callers that need to know all files of a
  /// description; nullptr stops it. `trace` must outlive the resolver's use.
  void set_trace(std::vector<std::string>* trace) { trace_ = trace; }

 private:
  Result<std::string> Search(const std::string& uri, const std::string& from_file) const;
  void Trace(const std::string& path) const;

  std::vector<std::string> search_path_;
  FileScope scope_;
  std::vector<std::string>* trace_ = nullptr;
};

}  // namespace surefoot::formats
