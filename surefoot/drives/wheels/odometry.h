#pragma once

#include <vector>

#include "surefoot/drives/command_input.h"
#include "surefoot/drives/drive.h"
#include "surefoot/drives/rate_clock.h"
#include "surefoot/math/planar_odometry.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"

namespace surefoot::drives {

/// Where a drive believes to be: adds up its motions and publishes odometry, tf and the limited
/// command as ROS diff_drive_controller does. Parameters: docs/drives.md.
class OdometryOutput {
 public:
  explicit OdometryOutput(const DriveArgs& args);

  /// The base went along `motion` in `dt` seconds.
  void Add(const PlanarMotion& motion, double dt);

  /// Publishes when it is due. `command` is what the controller lets through.
  void Publish(const DriveView& view, const PlanarTwist& command, graph::Graph* graph);

  const PlanarPose& pose() const { return pose_; }
  /// Mean over the rolling window.
  PlanarTwist twist() const;

  void Archive(StateArchive* archive);

 private:
  void FillOdometry(SimTimeNs time_ns);
  void FillTransform(SimTimeNs time_ns);

  RateClock clock_;
  /// Topics; -1 for none.
  int odometry_topic_ = -1;
  int tf_topic_ = -1;
  int command_topic_ = -1;
  PlanarPose pose_;
  /// The last velocities, a ring.
  std::vector<PlanarTwist> window_;
  std::uint32_t window_size_ = 0;
  std::uint32_t window_next_ = 0;
  msgs::nav_msgs::Odometry odometry_;
  msgs::tf2_msgs::TFMessage tf_;
  msgs::geometry_msgs::TwistStamped command_;
};

}  // namespace surefoot::drives
