#include "surefoot/sensors/camera/camera_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/sensors/test/markup.h"

namespace surefoot::sensors {
namespace {

constexpr double kPi = 3.14159265358979323846;

CameraModel ModelOf(const std::string& camera, bool wide_angle = false) {
  const world::Element element = test::ParseMarkup("<sensor name=\"c\" type=\"camera\"><camera>" +
                                                   camera + "</camera></sensor>");
  Problems problems;
  const CameraModel model = CameraModel::Read(world::ElementReader(element, &problems), wide_angle);
  EXPECT_TRUE(problems.ok()) << problems.ErrorText();
  return model;
}

std::string ErrorOf(const std::string& camera, bool wide_angle = false) {
  const world::Element element = test::ParseMarkup("<sensor name=\"c\" type=\"camera\"><camera>" +
                                                   camera + "</camera></sensor>");
  Problems problems;
  CameraModel::Read(world::ElementReader(element, &problems), wide_angle);
  return problems.ok() ? "" : problems.ErrorText();
}

const char* const kVga = "<image><width>640</width><height>480</height></image>";

/// A point on the ray of a pixel is seen at that pixel, for random pixels and distances.
void ExpectRoundTrip(const CameraModel& model) {
  RandomStream random(3, "round trip");
  int seen = 0;
  for (int i = 0; i < 2000; ++i) {
    const double u = random.Uniform(-0.5, model.width() - 0.5);
    const double v = random.Uniform(-0.5, model.height() - 0.5);
    const std::optional<Vector3d> direction = model.Direction(u, v);
    if (!direction) continue;
    ++seen;
    EXPECT_NEAR(direction->norm(), 1.0, 1e-12);
    const auto pixel = model.Project(random.Uniform(0.1, 50.0) * *direction);
    ASSERT_TRUE(pixel.has_value());
    EXPECT_NEAR(pixel->x(), u, 1e-6);
    EXPECT_NEAR(pixel->y(), v, 1e-6);
  }
  EXPECT_GT(seen, 1000);
}

TEST(CameraModel, PinholeFollowsTheFormula) {
  const CameraModel model = ModelOf(std::string("<horizontal_fov>1.2</horizontal_fov>") + kVga);
  const double f = 320.0 / std::tan(0.6);
  const auto pixel = model.Project(Vector3d(0.3, -0.2, 2.0));
  ASSERT_TRUE(pixel.has_value());
  EXPECT_NEAR(pixel->x(), 319.5 + f * 0.15, 1e-9);
  EXPECT_NEAR(pixel->y(), 239.5 - f * 0.1, 1e-9);
  EXPECT_FALSE(model.Project(Vector3d(0.0, 0.0, -1.0)).has_value());
  // The picture's left edge is half the field of view away from the axis.
  EXPECT_NEAR(std::atan2(model.Direction(-0.5, 239.5)->x(), model.Direction(-0.5, 239.5)->z()),
              -0.6, 1e-12);
  EXPECT_NEAR(model.PixelAngle(), 1.0 / f, 1e-15);
  msgs::sensor_msgs::CameraInfo info;
  model.FillInfo(&info);
  EXPECT_EQ(info.distortion_model, "plumb_bob");
  EXPECT_EQ(info.d, std::vector<double>(5, 0.0));
  EXPECT_NEAR(info.k[0], f, 1e-9);
  EXPECT_NEAR(info.k[2], 319.5, 1e-12);
  EXPECT_NEAR(info.p[0], f, 1e-9);
  EXPECT_NEAR(info.p[6], 239.5, 1e-12);
}

/// The formula of OpenCV's manual, implemented independently.
TEST(CameraModel, PlumbBobFollowsTheFormula) {
  const CameraModel model = ModelOf(
      std::string(kVga) +
      "<distortion><k1>-0.25</k1><k2>0.12</k2><k3>-0.02</k3><p1>0.001</p1><p2>-0.002</p2>"
      "</distortion><lens><intrinsics><fx>500</fx><fy>510</fy><cx>310</cx><cy>250</cy><s>2</s>"
      "</intrinsics></lens>");
  RandomStream random(1, "points");
  for (int i = 0; i < 200; ++i) {
    const double x = random.Uniform(-0.6, 0.6);
    const double y = random.Uniform(-0.5, 0.5);
    const double r2 = x * x + y * y;
    const double radial = 1.0 - 0.25 * r2 + 0.12 * r2 * r2 - 0.02 * r2 * r2 * r2;
    const double xd = x * radial + 2 * 0.001 * x * y - 0.002 * (r2 + 2 * x * x);
    const double yd = y * radial + 0.001 * (r2 + 2 * y * y) - 2 * 0.002 * x * y;
    const auto pixel = model.Project(3.0 * Vector3d(x, y, 1.0));
    ASSERT_TRUE(pixel.has_value());
    EXPECT_NEAR(pixel->x(), 500 * xd + 2 * yd + 310, 1e-9);
    EXPECT_NEAR(pixel->y(), 510 * yd + 250, 1e-9);
    // The ray through that pixel meets the point.
    const auto direction = model.Direction(pixel->x(), pixel->y());
    ASSERT_TRUE(direction.has_value());
    EXPECT_LT(direction->cross(Vector3d(x, y, 1.0)).norm(), 1e-6);
  }
  ExpectRoundTrip(model);
  msgs::sensor_msgs::CameraInfo info;
  model.FillInfo(&info);
  EXPECT_EQ(info.d, (std::vector<double>{-0.25, 0.12, 0.001, -0.002, -0.02}));
}

TEST(CameraModel, RationalAndEquidistantGoBothWays) {
  const CameraModel rational =
      ModelOf(std::string(kVga) +
              "<horizontal_fov>1.6</horizontal_fov><distortion>"
              "<surefoot:model>rational_polynomial</surefoot:model>"
              "<k1>5.2</k1><k2>2.3</k2><k3>0.1</k3><k4>5.6</k4><k5>4.1</k5><k6>0.7</k6>"
              "<p1>0.0003</p1><p2>-0.0002</p2></distortion>");
  ExpectRoundTrip(rational);
  msgs::sensor_msgs::CameraInfo info;
  rational.FillInfo(&info);
  EXPECT_EQ(info.distortion_model, "rational_polynomial");
  EXPECT_EQ(info.d, (std::vector<double>{5.2, 2.3, 0.0003, -0.0002, 0.1, 5.6, 4.1, 0.7}));

  const CameraModel fisheye =
      ModelOf(std::string(kVga) +
              "<distortion><surefoot:model>equidistant</surefoot:model><k1>-0.02</k1><k2>0.004</k2>"
              "<k3>-0.001</k3><k4>0.0001</k4></distortion>"
              "<lens><intrinsics><fx>190</fx><fy>191</fy></intrinsics></lens>");
  ExpectRoundTrip(fisheye);
  fisheye.FillInfo(&info);
  EXPECT_EQ(info.distortion_model, "equidistant");
  EXPECT_EQ(info.d, (std::vector<double>{-0.02, 0.004, -0.001, 0.0001}));
  const double a = 1.1;
  const double theta_d = a * (1 - 0.02 * a * a + 0.004 * std::pow(a, 4) - 0.001 * std::pow(a, 6) +
                              0.0001 * std::pow(a, 8));
  EXPECT_NEAR(fisheye.Project(Vector3d(std::sin(a), 0, std::cos(a)))->x(), 319.5 + 190 * theta_d,
              1e-9);
}

TEST(CameraModel, WideAngleLensesFollowTheirFormulas) {
  struct Case {
    const char* type;
    double (*radius)(double angle);
  };
  const Case cases[] = {
      {"gnomonical", [](double a) { return std::tan(a); }},
      {"stereographic", [](double a) { return 2.0 * std::tan(0.5 * a); }},
      {"equidistant", [](double a) { return a; }},
      {"equisolid_angle", [](double a) { return 2.0 * std::sin(0.5 * a); }},
      {"orthographic", [](double a) { return std::sin(a); }},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.type);
    const CameraModel model =
        ModelOf(std::string("<horizontal_fov>2.6</horizontal_fov>") + kVga + "<lens><type>" +
                    one.type + "</type><scale_to_hfov>true</scale_to_hfov></lens>",
                true);
    for (double angle : {0.1, 0.7, 1.25}) {
      const Vector3d p_O(0.0, 4.0 * std::sin(angle), 4.0 * std::cos(angle));
      const double expected = 320.0 * one.radius(angle) / one.radius(1.3);
      EXPECT_NEAR(model.Project(p_O)->y(), 239.5 + expected, 1e-9);
    }
    ExpectRoundTrip(model);
  }
}

TEST(CameraModel, CustomLensAndCutoff) {
  const CameraModel model =
      ModelOf(std::string(kVga) +
                  "<lens><type>custom</type><scale_to_hfov>false</scale_to_hfov><cutoff_angle>1.0"
                  "</cutoff_angle><custom_function><c1>1.05</c1><c2>4</c2><f>3.1</f><fun>tan</fun>"
                  "</custom_function></lens>",
              true);
  const double expected = 320.0 * 3.1 * 1.05 * std::tan(0.8 / 4.0);
  EXPECT_NEAR(model.Project(Vector3d(std::sin(0.8), 0, std::cos(0.8)))->x(), 319.5 + expected,
              1e-9);
  EXPECT_FALSE(model.Project(Vector3d(std::sin(1.01), 0, std::cos(1.01))).has_value());
  ExpectRoundTrip(model);
}

/// Pixels outside of the circle have no ray.
TEST(CameraModel, FisheyeCircle) {
  const CameraModel model = ModelOf(
      "<horizontal_fov>3.14159265358979</horizontal_fov><image><width>100</width>"
      "<height>100</height></image><lens><type>equidistant</type></lens>",
      true);
  const PixelRays rays = model.MakeRays();
  for (int v = 0; v < 100; ++v) {
    for (int u = 0; u < 100; ++u) {
      const double r = std::hypot(u - 49.5, v - 49.5);
      const auto i = static_cast<std::size_t>(100 * v + u);
      const Vector3d ray(rays.x[i], rays.y[i], rays.z[i]);
      if (r > 50.0) {
        EXPECT_EQ(ray.norm(), 0.0);
      } else {
        EXPECT_NEAR(std::atan2(ray.head<2>().norm(), ray.z()), 0.5 * kPi * r / 50.0, 1e-6);
      }
    }
  }
}

/// CameraInfo of a lens without a model in ROS approximates the lens.
TEST(CameraModel, InfoOfOtherLensesIsFitted) {
  for (const char* type : {"stereographic", "equisolid_angle"}) {
    const CameraModel model = ModelOf(std::string("<horizontal_fov>2.8</horizontal_fov>") + kVga +
                                          "<lens><type>" + type + "</type></lens>",
                                      true);
    msgs::sensor_msgs::CameraInfo info;
    model.FillInfo(&info);
    ASSERT_EQ(info.distortion_model, "equidistant");
    for (double a = 0.0; a < 1.5; a += 0.1) {
      double theta_d = a;
      for (int i = 0; i < 4; ++i) {
        theta_d += info.d[static_cast<std::size_t>(i)] * std::pow(a, 2 * i + 3);
      }
      const double u = model.Project(Vector3d(std::sin(a), 0, std::cos(a)))->x();
      EXPECT_NEAR(info.k[2] + info.k[0] * theta_d, u, 0.1) << type << " " << a;
    }
  }
}

TEST(CameraModel, LooksAlongX) {
  EXPECT_LT((CameraModel::R_SO() * Vector3d::UnitZ() - Vector3d::UnitX()).norm(), 1e-15);
  EXPECT_LT((CameraModel::R_SO() * Vector3d::UnitX() + Vector3d::UnitY()).norm(), 1e-15);
  EXPECT_LT((CameraModel::R_SO() * Vector3d::UnitY() + Vector3d::UnitZ()).norm(), 1e-15);
}

TEST(CameraModel, WrongNumbersAreReported) {
  EXPECT_NE(ErrorOf("<image><width>0</width></image>"), "");
  EXPECT_NE(ErrorOf("<image><width>8192</width><height>8192</height></image>"), "");
  EXPECT_NE(ErrorOf("<horizontal_fov>3.2</horizontal_fov>"), "");
  EXPECT_EQ(ErrorOf("<horizontal_fov>3.2</horizontal_fov>", true), "");
  EXPECT_NE(ErrorOf("<clip><near>2</near><far>1</far></clip>"), "");
  EXPECT_NE(ErrorOf("<lens><type>magic</type></lens>", true), "");
  EXPECT_NE(ErrorOf("<lens><intrinsics><fx>-1</fx></intrinsics></lens>"), "");
}

}  // namespace
}  // namespace surefoot::sensors
