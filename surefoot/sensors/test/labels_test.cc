#include "surefoot/sensors/camera/labels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/vision_msgs.h"
#include "surefoot/raycast/shape_rays.h"
#include "surefoot/sensors/camera/camera_model.h"
#include "surefoot/sensors/test/picture_rig.h"

namespace surefoot::sensors {
namespace {

using msgs::vision_msgs::Detection2DArray;
using test::Colored;
using test::PictureRig;
using test::Robot;
using test::Thing;
using Picture = msgs::sensor_msgs::Image;

constexpr int kWidth = 160;
constexpr int kHeight = 120;
constexpr const char* kCamera =
    "<camera><horizontal_fov>1.5707963267948966</horizontal_fov><image><width>160</width>"
    "<height>120</height></image>";

world::Element Label(int label) {
  return test::ParseMarkup("<surefoot:label>" + std::to_string(label) + "</surefoot:label>");
}

/// A ball behind a box (one label each), a link of two visuals (one with a label of its own), a
/// model with Gazebo's plugin, and a wall without a label.
world::WorldSpec LabelledWorld(const std::string& type, const std::string& inside) {
  world::WorldSpec spec;
  const auto add = [&](const std::string& name, std::vector<world::Visual> visuals,
                       const std::function<void(world::Model*)>& label) {
    world::ModelInstance thing = Thing(name, std::move(visuals));
    auto model = std::make_shared<world::Model>(*thing.model);
    label(model.get());
    thing.model = model;
    spec.models.push_back(thing);
  };
  const Vector3d gray = Vector3d::Constant(0.5);
  add("ball", {Colored(world::Sphere{1.0}, gray, {6, 0.5, 0.3})},
      [](world::Model* m) { m->extensions.push_back(Label(10)); });
  add("box", {Colored(world::Box{Vector3d(1, 1, 1)}, gray, {4, 0, 0})},
      [](world::Model* m) { m->links[0].extensions.push_back(Label(300)); });
  add("pair",
      {Colored(world::Box{Vector3d(1, 1, 1)}, gray, {5, -2, 1}),
       Colored(world::Sphere{0.4}, gray, {4, -2, -1})},
      [](world::Model* m) {
        m->links[0].visuals[1].extensions.push_back(Label(7));
        m->extensions.push_back(Label(10));
      });
  add("post", {Colored(world::Cylinder{0.3, 3.0}, gray, {7, 3, 0})}, [](world::Model* m) {
    world::Plugin plugin;
    plugin.filename = "gz-sim-label-system";
    plugin.name = "gz::sim::systems::Label";
    plugin.element = test::ParseMarkup("<plugin><label>10</label></plugin>");
    m->plugins.push_back(plugin);
  });
  add("wall", {Colored(world::Box{Vector3d(0.1, 30, 2)}, gray, {9, 0, 0})}, [](world::Model*) {});
  spec.models.push_back(Robot(type, 10.0, inside));
  return spec;
}

/// The first visual on a ray through the pixel, in closed form.
std::optional<std::string> SeenAt(const world::World& world, int u, int v) {
  const Vector3d way = Vector3d(1.0, -(u - 79.5) / 80.0, -(v - 59.5) / 80.0).normalized();
  double nearest = 100.0;
  std::optional<std::string> seen;
  for (int link = 0; link < world.link_count(); ++link) {
    for (const world::Visual& visual : world.link(link).visuals) {
      const auto t = raycast::Intersect(visual.geometry, -visual.X_LG.p, way, 0.1, nearest);
      if (!t) continue;
      nearest = *t;
      seen = world.instance(world.model_of_link(link)).name + "/" + visual.name;
    }
  }
  return seen;
}

struct Expected {
  int label;
  int thing;
};

Expected ExpectedOf(const std::optional<std::string>& seen) {
  if (seen == "ball/v0") return {10, 1};
  if (seen == "box/v0") return {300, 2};
  if (seen == "pair/v0") return {10, 3};
  if (seen == "pair/v1") return {7, 4};
  if (seen == "post/v0") return {10, 5};
  return {0, 0};
}

int At16(const Picture& image, std::size_t i) {
  return image.data[2 * i] + 256 * image.data[2 * i + 1];
}

TEST(Segmentation, EveryPixelHasTheLabelOfWhatItSees) {
  PictureRig rig(LabelledWorld("segmentation", std::string(kCamera) + "</camera>"));
  rig.Listen();
  rig.Step(0.1);
  const auto labels = rig.Last<Picture>("/robot/eye/labels_map");
  const auto things = rig.Last<Picture>("/robot/eye/instance_map");
  const auto colors = rig.Last<Picture>("/robot/eye/colored_map");
  ASSERT_EQ(labels.encoding, "mono16");
  ASSERT_EQ(colors.encoding, "rgb8");
  std::map<int, std::array<int, 3>> color_of;
  int wrong = 0;
  for (int v = 0; v < kHeight; ++v) {
    for (int u = 0; u < kWidth; ++u) {
      const auto i = static_cast<std::size_t>(v * kWidth + u);
      const Expected expected = ExpectedOf(SeenAt(*rig.world, u, v));
      // Rays along an edge may hit or miss in single precision.
      if (At16(labels, i) != expected.label || At16(things, i) != expected.thing) ++wrong;
      const std::array<int, 3> color = {colors.data[3 * i], colors.data[3 * i + 1],
                                        colors.data[3 * i + 2]};
      const auto [known, added] = color_of.try_emplace(At16(labels, i), color);
      EXPECT_EQ(known->second, color);
    }
  }
  EXPECT_LE(wrong, 2);
  ASSERT_EQ(color_of.size(), 4U);
  EXPECT_EQ(color_of[0], (std::array<int, 3>{0, 0, 0}));
  EXPECT_NE(color_of[7], color_of[10]);
  const auto legend = rig.Last<msgs::std_msgs::String>("/robot/eye/legend");
  EXPECT_NE(legend.data.find("\"labels\": [7, 10, 300]"), std::string::npos) << legend.data;
  EXPECT_NE(legend.data.find("{\"id\": 4, \"label\": 7, \"name\": \"pair::link::v1\"}"),
            std::string::npos)
      << legend.data;
  // A later subscriber receives the legend at once.
  rig.heard.clear();
  rig.Listen("/legend");
  EXPECT_EQ(rig.heard["/robot/eye/legend"].size(), 1U);
}

TEST(Segmentation, InstancesCanHaveColoursOfTheirOwn) {
  PictureRig rig(LabelledWorld(
      "segmentation_camera",
      std::string(kCamera) + "<segmentation_type>instance</segmentation_type></camera>"));
  rig.Listen();
  rig.Step(0.1);
  const auto things = rig.Last<Picture>("/robot/eye/instance_map");
  const auto colors = rig.Last<Picture>("/robot/eye/colored_map");
  std::map<int, int> color_of;
  for (std::size_t i = 0; i < kWidth * kHeight; ++i) {
    color_of[At16(things, i)] =
        65536 * colors.data[3 * i] + 256 * colors.data[3 * i + 1] + colors.data[3 * i + 2];
  }
  ASSERT_EQ(color_of.size(), 6U);
  EXPECT_NE(color_of[1], color_of[3]);
  EXPECT_NE(color_of[1], color_of[5]);
}

TEST(Segmentation, WrongLabelsAreReported) {
  world::WorldSpec spec = LabelledWorld("segmentation", "");
  auto model = std::make_shared<world::Model>(*spec.models[0].model);
  model->extensions = {test::ParseMarkup("<surefoot:label>ten</surefoot:label>")};
  spec.models[0].model = model;
  Problems problems;
  const auto world = world::MakeWorld(spec, &problems).value();
  graph::Graph graph;
  const SensorSet set(*world, BuiltinSensors(), 1, 0, &graph, &problems);
  EXPECT_FALSE(problems.ok());
  EXPECT_NE(problems.ErrorText().find("whole number"), std::string::npos) << problems.ErrorText();
}

/// Edges left, right, top, bottom, by name.
std::map<std::string, std::array<double, 4>> BoxesOf(const std::string& type) {
  PictureRig rig(LabelledWorld(
      "boundingbox_camera", std::string(kCamera) + "<box_type>" + type + "</box_type></camera>"));
  rig.Listen();
  rig.Step(0.1);
  std::map<std::string, std::array<double, 4>> boxes;
  for (const auto& detection : rig.Last<Detection2DArray>("/robot/eye/detections").detections) {
    const double x = detection.bbox.center.position.x;
    const double y = detection.bbox.center.position.y;
    boxes[detection.id] = {x - 0.5 * detection.bbox.size_x, x + 0.5 * detection.bbox.size_x,
                           y - 0.5 * detection.bbox.size_y, y + 0.5 * detection.bbox.size_y};
    EXPECT_EQ(detection.results.at(0).hypothesis.class_id, detection.id == "box::link" ? "300"
                                                           : detection.id == "pair::link::v1"
                                                               ? "7"
                                                               : "10");
  }
  return boxes;
}

TEST(BoundingBox, VisibleBoxesHoldAllPixels) {
  const auto boxes = BoxesOf("visible_2d");
  PictureRig rig(LabelledWorld("camera", ""));
  std::map<int, std::array<double, 4>> expected;
  for (int v = 0; v < kHeight; ++v) {
    for (int u = 0; u < kWidth; ++u) {
      const int thing = ExpectedOf(SeenAt(*rig.world, u, v)).thing;
      if (thing == 0) continue;
      auto& box =
          expected.try_emplace(thing, std::array<double, 4>{1e9, -1e9, 1e9, -1e9}).first->second;
      box = {std::min(box[0], u - 0.5), std::max(box[1], u + 0.5), std::min(box[2], v - 0.5),
             std::max(box[3], v + 0.5)};
    }
  }
  const std::map<std::string, int> ids = {
      {"ball", 1}, {"box::link", 2}, {"pair", 3}, {"pair::link::v1", 4}, {"post", 5}};
  ASSERT_EQ(boxes.size(), ids.size());
  for (const auto& [name, thing] : ids) {
    ASSERT_TRUE(boxes.count(name)) << name;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(boxes.at(name)[i], expected[thing][i], 1.0) << name << " " << i;
    }
  }
}

TEST(BoundingBox, FullBoxesHoldWhatIsHidden) {
  const auto boxes = BoxesOf("full_2d");
  ASSERT_TRUE(boxes.count("ball"));
  // Half the ball is behind the box. The extent of a ball in one direction of the picture is given
  // by the tangents from the camera in the plane of that direction and the optical axis.
  const auto edge = [](double side, double ahead, double sign) {
    const double middle = std::atan2(side, ahead);
    const double half = std::asin(1.0 / std::hypot(side, ahead));
    return std::tan(middle + sign * half);
  };
  const std::array<double, 4>& ball = boxes.at("ball");
  EXPECT_NEAR(ball[0], 79.5 - 80.0 * edge(0.5, 6.0, 1.0), 0.5);
  EXPECT_NEAR(ball[1], 79.5 - 80.0 * edge(0.5, 6.0, -1.0), 0.5);
  EXPECT_NEAR(ball[2], 59.5 - 80.0 * edge(0.3, 6.0, 1.0), 0.5);
  EXPECT_NEAR(ball[3], 59.5 - 80.0 * edge(0.3, 6.0, -1.0), 0.5);
  // The box's front face, by its corners.
  const std::array<double, 4>& box = boxes.at("box::link");
  EXPECT_NEAR(box[0], 79.5 - 80.0 * 0.5 / 3.5, 0.55);
  EXPECT_NEAR(box[3], 59.5 + 80.0 * 0.5 / 3.5, 0.55);
}

}  // namespace
}  // namespace surefoot::sensors
