#pragma once

/// Simbody's part: the kinematics of trees of bodies. All that includes Simbody is in multibody.cc.

#include <memory>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/math/spatial.h"

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

/// A motion or a force: turning part and moving part, in W, at a point that the context names.
struct Spatial {
  Vector3d w = Vector3d::Zero();
  Vector3d v = Vector3d::Zero();
};

/// What Simbody tells of a body, expressed in W and about the body's origin.
struct BodyMotion {
  Matrix3d R_WB = Matrix3d::Identity();
  Vector3d p_WB = Vector3d::Zero();
  Vector3d w_WB = Vector3d::Zero();
  Vector3d v_WB = Vector3d::Zero();
  double mass = 0.0;
  Vector3d p_BBcm_W = Vector3d::Zero();
  Matrix3d I_BBo_W = Matrix3d::Zero();
  /// Force it takes to keep all coordinates' velocities constant.
  Spatial inertial_force;
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

  std::vector<double>& q() { return q_; }
  const std::vector<double>& q() const { return q_; }
  std::vector<double>& u() { return u_; }
  const std::vector<double>& u() const { return u_; }

  /// Brings bodies() and axes() to the present coordinates. Throws what Simbody throws.
  void Realize();
  const std::vector<BodyMotion>& bodies() const { return bodies_; }
  /// Per velocity coordinate: the motion of its body that one unit of it adds.
  const std::vector<Spatial>& axes() const { return axes_; }

 private:
  struct Engine;
  Multibody();

  std::unique_ptr<Engine> engine_;
  std::vector<int> q_of_;
  std::vector<int> u_of_;
  std::vector<int> u_count_;
  std::vector<double> q_;
  std::vector<double> u_;
  std::vector<BodyMotion> bodies_;
  std::vector<Spatial> axes_;
};

}  // namespace surefoot::engines::simbody
