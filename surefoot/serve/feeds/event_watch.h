#pragma once

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/serve/feeds/event_log.h"
#include "surefoot/serve/run.h"

namespace surefoot::serve {

/// Compares a run with what it was at the last look and logs the changes: played and paused, models
/// added and removed, recordings, robots that fell over or left the world. Polling at 20 Hz keeps
/// these checks out of the steps. Server thread.
class EventWatch {
 public:
  explicit EventWatch(EventLog* log) : log_(log) {}

  /// Call some times per second, between two steps.
  void Look(const Run& run);
  /// The run has another world, or none.
  void OnEnter() { is_new_ = true; }

  /// A model with parts that cannot move.
  struct Fixed {
    std::shared_ptr<const world::Model> model;
    RigidTransform X_WM;

    bool operator==(const Fixed& other) const {
      return model == other.model && X_WM.p == other.X_WM.p &&
             X_WM.q.coeffs() == other.X_WM.q.coeffs();
    }
  };

 private:
  /// The state at the last look.
  struct Seen {
    std::shared_ptr<const world::World> world;
    Run::Mode mode = Run::Mode::kNoWorld;
    std::string recording;
    std::string engine;
    std::int64_t step = 0;
    bool failed = false;
    std::size_t warnings = 0;
    Vector3d gravity_W = Vector3d::Zero();
  };
  /// What is wrong with a robot, as last reported; each condition is reported once.
  struct RobotCondition {
    bool is_over = false;
    bool is_out = false;
    /// Simulated time at which it was first seen upside down; -1 if it is not.
    SimTimeNs over_since_ns = -1;
  };

  void CheckWorld(const Session& session, bool loaded);
  void CheckMode(const Run& run);
  void CheckFailure(const sim::Simulation& simulation);
  void CheckRobots(const sim::Simulation& simulation);
  void CheckRobot(const sim::Simulation& simulation, int model, RobotCondition* condition);

  EventLog* log_;
  bool is_new_ = true;
  bool had_world_ = false;
  Seen seen_;
  /// Lowest point of the static geometry (m); infinite if there is none.
  double lowest_ = std::numeric_limits<double>::infinity();
  /// The models that it was computed from.
  std::vector<Fixed> fixed_;
  /// By name, for models with drives.
  std::map<std::string, RobotCondition> conditions_;
};

}  // namespace surefoot::serve
