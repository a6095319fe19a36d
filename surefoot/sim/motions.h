#pragma once

/// What is on its way after an input, and motors without power. Everything by name, so that it
/// outlives edits of the world. Part of RunState.

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"
#include "surefoot/math/spatial.h"

namespace surefoot::sim {

/// From a place to another between two times: slow at both ends, fastest in the middle.
struct Way {
  SimTimeNs start_ns = 0;
  SimTimeNs end_ns = 0;

  /// Share of the way that is behind at that time, 0 to 1.
  double ShareAt(SimTimeNs time_ns) const;
};

struct JointWay {
  std::string joint;
  int axis = 0;
  double from = 0.0;
  double to = 0.0;
  Way way = {};

  void Archive(StateArchive* archive);
};

struct ModelWay {
  std::string model;
  RigidTransform X_from;
  RigidTransform X_to;
  bool check = false;
  Way way = {};

  RigidTransform PoseAt(SimTimeNs time_ns) const;
  void Archive(StateArchive* archive);
};

struct Motions {
  std::vector<JointWay> joints;
  std::vector<ModelWay> models;
  /// Names of models.
  std::vector<std::string> unpowered;

  bool empty() const { return joints.empty() && models.empty() && unpowered.empty(); }
  /// Another command takes over.
  void ForgetJoint(const std::string& joint, int axis);
  void ForgetModel(const std::string& model);

  void Archive(StateArchive* archive);
};

}  // namespace surefoot::sim
