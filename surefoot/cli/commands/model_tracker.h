#pragma once

#include <string>
#include <vector>

#include "surefoot/sim/simulation.h"

namespace surefoot::cli {

/// Where a movable model is, how fast, and how far it has come: told by its base link.
struct ModelMotion {
  std::string name;
  /// Root link of the model's first free body, or of its first movable one.
  std::string link;
  RigidTransform X_WL;
  Twist V_WL_W;
  /// Length of the path since the start.
  double distance = 0.0;
};

/// Follows the movable models of a run.
class ModelTracker {
 public:
  explicit ModelTracker(const sim::Simulation& simulation);

  /// After each step. The path is measured ten times a simulated second: shorter pieces would
  /// count vibration as way.
  void Update(const sim::Simulation& simulation);

  /// As it is now.
  std::vector<ModelMotion> Finish(const sim::Simulation& simulation);

 private:
  struct Track {
    int model = 0;
    int link = 0;
    Vector3d p_WL = Vector3d::Zero();
    double distance = 0.0;
  };

  void Measure(const physics::State& state);

  std::vector<Track> tracks_;
  SimTimeNs due_ns_ = 0;
};

}  // namespace surefoot::cli
