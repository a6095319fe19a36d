#pragma once

/// The engine by itself, on the model that Surefoot builds for it: the reference for Surefoot's
/// step. Each engine's loop is a separate library, bench/husky/<engine>_raw.cc, like the engines,
/// because the libraries they link may clash.

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

  /// Call before the first step with the largest numbers of contacts and solver rows that Surefoot
  /// had in a trial run.
  virtual void Start(int contacts, int rows) {
    static_cast<void>(contacts);
    static_cast<void>(rows);
  }
  virtual void Step() = 0;

  struct Place {
    /// World id of the root link of a free body, and its pose.
    int link = 0;
    RigidTransform X_WL;
  };
  virtual std::vector<Place> Places() const = 0;

  /// For a hinge with a motor, by its velocity coordinate in the World: its angle (rad), and the
  /// target speed of the motor from the next step on (rad/s).
  virtual double Angle(int v) const = 0;
  virtual void SetSpeed(int v, double speed) = 0;
};

/// Arguments of a loop. Motors keep the speeds of the models' initial commands (TargetSpeeds) until
/// SetSpeed(); those of wheels for the whole run.
struct RawArgs {
  physics::BackendArgs backend;
  double step = 0.001;
  /// Friction between the robots and the ground.
  double friction = 0.8;
};

}  // namespace surefoot::husky

/// Function exported by each library; the caller owns the loop.
extern "C" surefoot::husky::RawLoop* surefoot_raw_loop(const surefoot::husky::RawArgs& args);
