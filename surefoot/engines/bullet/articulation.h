#pragma once

/// A btMultiBody with the few things we ask of it: coordinates, poses, the free acceleration and
/// the inverse of its mass matrix.

#include <Eigen/Cholesky>
#include <memory>
#include <vector>

#include "surefoot/math/spatial.h"
#include "surefoot/physics/kinematics.h"

namespace surefoot::engines::bullet {

using LinkKind = physics::StepKind;

/// A link and the joint it hangs on. Its frame C stands at the centre of mass along the principal
/// axes, as Bullet wants it; P is the parent's.
struct LinkSpec {
  /// Index into ArticulationSpec::links, before this one; -1: the base.
  int parent = -1;
  LinkKind kind = LinkKind::kRevolute;
  double mass = 0.0;
  Vector3d moments = Vector3d::Zero();
  /// With the joint at zero.
  Quaterniond q_CP = Quaterniond::Identity();
  Vector3d p_PJ_P = Vector3d::Zero();
  Vector3d p_JC_C = Vector3d::Zero();
  Vector3d axis_C = Vector3d::UnitZ();
  /// Screw: metres per radian.
  double advance = 0.0;
};

struct ArticulationSpec {
  /// A fixed base is the world itself.
  bool fixed = false;
  double mass = 0.0;
  Vector3d moments = Vector3d::Zero();
  std::vector<LinkSpec> links;
};

/// Pose and velocity of a link's frame C.
struct LinkFrame {
  RigidTransform X_WC;
  Twist V_WC_W;
};

/// Link -1 is the base. Velocities: angular and linear of a free base in W, then the joints'.
/// Positions: those of a free base (p_WC and Bullet's quaternion x y z w from W to C), then the
/// joints' (a ball: x y z w).
class Articulation {
 public:
  explicit Articulation(const ArticulationSpec& spec);
  ~Articulation();
  Articulation(Articulation&&) noexcept;

  int velocity_count() const { return static_cast<int>(v_.size()); }
  int position_count() const { return static_cast<int>(q_.size()); }
  int link_count() const { return static_cast<int>(links_.size()); }
  /// Where the link's coordinates begin.
  int velocity_of(int link) const { return links_[static_cast<std::size_t>(link)].v; }
  int position_of(int link) const { return links_[static_cast<std::size_t>(link)].q; }
  double mass_of(int link) const;

  const std::vector<double>& q() const { return q_; }
  const Eigen::VectorXd& v() const { return v_; }
  /// Sets coordinates; UpdateKinematics must follow.
  void SetPositions(const double* q);
  void SetVelocities(const double* v);
  void SetBase(const RigidTransform& X_WC, const Twist& V_WC_W);

  /// Frames of all links for the present coordinates.
  void UpdateKinematics();
  const LinkFrame& frame(int link) const { return frames_[static_cast<std::size_t>(link + 1)]; }

  /// Forces at the centre of mass, in W, and along coordinates, until the next SolveFree.
  void AddForce(int link, const Vector3d& force_W, const Vector3d& torque_W);
  void AddJointForce(int velocity, double force);

  /// The acceleration under these forces without constraints. Bullet's algorithm for articulated
  /// bodies.
  void SolveFree();
  Eigen::VectorXd& acceleration() { return acceleration_; }
  /// The inverse of the mass matrix, column by column from Bullet's. After SolveFree.
  void SolveInverse();
  /// Adds inertia along a coordinate, and a force, to the results of SolveFree and SolveInverse.
  void Augment(int velocity, double inertia, double force);
  const Eigen::MatrixXd& inverse() const { return inverse_; }

  /// Takes coordinates out of the inverse: whatever acts, they keep the velocities `held_at`.
  /// `free` are the velocities of the step without constraints; they become those with the holds.
  void Hold(const std::vector<int>& velocities, const std::vector<double>& held_at, double* free);
  /// The impulses that hold them when the other constraints give `impulse` along the coordinates.
  const Eigen::VectorXd& HoldingImpulses(const double* impulse);
  /// Undoes Hold.
  void Release();
  /// Velocity of a coordinate by a unit force along it, holds left out.
  double MobilityOf(int velocity) const { return (holds_ ? whole_ : inverse_)(velocity, velocity); }

  /// Adds to `row` what the velocities give of `along`.v (at p_W) and `along`.w of a link.
  void AddJacobian(int link, const Vector3d& p_W, const Vector3d& linear, const Vector3d& angular,
                   double sign, double* row) const;

  /// Moves the positions on with the present velocities.
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
  /// Velocity that a unit of a coordinate gives, at the base's origin.
  struct Motion {
    Vector3d w = Vector3d::Zero();
    Vector3d v = Vector3d::Zero();
  };

  void ReadPositions();
  void PutVelocities();
  void MendScrew(int link);

  std::unique_ptr<Bullet> bullet_;
  bool fixed_ = false;
  double base_mass_ = 0.0;
  std::vector<LinkEntry> links_;
  std::vector<LinkFrame> frames_;
  /// Per velocity; those of the base are left out.
  std::vector<Motion> motions_;
  std::vector<int> link_of_velocity_;
  std::vector<double> q_;
  Eigen::VectorXd v_;
  Eigen::VectorXd acceleration_;
  Eigen::VectorXd column_;
  Eigen::MatrixXd inverse_;
  /// Of Hold: the whole inverse, its columns that are held, and what is missing in velocity.
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
