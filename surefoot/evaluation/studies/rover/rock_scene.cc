#include "surefoot/evaluation/studies/rover/rock_scene.h"

#include <cmath>
#include <string>

#include "surefoot/base/try.h"
#include "surefoot/geometry/convex/convex.h"
#include "surefoot/world/world.h"

// Rocks are convex hulls, so that ray casting needs no meshes from files, and any number of scenes
// can be generated from a seed.

namespace surefoot::studies {
namespace {

constexpr int kCorners = 40;

/// Corners on an irregular sphere whose outline has the rock's radius on average.
Result<TriMesh> RockMesh(double radius, RandomStream* random) {
  const double flat = random->Uniform(0.8, 1.2);
  std::vector<Vector3d> corners;
  for (int i = 0; i < kCorners; ++i) {
    const double x = random->Normal();
    const double y = random->Normal();
    const double z = random->Normal();
    const Vector3d direction = Vector3d(x, y, z).normalized();
    const double size = radius * random->Uniform(0.92, 1.08);
    corners.push_back(size * Vector3d(direction.x(), direction.y(), flat * direction.z()));
  }
  return ConvexHull(corners);
}

/// A visual at a place; only visuals are needed, because rays are cast on what is seen.
world::Visual VisualOf(const std::string& name, world::Geometry geometry, const Vector3d& place) {
  world::Visual visual;
  visual.name = name;
  visual.geometry = std::move(geometry);
  visual.X_LG = RigidTransform(place);
  return visual;
}

/// A world with one static model that contains all rocks and the ground.
Result<std::shared_ptr<const world::World>> MakeRockWorld(const std::vector<plan::Rock>& rocks,
                                                          std::uint64_t seed) {
  auto model = std::make_shared<world::Model>();
  model->name = "rocks";
  model->is_static = true;
  world::Link link;
  link.name = "link";
  world::Plane plane;
  plane.size = Eigen::Vector2d(4000.0, 4000.0);
  link.visuals.push_back(VisualOf("ground", plane, Vector3d::Zero()));
  for (std::size_t i = 0; i < rocks.size(); ++i) {
    RandomStream random(seed, "rock shapes", i);
    TriMesh mesh = SUREFOOT_TRY(RockMesh(rocks[i].radius, &random));
    world::Mesh shape;
    shape.mesh = std::make_shared<TriMesh>(std::move(mesh));
    const Vector3d place(rocks[i].center.x(), rocks[i].center.y(), 0.3 * rocks[i].radius);
    link.visuals.push_back(VisualOf("rock_" + std::to_string(i), shape, place));
  }
  model->links.push_back(std::move(link));
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"rocks", RigidTransform(), model});
  Problems problems;
  return world::MakeWorld(spec, &problems);
}

/// Directions, ring by ring; the steps of elevation grow downwards from the horizon.
std::vector<Vector3d> Directions(const ScannerSpec& spec) {
  std::vector<Vector3d> directions;
  for (int ring = 0; ring < spec.rings; ++ring) {
    const double share = spec.rings > 1 ? static_cast<double>(ring) / (spec.rings - 1) : 0.0;
    const double elevation = spec.top + (spec.bottom - spec.top) * std::pow(share, 1.7);
    for (int i = 0; i < spec.columns; ++i) {
      const double azimuth = 2.0 * M_PI * i / spec.columns;
      directions.emplace_back(std::cos(elevation) * std::cos(azimuth),
                              std::cos(elevation) * std::sin(azimuth), std::sin(elevation));
    }
  }
  return directions;
}

}  // namespace

RockScene::RockScene(const ScannerSpec& spec, std::vector<Vector3d> directions_S)
    : spec_(spec), directions_S_(std::move(directions_S)), fan_(directions_S_) {
  finder_.column = 2.0 * M_PI / spec.columns;
  finder_.max_range = spec.max_range;
}

Result<RockScene> RockScene::Make(const std::vector<plan::Rock>& rocks, const ScannerSpec& spec,
                                  std::uint64_t seed) {
  RockScene scene(spec, Directions(spec));
  scene.world_ = SUREFOOT_TRY(MakeRockWorld(rocks, seed));
  scene.scene_ = SUREFOOT_TRY(raycast::Scene::Make(*scene.world_));
  scene.scene_->SetPoses(
      std::vector<RigidTransform>(static_cast<std::size_t>(scene.world_->link_count())));
  return scene;
}

std::vector<estimate::SeenRock> RockScene::Scan(const estimate::Pose2& pose,
                                                RandomStream* random) const {
  const auto count = static_cast<std::size_t>(fan_.size());
  std::vector<float> ranges(count);
  std::vector<std::int32_t> shapes(count);
  const RigidTransform X_WS(QuaternionFromRpy(0.0, 0.0, pose[2]),
                            Vector3d(pose[0], pose[1], spec_.height));
  raycast::Cast(*scene_, fan_, X_WS, 0.3, spec_.max_range, ranges, shapes);
  std::vector<float> noise(count);
  random->FillNormals(noise.data(), count);
  std::vector<Eigen::Vector3f> points;
  points.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (shapes[i] < 0) continue;
    const float range = ranges[i] + static_cast<float>(spec_.noise) * noise[i];
    points.push_back(range * directions_S_[i].cast<float>() +
                     Eigen::Vector3f(0.0F, 0.0F, static_cast<float>(spec_.height)));
  }
  return estimate::FindRocks(points, finder_);
}

}  // namespace surefoot::studies
