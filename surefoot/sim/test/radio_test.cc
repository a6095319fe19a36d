#include "surefoot/sim/radio.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using msgs::surefoot_msgs::RadioMessage;
using test::Steps;
using testing::HasSubstr;

world::Element RadioElement(const std::vector<std::pair<std::string, std::string>>& values) {
  world::Element element;
  element.name = "surefoot:radio";
  for (const auto& [name, value] : values) {
    world::Element child;
    child.name = name;
    child.text = value;
    element.children.push_back(child);
  }
  return element;
}

/// Boxes of 1 m at rest: a at the origin, b 10 m and c 100 m away in x, d behind a block at y = 5.
std::unique_ptr<Simulation> MakeRun(
    const std::vector<std::pair<std::string, std::string>>& values) {
  world::WorldSpec spec;
  spec.gravity_W = Vector3d::Zero();
  const auto add = [&](const char* name, std::shared_ptr<const world::Model> model,
                       const Vector3d& p) {
    spec.models.push_back(world::ModelInstance{name, RigidTransform(p), std::move(model)});
  };
  add("a", test::Ball(), {0.0, 0.0, 0.0});
  add("b", test::Ball(), {10.0, 0.0, 0.0});
  add("c", test::Ball(), {100.0, 0.0, 0.0});
  add("d", test::Ball(), {0.0, 10.0, 0.0});
  add("block", test::Floor(), {0.0, 5.0, 0.0});
  spec.extensions.push_back(RadioElement(values));
  // Through the centres of the boxes, not along their tops.
  world::Element antenna;
  antenna.name = "antenna";
  antenna.text = "0 0 0.2";
  spec.extensions.back().children.push_back(antenna);
  return test::MakeRun(std::move(spec));
}

struct Ear {
  Ear(Simulation* simulation, const std::string& robot)
      : subscription(simulation->graph().Subscribe("/" + robot + "/radio/receive",
                                                   [this](const graph::Delivery& delivery) {
                                                     heard.push_back(*delivery.As<RadioMessage>());
                                                     times.push_back(delivery.time_ns());
                                                   })) {}
  std::vector<RadioMessage> heard;
  std::vector<SimTimeNs> times;
  graph::Subscription subscription;
};

Status Say(Simulation* simulation, const std::string& from, const std::string& to, Bytes data) {
  RadioMessage message;
  message.to_robot = to;
  message.data = std::move(data);
  TopicMessage input;
  input.topic = "/" + from + "/radio/send";
  input.type = RadioMessage::type().name;
  msgs::Encode(message, &input.cdr);
  return simulation->Apply(input);
}

// 20 dBm - 40 dB - 20 dB per decade; each obstacle costs another 10 dB.
TEST(Radio, SignalFallsWithDistanceAndWalls) {
  const auto run = MakeRun({{"latency", "0"}});
  Ear b(run.get(), "b"), c(run.get(), "c"), d(run.get(), "d"), a(run.get(), "a");
  ASSERT_TRUE(Say(run.get(), "a", "", {1, 2, 3}).ok());
  Steps(run.get(), 1);
  ASSERT_EQ(b.heard.size(), 1u);
  EXPECT_EQ(b.heard[0].from_robot, "a");
  EXPECT_EQ(b.heard[0].to_robot, "b");
  EXPECT_EQ(b.heard[0].data, (Bytes{1, 2, 3}));
  EXPECT_NEAR(b.heard[0].signal_dbm, -40.0, 0.01);
  ASSERT_EQ(c.heard.size(), 1u);
  EXPECT_NEAR(c.heard[0].signal_dbm, -70.0, 0.01) << "b is in between";
  ASSERT_EQ(d.heard.size(), 1u);
  EXPECT_NEAR(d.heard[0].signal_dbm, -50.0, 0.01);
  EXPECT_TRUE(a.heard.empty()) << "senders do not receive their own messages";
}

TEST(Radio, RangeSensitivityAndAddressDecideWhoHears) {
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, std::string>>{{"range", "50"}, {"sensitivity", "-55"}}) {
    const auto run = MakeRun({{"latency", "0"}, {name, value}});
    Ear b(run.get(), "b"), c(run.get(), "c"), d(run.get(), "d");
    ASSERT_TRUE(Say(run.get(), "a", "", {7}).ok());
    ASSERT_TRUE(Say(run.get(), "a", "d", {8}).ok());
    ASSERT_TRUE(Say(run.get(), "a", "nobody", {9}).ok());
    Steps(run.get(), 2);
    EXPECT_EQ(b.heard.size(), 1u);
    EXPECT_TRUE(c.heard.empty()) << name;
    ASSERT_EQ(d.heard.size(), 2u);
    EXPECT_EQ(d.heard[1].data, (Bytes{8}));
  }
}

// Latency 5 ms and 100 bytes at 100 kbit/s: 13 ms.
TEST(Radio, ArrivesAfterItsDelay) {
  const auto run = MakeRun({{"latency", "0.005"}, {"bitrate", "100000"}});
  Ear b(run.get(), "b");
  ASSERT_TRUE(Say(run.get(), "a", "b", Bytes(100, 1)).ok());
  Steps(run.get(), 50);
  ASSERT_EQ(b.times.size(), 1u);
  // 33 ns of propagation: the step at 14 ms is the first that ends after it.
  EXPECT_EQ(b.times[0], 14'000'000);
}

TEST(Radio, SnapshotsKeepWhatIsOnItsWay) {
  const auto run = MakeRun({{"latency", "0.01"}});
  ASSERT_TRUE(Say(run.get(), "a", "b", {5}).ok());
  Steps(run.get(), 3);
  const Snapshot snapshot = run->machine().Save();
  Ear b(run.get(), "b");
  Steps(run.get(), 20);
  ASSERT_EQ(b.heard.size(), 1u);
  ASSERT_TRUE(run->machine().Restore(snapshot).ok());
  Steps(run.get(), 20);
  ASSERT_EQ(b.heard.size(), 2u);
  EXPECT_EQ(b.heard[0], b.heard[1]);
  EXPECT_EQ(b.times[0], b.times[1]);
  ASSERT_TRUE(Say(run.get(), "a", "b", {6}).ok());
  ASSERT_TRUE(run->machine().Reset().ok());
  Steps(run.get(), 30);
  EXPECT_EQ(b.heard.size(), 2u) << "a new run has no messages in transit";
}

TEST(Radio, WrongValuesAreErrors) {
  Problems problems;
  world::WorldSpec spec;
  spec.extensions.push_back(RadioElement({{"bitrate", "0"}}));
  ReadRadio(*test::MakeWorld(spec), &problems);
  EXPECT_THAT(problems.ErrorText(), HasSubstr("bitrate"));
  Problems twice;
  spec.extensions = {RadioElement({}), RadioElement({})};
  ReadRadio(*test::MakeWorld(spec), &twice);
  EXPECT_THAT(twice.ErrorText(), HasSubstr("one radio"));
  EXPECT_FALSE(ReadRadio(*test::MakeWorld(world::WorldSpec()), &twice).has_value());
}

}  // namespace
}  // namespace surefoot::sim
