// The single-wheel rig: messages about a wheel, against its load cell, its motors and the integrals
// of the contact.

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "surefoot/builtin/builtin.h"
#include "surefoot/ground/soil/soil_wheel.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/session.h"
#include "tests/scene/engine_test.h"

namespace surefoot::conformance {
namespace {

class Rig : public EngineTest {};
SUREFOOT_ALL_ENGINES(Rig);

using msgs::geometry_msgs::WrenchStamped;
using msgs::surefoot_msgs::WheelGround;
using msgs::surefoot_msgs::WheelGrounds;

constexpr double kRadius = 0.058;
constexpr double kSpeed = 0.01;
/// Mass of hub and wheel, which hang below the load cell.
constexpr double kBelow = 0.9;
constexpr double kGravity = 9.81;

std::unique_ptr<Session> OpenRig(const std::string& engine, const std::string& contact) {
  SessionOptions options;
  options.engine = engine;
  options.contact = contact;
  auto session = Session::Open(BuiltinParts(), "single_wheel_rig.sdf", options);
  EXPECT_TRUE(session.ok()) << session.error().message;
  return session.ok() ? std::move(session).value() : nullptr;
}

/// The last messages, and the mean over the last second.
struct Heard {
  explicit Heard(Session* session)
      : wheels(session->Subscribe<WheelGrounds>(
            "/single_wheel_rig/ground/wheels",
            [this](const WheelGrounds& m) { wheel = m.wheels.at(0); })),
        cell(session->Subscribe<WrenchStamped>(
            "/single_wheel_rig/load_cell", [this](const WrenchStamped& m) { force = m.wrench; })) {}
  WheelGround wheel;
  msgs::geometry_msgs::Wrench force;
  graph::Subscription wheels;
  graph::Subscription cell;
};

TEST_P(Rig, WhatIsPublishedIsWhatTheLoadCellAndTheMotorFeel) {
  for (const std::string contact : {"soil", "tyre"}) {
    const auto run = OpenRig(engine(), contact);
    ASSERT_NE(run, nullptr);
    ASSERT_TRUE(run->SetPosition("steer", 0.3).ok());
    ASSERT_TRUE(run->RunFor(contact == "soil" ? 25.0 : 6.0).ok());
    Heard heard(run.get());
    ASSERT_TRUE(run->RunFor(0.1).ok());
    const WheelGround& wheel = heard.wheel;
    EXPECT_EQ(wheel.contact, contact);
    EXPECT_EQ(wheel.ground, "towed_wheel_sand");
    EXPECT_NEAR(wheel.load, 22.0, 0.1) << "14.715 N and 7.285 N";
    EXPECT_NEAR(heard.force.force.x, wheel.drawbar_pull, 0.02) << contact;
    EXPECT_NEAR(heard.force.force.y, wheel.lateral_force, 0.02) << contact;
    EXPECT_NEAR(heard.force.force.z, wheel.load - kBelow * kGravity, 0.05) << contact;
    const double spin = run->JointVelocity("single_wheel_rig::wheel").value();
    EXPECT_NEAR(wheel.power, wheel.torque * spin, 1e-9);
    EXPECT_NEAR(wheel.torque, run->JointEffort("single_wheel_rig::wheel").value(), 2e-3) << contact;
    const double along = kSpeed * std::cos(0.3);
    EXPECT_NEAR(wheel.slip_angle, -0.3, 0.01);
    // A tyre rolls on a slightly smaller radius.
    EXPECT_NEAR(wheel.slip, 1.0 - along / (kRadius * spin), contact == "soil" ? 1e-3 : 0.02);
  }
}

TEST_P(Rig, InSoilItFeelsTheIntegrals) {
  const auto run = OpenRig(engine(), "");
  ASSERT_NE(run, nullptr);
  const world::World& world = run->world();
  const int ground = world.FindGround("towed_wheel_sand");
  ASSERT_GE(ground, 0);
  ground::SoilWheel shape;
  shape.radius = kRadius;
  shape.width = 0.05;
  const world::Soil& soil = world.spec().grounds[static_cast<std::size_t>(ground)].soil;
  const auto contact = ground::SoilContact::Make(soil, shape, ground::SoilOptions().For(soil));
  ASSERT_TRUE(contact.ok());
  Heard heard(run.get());
  const double cases[][2] = {{0.0, 0.22414}, {0.5236, 0.34483}};
  for (const auto& [steer, rate] : cases) {
    ASSERT_TRUE(run->SetPosition("steer", steer).ok());
    ASSERT_TRUE(run->SetVelocity("wheel", rate).ok());
    ASSERT_TRUE(run->RunFor(25.0).ok());
    const double tread = rate * kRadius;
    const auto expected = contact->AtLoad(heard.wheel.load, {1.0 - kSpeed * std::cos(steer) / tread,
                                                             -kSpeed * std::sin(steer) / tread});
    ASSERT_TRUE(expected.ok());
    EXPECT_NEAR(heard.wheel.drawbar_pull, expected->fx, 0.01 * 22.0) << steer;
    EXPECT_NEAR(heard.wheel.lateral_force, expected->fy, 0.01 * 22.0) << steer;
    EXPECT_NEAR(heard.wheel.torque, expected->torque, 0.01 * 22.0 * kRadius) << steer;
    EXPECT_NEAR(heard.wheel.sinkage, expected->sinkage, 2e-4) << steer;
  }
}

}  // namespace
}  // namespace surefoot::conformance
