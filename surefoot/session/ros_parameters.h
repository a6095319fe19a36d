#pragma once

#include <memory>
#include <set>
#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/world/world_spec.h"

namespace surefoot {

/// A parameter file of ros2_control (YAML) for robots whose own files do not name it. Its
/// controllers take precedence over the drives in these.
///
///   const RosParameters parameters = SUREFOOT_TRY(RosParameters::Read("controllers.yaml"));
///   parameters.AddTo(&spec, &problems);
class RosParameters {
 public:
  /// Fails if the file cannot be read.
  static Result<RosParameters> Read(const std::string& file);

  /// The model with the parameters, or itself if it has no joint that the file names.
  std::shared_ptr<const world::Model> AddedTo(std::shared_ptr<const world::Model> model) const;
  /// The same for all models of a world; a warning is added if none has such a joint.
  void AddTo(world::WorldSpec* spec, Problems* problems) const;

 private:
  std::string file_;
  world::Element parameters_;
  /// All values in the file; names of joints are among them.
  std::set<std::string> values_;
};

}  // namespace surefoot
