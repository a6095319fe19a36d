#pragma once

/// Motions of several joints through points in time, with the interpolation of ROS's
/// joint_trajectory_controller.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"
#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// The motion from `a` to `b` in `duration` seconds at `t` seconds after the start: linear (order
/// 1), a cubic with the velocities of both (3), or a quintic with their accelerations as well (5).
JointMotion Interpolate(const JointMotion& a, const JointMotion& b, double duration, double t,
                        int order);

/// Points of `joint_count` joints in order of time.
///   Trajectory path(2);
///   path.Add(now_ns, 5, start);
///   path.Add(now_ns + 1'000'000'000, 3, goal);
///   const JointMotion motion = path.At(0, time_ns);
class Trajectory {
 public:
  explicit Trajectory(std::size_t joint_count) : joint_count_(joint_count) {}

  /// Removes all points; memory is kept.
  void Clear();
  /// Times must increase. `order` is 1, 3 or 5: whether the point specifies velocity and
  /// acceleration. `joints` has joint_count motions. A segment has the lower order of its two
  /// points.
  void Add(SimTimeNs time_ns, int order, const JointMotion* joints);

  bool empty() const { return times_.empty(); }
  SimTimeNs end_ns() const { return times_.empty() ? 0 : times_.back(); }

  /// The desired motion of a joint: at rest at the first point before its time, at rest at the last
  /// point after its time. O(log n).
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
