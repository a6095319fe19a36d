#pragma once

/// Legs as chains of hinges, and the joint angles that put a foot where it is wanted.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "surefoot/drives/joints.h"

namespace surefoot::drives {

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
  double Solve(const RigidTransform& X_BF, Goal goal, double* q) const;

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

}  // namespace surefoot::drives
