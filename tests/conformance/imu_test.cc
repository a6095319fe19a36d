// An ideal IMU on every engine, compared with closed-form solutions.

#include <cmath>
#include <vector>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "tests/conformance/engine_test_case.h"

namespace surefoot::conformance {
namespace {

using msgs::FromVector3;

class Imu : public ConformanceTest {
 protected:
  /// An ideal IMU that measures in every step.
  static world::Sensor Ideal(const RigidTransform& X_LS = {}) {
    world::Sensor sensor;
    sensor.name = "imu";
    sensor.type = "imu";
    sensor.update_rate = 1000.0;
    sensor.X_LS = X_LS;
    return sensor;
  }

  /// Collects the readings of the model's IMU from now on.
  void Listen(const std::string& model) {
    messages_.clear();
    subscription_ = simulation_->graph().Subscribe(
        "/" + model + "/imu/data", [this](const graph::Delivery& delivery) {
          messages_.push_back(*delivery.As<msgs::sensor_msgs::Imu>());
        });
  }
  Vector3d Force(std::size_t i) const { return FromVector3(messages_[i].linear_acceleration); }
  Vector3d Rate(std::size_t i) const { return FromVector3(messages_[i].angular_velocity); }

  std::unique_ptr<sim::Simulation> simulation_;
  std::vector<msgs::sensor_msgs::Imu> messages_;
  graph::Subscription subscription_;
};
SUREFOOT_ALL_ENGINES(Imu);

TEST_P(Imu, ReadsPlusGUpAtRest) {
  const RigidTransform X_LS(QuaternionFromRpy(0.4, 0.3, 0.2), Vector3d(0.1, 0.05, 0.2));
  auto box =
      std::make_shared<world::Model>(*MakeBody("box", world::Box{Vector3d(0.4, 0.3, 0.2)}, 5.0));
  box->links[0].sensors.push_back(Ideal(X_LS));
  Scene scene;
  scene.Floor(0.8).Add(box, RigidTransform(Vector3d(0, 0, 0.1)));
  simulation_ = Run(scene);
  Advance(simulation_.get(), 4.0);
  Listen("box");
  Advance(simulation_.get(), 0.1);
  ASSERT_EQ(messages_.size(), 100u);
  const Quaterniond q_WS = (PoseOf(*simulation_, "box::link") * X_LS).q;
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    EXPECT_TRUE(Small("imu.rest", (Force(i) - q_WS.conjugate() * Vector3d(0, 0, 9.81)).norm()));
    EXPECT_TRUE(Small("imu.rest_rate", Rate(i).norm()));
  }
}

TEST_P(Imu, FeelsNothingInFreeFall) {
  Needs({physics::Capability::kExternalWrench});
  auto cube =
      std::make_shared<world::Model>(*MakeBody("cube", world::Box{Vector3d(0.2, 0.2, 0.2)}, 2.0));
  cube->links[0].sensors.push_back(Ideal());
  Scene scene;
  scene.Add(cube, RigidTransform(Vector3d(0, 0, 50)));
  simulation_ = Run(scene);
  sim::LinkWrench turn;
  turn.link = "cube::link";
  turn.F_L_W.torque = Vector3d(0.1, 0.2, 0.3);
  turn.steps = 100;
  Must(simulation_->Apply(turn));
  Listen("cube");
  Advance(simulation_.get(), 0.5);
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    EXPECT_TRUE(Small("imu.free_fall", Force(i).norm()));
  }
}

TEST_P(Imu, DoesNotFeelATeleport) {
  Needs({physics::Capability::kTeleport});
  auto ball = std::make_shared<world::Model>(*MakeBody("ball", world::Sphere{0.1}, 2.0));
  ball->links[0].sensors.push_back(Ideal(RigidTransform(Vector3d(0.1, 0.2, 0.3))));
  Scene scene;
  scene.Add(ball, RigidTransform(Vector3d(0, 0, 50)));
  simulation_ = Run(scene);
  Advance(simulation_.get(), 0.5);
  Listen("ball");
  sim::Teleport teleport;
  teleport.model = "ball";
  teleport.X_WM = RigidTransform(QuaternionFromRpy(1, 2, 3), Vector3d(3, 4, 5));
  Must(simulation_->Apply(teleport));
  Advance(simulation_.get(), 0.05);
  ASSERT_EQ(messages_.size(), 50u);
  for (std::size_t i = 0; i < messages_.size(); ++i) {
    EXPECT_TRUE(Small("imu.teleport", Force(i).norm()));
    EXPECT_TRUE(Small("imu.rest_rate", Rate(i).norm()));
  }
}

TEST_P(Imu, ContinuesBitForBitAfterASnapshot) {
  Needs({physics::Capability::kSnapshot});
  auto box =
      std::make_shared<world::Model>(*MakeBody("box", world::Box{Vector3d(0.4, 0.3, 0.2)}, 5.0));
  world::Sensor noisy = Ideal();
  noisy.update_rate = 300.0;
  world::Element preset;
  preset.name = "preset";
  preset.text = "3dm-gx3-25";
  noisy.element.children.push_back(preset);
  box->links[0].sensors.push_back(noisy);
  Scene scene;
  scene.Floor(0.8).Add(box, RigidTransform(Vector3d(0, 0, 0.3)));
  simulation_ = Run(scene);
  Advance(simulation_.get(), 0.2);
  const sim::Snapshot snapshot = simulation_->machine().Save();
  Listen("box");
  Advance(simulation_.get(), 0.3);
  const auto first = messages_;
  Must(simulation_->machine().Restore(snapshot));
  messages_.clear();
  Advance(simulation_.get(), 0.3);
  ASSERT_EQ(first.size(), 90u);
  ASSERT_EQ(messages_.size(), first.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(Force(i), FromVector3(first[i].linear_acceleration));
    EXPECT_EQ(Rate(i), FromVector3(first[i].angular_velocity));
    EXPECT_EQ(messages_[i].orientation.w, first[i].orientation.w);
    EXPECT_EQ(messages_[i].header.stamp.nanosec, first[i].header.stamp.nanosec);
  }
}

/// A turntable about z with the IMU 0.5 m from its axis.
TEST_P(Imu, FeelsTheTurntable) {
  auto table = std::make_shared<world::Model>();
  table->name = "table";
  table->links.push_back(MakeLink("disc", world::Cylinder{0.6, 0.05}, 10.0));
  table->links[0].collisions.clear();
  const RigidTransform X_LS(QuaternionFromRpy(0, 0, 0.6), Vector3d(0.5, 0, 0));
  table->links[0].sensors.push_back(Ideal(X_LS));
  table->joints.push_back(MakeJoint("axle", world::JointType::kContinuous, *table,
                                    world::kWorldLink, 0, Vector3d::Zero(), Vector3d::UnitZ()));
  Scene scene;
  scene.Add(table);
  simulation_ = Run(scene);
  // A constant torque: alpha = torque / inertia, for 1 s up to 4 rad/s; then none.
  const double inertia = table->links[0].inertia.I_BBcm_B(2, 2);
  Listen("table");
  Must(simulation_->Apply(
      sim::JointCommand{"table::axle", 0, physics::ControlMode::kEffort, 4.0 * inertia}));
  Advance(simulation_.get(), 1.0);
  for (const std::size_t i : {100u, 500u, 900u}) {
    const Vector3d f_L = X_LS.q * Force(i);
    EXPECT_TRUE(Near("imu.tangential", f_L.y(), 0.5 * 4.0));
    // The change of velocity in a step belongs to the middle of the step.
    const double w = 4.0 * (static_cast<double>(i) + 0.5) * 0.001;
    EXPECT_TRUE(Small("imu.tangential", std::abs(f_L.x() + 0.5 * w * w) / (1.0 + w)));
  }
  Must(simulation_->Apply(sim::JointCommand{"table::axle", 0, physics::ControlMode::kEffort, 0.0}));
  Advance(simulation_.get(), 0.5);
  for (std::size_t i = messages_.size() - 100; i < messages_.size(); ++i) {
    EXPECT_TRUE(Near("imu.turntable_rate", Rate(i).z(), 4.0));
    const Vector3d f_L = X_LS.q * Force(i);
    EXPECT_TRUE(Small("imu.centripetal", (f_L - Vector3d(-0.5 * 16.0, 0, 9.81)).norm()));
  }
}

}  // namespace
}  // namespace surefoot::conformance
