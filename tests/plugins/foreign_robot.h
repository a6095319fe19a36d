#pragma once

#include <memory>
#include <string>

#include "surefoot/session/session.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {

/// Returns the SDF of a model "car" on wheels of radius 0.1: its first link is "base", its wheel
/// joints are "front_left", "front_right", "rear_left" and "rear_right", 0.4 m apart in both
/// directions. `inside` is put into the model.
std::string FourWheels(const std::string& inside);
/// A robot with two wheels 0.4 m apart on joints "left" and "right", and a ball that slides.
std::string TwoWheels(const std::string& inside);
/// A robot with four wheels; joints "left_steering" and "right_steering" steer the front ones.
std::string Car(const std::string& inside);
/// Returns the URDF of the robot with two wheels, also named "car". `in_base` is put into the
/// <gazebo> of "base".
std::string TwoWheelsUrdf(const std::string& inside, const std::string& in_base = "");

/// A robot file in the style of another simulator, loaded and run.
class ForeignRobotTest : public EngineTest {
 protected:
  /// Loads the text as a file with this extension; the test fails if this is not possible.
  /// `contact`: who computes the contact of wheels (SessionOptions).
  void Open(const std::string& text, const std::string& ending, const std::string& contact = "");
  /// Counts the problems of this severity whose message contains `part`.
  int CountOf(Severity severity, const std::string& part) const;
  void Advance(double seconds);
  /// Sends a Twist.
  void Drive(const std::string& topic, double forward, double turn);
  /// Motion of a link since the last call of Mark, in its frame at that time; z is the heading.
  void Mark() { X_WB_ = PoseOfBase(); }
  Vector3d Moved() const;

  std::unique_ptr<Session> session_;
  Problems problems_;

 private:
  RigidTransform PoseOfBase() const;

  RigidTransform X_WB_;
};

}  // namespace surefoot::conformance
