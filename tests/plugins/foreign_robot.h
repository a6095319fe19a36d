#pragma once

#include <memory>
#include <string>

#include "surefoot/session/session.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {

/// SDF of a model "car" on wheels of radius 0.1: its first link is "base", the wheels' joints are
/// "front_left", "front_right", "rear_left" and "rear_right", 0.4 m apart in both directions.
/// `inside` is put into the model.
std::string FourWheels(const std::string& inside);
/// Two wheels, joints "left" and "right", 0.4 m apart, and a ball that slides.
std::string TwoWheels(const std::string& inside);
/// Four wheels of which the front ones are steered by "left_steering" and "right_steering".
std::string Car(const std::string& inside);
/// URDF of the robot with two wheels, also named "car". `in_base` is put into the <gazebo> of
/// "base".
std::string TwoWheelsUrdf(const std::string& inside, const std::string& in_base = "");

/// A file that another program wrote, loaded and run.
class ForeignRobotTest : public EngineTest {
 protected:
  /// The text as a file with that ending; fails the test when it does not load. `contact`: who
  /// computes that of wheels (SessionOptions).
  void Open(const std::string& text, const std::string& ending, const std::string& contact = "");
  /// Findings of that severity that have `part` in them.
  int CountOf(Severity severity, const std::string& part) const;
  void Advance(double seconds);
  /// Sends a Twist.
  void Drive(const std::string& topic, double forward, double turn);
  /// Pose of a link since the last call of Mark, in its frame of then; z is the heading.
  void Mark() { X_WB_ = PoseOfBase(); }
  Vector3d Moved() const;

  std::unique_ptr<Session> session_;
  Problems problems_;

 private:
  RigidTransform PoseOfBase() const;

  RigidTransform X_WB_;
};

}  // namespace surefoot::conformance
