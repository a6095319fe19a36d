#pragma once

/// Simbody's part: the kinematics of trees of bodies. All that includes Simbody is in multibody.cc.

#include <memory>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/spatial.h"
#include "surefoot/physics/solver/motion.h"

namespace surefoot::engines::simbody {

/// A body and the mobilizer that it hangs on.
struct MobilizerSpec {
  enum Type { kFree, kPin, kSlider, kScrew, kBall };
  Type type = kFree;
  /// Index of an earlier body; -1: the world.
  int parent = -1;
  /// Frames F on the parent and M on the body. Pin and screw turn about z, a slider moves along x.
  RigidTransform X_PF;
  RigidTransform X_BM;
  Inertia inertia;
  /// Advance of a screw in m per rad.
  double pitch = 0.0;
};

/// Position coordinates: free: quaternion w x y z, then translation; ball: quaternion; else one.
/// Velocities: free: angular, then linear, of M in F, expressed in F; ball: angular; else one.
class Multibody {
 public:
  /// Errors: what Simbody objects to.
  static Result<std::unique_ptr<Multibody>> Make(const std::vector<MobilizerSpec>& specs);
  ~Multibody();

  /// First coordinates of a body.
  int q_of(int body) const { return q_of_[static_cast<std::size_t>(body)]; }
  int u_of(int body) const { return u_of_[static_cast<std::size_t>(body)]; }

  /// The coordinates may be written; Realize() must follow.
  solver::Motion& motion() { return motion_; }
  const solver::Motion& motion() const { return motion_; }

  /// Brings bodies and axes to the present coordinates. Throws what Simbody throws.
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
