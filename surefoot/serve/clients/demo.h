#pragma once

#include <optional>
#include <string>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/serve/clients/claims.h"
#include "surefoot/session/session.h"

namespace surefoot::serve {

/// Drives the first robot that takes velocities in a figure of eight around its start, until a
/// client commands it. Where it gets stuck, it backs up and goes on.
class Demo {
 public:
  /// Before each step.
  void Update(const Claims& claims, Session* session);
  /// The topic it drives on; empty before the first step, or when no robot takes velocities.
  const std::string& topic() const { return topic_; }
  bool over() const { return over_; }
  /// Looks for a robot again.
  void Restart();

 private:
  void Find(const Claims& claims, const Session& session);
  msgs::geometry_msgs::Twist Choose(const RigidTransform& X_WM, double now);

  bool looked_ = false;
  bool over_ = false;
  std::string topic_;
  std::string robot_;
  SimTimeNs next_ns_ = 0;
  /// Where it began; the eight is laid out from there.
  std::optional<RigidTransform> X_WS_;
  /// How far along the eight the robot looks (rad of its parameter).
  double ahead_ = 0.0;
  /// Where and when it was last on its way, and until when it backs up (s).
  Vector3d p_W_ = Vector3d::Zero();
  double moved_at_ = 0.0;
  double backs_until_ = -1.0;
};

}  // namespace surefoot::serve
