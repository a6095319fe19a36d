#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/raycast/test/brute_force.h"
#include "surefoot/sensors/camera/camera.h"
#include "surefoot/sensors/test/run_sensors.h"

namespace surefoot::sensors {
namespace {

using msgs::sensor_msgs::CameraInfo;
using msgs::sensor_msgs::Image;
using msgs::sensor_msgs::PointCloud2;
using raycast::test::FindNearest;
using raycast::test::Nearest;
using test::Inbox;
using test::MakeCarrier;
using test::MakeSensor;
using test::SensorRun;

std::string Markup(const std::string& extras, int width = 30, int height = 20) {
  return "<sensor name=\"eye\" type=\"depth_camera\"><update_rate>10</update_rate><camera>"
         "<horizontal_fov>1.2</horizontal_fov><image><width>" +
         std::to_string(width) + "</width><height>" + std::to_string(height) +
         "</height></image><depth_camera><clip><near>0.3</near><far>20</far></clip></depth_camera>"
         "</camera>" +
         extras + "</sensor>";
}

float Depth(const Image& image, std::size_t pixel) {
  float depth = 0.0F;
  std::memcpy(&depth, &image.data[4 * pixel], 4);
  return depth;
}

std::shared_ptr<const world::World> FloorAndSensor(const std::string& markup, double height) {
  std::mt19937 random(1);
  world::WorldSpec spec = raycast::test::AnyWorld(0, Vector3d(0.0, 0.0, 3.0), &random);
  // Looking straight down from that height.
  const RigidTransform X_WM(QuaternionFromRpy(0.0, 0.5 * 3.14159265358979, 0.0),
                            Vector3d(0.0, 0.0, height));
  spec.models.push_back(world::ModelInstance{"robot", X_WM, MakeCarrier(MakeSensor(markup))});
  return world::MakeWorld(spec, nullptr).value();
}

TEST(DepthCameraTest, DepthsAgreeWithBruteForce) {
  int compared = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    const Vector3d middle = seed % 3 == 0 ? Vector3d(-5e5, 1e6, 10.0) : Vector3d::Zero();
    world::WorldSpec spec = raycast::test::AnyWorld(10, middle, &random);
    RigidTransform X_WS = raycast::test::AnyPose(2.0, &random);
    X_WS.p += middle;
    spec.models.push_back(world::ModelInstance{"robot", X_WS, MakeCarrier(MakeSensor(Markup("")))});
    SensorRun run(world::MakeWorld(spec, nullptr).value());
    const Inbox<Image> images(&run, "/robot/eye/depth/image_raw");
    const Inbox<PointCloud2> clouds(&run, "/robot/eye/points");
    run.StepTo(0.1);
    ASSERT_EQ(images.messages.size(), 1u);
    const Image& image = images.messages[0];
    const PointCloud2& cloud = clouds.messages.at(0);
    ASSERT_EQ(image.data.size(), 4u * 30u * 20u);
    EXPECT_EQ(image.header.frame_id, "robot/base_optical");
    const double focal = 15.0 / std::tan(0.6);
    for (std::size_t i = 0; i < 600; ++i) {
      // The picture's middle is between pixels; x of S is forward, y left, z up.
      const double right = (static_cast<double>(i % 30) - 14.5) / focal;
      const double down = (static_cast<double>(i / 30) - 9.5) / focal;
      const double length = std::sqrt(1.0 + right * right + down * down);
      const Vector3d d_W = X_WS.q * (Vector3d(1.0, -right, -down) / length);
      const Nearest nearest = FindNearest(run.world(), run.state().X_WL, X_WS.p, d_W, 0.3 * length);
      const double expected = nearest.distance / length;
      const double slant = std::abs(nearest.normal_W.dot(d_W));
      if (nearest.margin < 1e-3 || slant < 0.05 || std::abs(expected - 20.0) < 0.1) continue;
      if (expected > 20.0) {
        EXPECT_EQ(Depth(image, i), std::numeric_limits<float>::infinity());
        continue;
      }
      ++compared;
      EXPECT_NEAR(static_cast<double>(Depth(image, i)), expected, 1e-4) << "seed " << seed;
      Eigen::Vector3f p_O;
      std::memcpy(p_O.data(), &cloud.data[i * cloud.point_step], 12);
      const Vector3d exact(expected * right, expected * down, expected);
      EXPECT_NEAR((p_O.cast<double>() - exact).norm(), 0.0, 2e-4);
    }
  }
  EXPECT_GT(compared, 3000);
}

TEST(DepthCameraTest, NoiseGrowsWithDepth) {
  // sigma = 0.01 + 0.002 z + 0.001 z^2 at z = 4 m: 0.034.
  SensorRun run(
      FloorAndSensor(Markup("<depth_noise>0.01 0.002 0.001</depth_noise>", 100, 80), 4.0));
  const Inbox<Image> inbox(&run, "/robot/eye/depth/image_raw");
  run.StepTo(0.5);
  constexpr int kBins = 20;
  std::vector<double> counts(kBins);
  for (const Image& image : inbox.messages) {
    for (std::size_t i = 0; i < 8000; ++i) {
      const double score = (static_cast<double>(Depth(image, i)) - 4.0) / 0.034;
      const double below = 0.5 * std::erfc(-score / std::sqrt(2.0));
      ++counts[static_cast<std::size_t>(std::min(kBins - 1.0, std::floor(below * kBins)))];
    }
  }
  double chi_square = 0.0;
  for (const double count : counts) chi_square += (count - 2000.0) * (count - 2000.0) / 2000.0;
  // 19 degrees of freedom; 99.9 % are below 43.8.
  EXPECT_LT(chi_square, 43.8);
}

TEST(DepthCameraTest, StepsAndMissingPixels) {
  SensorRun run(FloorAndSensor(
      Markup("<depth_resolution>0.3</depth_resolution><dropout>0.1</dropout>", 100, 80), 4.0));
  const Inbox<Image> inbox(&run, "/robot/eye/depth/image_raw");
  run.StepTo(0.1);
  double missing = 0.0;
  for (std::size_t i = 0; i < 8000; ++i) {
    const float depth = Depth(inbox.messages.at(0), i);
    missing += std::isnan(depth) ? 1.0 : 0.0;
    if (!std::isnan(depth)) {
      EXPECT_NEAR(depth, 3.9, 1e-5);
    }
  }
  EXPECT_NEAR(missing / 8000.0, 0.1, 4.0 * std::sqrt(0.09 / 8000.0));
}

TEST(DepthCameraTest, RepeatsItselfBitForBit) {
  const auto world = FloorAndSensor(Markup("<depth_noise>0.01 0 0</depth_noise>"), 4.0);
  SensorRun first(world);
  SensorRun late(world);
  const Inbox<Image> a(&first, "/robot/eye/depth/image_raw");
  const Inbox<CameraInfo> info(&first, "/robot/eye/depth/camera_info");
  first.StepTo(0.5);
  late.StepTo(0.25);
  const Inbox<Image> b(&late, "/robot/eye/depth/image_raw");
  late.StepTo(0.5);
  ASSERT_EQ(a.bytes.size(), 5u);
  ASSERT_EQ(b.bytes.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(b.bytes[i], a.bytes[i + 2]);
  EXPECT_NE(a.bytes[0], a.bytes[1]);
  ASSERT_EQ(info.messages.size(), 5u);
  EXPECT_NEAR(info.messages[0].k[0], 15.0 / std::tan(0.6), 1e-9);
}

TEST(DepthCameraTest, WrongValuesAreReported) {
  for (const char* wrong : {"<depth_noise>1 2</depth_noise>", "<depth_noise>-1 0 0</depth_noise>",
                            "<dropout>2</dropout>", "<sees>x</sees>"}) {
    const auto world = FloorAndSensor(Markup(wrong), 4.0);
    graph::Graph graph;
    Problems problems;
    const SensorSet set(*world, BuiltinSensors(), 0, 0, &graph, &problems);
    EXPECT_GT(problems.error_count(), 0) << wrong;
  }
}

}  // namespace
}  // namespace surefoot::sensors
