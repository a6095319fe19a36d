#pragma once

/// Finding the files that a description names: model://, package://, file://, relative paths.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::formats {

/// Where to look, in this order: the folder of the file that names the URI and its parents, then
/// the folders of SUREFOOT_PATH, then `extra`, then those of a sourced ROS workspace
/// (ROS_PACKAGE_PATH, AMENT_PREFIX_PATH/share, GZ_SIM_RESOURCE_PATH, GAZEBO_MODEL_PATH).
class UriResolver {
 public:
  /// Reads the environment. `extra`: folders of our own models.
  static UriResolver FromEnvironment(std::vector<std::string> extra = {});

  /// Absolute path of an existing regular file or folder that `uri`, written in `from_file`, means.
  /// The error lists every place that was tried.
  Result<std::string> Resolve(const std::string& uri, const std::string& from_file) const;

  /// The model file of a folder or model URI: model.config's newest SDF, else model.sdf.
  Result<std::string> ResolveModel(const std::string& uri, const std::string& from_file) const;

  const std::vector<std::string>& search_path() const { return search_path_; }

 private:
  std::vector<std::string> search_path_;
};

}  // namespace surefoot::formats
