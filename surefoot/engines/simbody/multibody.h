#pragma once

/// Simbody's part of the step: the kinematics of trees of bodies. Only multibody.cc includes
/// Simbody.

#include <memory>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/spatial.h"
#include "surefoot/physics/solver/motion.h"

namespace surefoot::engines::simbody {

/// A body and its mobilizer, Simbody's term for the joint to its parent.
struct MobilizerSpec {
  enum Type { kFree, kPin, kSlider, kScrew, kBall };
  Type type = kFree;
  /// Index of an earlier body; -1: the world.
  int parent = -1;
  /// Frames F on the parent and M on the body. Pins and screws rotate about z, a slider moves along
  /// x.
  RigidTransform X_PF;
  RigidTransform X_BM;
  Inertia inertia;
  /// Advance of a screw in m per rad.
  double pitch = 0.0;
};

/// Trees of bodies in generalized coordinates. Positions: free mobilizer: quaternion w x y z, then
/// translation; ball: quaternion; else one number. Velocities: free: angular, then linear, of M in
/// F, expressed in F; ball: angular; else one number.
class Multibody {
 public:
  /// An error contains Simbody's reason.
  static Result<std::unique_ptr<Multibody>> Make(const std::vector<MobilizerSpec>& specs);
  ~Multibody();

  /// Index of a body's first position and velocity coordinate.
  int q_of(int body) const { return q_of_[static_cast<std::size_t>(body)]; }
  int u_of(int body) const { return u_of_[static_cast<std::size_t>(body)]; }

  /// Coordinates may be changed; call Realize() afterwards.
  solver::Motion& motion() { return motion_; }
  const solver::Motion& motion() const { return motion_; }

  /// Updates bodies and axes for the present coordinates. Throws Simbody's exceptions.
  void Realize();

 private:
  struct Engine;
  Multibody();

  std::unique_ptr<Engine> engine_;
  std::vector<int> q_of_;
  std::vector<int> u_of_;
  std::vector<int> u_count_;
  solver::Motion motion_;
};

}  // namespace surefoot::engines::simbody
