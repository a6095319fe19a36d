#pragma once

/// Motions of several joints through points in time, as ROS joint_trajectory_controller has them.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"

namespace surefoot::drives {

struct JointMotion {
  double position = 0.0;
  double velocity = 0.0;
  double acceleration = 0.0;
};

/// From `a` to `b` in `duration` seconds, `t` seconds after the start: a straight line (order 1), a
/// cubic through both velocities (3), or a quintic through both accelerations (5).
JointMotion Interpolate(const JointMotion& a, const JointMotion& b, double duration, double t,
                        int order);

/// Points of `joint_count` joints in order of time.
class Trajectory {
 public:
  explicit Trajectory(std::size_t joint_count) : joint_count_(joint_count) {}

  /// Starts anew; memory is kept.
  void Clear();
  /// Times must not go back. `order` is 1, 3 or 5: what the point gives of velocity and
  /// acceleration. `joints` holds joint_count motions.
  void Add(SimTimeNs time_ns, int order, const JointMotion* joints);

  bool empty() const { return times_.empty(); }
  SimTimeNs end_ns() const { return times_.empty() ? 0 : times_.back(); }

  /// Where a joint is to be: at rest at the first point before it, at rest at the last one after
  /// it.
  JointMotion At(std::size_t joint, SimTimeNs time_ns) const;

  void Archive(StateArchive* archive);

 private:
  const JointMotion& Point(std::size_t point, std::size_t joint) const {
    return motions_[point * joint_count_ + joint];
  }

  std::size_t joint_count_;
  std::vector<SimTimeNs> times_;
  std::vector<int> orders_;
  std::vector<JointMotion> motions_;
};

}  // namespace surefoot::drives
