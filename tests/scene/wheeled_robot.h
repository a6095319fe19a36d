#pragma once

/// A four-wheel skid-steer robot of Husky size.

#include <memory>
#include <string>

#include "tests/scene/scene.h"

namespace surefoot::conformance {

constexpr double kRadius = 0.1651;
constexpr double kWidth = 0.1143;
constexpr double kHalfBase = 0.256;
constexpr double kHalfTrack = 0.2854;
constexpr double kMass = 46.0 + 4.0 * 2.637;
/// Height of the model's frame when the wheels just touch.
constexpr double kHeight = kRadius + 0.03;

/// Wheels "wheel0" to "wheel3" (front left, front right, rear left, rear right) on joints "axle0"
/// to "axle3" that hold these speeds (m/s at the rim).
inline std::shared_ptr<world::Model> WheeledRobot(double left, double right) {
  auto robot = std::make_shared<world::Model>();
  robot->name = "robot";
  robot->links.push_back(MakeLink("base", world::Box{Vector3d(0.9, 0.42, 0.12)}, 46.0));
  for (int i = 0; i < 4; ++i) {
    robot->links.push_back(
        MakeLink("wheel" + std::to_string(i), world::Cylinder{kRadius, kWidth}, 2.637));
    const Vector3d p(i < 2 ? kHalfBase : -kHalfBase, i % 2 == 0 ? kHalfTrack : -kHalfTrack, -0.03);
    robot->links.back().X_ML = RigidTransform(QuaternionFromRpy(-1.5707963267948966, 0, 0), p);
    robot->joints.push_back(MakeJoint("axle" + std::to_string(i), world::JointType::kContinuous,
                                      *robot, 0, i + 1, p, Vector3d::UnitY()));
    robot->joints.back().axes[0].effort = 60.0;
    robot->initial_commands.push_back(world::InitialCommand{i, 0, world::ControlMode::kVelocity,
                                                            (i % 2 == 0 ? left : right) / kRadius});
  }
  return robot;
}

/// On a floor with a friction of 0.8, down by `slope` towards +x, with contacts of its tyres.
inline Scene OnTyres(double left, double right, double slope = 0.0) {
  Scene scene;
  const Quaterniond q_WM(Eigen::AngleAxisd(slope, Vector3d::UnitY()));
  scene.Floor(0.8, slope)
      .Add(WheeledRobot(left, right), RigidTransform(q_WM, q_WM * Vector3d(0, 0, kHeight)),
           "robot");
  scene.spec.wheel_contact = world::WheelContact::kTyre;
  return scene;
}

}  // namespace surefoot::conformance
