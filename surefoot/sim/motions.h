#pragma once

/// Motions that take several steps after an input, and motors without power. Everything is
/// referenced by name, so that it survives edits of the world. Part of RunState.

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"
#include "surefoot/math/spatial.h"

namespace surefoot::sim {

/// A transition between two times: slow at both ends, fastest in the middle (smoothstep 3u^2 -
/// 2u^3).
struct Way {
  SimTimeNs start_ns = 0;
  SimTimeNs end_ns = 0;

  /// Completed share of the transition at that time, 0 to 1.
  double ShareAt(SimTimeNs time_ns) const;
};

struct JointTransition {
  std::string joint;
  int axis = 0;
  double from = 0.0;
  double to = 0.0;
  Way way = {};

  void Archive(StateArchive* archive);
};

struct ModelTransition {
  std::string model;
  RigidTransform X_from;
  RigidTransform X_to;
  bool check = false;
  Way way = {};

  /// Linear interpolation of the position, spherical (slerp) of the orientation.
  RigidTransform PoseAt(SimTimeNs time_ns) const;
  void Archive(StateArchive* archive);
};

struct Motions {
  std::vector<JointTransition> joints;
  std::vector<ModelTransition> models;
  /// Names of models whose motors have no power.
  std::vector<std::string> unpowered;

  bool empty() const { return joints.empty() && models.empty() && unpowered.empty(); }
  /// Removes a motion because another command takes over.
  void ForgetJoint(const std::string& joint, int axis);
  void ForgetModel(const std::string& model);

  void Archive(StateArchive* archive);
};

}  // namespace surefoot::sim
