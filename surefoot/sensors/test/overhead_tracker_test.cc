#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using msgs::geometry_msgs::PoseStamped;
using test::MakeSensor;
using test::Rig;

std::string Text(const std::string& inside, const char* rate = "10") {
  return "<sensor name=\"tracker\" type=\"overhead_tracker\"><update_rate>" + std::string(rate) +
         "</update_rate>" + inside + "</sensor>";
}

double Stamp(const PoseStamped& message) { return ToSeconds(msgs::FromTime(message.header.stamp)); }

/// For a robot that moves along x at 2 m/s, the position gives the time of the image.
std::vector<PoseStamped> Drive(const std::string& inside, int steps, const char* rate = "10") {
  Rig rig({MakeSensor(Text(inside, rate))}, {}, 0.001);
  const auto messages = rig.Collect<PoseStamped>("/bot/tracker");
  for (int i = 1; i <= steps; ++i) {
    RigidTransform X_WL;
    X_WL.p.x() = 2.0 * 0.001 * i;
    rig.Step(X_WL);
  }
  return *messages;
}

TEST(OverheadTracker, ReportsWhereTheTagWasSomeTimeAgo) {
  for (const bool capture : {false, true}) {
    const auto messages = Drive(std::string("<delay>0.03</delay><stamp>") +
                                    (capture ? "capture" : "publication") + "</stamp>",
                                1000);
    ASSERT_EQ(messages.size(), 10u);
    for (std::size_t i = 1; i < messages.size(); ++i) {
      const double now = 0.1 * static_cast<double>(i + 1);
      EXPECT_NEAR(messages[i].pose.position.x, 2.0 * (now - 0.03), 1e-9);
      EXPECT_NEAR(Stamp(messages[i]), capture ? now - 0.03 : now, 1e-8);
    }
    EXPECT_EQ(messages[0].header.frame_id, "world");
  }
}

TEST(OverheadTracker, SeesWholeFramesOfTheCamera) {
  const auto messages = Drive("<delay>0.02</delay><frame_rate>30</frame_rate>", 3000, "11.6");
  ASSERT_GT(messages.size(), 30u);
  for (const PoseStamped& message : messages) {
    const double capture = message.pose.position.x / 2.0;
    if (capture < 0.01) continue;
    EXPECT_NEAR(capture * 30.0, std::round(capture * 30.0), 1e-5);
    const double age = Stamp(message) - capture;
    EXPECT_GE(age, 0.02 - 1e-6);
    EXPECT_LE(age, 0.02 + 1.0 / 30.0 + 1e-6);
  }
}

/// Delays are normal with the requested mean and deviation (bounds: four sigma).
TEST(OverheadTracker, IsLateByChance) {
  const auto messages = Drive("<delay>0.1</delay><delay_stddev>0.01</delay_stddev>", 20000, "100");
  double sum = 0.0;
  double squares = 0.0;
  int count = 0;
  for (const PoseStamped& message : messages) {
    if (Stamp(message) < 0.2) continue;
    const double late = Stamp(message) - message.pose.position.x / 2.0 - 0.1;
    sum += late;
    squares += late * late;
    ++count;
  }
  ASSERT_GT(count, 1900);
  EXPECT_NEAR(sum / count, 0.0, 4.0 * 0.01 / std::sqrt(count));
  EXPECT_NEAR(squares / count / 1e-4, 1.0, 4.0 * std::sqrt(2.0 / count));
}

TEST(OverheadTracker, LosesAndMissesTags) {
  EXPECT_TRUE(Drive("<dropout>1</dropout>", 1000).empty());
  const auto some = Drive("<dropout>0.25</dropout>", 20000, "100");
  EXPECT_NEAR(static_cast<double>(some.size()), 1500.0, 4.0 * std::sqrt(2000 * 0.25 * 0.75));
  int thrown = 0;
  for (const PoseStamped& message :
       Drive("<outliers>0.1</outliers><outlier_distance>0.5</outlier_distance>", 20000, "100")) {
    const double away =
        std::hypot(message.pose.position.x - 2.0 * Stamp(message), message.pose.position.y);
    if (away < 1e-6) continue;
    EXPECT_NEAR(away, 0.5, 1e-6);
    ++thrown;
  }
  EXPECT_NEAR(thrown, 200.0, 4.0 * std::sqrt(2000 * 0.1 * 0.9));
}

TEST(OverheadTracker, FollowsTagsOfOthers) {
  auto model = std::make_shared<world::Model>(world::test::MakeRow(2));
  model->name = "bot";
  world::test::Connect(model.get(), world::JointType::kContinuous, 0, 1);
  model->links[0].sensors.push_back(MakeSensor(
      Text("<tag><link>bot::l1</link><name>second</name><pose>1 0 0 0 0 0</pose></tag>")));
  Rig rig(model, {}, 0.1);
  const auto messages = rig.Collect<PoseStamped>("/bot/tracker/second");
  rig.state.X_WL[1].p = Vector3d(3, 4, 0);
  rig.Step(RigidTransform());
  ASSERT_EQ(messages->size(), 1u);
  EXPECT_EQ(messages->at(0).pose.position.x, 4.0);
  EXPECT_EQ(messages->at(0).pose.position.y, 4.0);
}

}  // namespace
}  // namespace surefoot::sensors
