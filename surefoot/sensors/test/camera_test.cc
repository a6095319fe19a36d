#include "surefoot/sensors/camera/camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "surefoot/geometry/image/image_file.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/render/png_file.h"
#include "surefoot/render/render.h"
#include "surefoot/sensors/test/picture_rig.h"

namespace surefoot::sensors {
namespace {

using msgs::sensor_msgs::CameraInfo;
using msgs::sensor_msgs::CompressedImage;
using test::Colored;
using test::PictureRig;
using test::Robot;
using test::Sun;
using test::Thing;
using Picture = msgs::sensor_msgs::Image;

constexpr double kPi = 3.14159265358979323846;
constexpr const char* kImageTopic = "/robot/eye/image_raw";

/// 90 degrees wide: the focal length is half the width.
std::string Lens(int width, int height, const std::string& more = "") {
  return "<camera><horizontal_fov>1.5707963267948966</horizontal_fov><image><width>" +
         std::to_string(width) + "</width><height>" + std::to_string(height) + "</height></image>" +
         more + "</camera>";
}

Eigen::Vector3i PixelAt(const Picture& image, int u, int v) {
  const std::size_t at = static_cast<std::size_t>(v) * image.step + 3 * static_cast<std::size_t>(u);
  return Eigen::Vector3i(image.data[at], image.data[at + 1], image.data[at + 2]);
}

double ToLinear(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}
double ToByte(double linear) {
  return 255.0 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055);
}

const Quaterniond& LookingDown() {
  static const Quaterniond q(Eigen::AngleAxisd(0.5 * kPi, Vector3d::UnitY()));
  return q;
}

/// A grey floor, a slab that floats above it, a slanting sun, and a camera 5 m above.
world::WorldSpec ShadowWorld(const std::string& more = "") {
  world::WorldSpec spec;
  spec.models.push_back(Thing("floor", {Colored(world::Box{Vector3d(40, 40, 0.2)},
                                                Vector3d::Constant(0.5), Vector3d(0, 0, -0.1))}));
  spec.models.push_back(Thing("slab", {Colored(world::Box{Vector3d(1, 1, 0.2)},
                                               Vector3d(0.8, 0.1, 0.1), Vector3d(0, 0, 1.1))}));
  spec.models.push_back(Robot("camera", 10.0, Lens(320, 240, more)));
  spec.lights.push_back(Sun("0 -1 -1"));
  return spec;
}

Picture TakeOne(const world::WorldSpec& spec, const RigidTransform& X_WS, std::uint64_t seed = 1) {
  PictureRig rig(spec, seed);
  rig.PoseOf("robot") = X_WS;
  rig.Listen("image_raw");
  rig.Step(0.1);
  return rig.Last<Picture>(kImageTopic);
}

const RigidTransform kFromAbove(LookingDown(), Vector3d(0, 0, 5));

TEST(Camera, LightAndShadowAreThoseOfTheFormula) {
  const Picture image = TakeOne(ShadowWorld(), kFromAbove);
  ASSERT_EQ(image.encoding, "rgb8");
  ASSERT_EQ(image.width, 320U);
  ASSERT_EQ(image.step, 960U);
  const double albedo = ToLinear(0.5);
  // Sky light from above, the camera's own light, and the sun at 45 degrees.
  const Vector3d sky(0.40, 0.43, 0.47);
  const Vector3d sun = 0.8 * Vector3d(0.80, 0.77, 0.72);
  const auto expect = [&](int u, int v, bool lit) {
    // Directions from the floor's point to the camera, and half way between it and the sun.
    const Vector3d to_eye = Vector3d((v - 119.5) / 160.0, (u - 159.5) / 160.0, 1.0).normalized();
    const Vector3d half = (to_eye + Vector3d(0.0, 1.0, 1.0).normalized()).normalized();
    const double shine = 2.0 * 0.03 * std::pow(half.z(), 40.0);
    for (int i = 0; i < 3; ++i) {
      const double light = sky[i] + 0.1 * to_eye.z() + (lit ? sun[i] * std::sqrt(0.5) : 0.0);
      const double seen = albedo * light + (lit ? shine * sun[i] : 0.0);
      EXPECT_NEAR(PixelAt(image, u, v)[i], ToByte(seen), 1.0) << u << " " << v;
    }
  };
  expect(20, 120, true);
  expect(300, 30, true);
  // Right in the picture is -y, where the shadow falls: from y = -0.5 to y = -1.7.
  expect(190, 120, false);
  expect(205, 125, false);
  const double edge = 159.5 + 160.0 * 1.7 / 5.0;
  expect(static_cast<int>(std::floor(edge)), 120, false);
  expect(static_cast<int>(std::ceil(edge)), 120, true);
  // The slab is red.
  EXPECT_GT(PixelAt(image, 160, 120).x(), 2 * PixelAt(image, 160, 120).y());
}

TEST(Camera, LampsLightWhatTheySee) {
  world::WorldSpec spec = ShadowWorld();
  world::Light lamp;
  lamp.name = "lamp";
  lamp.type = "point";
  lamp.X_PL.p = Vector3d(0, 0, 3);
  lamp.element = test::ParseMarkup(
      "<light><diffuse>0.5 0.5 0.5</diffuse><cast_shadows>true</cast_shadows><attenuation>"
      "<range>20</range><constant>0.5</constant><linear>0</linear><quadratic>0.1</quadratic>"
      "</attenuation></light>");
  const Picture dark = TakeOne(spec, kFromAbove);
  spec.lights.push_back(lamp);
  const Picture bright = TakeOne(spec, kFromAbove);
  // On the floor 2 m to the left: 45 degrees would be 3 m.
  const int u = 159 - static_cast<int>(160 * 2.0 / 5.0);
  const double d2 = 3.0 * 3.0 + 2.0 * 2.0;
  const double lamp_light = 0.5 / (0.5 + 0.1 * d2) * 3.0 / std::sqrt(d2);
  const double before = ToLinear(PixelAt(dark, u, 120).y() / 255.0);
  const double after = ToLinear(PixelAt(bright, u, 120).y() / 255.0);
  EXPECT_NEAR(after - before, ToLinear(0.5) * lamp_light, 0.004);
  // Below the slab's edge the lamp is hidden: its shadow reaches 1.5 times as far, 0.75 m.
  const int hidden = 159 - static_cast<int>(160 * 0.72 / 5.0);
  EXPECT_NEAR(PixelAt(bright, hidden, 120).y(), PixelAt(dark, hidden, 120).y(), 1.0);
}

TEST(Camera, SeesTexturesAndThroughGlass) {
  Image texture;
  texture.width = texture.height = 8;
  for (int i = 0; i < 64; ++i) {
    const bool right = i % 8 >= 4;
    const bool low = i / 8 >= 4;
    for (const bool on : {right == low, right, low, true}) {
      texture.rgba.push_back(static_cast<std::uint8_t>(on ? 255 : 0));
    }
  }
  const std::string path = testing::TempDir() + "surefoot_camera_texture.png";
  ASSERT_TRUE(render::WritePng(path, texture, true).ok());
  world::WorldSpec spec;
  world::Visual wall =
      Colored(world::Box{Vector3d(0.1, 4, 4)}, Vector3d::Ones(), Vector3d(3, 0, 0));
  wall.material->texture = path;
  world::Visual glass =
      Colored(world::Box{Vector3d(0.01, 1, 4)}, Vector3d(1, 1, 1), Vector3d(2.5, 1.8, 0));
  glass.transparency = 0.5;
  spec.models.push_back(Thing("wall", {wall, glass}));
  spec.models.push_back(Robot("camera", 10.0, Lens(160, 120)));
  const Picture image = TakeOne(spec, RigidTransform());
  std::remove(path.c_str());
  // Upper left as seen from the front: the side that faces -x has it at +y.
  EXPECT_GT(PixelAt(image, 52, 32).x(), 3 * PixelAt(image, 52, 32).y());
  EXPECT_GT(PixelAt(image, 107, 32).y(), 3 * PixelAt(image, 107, 32).x());
  EXPECT_GT(PixelAt(image, 52, 87).z(), 3 * PixelAt(image, 52, 87).x());
  EXPECT_GT(PixelAt(image, 107, 87).x(), 100);
  // Red behind glass: red mixed with the glass's white.
  EXPECT_GT(PixelAt(image, 35, 32).x(), PixelAt(image, 35, 32).y() + 10);
  EXPECT_GT(PixelAt(image, 35, 32).y(), PixelAt(image, 52, 32).y() + 50);
}

TEST(Camera, FisheyeSeesACircle) {
  world::WorldSpec spec = ShadowWorld();
  spec.models.back() = Robot("wideanglecamera", 10.0,
                             "<camera><horizontal_fov>3.1</horizontal_fov><image><width>120</width>"
                             "<height>120</height></image><lens><type>equidistant</type>"
                             "<cutoff_angle>1.55</cutoff_angle></lens></camera>");
  const Picture image = TakeOne(spec, kFromAbove);
  for (int v = 0; v < 120; ++v) {
    for (int u = 0; u < 120; ++u) {
      const double r = std::hypot(u - 59.5, v - 59.5);
      if (r > 60.5) {
        EXPECT_EQ(PixelAt(image, u, v).sum(), 0);
      }
      if (r < 59.5) {
        EXPECT_GT(PixelAt(image, u, v).sum(), 50);
      }
    }
  }
  // The shadow's far edge, 1.7 m from the axis and 5 m away.
  const double edge = 59.5 + 60.0 * std::atan(1.7 / 5.0) / 1.55;
  EXPECT_LT(PixelAt(image, static_cast<int>(edge - 1), 59).sum() + 30,
            PixelAt(image, static_cast<int>(edge + 2), 59).sum());
}

/// A pole that moves sideways leans when lines are read one after the other.
TEST(Camera, RollingShutterLeans) {
  constexpr double kSpeed = 4.0;
  constexpr double kReadout = 0.05;
  const auto column_of_rows = [&](const std::string& shutter) {
    world::WorldSpec spec;
    spec.models.push_back(
        Thing("pole", {Colored(world::Box{Vector3d(0.05, 0.1, 12)}, Vector3d(1, 0, 0))}));
    // Either position is accepted.
    spec.models.push_back(Robot("camera", 10.0, shutter + Lens(320, 240)));
    PictureRig rig(spec);
    rig.Listen("image_raw");
    for (int i = 1; i <= 100; ++i) {
      rig.PoseOf("pole").p = Vector3d(5.0, 0.3 - kSpeed * 0.001 * i, 0.0);
      rig.Step(0.001);
    }
    const Picture image = rig.Last<Picture>(kImageTopic);
    std::vector<double> columns;
    for (int v = 0; v < 240; ++v) {
      double sum = 0.0;
      int count = 0;
      for (int u = 0; u < 320; ++u) {
        const Eigen::Vector3i pixel = PixelAt(image, u, v);
        if (pixel.x() < 2 * pixel.y()) continue;
        sum += u;
        ++count;
      }
      columns.push_back(sum / count);
    }
    return columns;
  };
  // Column of the pole's centre at a time; its front is 4.975 m away.
  const auto column_at = [&](double t) { return 159.5 - 160.0 * (0.3 - kSpeed * t) / 4.975; };
  const std::vector<double> global = column_of_rows("");
  for (const double column : global) EXPECT_NEAR(column, column_at(0.1), 1.0);
  for (const char* text : {"<surefoot:rolling_shutter>0.05</surefoot:rolling_shutter>",
                           "<surefoot:line_time>0.00020833333333</surefoot:line_time>"}) {
    const std::vector<double> rolling = column_of_rows(text);
    for (int v = 0; v < 240; ++v) {
      const double t = 0.1 - kReadout + kReadout * (v + 1) / 240.0;
      EXPECT_NEAR(rolling[static_cast<std::size_t>(v)], column_at(t), 1.0) << v;
    }
  }
}

struct Moments {
  double mean = 0.0;
  double stddev = 0.0;
};

/// Mean and deviation of the green channel of the floor.
Moments GreenOf(const std::string& more, std::uint64_t seed) {
  world::WorldSpec spec = ShadowWorld(more);
  spec.models.erase(spec.models.begin() + 1);
  const Picture image = TakeOne(spec, RigidTransform(LookingDown(), Vector3d(0, 0, 0.2)), seed);
  Moments moments;
  double squares = 0.0;
  int count = 0;
  // Near the centre, where the camera's own light is constant.
  for (int v = 90; v < 150; ++v) {
    for (int u = 120; u < 200; ++u, ++count) {
      const double value = PixelAt(image, u, v).y();
      moments.mean += value;
      squares += value * value;
    }
  }
  moments.mean /= count;
  moments.stddev = std::sqrt(squares / count - moments.mean * moments.mean);
  return moments;
}

TEST(Camera, NoiseHasTheSpreadOfItsParameters) {
  const Moments clean = GreenOf("", 1);
  EXPECT_LT(clean.stddev, 1.0);
  const Moments noisy =
      GreenOf("<noise><type>gaussian</type><mean>0.02</mean><stddev>0.03</stddev></noise>", 2);
  // 4800 pixels: three standard errors are 3 % of the spread and 0.33 of the mean.
  const double spread = std::hypot(0.03 * 255.0, std::sqrt(1.0 / 12.0), clean.stddev);
  EXPECT_NEAR(noisy.stddev, spread, 0.031 * spread);
  EXPECT_NEAR(noisy.mean, clean.mean + 0.02 * 255.0, 0.5);

  // Shot noise: of linear light, by its square root; four times the light at a quarter of the gain
  // halves it.
  const double linear = ToLinear(clean.mean / 255.0);
  const double slope = (ToByte(linear + 1e-4) - ToByte(linear - 1e-4)) / 2e-4;
  const Moments shot = GreenOf("<surefoot:shot_noise>0.05</surefoot:shot_noise>", 3);
  const double shot_spread =
      std::hypot(slope * 0.05 * std::sqrt(linear), std::sqrt(1.0 / 12.0), clean.stddev);
  EXPECT_NEAR(shot.stddev, shot_spread, 0.05 * shot_spread);
  const Moments longer = GreenOf(
      "<surefoot:shot_noise>0.05</surefoot:shot_noise><surefoot:exposure>0.04</surefoot:exposure>"
      "<surefoot:gain>0.25</surefoot:gain>",
      4);
  EXPECT_NEAR(longer.mean, clean.mean, 1.0);
  EXPECT_NEAR(longer.stddev / shot.stddev, 0.5, 0.05);
  // Half the exposure is half the light.
  const Moments darker = GreenOf("<surefoot:exposure>0.005</surefoot:exposure>", 5);
  EXPECT_NEAR(darker.mean, ToByte(0.5 * linear), 1.0);
}

TEST(Camera, FormatsAgree) {
  const auto take = [](const std::string& format) {
    world::WorldSpec spec = ShadowWorld();
    spec.models.back() =
        Robot("camera", 10.0,
              "<camera><horizontal_fov>1.5707963</horizontal_fov><image><width>320</width><height>"
              "240</height><format>" +
                  format + "</format></image></camera>");
    return TakeOne(spec, kFromAbove);
  };
  const Picture rgb = take("R8G8B8");
  const Picture bgr = take("BGR_INT8");
  const Picture mono = take("L8");
  const Picture deep = take("L16");
  const Picture bayer = take("BAYER_RGGB8");
  EXPECT_EQ(bgr.encoding, "bgr8");
  EXPECT_EQ(mono.encoding, "mono8");
  EXPECT_EQ(deep.encoding, "mono16");
  EXPECT_EQ(bayer.encoding, "bayer_rggb8");
  ASSERT_EQ(mono.data.size(), 320U * 240U);
  ASSERT_EQ(deep.data.size(), 2U * 320U * 240U);
  for (std::size_t i = 0; i < 320U * 240U; i += 7) {
    EXPECT_EQ(rgb.data[3 * i], bgr.data[3 * i + 2]);
    const double gray =
        0.299 * rgb.data[3 * i] + 0.587 * rgb.data[3 * i + 1] + 0.114 * rgb.data[3 * i + 2];
    EXPECT_NEAR(mono.data[i], gray, 1.01);
    EXPECT_NEAR((deep.data[2 * i] + 256 * deep.data[2 * i + 1]) / 257.0, gray, 0.8);
    const std::size_t place = 2 * (i / 320 % 2) + i % 320 % 2;
    const std::size_t color = place == 0 ? 0 : place == 3 ? 2 : 1;
    EXPECT_EQ(bayer.data[i], rgb.data[3 * i + color]);
  }
}

TEST(Camera, JpegIsNearlyThePicture) {
  PictureRig rig(ShadowWorld("<surefoot:jpeg_quality>95</surefoot:jpeg_quality>"));
  rig.PoseOf("robot") = kFromAbove;
  rig.Listen();
  rig.Step(0.1);
  const auto raw = rig.Last<Picture>(kImageTopic);
  const auto jpeg = rig.Last<CompressedImage>("/robot/eye/image_raw/compressed");
  EXPECT_EQ(jpeg.format, "rgb8; jpeg compressed bgr8");
  EXPECT_LT(jpeg.data.size(), raw.data.size() / 5);
  const std::string path = testing::TempDir() + "surefoot_camera.jpg";
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(jpeg.data.data()),
             static_cast<std::streamsize>(jpeg.data.size()));
  const auto decoded = LoadImage(path);
  std::remove(path.c_str());
  ASSERT_TRUE(decoded.ok());
  double sum = 0.0;
  for (std::size_t i = 0; i < 320U * 240U; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      sum += std::abs(decoded->rgba[4 * i + c] - raw.data[3 * i + c]);
    }
  }
  EXPECT_LT(sum / (3.0 * 320 * 240), 1.0);
  const auto info = rig.Last<CameraInfo>("/robot/eye/camera_info");
  EXPECT_NEAR(info.k[0], 160.0, 1e-9);
  EXPECT_EQ(info.header.frame_id, "robot/link_optical");
  EXPECT_EQ(raw.header.stamp, info.header.stamp);
}

/// The output does not depend on earlier subscribers, nor on a snapshot in between.
TEST(Camera, LatecomersAndSnapshotsSeeTheSame) {
  const std::string noisy =
      "<noise><type>gaussian</type><stddev>0.05</stddev></noise>"
      "<surefoot:rolling_shutter>0.04</surefoot:rolling_shutter>";
  const auto move = [](PictureRig* rig, int step) {
    rig->PoseOf("robot") = RigidTransform(LookingDown(), Vector3d(0.01 * step, 0, 5));
    rig->Step(0.01);
  };
  PictureRig all(ShadowWorld(noisy));
  all.Listen();
  PictureRig late(ShadowWorld(noisy));
  PictureRig again(ShadowWorld(noisy));
  again.Listen();
  PictureRig restored(ShadowWorld(noisy));
  for (int i = 1; i <= 30; ++i) {
    move(&all, i);
    if (i == 12) late.Listen("image_raw");
    move(&late, i);
    move(&again, i);
    if (i < 28) continue;
    if (i == 28) {
      const Bytes saved = SavedState(all.set.get());
      restored.Listen("image_raw");
      ASSERT_TRUE(RestoreState(saved, restored.set.get()));
      restored.time_ns = all.time_ns;
      continue;
    }
    move(&restored, i);
  }
  ASSERT_EQ(all.heard[kImageTopic].size(), 3U);
  EXPECT_EQ(all.heard, again.heard);
  // A subscriber that joins during the second sample receives the third.
  ASSERT_EQ(late.heard[kImageTopic].size(), 1U);
  EXPECT_EQ(late.heard[kImageTopic][0], all.heard[kImageTopic][2]);
  ASSERT_EQ(restored.heard[kImageTopic].size(), 1U);
  EXPECT_EQ(restored.heard[kImageTopic][0], all.heard[kImageTopic][2]);
}

TEST(Camera, RgbdHasColourAndDepth) {
  world::WorldSpec spec = ShadowWorld();
  spec.models.back() = Robot("rgbd_camera", 10.0, Lens(320, 240));
  PictureRig rig(spec);
  rig.PoseOf("robot") = kFromAbove;
  rig.Listen();
  rig.Step(0.1);
  const auto color = rig.Last<Picture>(kImageTopic);
  const auto depth = rig.Last<Picture>("/robot/eye/depth/image_raw");
  EXPECT_GT(PixelAt(color, 160, 120).x(), 2 * PixelAt(color, 160, 120).y());
  ASSERT_EQ(depth.encoding, "32FC1");
  float value = 0.0F;
  std::memcpy(&value, depth.data.data() + 120 * depth.step + 4 * 160, sizeof value);
  EXPECT_NEAR(value, 3.8, 1e-4);
}

/// The picture of `surefoot render`, except for soft shadows and vignetting.
TEST(Camera, SeesWhatRenderDraws) {
  world::WorldSpec spec;
  spec.models.push_back(Thing("floor", {Colored(world::Plane{}, Vector3d(0.6, 0.6, 0.6))}));
  spec.models.push_back(Thing(
      "things", {Colored(world::Box{Vector3d(1, 1, 1)}, Vector3d(0.8, 0.2, 0.1), {0, 1.2, 0.5}),
                 Colored(world::Sphere{0.6}, Vector3d(0.1, 0.4, 0.8), {0.3, -1, 0.6}),
                 Colored(world::Cylinder{0.3, 1.6}, Vector3d(0.2, 0.7, 0.2), {1.5, 0, 0.8})}));
  spec.lights.push_back(Sun("0.3 0.5 -0.8"));
  render::RenderOptions options;
  options.width = 320;
  options.height = 240;
  options.from_W = Vector3d(-4, -1, 2);
  options.at_W = Vector3d(0.5, 0, 0.4);
  options.fov = 0.8;
  options.threads = 1;
  const double hfov = 2.0 * std::atan(std::tan(0.4) * 4.0 / 3.0);
  spec.models.push_back(
      Robot("camera", 10.0,
            "<camera><horizontal_fov>" + std::to_string(hfov) +
                "</horizontal_fov><image><width>320</width><height>240</height>"
                "</image><surefoot:supersample>2</surefoot:supersample></camera>"));
  const auto world = world::MakeWorld(spec, nullptr).value();
  render::RenderInfo info;
  const auto drawn = render::Render(*world, physics::MakeInitialState(*world).X_WL, options, &info);
  ASSERT_TRUE(drawn.ok());
  const Vector3d way = *options.at_W - *options.from_W;
  const double yaw = std::atan2(way.y(), way.x());
  const double pitch = -std::atan2(way.z(), way.head<2>().norm());
  const RigidTransform X_WS(Quaterniond(Eigen::AngleAxisd(yaw, Vector3d::UnitZ()) *
                                        Eigen::AngleAxisd(pitch, Vector3d::UnitY())),
                            *options.from_W);
  const Picture seen = TakeOne(spec, X_WS);
  double sum = 0.0;
  int near = 0;
  for (std::size_t i = 0; i < 320U * 240U; ++i) {
    int worst = 0;
    for (std::size_t c = 0; c < 3; ++c) {
      const int off = std::abs(drawn->rgba[4 * i + c] - seen.data[3 * i + c]);
      worst = std::max(worst, off);
      sum += off;
    }
    near += worst <= 8 ? 1 : 0;
  }
  EXPECT_LT(sum / (3.0 * 320 * 240), 4.0);
  EXPECT_GT(near, 0.85 * 320 * 240);
}

}  // namespace
}  // namespace surefoot::sensors
