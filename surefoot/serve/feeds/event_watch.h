#pragma once

#include <map>
#include <memory>
#include <string>

#include "surefoot/serve/feeds/event_log.h"
#include "surefoot/serve/run.h"

namespace surefoot::serve {

/// Looks at a run now and then and tells what has changed: played and paused, added and removed,
/// recorded, robots that fell over or out of the world.
class EventWatch {
 public:
  explicit EventWatch(EventLog* log) : log_(log) {}

  void Look(const Run& run);
  /// The world, if any, is another one.
  void OnEnter() { is_new_ = true; }

 private:
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
  /// What is wrong with a robot, as last told.
  struct Plight {
    bool is_over = false;
    bool is_out = false;
    /// Simulated time at which it was first seen over.
    SimTimeNs over_since_ns = -1;
  };

  void LookAtWorld(const Session& session, bool loaded);
  void LookAtMode(const Run& run);
  void LookAtFailure(const sim::Simulation& simulation);
  void LookAtRobots(const sim::Simulation& simulation);
  void LookAtRobot(const sim::Simulation& simulation, int model, Plight* plight);

  EventLog* log_;
  bool is_new_ = true;
  bool had_world_ = false;
  Seen seen_;
  /// Lowest point of what cannot move; infinite: there is nothing.
  double lowest_ = 0.0;
  /// By name, of models that can move freely.
  std::map<std::string, Plight> plights_;
};

}  // namespace surefoot::serve
