#pragma once

/// The engine by itself, on the model that Surefoot builds for it: what Surefoot's step is compared
/// with. Each engine's loop is a library of its own, bench/husky/<engine>_raw.cc, as the engines
/// are: what they link may clash.

#include <memory>
#include <vector>

#include "surefoot/physics/backend.h"

namespace surefoot::husky {

class RawLoop {
 public:
  virtual ~RawLoop() = default;
  RawLoop() = default;
  RawLoop(const RawLoop&) = delete;
  RawLoop& operator=(const RawLoop&) = delete;

  /// Before the first step: how many contacts and solver rows Surefoot had at most in a trial run.
  virtual void Start(int contacts, int rows) {
    static_cast<void>(contacts);
    static_cast<void>(rows);
  }
  virtual void Step() = 0;

  struct Place {
    /// World id of the root link of a free body, and where it is.
    int link = 0;
    Vector3d p_WL = Vector3d::Zero();
  };
  virtual std::vector<Place> Places() const = 0;
};

/// What a loop is made from. The models' initial commands are the wheels' speeds, for good.
struct RawArgs {
  physics::BackendArgs backend;
  double step = 0.001;
  /// Friction between wheels and ground.
  double friction = 0.8;
};

/// The speed that the world's initial commands give to each velocity coordinate.
inline std::vector<double> TargetSpeeds(const world::World& world) {
  std::vector<double> targets(static_cast<std::size_t>(world.v_count()), 0.0);
  for (int model = 0; model < world.model_count(); ++model) {
    for (const world::InitialCommand& command : world.model(model).initial_commands) {
      const int joint = world.layout(model).joints.first + command.joint;
      targets[static_cast<std::size_t>(world.joint(joint).v)] = command.target;
    }
  }
  return targets;
}

}  // namespace surefoot::husky

/// What each library gives; the caller owns the loop.
extern "C" surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args);
