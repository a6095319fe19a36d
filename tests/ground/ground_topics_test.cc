// Messages about wheels and contacts against closed forms: weight, constant speeds, power.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/session.h"

namespace surefoot {
namespace {

using msgs::surefoot_msgs::Contacts;
using msgs::surefoot_msgs::WheelGround;
using msgs::surefoot_msgs::WheelGrounds;

constexpr const char* kBefore = R"(<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf">
  <world name="w"><gravity>0 0 -9.81</gravity>
  <model name="floor"><static>true</static><link name="l"><collision name="c">
    <geometry><plane><normal>0 0 1</normal></plane></geometry><surefoot:surface name=")";
constexpr const char* kAfter = R"("/></collision></link></model></world></sdf>)";

/// On a plane of sand or asphalt.
std::unique_ptr<Session> OpenHusky(const std::string& contact) {
  SessionOptions options;
  options.contact = contact;
  const Parts parts = BuiltinParts();
  const std::string file =
      testing::TempDir() + "ground_topics_" + contact + std::to_string(getpid()) + ".sdf";
  std::ofstream(file) << kBefore << (contact == "soil" ? "dry_sand" : "asphalt") << kAfter;
  auto session = Session::Open(parts, file, options);
  std::filesystem::remove(file);
  EXPECT_TRUE(session.ok()) << session.error().message;
  if (!session.ok()) return nullptr;
  const RigidTransform X_WM(Vector3d(0.0, 5.0, 0.14));
  const Status spawned = session.value()->Spawn("husky", "h", X_WM);
  EXPECT_TRUE(spawned.ok()) << spawned.error().message;
  return std::move(session).value();
}

double WeightOf(const Session& session, const std::string& model) {
  const world::World& world = session.world();
  double mass = 0.0;
  for (const world::Link& link : world.model(world.FindModel(model)).links) {
    mass += link.inertia.mass;
  }
  return mass * world.spec().gravity_W.norm();
}

/// Collects all messages of a topic.
template <typename T>
struct Heard {
  Heard(Session* session, const std::string& topic)
      : subscription(session->Subscribe<T>(topic, [this](const T& m) { all.push_back(m); })) {}
  std::vector<T> all;
  graph::Subscription subscription;
};

class GroundTopics : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Contacts, GroundTopics, testing::Values("engine", "tyre", "soil"));

TEST_P(GroundTopics, LoadsAndContactsCarryTheWeight) {
  const auto run = OpenHusky(GetParam());
  ASSERT_NE(run, nullptr);
  ASSERT_TRUE(run->RunFor(2.0).ok());
  Heard<WheelGrounds> wheels(run.get(), "/h/ground/wheels");
  Heard<Contacts> contacts(run.get(), "/h/ground/contacts");
  ASSERT_TRUE(run->RunFor(1.0).ok());
  ASSERT_EQ(wheels.all.size(), 50u);
  ASSERT_EQ(contacts.all.size(), 50u);
  EXPECT_EQ(wheels.all.back().header.stamp.sec, 3);
  double load = 0.0;
  double force = 0.0;
  for (const WheelGrounds& message : wheels.all) {
    ASSERT_EQ(message.wheels.size(), 4u);
    for (const WheelGround& wheel : message.wheels) {
      EXPECT_TRUE(wheel.touching) << wheel.link;
      EXPECT_EQ(wheel.contact, GetParam());
      EXPECT_NEAR(wheel.slip, 0.0, 0.02);
      load += wheel.load / 50.0;
    }
  }
  for (const Contacts& message : contacts.all) {
    for (const auto& contact : message.contacts) {
      const bool is_b = contact.link_b.rfind("h::", 0) == 0;
      force += (is_b ? 1.0 : -1.0) * contact.force_on_b.z / 50.0;
    }
  }
  const double weight = WeightOf(*run, "h");
  EXPECT_NEAR(load, weight, 0.01 * weight);
  EXPECT_NEAR(force, weight, 0.01 * weight);
}

TEST_P(GroundTopics, PowerIsTorqueTimesSpeedAndDrivingWheelsSlip) {
  const auto run = OpenHusky(GetParam());
  ASSERT_NE(run, nullptr);
  ASSERT_TRUE(run->RunFor(1.0).ok());
  msgs::geometry_msgs::Twist drive;
  drive.linear.x = 0.6;
  Heard<WheelGrounds> wheels(run.get(), "/h/ground/wheels");
  double pull = 0.0;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(run->Publish("/h/cmd_vel", drive).ok());
    ASSERT_TRUE(run->RunFor(0.1).ok());
    ASSERT_FALSE(wheels.all.empty());
    for (const WheelGround& wheel : wheels.all.back().wheels) {
      const double spin = run->JointVelocity(wheel.joint).value();
      EXPECT_NEAR(wheel.power, wheel.torque * spin, 1e-9 + 1e-9 * std::abs(wheel.power));
      pull += wheel.drawbar_pull;
    }
  }
  // From standing to 0.6 m/s: in sum the wheels pulled, and now they roll forward.
  EXPECT_GT(pull, 0.0);
  for (const WheelGround& wheel : wheels.all.back().wheels) {
    EXPECT_GE(wheel.slip, -0.05);
    EXPECT_LT(wheel.slip, 0.6);
    EXPECT_NEAR(wheel.slip_angle, 0.0, 0.1);
    EXPECT_GT(wheel.normal.z, 0.9);
  }
}

TEST_P(GroundTopics, SpinningWheelsOfAHeldRobotSlipByOne) {
  const auto run = OpenHusky(GetParam());
  ASSERT_NE(run, nullptr);
  ASSERT_TRUE(run->RunFor(1.0).ok());
  for (const char* joint :
       {"front_left_wheel", "front_right_wheel", "rear_left_wheel", "rear_right_wheel"}) {
    ASSERT_TRUE(run->SetVelocity(std::string("h::") + joint, 3.0).ok()) << joint;
  }
  // A pull that tyres cannot resist, on ground that yields: it moves backwards.
  ASSERT_TRUE(run->Push("h::base_link", Vector3d(-3000.0, 0.0, 0.0), Vector3d::Zero(), 0.5).ok());
  Heard<WheelGrounds> wheels(run.get(), "/h/ground/wheels");
  const auto touches = [](const WheelGround& wheel) { return wheel.touching; };
  const auto in_the_air = [&] {
    const auto& last = wheels.all.back().wheels;
    return std::none_of(last.begin(), last.end(), touches);
  };
  // Wheels with the engine's contacts hop. One message in 0.02 s; it is pulled for another 0.1 s.
  ASSERT_TRUE(run->RunFor(0.4).ok());
  for (int i = 0; i < 4 && in_the_air(); ++i) ASSERT_TRUE(run->RunFor(0.02).ok());
  int checked = 0;
  for (const WheelGround& wheel : wheels.all.back().wheels) {
    if (!wheel.touching) continue;
    const double v = run->LinkVelocity(wheel.link).value().v.x();
    const double rolled = 0.1651 * run->JointVelocity(wheel.joint).value();
    const double expected = (rolled - v) / std::max(std::abs(rolled), std::abs(v));
    EXPECT_NEAR(wheel.slip, expected, 0.1) << wheel.link;
    EXPECT_GT(wheel.slip, 0.9);
    EXPECT_GT(wheel.drawbar_pull, 0.0) << "it still pulls forward";
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

TEST(GroundTopics, RepeatBitForBitAndChangeNothing) {
  std::vector<WheelGrounds> first;
  std::uint64_t hashes[3];
  for (int i = 0; i < 3; ++i) {
    const auto run = OpenHusky("tyre");
    ASSERT_NE(run, nullptr);
    std::unique_ptr<Heard<WheelGrounds>> wheels;
    if (i < 2) wheels = std::make_unique<Heard<WheelGrounds>>(run.get(), "/h/ground/wheels");
    ASSERT_TRUE(run->RunFor(0.5).ok());
    hashes[i] = run->simulation().hash();
    if (i == 0) first = wheels->all;
    if (i == 1) {
      EXPECT_EQ(wheels->all, first);
    }
  }
  EXPECT_EQ(first.size(), 25u);
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]) << "listening changed the run";
}

}  // namespace
}  // namespace surefoot
