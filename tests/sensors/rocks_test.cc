// Rocks of <surefoot:rocks> are measured by LIDARs and touched by wheels and other bodies on every
// engine.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"
#include "tests/scene/scene.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

constexpr double kBall = 0.15;

/// A rock in front of the robot, which drives towards it at 0.5 m/s, and another one below a
/// ball on a vertical slide.
std::string RockWorld() {
  const std::string scanner =
      "<sensor name=\"scan\" type=\"lidar\"><pose>0 0 0.08 0 0 0</pose>"
      "<update_rate>100</update_rate><topic>scan</topic><lidar><scan><horizontal><samples>21"
      "</samples><min_angle>-0.1</min_angle><max_angle>0.1</max_angle></horizontal></scan>"
      "<range><min>0.05</min><max>20</max></range></lidar></sensor>";
  return World(
      Floor() + Robot(scanner, 5.0, 5.0) +
      "<model name=\"ball\"><pose>0 3 1 0 0 0</pose><link name=\"l\"><inertial><mass>2</mass>"
      "<inertia><ixx>0.02</ixx><iyy>0.02</iyy><izz>0.02</izz></inertia></inertial>"
      "<collision name=\"c\"><geometry><sphere><radius>0.15</radius></sphere></geometry>"
      "</collision></link><joint name=\"slide\" type=\"prismatic\"><parent>world</parent><child>l"
      "</child><axis><xyz>0 0 1</xyz></axis></joint></model>"
      "<surefoot:rocks count=\"1\" seed=\"4\" size=\"1 1\" area=\"1.5 0 1.501 0.001\"/>"
      "<surefoot:rocks name=\"stone\" count=\"1\" seed=\"9\" size=\"0.8 0.8\" "
      "area=\"0 3 0.001 3.001\"/>");
}

/// The rock's triangles in the world frame.
TriMesh RockOf(const world::World& world, const std::string& model) {
  const int index = world.FindModel(model);
  const world::Link& link = world.model(index).links[0];
  return Transformed(world.instance(index).X_WM,
                     *std::get<world::Mesh>(link.collisions[0].geometry).mesh);
}

/// Distance along a ray, by Cramer's rule on each triangle.
double DistanceTo(const TriMesh& mesh, const Vector3d& from, const Vector3d& way) {
  double nearest = 1e9;
  for (const auto& corners : mesh.triangles) {
    const Vector3d& a = mesh.vertices[corners[0]];
    Matrix3d sides;
    sides << mesh.vertices[corners[1]] - a, mesh.vertices[corners[2]] - a, -way;
    const Vector3d solved = sides.inverse() * (from - a);
    const bool inside = solved.x() >= 0 && solved.y() >= 0 && solved.x() + solved.y() <= 1;
    if (inside && solved.z() > 0.0) nearest = std::min(nearest, solved.z());
  }
  return nearest;
}

/// Height of the centre of a ball at (x, y) that touches the mesh from above: the maximum over
/// all points of the triangles.
double TouchingHeight(const TriMesh& mesh, double x, double y) {
  double highest = -1e9;
  constexpr int kParts = 150;
  for (const auto& corners : mesh.triangles) {
    for (int i = 0; i <= kParts; ++i) {
      for (int j = 0; i + j <= kParts; ++j) {
        const double u = static_cast<double>(i) / kParts, v = static_cast<double>(j) / kParts;
        const Vector3d p = (1.0 - u - v) * mesh.vertices[corners[0]] +
                           u * mesh.vertices[corners[1]] + v * mesh.vertices[corners[2]];
        const double aside = std::hypot(p.x() - x, p.y() - y);
        if (aside > kBall) continue;
        highest = std::max(highest, p.z() + std::sqrt(kBall * kBall - aside * aside));
      }
    }
  }
  return highest;
}

TEST(Rocks, AreMetByRaysWheelsAndBodiesOnEveryEngine) {
  for (const std::string& engine : conformance::EngineNames()) {
    RunOptions options;
    options.engine = engine;
    auto simulation = RunText(RockWorld(), options);
    ASSERT_NE(simulation, nullptr);
    const world::World& world = simulation->world();
    const TriMesh rock = RockOf(world, "rock_0");
    Listener listener(simulation.get());
    Advance(simulation.get(), 0.011);
    const auto scans = listener.Messages<msgs::sensor_msgs::LaserScan>("/robot/scan");
    ASSERT_FALSE(scans.empty()) << engine;
    const RigidTransform X_WS =
        conformance::PoseOf(*simulation, "robot::base") * RigidTransform(Vector3d(0.0, 0.0, 0.08));
    for (std::size_t i = 0; i < scans[0].ranges.size(); ++i) {
      const double angle = -0.1 + 0.01 * static_cast<double>(i);
      const Vector3d way = X_WS.q * Vector3d(std::cos(angle), std::sin(angle), 0.0);
      EXPECT_NEAR(scans[0].ranges[i], DistanceTo(rock, X_WS.p, way), 0.01) << engine << " " << i;
    }
    Advance(simulation.get(), 4.0);
    // 2 m without the rock.
    const double front = rock.Bounds().min().x();
    EXPECT_LT(conformance::PoseOf(*simulation, "robot::base").p.x(), front) << engine;
    EXPECT_GT(conformance::PoseOf(*simulation, "robot::base").p.x(), front - 0.8) << engine;
    EXPECT_NEAR(conformance::PoseOf(*simulation, "ball::l").p.z(),
                TouchingHeight(RockOf(world, "stone_0"), 0.0, 3.0), 0.004)
        << engine;
  }
}

}  // namespace
}  // namespace surefoot::sensor_tests
