#include "surefoot/sensors/camera/picture_threads.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/test/picture_rig.h"

namespace surefoot::sensors {
namespace {

using test::PictureRig;
using Picture = msgs::sensor_msgs::Image;

constexpr const char* kTopic = "/robot/eye/image_raw";

/// A ball in front of a camera with noise, which depends on the sample's number.
world::WorldSpec BallWorld(double rate, int width, int height) {
  world::WorldSpec spec;
  spec.models.push_back(test::Thing(
      "ball", {test::Colored(world::Sphere{0.5}, Vector3d(0.9, 0.4, 0.1), Vector3d(3, 0, 0))}));
  spec.models.push_back(
      test::Robot("camera", rate,
                  "<camera><image><width>" + std::to_string(width) + "</width><height>" +
                      std::to_string(height) +
                      "</height></image><noise><stddev>0.02</stddev></noise></camera>"));
  spec.lights.push_back(test::Sun("0 -1 -1"));
  return spec;
}

/// Takes very short steps until this number of pictures has arrived.
void WaitFor(std::size_t pictures, PictureRig* rig, const std::string& topic = kTopic) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (rig->heard[topic].size() < pictures && std::chrono::steady_clock::now() < end) {
    rig->Step(1e-9, ImagePolicy::kParallel);
    std::this_thread::yield();
  }
  ASSERT_EQ(rig->heard[topic].size(), pictures);
}

/// The same world with a further camera, which is called "small".
world::WorldSpec WithSmallCamera(world::WorldSpec spec, double rate) {
  world::ModelInstance& robot = spec.models.back();
  auto model = std::make_shared<world::Model>(*robot.model);
  world::Sensor small = model->links[0].sensors.front();
  small.name = "small";
  small.update_rate = rate;
  small.element = test::ParseMarkup(
      "<sensor><camera><image><width>52</width><height>40</height></image></camera></sensor>");
  model->links[0].sensors.push_back(small);
  robot.model = model;
  return spec;
}

SensorStatus StatusOf(const PictureRig& rig) { return rig.set->Statuses().front(); }

TEST(PictureThreads, PicturesAreThoseOfTheStep) {
  PictureRig plain(BallWorld(10.0, 64, 48));
  PictureRig beside(BallWorld(10.0, 64, 48));
  plain.Listen("image_raw");
  beside.Listen("image_raw");
  for (int k = 1; k <= 3; ++k) {
    plain.PoseOf("ball").p.y() = 0.2 * k;
    beside.PoseOf("ball").p.y() = 0.2 * k;
    plain.Step(0.1);
    beside.Step(0.1 * k - ToSeconds(beside.time_ns), ImagePolicy::kParallel);
    // The run continues at once; the picture shows the time at which it was requested.
    beside.PoseOf("ball").p.y() = -5.0;
    WaitFor(static_cast<std::size_t>(k), &beside);
    const auto stamp = beside.Last<Picture>(kTopic).header.stamp;
    EXPECT_EQ(stamp.sec, 0);
    EXPECT_EQ(stamp.nanosec, 100'000'000U * static_cast<unsigned>(k));
    EXPECT_EQ(beside.Last<Picture>(kTopic).data, plain.Last<Picture>(kTopic).data) << k;
  }
  EXPECT_EQ(StatusOf(beside).samples, 3);
  EXPECT_EQ(StatusOf(beside).dropped, 0);
}

TEST(PictureThreads, StepsDoNotWaitAndDropsAreCounted) {
  // A picture that takes some tenths of a second, due each millisecond.
  PictureRig rig(BallWorld(1000.0, 2000, 2000));
  rig.Listen("image_raw");
  for (int i = 0; i < 20; ++i) rig.Step(0.001, ImagePolicy::kParallel);
  const SensorStatus status = StatusOf(rig);
  EXPECT_GT(status.dropped, 0);
  // One may be in progress.
  EXPECT_GE(status.samples + status.dropped, 19);
  EXPECT_LE(status.samples + status.dropped, 20);
  EXPECT_EQ(rig.set->picture_counts().dropped, status.dropped);
}

TEST(PictureThreads, ARunThatIsLateTakesFewerPictures) {
  PictureRig rig(BallWorld(50.0, 16, 12));
  rig.Listen("image_raw");
  const auto steps = [&rig](int count, ImagePolicy pictures) {
    for (int i = 0; i < count; ++i) {
      const std::size_t before = rig.heard[kTopic].size();
      rig.Step(0.02, pictures);
      // No picture is dropped because the last one is unfinished.
      const SensorStatus status = StatusOf(rig);
      const auto taken = static_cast<std::size_t>(ToSeconds(rig.time_ns) * 50.0 + 0.5) -
                         static_cast<std::size_t>(status.dropped);
      if (taken > before) WaitFor(taken, &rig);
    }
  };
  steps(10, ImagePolicy::kParallel);
  EXPECT_EQ(StatusOf(rig).dropped, 0);
  // One second behind wall time: one picture every 0.2 s, the first 0.2 s after the previous one.
  steps(50, ImagePolicy::kDropLate);
  EXPECT_EQ(StatusOf(rig).samples, 15);
  EXPECT_EQ(StatusOf(rig).dropped, 45);
  steps(10, ImagePolicy::kParallel);
  EXPECT_EQ(StatusOf(rig).samples, 25);
  EXPECT_EQ(StatusOf(rig).dropped, 45);
}

TEST(PictureThreads, ASlowCameraIsNotSpared) {
  PictureRig rig(BallWorld(4.0, 16, 12));
  rig.Listen("image_raw");
  for (int k = 1; k <= 4; ++k) {
    rig.Step(0.25 * k - ToSeconds(rig.time_ns), ImagePolicy::kDropLate);
    ASSERT_NO_FATAL_FAILURE(WaitFor(static_cast<std::size_t>(k), &rig));
  }
  EXPECT_EQ(StatusOf(rig).dropped, 0);
}

TEST(PictureThreads, ABigPictureDoesNotHoldUpSmallOnes) {
  // If they waited for each other, each small picture would follow a large one.
  constexpr const char* kSmall = "/robot/small/image_raw";
  constexpr int kPictures = 50;
  PictureRig rig(WithSmallCamera(BallWorld(10.0, 2500, 2500), 10.0));
  rig.Listen("image_raw");
  for (int k = 1; k <= kPictures; ++k) {
    rig.PoseOf("ball").p.y() = 0.02 * k;
    rig.Step(0.1 * k - ToSeconds(rig.time_ns), ImagePolicy::kParallel);
    ASSERT_NO_FATAL_FAILURE(WaitFor(static_cast<std::size_t>(k), &rig, kSmall));
  }
  const SensorStatus big = rig.set->Statuses()[0];
  const SensorStatus small = rig.set->Statuses()[1];
  EXPECT_EQ(small.samples, kPictures);
  EXPECT_EQ(small.dropped, 0);
  EXPECT_GT(big.dropped, 4 * kPictures / 5);
}

TEST(PictureThreads, PicturesInPartsAreThoseOfTheStep) {
  // The threads' scenes alternate between the times of both cameras.
  constexpr const char* kSmall = "/robot/small/image_raw";
  const world::WorldSpec spec = WithSmallCamera(BallWorld(10.0, 403, 401), 10.0);
  PictureRig plain(spec);
  PictureRig beside(spec);
  plain.Listen("image_raw");
  beside.Listen("image_raw");
  plain.PoseOf("ball").p.y() = 0.2;
  plain.Step(0.1);
  beside.PoseOf("ball").p.y() = 0.2;
  beside.Step(0.1, ImagePolicy::kParallel);
  for (int k = 2; k <= 20 && beside.heard[kTopic].empty(); ++k) {
    ASSERT_NO_FATAL_FAILURE(WaitFor(static_cast<std::size_t>(k - 1), &beside, kSmall));
    beside.PoseOf("ball").p.y() = 1.0 - 0.05 * k;
    beside.Step(0.1 * k - ToSeconds(beside.time_ns), ImagePolicy::kParallel);
  }
  ASSERT_NO_FATAL_FAILURE(WaitFor(1, &beside));
  EXPECT_EQ(beside.Last<Picture>(kTopic).data, plain.Last<Picture>(kTopic).data);
}

TEST(PictureThreads, SnapshotsKeepWhatWasCounted) {
  PictureRig rig(BallWorld(1000.0, 2000, 2000));
  rig.Listen("image_raw");
  for (int i = 0; i < 20; ++i) rig.Step(0.001, ImagePolicy::kParallel);
  const Bytes bytes = SavedState(rig.set.get());
  // Includes the picture in progress, which no restored run publishes.
  const std::int64_t taken = StatusOf(rig).samples;
  const std::int64_t dropped = 20 - taken;
  for (int i = 0; i < 5; ++i) rig.Step(0.001, ImagePolicy::kParallel);
  ASSERT_TRUE(RestoreState(bytes, rig.set.get()));
  EXPECT_EQ(StatusOf(rig).samples, taken);
  EXPECT_EQ(StatusOf(rig).dropped, dropped);
  EXPECT_EQ(rig.set->picture_counts().dropped, dropped);
}

TEST(PictureThreads, NothingIsTakenOrDroppedForNobody) {
  PictureRig rig(BallWorld(1000.0, 2000, 2000));
  for (int i = 0; i < 20; ++i) rig.Step(0.001, ImagePolicy::kParallel);
  EXPECT_EQ(StatusOf(rig).samples, 0);
  EXPECT_EQ(StatusOf(rig).dropped, 0);
}

TEST(PictureThreads, LeavingThemLosesWhatIsUnderWayAndNothingElse) {
  PictureRig rig(BallWorld(10.0, 2000, 2000));
  rig.Listen("image_raw");
  rig.Step(0.1, ImagePolicy::kParallel);
  rig.Step(0.1, ImagePolicy::kWithinStep);
  EXPECT_EQ(rig.heard[kTopic].size(), 1U);
  EXPECT_EQ(rig.Last<Picture>(kTopic).header.stamp.nanosec, 200'000'000U);
  EXPECT_EQ(StatusOf(rig).dropped, 1);
  EXPECT_EQ(StatusOf(rig).samples, 1);
}

TEST(PictureThreads, ARestoreDoesNotShowWhatIsNoLongerToCome) {
  // So large that it cannot be finished within the step that requests it.
  PictureRig rig(BallWorld(10.0, 2000, 2000));
  rig.Listen("image_raw");
  const Bytes bytes = SavedState(rig.set.get());
  rig.Step(0.1, ImagePolicy::kParallel);
  ASSERT_TRUE(RestoreState(bytes, rig.set.get()));
  rig.time_ns = 0;
  for (int i = 0; i < 1000; ++i) rig.Step(1e-9, ImagePolicy::kParallel);
  EXPECT_TRUE(rig.heard[kTopic].empty());
  rig.Step(0.1, ImagePolicy::kParallel);
  WaitFor(1, &rig);
}

}  // namespace
}  // namespace surefoot::sensors
