#pragma once

#include <string>

#include "surefoot/session/session.h"

namespace surefoot::conformance {

/// A robot of a session that plays motions of its model, from standing or lying, and a ball.
class ActingRobot {
 public:
  ActingRobot(Session* session, const std::string& robot);

  /// Places it rotated by roll and pitch, its base at 0.6 of its height above the floor, and lets
  /// it come to rest.
  Status Lie(double roll, double pitch);
  /// Plays the motion of the model (docs/reference/drives.md) and continues for `seconds` from its
  /// start.
  Status Play(const std::string& motion, double seconds);
  Status Wait(double seconds);
  /// Closes or opens its balance loop (docs/reference/drives.md), and gives the walk control of the
  /// legs.
  Status Balance(bool on);
  Status SetGravity(const Vector3d& gravity_W) { return session_.SetGravity(gravity_W); }
  /// Pushes its base for `seconds`.
  Status Push(const Vector3d& force_W, double seconds);

  const RigidTransform& pose() const;
  double height() const { return pose().p.z(); }
  /// Inclination of the base.
  double tilt() const;
  /// As high as at the start, and upright.
  bool stands() const { return height() > 0.9 * start_height_ && tilt() < 0.2; }

  /// The largest speed of the model `ball` since the start, its distance from the initial position,
  /// and its present speed.
  double ball_fastest() const { return fastest_; }
  Vector3d ball_way() const;
  double ball_speed() const;

 private:
  Session& session_;
  std::string robot_;
  std::size_t base_;
  int ball_ = -1;
  double start_height_;
  Vector3d p_WBall_;
  double fastest_ = 0.0;
};

}  // namespace surefoot::conformance
