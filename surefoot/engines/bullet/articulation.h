#pragma once

/// Wrapper of a btMultiBody: coordinates, poses, the free acceleration and the inverse of its mass
/// matrix.

#include <Eigen/Cholesky>
#include <memory>
#include <vector>

#include "surefoot/math/spatial.h"
#include "surefoot/physics/kinematics.h"

namespace surefoot::engines::bullet {

using LinkKind = physics::StepKind;

/// A link and the joint it is attached by. Its frame C has its origin at the centre of mass and its
/// axes along the principal axes, as Bullet requires; P is the parent's frame.
struct LinkSpec {
  /// Index into ArticulationSpec::links, before this one; -1: the base.
  int parent = -1;
  LinkKind kind = LinkKind::kRevolute;
  double mass = 0.0;
  Vector3d moments = Vector3d::Zero();
  /// Poses at joint position zero. J is the joint's frame.
  Quaterniond q_CP = Quaterniond::Identity();
  Vector3d p_PJ_P = Vector3d::Zero();
  Vector3d p_JC_C = Vector3d::Zero();
  Vector3d axis_C = Vector3d::UnitZ();
  /// Advance of a screw (m/rad).
  double advance = 0.0;
};

/// A tree of links; parents come before children.
struct ArticulationSpec {
  /// A fixed base is the world.
  bool fixed = false;
  double mass = 0.0;
  Vector3d moments = Vector3d::Zero();
  std::vector<LinkSpec> links;
};

/// Pose and velocity (at Co, in W) of a link's frame C.
struct LinkFrame {
  RigidTransform X_WC;
  Twist V_WC_W;
};

/// A tree of bodies in generalized coordinates. Link -1 is the base. Velocities: angular, then
/// linear velocity of a free base in W, then those of the joints. Positions: those of a free base
/// (p_WC and Bullet's quaternion x y z w from W to C), then those of the joints (ball joint: x y z
/// w).
///
/// In each step: AddForce(), AddJointForce(), SolveFree(), where needed SolveInverse() and
/// Augment(), then SetVelocities() and Integrate().
class Articulation {
 public:
  explicit Articulation(const ArticulationSpec& spec);
  ~Articulation();
  Articulation(Articulation&&) noexcept;

  int velocity_count() const { return static_cast<int>(v_.size()); }
  int position_count() const { return static_cast<int>(q_.size()); }
  int link_count() const { return static_cast<int>(links_.size()); }
  /// Index of the link's first coordinate.
  int velocity_of(int link) const { return links_[static_cast<std::size_t>(link)].v; }
  int position_of(int link) const { return links_[static_cast<std::size_t>(link)].q; }
  double mass_of(int link) const;

  const std::vector<double>& q() const { return q_; }
  const Eigen::VectorXd& v() const { return v_; }
  /// Set coordinates; call UpdateKinematics() afterwards.
  void SetPositions(const double* q);
  void SetVelocities(const double* v);
  void SetBase(const RigidTransform& X_WC, const Twist& V_WC_W);

  /// Computes the frames of all links for the present coordinates.
  void UpdateKinematics();
  const LinkFrame& frame(int link) const { return frames_[static_cast<std::size_t>(link + 1)]; }

  /// Adds a force (N) at the centre of mass and a torque (N m), in W, or a force along a
  /// coordinate. Kept until the next SolveFree().
  void AddForce(int link, const Vector3d& force_W, const Vector3d& torque_W);
  void AddJointForce(int velocity, double force);

  /// Computes the acceleration under these forces without constraints, by Featherstone's
  /// articulated-body algorithm in Bullet.
  void SolveFree();
  Eigen::VectorXd& acceleration() { return acceleration_; }
  /// Computes the inverse mass matrix. Call after SolveFree(). Quadratic time and memory.
  void SolveInverse();
  /// Adds inertia along a coordinate, and a force, to the results of SolveFree() and
  /// SolveInverse().
  void Augment(int velocity, double inertia, double force);
  const Eigen::MatrixXd& inverse() const { return inverse_; }

  /// Eliminates coordinates from the inverse: whatever forces act, they keep the velocities
  /// `held_at`. `free` contains the velocities without constraints and is updated to those with the
  /// held coordinates.
  void Hold(const std::vector<int>& velocities, const std::vector<double>& held_at, double* free);
  /// Impulses that hold them, given the impulses of the other constraints along all coordinates.
  const Eigen::VectorXd& HoldingImpulses(const double* impulse);
  /// Undoes Hold.
  void Release();
  /// Velocity of a coordinate per unit impulse along it, ignoring held coordinates.
  double MobilityOf(int velocity) const { return (holds_ ? whole_ : inverse_)(velocity, velocity); }

  /// Adds a row of the Jacobian, times `sign`: velocity of the link's point p_W along `linear` plus
  /// its angular velocity along `angular`.
  void AddJacobian(int link, const Vector3d& p_W, const Vector3d& linear, const Vector3d& angular,
                   double sign, double* row) const;

  /// Advances the positions by dt (s) with the present velocities. Quaternions rotate exactly.
  void Integrate(double dt);

 private:
  struct Bullet;
  struct LinkEntry {
    int parent = -1;
    int q = 0;
    int v = 0;
    int dofs = 1;
    double advance = 0.0;
    double mass = 0.0;
  };
  /// Spatial velocity per unit of a coordinate, at the base's origin, in W.
  struct Motion {
    Vector3d w = Vector3d::Zero();
    Vector3d v = Vector3d::Zero();
  };

  void ReadPositions();
  void PutVelocities();
  void CorrectScrew(int link);

  std::unique_ptr<Bullet> bullet_;
  bool fixed_ = false;
  double base_mass_ = 0.0;
  std::vector<LinkEntry> links_;
  std::vector<LinkFrame> frames_;
  /// Per velocity; entries of the base are unused.
  std::vector<Motion> motions_;
  std::vector<int> link_of_velocity_;
  std::vector<double> q_;
  Eigen::VectorXd v_;
  Eigen::VectorXd acceleration_;
  Eigen::VectorXd column_;
  Eigen::MatrixXd inverse_;
  /// Used by Hold(): the full inverse, its columns for held coordinates, and the missing
  /// velocities.
  bool holds_ = false;
  Eigen::MatrixXd whole_;
  Eigen::MatrixXd columns_;
  Eigen::MatrixXd solved_;
  Eigen::MatrixXd coupling_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::VectorXd missing_;
  Eigen::VectorXd holding_;
};

}  // namespace surefoot::engines::bullet
