// Contact sensors: partners and forces of contacts, and that none is missed between two samples.

#include <gtest/gtest.h>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/gazebo_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

using msgs::gazebo_msgs::ContactsState;
using msgs::std_msgs::Bool;

/// A piston of 1 kg, a box of 0.1 m sides at z = 0.2 that a motor moves up and down.
std::string Piston(const std::string& sensor) {
  return "<model name='piston'><surefoot:command joint='lift' mode='velocity' value='0'/>"
         "<link name='head'><pose>0 0 0.2 0 0 0</pose><inertial><mass>1</mass><inertia>"
         "<ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>"
         "<collision name='face'><geometry><box><size>0.1 0.1 0.1</size></box></geometry>"
         "</collision><collision name='top'><pose>0 0 0.2 0 0 0</pose><geometry><box>"
         "<size>0.1 0.1 0.1</size></box></geometry></collision>" +
         sensor +
         "</link><joint name='lift' type='prismatic'><parent>world</parent><child>head</child>"
         "<axis><xyz>0 0 1</xyz><limit><effort>200</effort></limit></axis></joint></model>";
}

std::string Sensor(const std::string& inside) {
  return "<sensor name='bump' type='contact'><update_rate>2</update_rate>" + inside + "</sensor>";
}

void Move(sim::Simulation* run, double speed, double seconds) {
  ASSERT_TRUE(
      run->Apply(sim::JointCommand{"piston::lift", 0, physics::ControlMode::kVelocity, speed})
          .ok());
  Advance(run, seconds);
}

TEST(Bumper, LatchesAShortTouch) {
  auto run = RunText(World(Floor() + Piston(Sensor(""))));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Advance(run.get(), 0.6);
  Move(run.get(), -1.0, 0.16);  // down to the floor
  int touching = 0;
  ASSERT_TRUE(
      run->Apply(sim::JointCommand{"piston::lift", 0, physics::ControlMode::kVelocity, 1.0}).ok());
  for (int i = 0; i < 100; ++i) {  // up again, long before the next sample
    Advance(run.get(), 0.001);
    touching += run->report().contacts.empty() ? 0 : 1;
  }
  EXPECT_LT(touching, 80);
  EXPECT_TRUE(run->report().contacts.empty());
  Advance(run.get(), 2.0 - 0.86);
  const auto touched = heard.Messages<Bool>("/piston/bump/touched");
  const auto states = heard.Messages<ContactsState>("/piston/bump");
  ASSERT_EQ(touched.size(), 4u);
  ASSERT_EQ(states.size(), 4u);
  const bool expected[] = {false, true, false, false};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(touched[i].data, expected[i]) << i;
    EXPECT_EQ(states[i].states.size(), expected[i] ? 1u : 0u) << i;
  }
  ASSERT_EQ(states[1].states.size(), 1u);
  EXPECT_EQ(states[1].states[0].collision1_name, "piston::head::face");
  EXPECT_EQ(states[1].states[0].collision2_name, "floor::l::c");
}

Vector3d Total(const ContactsState& message) {
  Vector3d sum = Vector3d::Zero();
  for (const auto& state : message.states) sum += msgs::FromVector3(state.total_wrench.force);
  return sum;
}

/// A box of 3 kg rests on the floor.
std::string Crate(const std::string& inside) {
  return "<model name='crate'><pose>0 0 0.1 0 0 0</pose><link name='l'><inertial><mass>3</mass>"
         "<inertia><ixx>0.02</ixx><iyy>0.02</iyy><izz>0.02</izz></inertia></inertial>"
         "<collision name='c'><geometry><box><size>0.2 0.2 "
         "0.2</size></box></geometry></collision>" +
         inside + "</link></model>";
}

TEST(Bumper, ReportsTheWeightInEveryWay) {
  for (const char* way : {"last", "mean", "peak"}) {
    auto run = RunText(World(
        Floor() + Crate(Sensor("<surefoot:forces>" + std::string(way) + "</surefoot:forces>"))));
    ASSERT_NE(run, nullptr);
    Listener heard(run.get());
    Advance(run.get(), 3.0);
    const auto states = heard.Messages<ContactsState>("/crate/bump");
    ASSERT_EQ(states.size(), 6u);
    const Vector3d force = Total(states.back());
    EXPECT_NEAR(force.z(), 3.0 * 9.81, 0.02 * 3.0 * 9.81) << way;
    EXPECT_LT(force.head<2>().norm(), 0.1) << way;
    const auto& state = states.back().states.at(0);
    EXPECT_EQ(state.wrenches.size(), state.depths.size());
    for (const auto& normal : state.contact_normals) EXPECT_GT(normal.z, 0.99);
    EXPECT_LT(msgs::FromVector3(state.total_wrench.torque).norm(), 0.2) << way;
  }
}

TEST(Bumper, WatchesOnlyTheNamedCollisions) {
  Problems problems;
  const std::string named = Sensor("<contact><collision>top</collision></contact>");
  auto run = RunText(World(Floor() + Piston(named)));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Move(run.get(), -1.0, 1.0);
  EXPECT_FALSE(run->report().contacts.empty());
  EXPECT_FALSE(heard.Messages<Bool>("/piston/bump/touched").back().data);
}

TEST(Bumper, WarnsOfCollisionsThatAreNotThere) {
  Problems problems;
  const auto world =
      ReadWorld(World(Piston(Sensor("<contact><collision>tpo</collision></contact>"))), &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  std::string text;
  for (const Problem& problem : problems.all()) text += ToString(problem) + "\n";
  EXPECT_NE(text.find("did you mean \"top\""), std::string::npos) << text;
}

TEST(Bumper, ASwitchNeedsItsForce) {
  for (const auto& [min, expected] : {std::pair(20.0, true), std::pair(40.0, false)}) {
    auto run = RunText(World(Floor() + Crate(Sensor("<surefoot:min_force>" + std::to_string(min) +
                                                    "</surefoot:min_force>"))));
    ASSERT_NE(run, nullptr);
    Advance(run.get(), 1.0);
    Listener heard(run.get());
    Advance(run.get(), 1.0);
    EXPECT_EQ(heard.Messages<Bool>("/crate/bump/touched").back().data, expected) << min;
  }
}

TEST(Bumper, CountsPointsInItsRegion) {
  // A crate of 3 kg stands on four corners; each half carries half of the weight.
  for (const auto& [region, share] :
       {std::pair("-1 -1 -1 1 1 1", 1.0), std::pair("-1 -1 -1 0 1 1", 0.5),
        std::pair("0 0 -1 1 1 1", 0.25), std::pair("-1 -1 0 1 1 1", 0.0)}) {
    auto run = RunText(
        World(Floor() + Crate(Sensor("<surefoot:forces>mean</surefoot:forces><surefoot:region>" +
                                     std::string(region) + "</surefoot:region>"))));
    ASSERT_NE(run, nullptr);
    Advance(run.get(), 1.0);
    Listener heard(run.get());
    Advance(run.get(), 1.0);
    const auto states = heard.Messages<ContactsState>("/crate/bump");
    double force = 0.0;
    for (const auto& state : states.back().states) force += state.total_wrench.force.z;
    EXPECT_NEAR(force, share * 3.0 * 9.81, 0.02 * 3.0 * 9.81) << region;
    EXPECT_EQ(heard.Messages<Bool>("/crate/bump/touched").back().data, share > 0.0) << region;
  }
  Problems problems;
  const std::string turned = "<surefoot:region>1 1 1 0 0 0</surefoot:region>";
  const auto world = ReadWorld(World(Crate(Sensor(turned))), &problems);
  EXPECT_FALSE(world.ok());
  EXPECT_NE(problems.ErrorText().find("first corner"), std::string::npos) << problems.ErrorText();
}

TEST(Bumper, KeepsTouchesThroughEdits) {
  auto run = RunText(World(Floor() + Piston(Sensor("")) + Wall("away", "5 5 5 0 0 0", "1 1 1")));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Advance(run.get(), 0.6);
  Move(run.get(), -1.0, 0.17);
  Move(run.get(), 1.0, 0.1);
  // Link ids change; the floor is removed before the sample.
  ASSERT_TRUE(run->Apply(sim::Remove{"away"}).ok());
  ASSERT_TRUE(run->Apply(sim::Remove{"floor"}).ok());
  Advance(run.get(), 0.2);
  EXPECT_TRUE(heard.Messages<Bool>("/piston/bump/touched").back().data);
  EXPECT_TRUE(heard.Messages<ContactsState>("/piston/bump").back().states.empty());
}

}  // namespace
}  // namespace surefoot::sensor_tests
