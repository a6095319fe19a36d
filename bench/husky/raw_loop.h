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
    RigidTransform X_WL;
  };
  virtual std::vector<Place> Places() const = 0;

  /// Of a hinge with a motor, by its velocity coordinate in the World: its angle (rad), and the
  /// speed that the motor holds from the next step on (rad/s).
  virtual double Angle(int v) const = 0;
  virtual void SetSpeed(int v, double speed) = 0;
};

/// What a loop is made from. Motors hold the speeds that the models' initial commands give
/// (TargetSpeeds) until SetSpeed: those of wheels for good.
struct RawArgs {
  physics::BackendArgs backend;
  double step = 0.001;
  /// Friction between the robots and the ground.
  double friction = 0.8;
};

}  // namespace surefoot::husky

/// What each library gives; the caller owns the loop.
extern "C" surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args);
