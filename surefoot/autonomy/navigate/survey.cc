#include "surefoot/autonomy/navigate/survey.h"

#include <algorithm>
#include <cmath>

#include "surefoot/raycast/scene.h"

namespace surefoot::navigate {
namespace {

/// Height from which rays search for the ground (m).
constexpr double kRayStartHeight = 10000.0;
/// Largest number of surfaces above the ground that a ray passes through.
constexpr int kMaxLayers = 32;

bool HasPrefix(const std::string& name, const std::string& start) {
  return name.compare(0, start.size(), start) == 0;
}

/// Collision shapes, because they decide what a wheel can drive on; visuals may be decoration.
Result<std::unique_ptr<raycast::Scene>> SceneOf(const world::World& world,
                                                const physics::State& state) {
  raycast::SceneOptions options;
  options.collisions = true;
  Result<std::unique_ptr<raycast::Scene>> scene = raycast::Scene::Make(world, options);
  if (scene.ok()) scene.value()->SetPoses(state.X_WL);
  return scene;
}

/// A disc around a bounding box on the map.
plan::Rock DiscAround(const Eigen::AlignedBox3d& box_L, const RigidTransform& X_WL) {
  Eigen::AlignedBox2d around;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3d p_W =
        X_WL * Vector3d(box_L.corner(static_cast<Eigen::AlignedBox3d::CornerType>(corner)));
    around.extend(Eigen::Vector2d(p_W.x(), p_W.y()));
  }
  // Half of the longer side, not of the diagonal: a rock fills its box like an ellipse.
  return {around.center(), 0.5 * around.sizes().maxCoeff()};
}

}  // namespace

/// Links of rocks, recognized by the prefix of their own or their model's name.
std::vector<int> RockLinks(const world::World& world, const std::string& rock_name) {
  std::vector<int> links;
  for (int link = 0; link < world.link_count(); ++link) {
    const std::string& model =
        world.spec().models[static_cast<std::size_t>(world.model_of_link(link))].name;
    if (HasPrefix(model, rock_name) || HasPrefix(world.link(link).name, rock_name)) {
      links.push_back(link);
    }
  }
  return links;
}

/// A rock is represented by the circle around its bounding box seen from above.
Result<std::vector<plan::Rock>> SurveyRocks(const world::World& world, const physics::State& state,
                                            const std::string& rock_name) {
  const std::unique_ptr<raycast::Scene> scene = SUREFOOT_TRY(SceneOf(world, state));
  std::vector<plan::Rock> rocks;
  for (const int link : RockLinks(world, rock_name)) {
    const Eigen::AlignedBox3d& box = scene->LinkBounds(link);
    if (!box.isEmpty()) {
      rocks.push_back(DiscAround(box, state.X_WL[static_cast<std::size_t>(link)]));
    }
  }
  return rocks;
}

/// Casts a vertical ray at the centre of each cell. Only static models count as ground, without the
/// rocks, which the map contains separately.
Result<std::vector<double>> SurveyHeights(const world::World& world, const physics::State& state,
                                          const std::string& rock_name, const plan::Grid& grid) {
  const std::unique_ptr<raycast::Scene> scene = SUREFOOT_TRY(SceneOf(world, state));
  std::vector<bool> is_ground(static_cast<std::size_t>(world.link_count()), false);
  for (int link = 0; link < world.link_count(); ++link) {
    is_ground[static_cast<std::size_t>(link)] = world.model(world.model_of_link(link)).is_static;
  }
  for (const int link : RockLinks(world, rock_name)) {
    is_ground[static_cast<std::size_t>(link)] = false;
  }
  std::vector<double> heights(grid.size(), 0.0);
  for (std::size_t i = 0; i < heights.size(); ++i) {
    const plan::Cell cell{static_cast<int>(i % static_cast<std::size_t>(grid.cols)),
                          static_cast<int>(i / static_cast<std::size_t>(grid.cols))};
    const Eigen::Vector2d at = grid.CenterOf(cell);
    raycast::Ray ray;
    ray.p_WO = Vector3d(at.x(), at.y(), kRayStartHeight);
    ray.direction_W = -Vector3d::UnitZ();
    for (int layer = 0; layer < kMaxLayers; ++layer) {
      const raycast::Hit hit = scene->Cast(ray);
      if (!hit.ok()) break;
      const int link = scene->shape(hit.shape).link;
      if (is_ground[static_cast<std::size_t>(link)]) {
        heights[i] = kRayStartHeight - hit.distance;
        break;
      }
      ray.near = hit.distance + 1e-3;
    }
  }
  return heights;
}

}  // namespace surefoot::navigate
