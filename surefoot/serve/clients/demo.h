#pragma once

#include <optional>
#include <string>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/serve/clients/claims.h"
#include "surefoot/session/session.h"

namespace surefoot::serve {

/// Drives the first robot that accepts velocity commands in a figure of eight around its start,
/// until a client commands it (--demo). If the robot gets stuck, it backs up and continues. Server
/// thread.
class Demo {
 public:
  /// Call before each step; publishes a command when one is due.
  void Update(const Claims& claims, Session* session);
  /// The command topic; empty before the first step, or if no robot accepts velocities.
  const std::string& topic() const { return topic_; }
  /// A client has taken the robot.
  bool over() const { return over_; }
  /// Looks for a robot again, after a reset or in another world.
  void Restart();

 private:
  void Find(const Claims& claims, const Session& session);
  /// The command for the robot at pose X_WM at simulated time `now` (s).
  msgs::geometry_msgs::Twist Choose(const RigidTransform& X_WM, double now);

  bool looked_ = false;
  bool over_ = false;
  std::string topic_;
  std::string robot_;
  SimTimeNs next_ns_ = 0;
  /// Pose S of the start, upright; the path is defined in S.
  std::optional<RigidTransform> X_WS_;
  /// Parameter of the path at the look-ahead point (rad).
  double ahead_ = 0.0;
  /// Last position and time (s) at which the robot made progress, and until when it backs up (s).
  Vector3d p_W_ = Vector3d::Zero();
  double moved_at_ = 0.0;
  double backs_until_ = -1.0;
};

}  // namespace surefoot::serve
