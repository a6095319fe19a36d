#pragma once

/// A test bench for drives: joints that follow their motor commands exactly.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/drives/drive_set.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/physics/servo.h"
#include "surefoot/world/test/build_model.h"
#include "surefoot/world/test/markup.h"

namespace surefoot::drives::test {

/// A model "car" with wheels at the given places, axes along y, as cylinders of radius 0.1; joints
/// are named "w0", "w1", ...
inline world::Model MakeCar(const std::vector<Vector3d>& wheels, double radius = 0.1) {
  world::Model model;
  model.name = "car";
  model.links.push_back(world::test::MakeLink("base_link"));
  for (std::size_t i = 0; i < wheels.size(); ++i) {
    model.links.push_back(world::test::MakeLink("wheel" + std::to_string(i)));
    world::Link& link = model.links.back();
    link.X_ML.p = wheels[i];
    link.collisions[0].geometry = world::Cylinder{radius, 0.05};
    model.joints.push_back(world::test::MakeJoint(
        model, "w" + std::to_string(i), world::JointType::kContinuous, 0, static_cast<int>(i) + 1));
    model.joints.back().axes[0].axis_J = Vector3d::UnitY();
  }
  return model;
}

/// The left and right wheel of a car, 0.5 m apart.
inline world::Model MakeTwoWheels() { return MakeCar({{0, 0.25, 0}, {0, -0.25, 0}}); }

class Bench {
 public:
  static constexpr SimTimeNs kStepNs = 1000000;

  /// `drives` are <drive> elements as text.
  Bench(world::Model model, const std::vector<std::string>& drives) {
    for (const std::string& text : drives) {
      model.extensions.push_back(world::test::ParseMarkup(text));
      model.extensions.back().name = "surefoot:drive";
    }
    world::WorldSpec spec;
    spec.models.push_back(world::ModelInstance{
        model.name, RigidTransform(), std::make_shared<const world::Model>(std::move(model))});
    auto made = world::MakeWorld(std::move(spec), nullptr);
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
    world = made.value();
    state = physics::MakeInitialState(*world);
    inputs.motors.resize(static_cast<std::size_t>(world->v_count()));
    set = std::make_unique<DriveSet>(*world, BuiltinDrives(), 0, &graph, &problems);
  }

  void Step(int count = 1) {
    for (int i = 0; i < count; ++i) {
      set->Update(View(), &inputs);
      for (int j = 0; j < world->joint_count(); ++j) MoveJoint(world->joint(j));
      time_ns += kStepNs;
      set->Publish(View(), &graph);
    }
  }

  DriveView View() const { return DriveView{*world, state, time_ns, 1e-9 * kStepNs}; }

  template <typename T>
  void Send(const std::string& topic, const T& message) {
    const Result<int> id = graph.Advertise<T>(topic);
    ASSERT_TRUE(id.ok()) << id.error().message;
    graph.Publish(id.value(), time_ns, message);
  }
  void SendTwist(double x, double turn, double y = 0.0, const std::string& topic = "/car/cmd_vel") {
    msgs::geometry_msgs::Twist twist;
    twist.linear.x = x;
    twist.linear.y = y;
    twist.angular.z = turn;
    Send(topic, twist);
  }

  /// Records messages that are published from now on.
  template <typename T>
  std::shared_ptr<std::vector<T>> Collect(const std::string& topic) {
    auto kept = std::make_shared<std::vector<T>>();
    subscriptions_.push_back(graph.Subscribe(
        topic, [kept](const graph::Delivery& delivery) { kept->push_back(*delivery.As<T>()); }));
    return kept;
  }

  /// Takes over the state of another bench with the same drives.
  void ContinueFrom(const Bench& other) {
    const Bytes bytes = SavedState(other.set.get());
    state = other.state;
    inputs = other.inputs;
    time_ns = other.time_ns;
    EXPECT_TRUE(RestoreState(bytes, set.get()));
    // Truncated bytes are rejected; complete ones are accepted again.
    for (std::size_t cut = 0; cut < bytes.size(); cut += 7) {
      EXPECT_FALSE(RestoreState(Bytes(bytes.data(), bytes.data() + cut), set.get()));
    }
    EXPECT_TRUE(RestoreState(bytes, set.get()));
  }

  int V(const std::string& joint) const { return world->joint(world->FindJoint(joint)).v; }
  const physics::MotorCommand& Motor(const std::string& joint) const {
    return inputs.motors[static_cast<std::size_t>(V(joint))];
  }
  double& q(const std::string& joint) {
    return state.q[static_cast<std::size_t>(world->joint(world->FindJoint(joint)).q)];
  }
  double& v(const std::string& joint) { return state.v[static_cast<std::size_t>(V(joint))]; }
  RefusedMessages refused() const { return set->Statuses().at(0).refused; }

  graph::Graph graph;
  Problems problems;
  std::shared_ptr<const world::World> world;
  physics::State state;
  physics::Inputs inputs;
  std::unique_ptr<DriveSet> set;
  SimTimeNs time_ns = 0;
  /// The inertia that an effort accelerates.
  double inertia = 1.0;

 private:
  void MoveJoint(const world::JointLayout& joint) {
    if (joint.v_count != 1) return;
    const physics::MotorCommand& motor = inputs.motors[static_cast<std::size_t>(joint.v)];
    const world::JointAxis& axis =
        world->model(joint.model).joints[static_cast<std::size_t>(joint.joint)].axes[0];
    double& position = state.q[static_cast<std::size_t>(joint.q)];
    double& speed = state.v[static_cast<std::size_t>(joint.v)];
    double& effort = state.effort[static_cast<std::size_t>(joint.v)];
    const double dt = 1e-9 * kStepNs;
    if (physics::IsServo(motor.mode)) {
      // The effort that reaches the speed in one step, within the limit.
      const double needed = (physics::ServoVelocity(motor, axis, position) - speed) * inertia / dt;
      const double max = physics::EffortLimit(motor, axis);
      effort = std::clamp(needed, -max, max);
    } else {
      effort = physics::CommandedEffort(motor, axis.effort);
    }
    speed += dt * effort / inertia;
    position += dt * speed;
  }

  std::vector<graph::Subscription> subscriptions_;
};

}  // namespace surefoot::drives::test
