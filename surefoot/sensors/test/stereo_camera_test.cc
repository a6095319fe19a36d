#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/picture_rig.h"

namespace surefoot::sensors {
namespace {

using msgs::sensor_msgs::CameraInfo;
using test::Colored;
using test::PictureRig;
using test::Robot;
using test::Thing;
using Picture = msgs::sensor_msgs::Image;

const char* const kLens =
    "<camera><horizontal_fov>1.2</horizontal_fov><image><width>320</width><height>240</height>"
    "</image><surefoot:supersample>2</surefoot:supersample></camera>";

/// A small emissive red ball at p in the left camera's frame: x ahead, y left, z up.
world::WorldSpec BallWorld(const Vector3d& p, const std::string& inside) {
  world::WorldSpec spec;
  world::Visual ball = Colored(world::Sphere{0.1}, Vector3d(1, 0, 0), p);
  ball.material->emissive << 1, 0, 0, 1;
  spec.models.push_back(Thing("ball", {ball}));
  spec.models.push_back(Robot("stereo_camera", 10.0, inside));
  spec.extensions.push_back(
      test::ParseMarkup("<surefoot:sun azimuth_deg=\"0\" elevation_deg=\"-10\"/>"));
  spec.extensions.push_back(test::ParseMarkup("<surefoot:sky kind=\"dark\"/>"));
  return spec;
}

/// The centroid of the red pixels.
Eigen::Vector2d MiddleOf(const Picture& image) {
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  double weights = 0.0;
  for (std::uint32_t v = 0; v < image.height; ++v) {
    for (std::uint32_t u = 0; u < image.width; ++u) {
      const double red = image.data[v * image.step + 3 * u];
      sum += red * Eigen::Vector2d(u, v);
      weights += red;
    }
  }
  return sum / weights;
}

TEST(StereoCamera, DisparityIsFocalLengthTimesBaselineOverDepth) {
  for (const Vector3d& p : {Vector3d(3, 0, 0), Vector3d(5, 0.7, -0.4), Vector3d(9, -2, 1)}) {
    PictureRig rig(
        BallWorld(p, std::string("<surefoot:baseline>0.25</surefoot:baseline>") + kLens));
    rig.Listen("image_raw");
    rig.Listen("camera_info");
    rig.Step(0.1);
    const auto left = rig.Last<CameraInfo>("/robot/eye/left/camera_info");
    const auto right = rig.Last<CameraInfo>("/robot/eye/right/camera_info");
    EXPECT_EQ(left.p[3], 0.0);
    EXPECT_NEAR(right.p[3], -right.p[0] * 0.25, 1e-9);
    EXPECT_NEAR(right.p[0], 160.0 / std::tan(0.6), 1e-9);
    EXPECT_EQ(left.header.frame_id, right.header.frame_id);
    const Eigen::Vector2d a = MiddleOf(rig.Last<Picture>("/robot/eye/left/image_raw"));
    const Eigen::Vector2d b = MiddleOf(rig.Last<Picture>("/robot/eye/right/image_raw"));
    EXPECT_NEAR(a.x() - b.x(), right.p[0] * 0.25 / p.x(), 0.1) << p.transpose();
    EXPECT_NEAR(a.y(), b.y(), 0.1);
    // Both agree with the projection matrices for a point in the left camera's frame.
    for (const auto& [info, middle] : {std::pair(left, a), std::pair(right, b)}) {
      const Vector3d p_O(-p.y(), -p.z(), p.x());
      const double u = (info.p[0] * p_O.x() + info.p[2] * p_O.z() + info.p[3]) / p_O.z();
      const double v = (info.p[5] * p_O.y() + info.p[6] * p_O.z() + info.p[7]) / p_O.z();
      EXPECT_NEAR(middle.x(), u, 0.3);
      EXPECT_NEAR(middle.y(), v, 0.3);
    }
  }
}

TEST(StereoCamera, PresetsBringSizeLensAndBaseline) {
  PictureRig rig(BallWorld(Vector3d(3, 0, 0),
                           "<surefoot:preset>mer_navcam</surefoot:preset>"
                           "<camera><image><width>512</width></image></camera>"));
  rig.Listen("camera_info");
  rig.Step(0.1);
  const auto right = rig.Last<CameraInfo>("/robot/eye/right/camera_info");
  EXPECT_EQ(right.width, 512u);
  EXPECT_EQ(right.height, 1024u);
  EXPECT_NEAR(right.p[0], 256.0 / std::tan(22.5 * 3.14159265358979 / 180.0), 1e-6);
  EXPECT_NEAR(-right.p[3] / right.p[0], 0.20, 1e-12);
}

TEST(StereoCamera, TheTwoHaveNoiseOfTheirOwn) {
  const std::string noisy =
      "<camera><horizontal_fov>1.2</horizontal_fov><image><width>64</width><height>48</height>"
      "</image><noise><stddev>0.1</stddev></noise></camera>";
  PictureRig rig(BallWorld(Vector3d(-30, 0, 0), noisy));
  rig.Listen("image_raw");
  rig.Step(0.1);
  EXPECT_NE(rig.Last<Picture>("/robot/eye/left/image_raw").data,
            rig.Last<Picture>("/robot/eye/right/image_raw").data);
}

TEST(StereoCamera, WrongValuesAreErrors) {
  for (const std::string inside :
       {"<surefoot:baseline>-1</surefoot:baseline>", "<surefoot:baseline>x</surefoot:baseline>",
        "<surefoot:preset>eyes</surefoot:preset>",
        "<camera><camera_info_topic>info</camera_info_topic></camera>"}) {
    world::WorldSpec spec = BallWorld(Vector3d(3, 0, 0), inside);
    Problems problems;
    const auto world = world::MakeWorld(spec, &problems).value();
    graph::Graph graph;
    const SensorSet set(*world, BuiltinSensors(), 1, 0, &graph, &problems);
    EXPECT_FALSE(problems.ok()) << inside;
  }
}

}  // namespace
}  // namespace surefoot::sensors
