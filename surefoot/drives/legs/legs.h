#pragma once

/// The legs that a drive names.

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/drives/joints.h"
#include "surefoot/drives/wheels/base_drive.h"

namespace surefoot::drives {

// Legs as chains of hinges, and the joint angles that put a foot where it is wanted.

/// From a robot's base B to a foot F, over hinges J.
class LegChain {
 public:
  /// Most hinges of a leg.
  static constexpr int kMostHinges = 8;

  struct Hinge {
    /// Its frame in that of the hinge before (the first: in B) when all are at zero.
    RigidTransform X_PJ;
    Vector3d axis_J = Vector3d::UnitZ();
    double lower = -world::kInfinity;
    double upper = world::kInfinity;
  };

  LegChain() = default;
  /// X_JF: the foot on the last hinge. `radius`: of a foot that is a ball, which rolls as the leg
  /// swings over it; 0: one that does not.
  LegChain(std::vector<Hinge> hinges, const RigidTransform& X_JF, double radius = 0.0);

  int size() const { return static_cast<int>(hinges_.size()); }
  const Hinge& hinge(int i) const { return hinges_[static_cast<std::size_t>(i)]; }

  /// Where the foot is.
  RigidTransform Foot(const double* q) const;
  /// How far a ball has rolled ahead on level ground when the foot is turned like this.
  Vector3d Rolled(const Quaterniond& R_BF) const;
  double radius() const { return radius_; }
  /// Where the first hinge is.
  const Vector3d& p_BHip() const { return hinges_.front().X_PJ.p; }

  /// What of a foot's pose counts.
  enum class Goal {
    /// Its place.
    kPlace,
    /// Its place and which way is up on it.
    kLevel,
    kPose,
  };
  /// Angles within the limits that bring the foot to X_BF, or as near as it gets, starting the
  /// search at `q`. What it misses, in m; a turn of one rad counts as 0.1 m.
  double Solve(const RigidTransform& X_BF, Goal goal, double* q) const {
    return SolveRest(X_BF, goal, 0, q);
  }

  /// The same while the first hinges stay as they are in `q`.
  double SolveRest(const RigidTransform& X_BF, Goal goal, int kept, double* q) const;

 private:
  using Error = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1>;
  using Jacobian = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, kMostHinges>;

  void Linearize(const double* q, const RigidTransform& X_BF, Goal goal, Error* error,
                 Jacobian* jacobian) const;
  void Improve(const Error& error, Jacobian* jacobian, double* q) const;

  std::vector<Hinge> hinges_;
  RigidTransform X_JF_;
  double radius_ = 0.0;
};

/// The leg of these joints of the model, hip first, in the frame of the base; nullopt after an
/// error at `element`. The foot is <foot> (x y z in the last link), else the centre of the last
/// link's collision shape that reaches lowest when the joints are at `q_rest`.
std::optional<LegChain> MakeLegChain(const DriveArgs& args, const world::ElementReader& element,
                                     const std::vector<DriveJoint>& joints,
                                     const std::vector<double>& q_rest, int base_link);

struct Leg {
  std::string name;
  LegChain chain;
  /// Its joints, as places in the drive's list; for one that follows another, the other's.
  std::vector<std::size_t> joints;
  /// Their angles at rest, and where the foot then is in the base.
  std::vector<double> q_rest;
  RigidTransform X_BF_rest;
};

/// Those of all <leg> children: their joints by name, which must be among `joints`. At rest they
/// are as the model starts. Empty after an error, or when there are fewer than `least`.
std::vector<Leg> ReadLegs(const DriveArgs& args, const std::vector<DriveJoint>& joints, int least);

/// Of all legs, one after the other; one that two legs share comes once.
std::vector<std::size_t> JointsOf(const std::vector<Leg>& legs);

/// Where a robot's centre of mass is for given joint angles, by the masses of its model.
class BodyMass {
 public:
  BodyMass(const DriveArgs& args);

  /// One angle per joint of the model (Model::joints; the first axis), in the frame of the base.
  /// Those that follow others are found by themselves.
  Vector3d Centre(const std::vector<double>& q);
  /// The joints' angles at the start of the model.
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

/// How a base went, by how the feet that stood on the ground moved under it.
class FootOdometry {
 public:
  explicit FootOdometry(std::size_t legs) : feet_(legs) {}

  /// Where each foot is now in the base and whether it stands; the motion since the last call: the
  /// planar one that fits best to all feet that have stood all the while.
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
