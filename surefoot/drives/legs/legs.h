#pragma once

/// Legs of walking drives: kinematics, inverse kinematics, centre of mass and odometry.

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/drives/joints.h"
#include "surefoot/drives/wheels/base_drive.h"

namespace surefoot::drives {

/// The kinematic chain from a robot's base B over hinges J to a foot F.
///   std::vector<double> q = leg.q_rest;
///   const double missed = leg.chain.Solve(X_BF, LegChain::Goal::kPlace, q.data());
class LegChain {
 public:
  /// Largest number of hinges, so that solving does not allocate memory.
  static constexpr int kMaxHinges = 8;

  struct Hinge {
    /// Its frame in that of the previous hinge (of the first: in B) with all angles at zero.
    RigidTransform X_PJ;
    Vector3d axis_J = Vector3d::UnitZ();
    double lower = -world::kInfinity;
    double upper = world::kInfinity;
  };

  LegChain() = default;
  /// X_JF: the foot in the frame of the last hinge. `radius`: of a spherical foot, which rolls as
  /// the leg swings over it (m); 0: a foot that does not roll.
  LegChain(std::vector<Hinge> hinges, const RigidTransform& X_JF, double radius = 0.0);

  int size() const { return static_cast<int>(hinges_.size()); }
  const Hinge& hinge(int i) const { return hinges_[static_cast<std::size_t>(i)]; }

  /// Forward kinematics: pose of the foot, X_BF.
  RigidTransform Foot(const double* q) const;
  /// How far a spherical foot has rolled on level ground after this rotation (m).
  Vector3d Rolled(const Quaterniond& R_BF) const;
  double radius() const { return radius_; }
  /// Position of the first hinge.
  const Vector3d& p_BHip() const { return hinges_.front().X_PJ.p; }

  /// Which part of a foot's pose is prescribed.
  enum class Goal {
    /// Its position.
    kPlace,
    /// Its position and the direction of its vertical; yaw is free.
    kLevel,
    /// Position and rotation.
    kPose,
  };
  /// Inverse kinematics: angles within the limits that bring the foot to X_BF, or as near as
  /// possible, starting from `q`. Returns the remaining error in m; a rotation of 1 rad counts as
  /// 0.1 m. At most 40 iterations.
  double Solve(const RigidTransform& X_BF, Goal goal, double* q) const {
    return SolveRest(X_BF, goal, 0, q);
  }

  /// As Solve, but the first `kept` hinges keep their angles in `q`.
  double SolveRest(const RigidTransform& X_BF, Goal goal, int kept, double* q) const;

 private:
  using Error = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
  using Jacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, kMaxHinges>;

  void Linearize(const double* q, const RigidTransform& X_BF, Goal goal, Error* error,
                 Jacobian* jacobian) const;
  void Improve(const Error& error, Jacobian* jacobian, double* q) const;

  std::vector<Hinge> hinges_;
  RigidTransform X_JF_;
  double radius_ = 0.0;
};

/// The leg of these joints of the model, hip first, in the frame of the base; nullopt after an
/// error at `element`. The foot is <foot> (x y z in the last link), otherwise the centre of the
/// last link's collision shape that is lowest with the joints at `q_rest`.
std::optional<LegChain> MakeLegChain(const DriveArgs& args, const world::ElementReader& element,
                                     const std::vector<DriveJoint>& joints,
                                     const std::vector<double>& q_rest, int base_link);

/// A leg of a drive.
struct Leg {
  std::string name;
  LegChain chain;
  /// Indices of its joints in the drive's list; for a joint that mimics another, the other's index.
  std::vector<std::size_t> joints;
  /// Their angles at rest, and the pose of the foot in the base at rest.
  std::vector<double> q_rest;
  RigidTransform X_BF_rest;
};

/// The legs of all <leg> children. Their joints must be among `joints`; their posture at rest is
/// that at the start of the model. Empty after an error, also if there are fewer than `min`.
std::vector<Leg> ReadLegs(const DriveArgs& args, const std::vector<DriveJoint>& joints, int min);

/// The joints of all legs in order, without duplicates of shared joints.
std::vector<std::size_t> JointsOf(const std::vector<Leg>& legs);

/// The centre of mass of a robot for given joint angles, from the masses of its model. The robot's
/// real mass may differ: the drive knows only the description, as a real controller does.
class BodyMass {
 public:
  BodyMass(const DriveArgs& args);

  /// Centre of mass in the frame of the base. `q` has one angle per joint of the model
  /// (Model::joints; the first axis); angles of mimic joints are computed.
  Vector3d Centre(const std::vector<double>& q);
  /// Joint angles at the start of the model.
  const std::vector<double>& q_start() const { return q_start_; }
  double mass() const { return mass_; }

 private:
  const world::Model& model_;
  const world::Tree& tree_;
  std::vector<double> q_start_;
  double mass_ = 0.0;
  // Scratch.
  std::vector<RigidTransform> X_BaseB_;
};

/// Odometry of a walk: the base moves opposite to the feet that stand on the ground. Slip of the
/// feet is an error of the odometry, as with wheels.
class FootOdometry {
 public:
  explicit FootOdometry(std::size_t legs) : feet_(legs) {}

  /// Takes the position of each foot in the base and whether it stands. Returns the planar motion
  /// since the last call that fits best (least squares) to the feet that stood at both calls.
  PlanarMotion Take(const std::vector<Eigen::Vector2d>& feet, const std::vector<bool>& standing);

  void Archive(StateArchive* archive);

 private:
  struct Foot {
    double x = 0.0;
    double y = 0.0;
    std::uint8_t standing = 0;
  };
  std::vector<Foot> feet_;
};

}  // namespace surefoot::drives
