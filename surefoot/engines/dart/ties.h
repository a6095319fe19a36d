#pragma once

/// Joints that close loops, and attachments: what they hold is constrained, what they leave free
/// can be driven, limited and damped like any other axis.

#include <vector>

#include "surefoot/engines/dart/solver.h"

namespace surefoot::engines::dart {

class Ties {
 public:
  Ties(const Maps& maps, Dynamics* dynamics);

  /// Where the two sides stand; the joints' coordinates continue those in `q` (World indices).
  void Update(const std::vector<double>& q);

  int size() const { return static_cast<int>(poses_.size()); }
  /// Coordinate of a free axis.
  double q(int tie, int axis) const { return poses_[At(tie)].q[axis]; }
  /// Adds the motion along a free axis to the solver's last constraint.
  void AddAxis(int tie, int axis, double coefficient, Solver* solver) const;
  /// A force or torque along a free axis, on both sides.
  void AddEffort(int tie, int axis, double effort) const;

  /// Adds constraints that keep all ties closed.
  void AddConstraints(double dt, Solver* solver) const;

 private:
  struct Pose {
    Vector3d p_W = Vector3d::Zero();
    /// Of Jp, and of the place that the coordinates ask for.
    Quaterniond q_WJp = Quaterniond::Identity();
    double q[7] = {};
    /// How far Jc is from there, in Jp.
    Vector3d shift = Vector3d::Zero();
    Vector3d turn = Vector3d::Zero();
  };
  static std::size_t At(int index) { return static_cast<std::size_t>(index); }
  RelativeRow AxisRow(int tie, int axis) const;
  void Hold(int tie, const RelativeRow& row_Jp, double dt, Solver* solver) const;

  const Maps& maps_;
  Dynamics* dynamics_;
  std::vector<Pose> poses_;
};

}  // namespace surefoot::engines::dart
