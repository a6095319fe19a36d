#include "surefoot/render/framing.h"

#include <algorithm>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::render {
namespace {

/// Rays that tell how much of the subject is seen.
constexpr std::size_t kSightRays = 60;
/// Good enough.
constexpr double kFreeSight = 0.7;

bool IsGround(const raycast::Shape& shape) {
  return std::holds_alternative<world::Plane>(shape.geometry) ||
         std::holds_alternative<world::HeightMap>(shape.geometry);
}

void AddCorners(const Eigen::AlignedBox3d& box, const RigidTransform& X_WG,
                std::vector<Vector3d>* points) {
  for (int i = 0; i < 8; ++i) {
    points->push_back(X_WG * box.corner(static_cast<Eigen::AlignedBox3d::CornerType>(i)));
  }
}

void AddShape(const raycast::Scene& scene, int index, Subject* subject) {
  const raycast::Shape& shape = scene.shape(index);
  const RigidTransform& X_WG = scene.X_WG(index);
  subject->shapes[static_cast<std::size_t>(index)] = true;
  if (const auto* mesh = std::get_if<world::Mesh>(&shape.geometry)) {
    for (const Vector3d& vertex : mesh->mesh->vertices) subject->points_W.push_back(X_WG * vertex);
  } else if (const auto* map = std::get_if<world::HeightMap>(&shape.geometry)) {
    const Vector3d half(0.5 * map->field->size_x, 0.5 * map->field->size_y, 0.0);
    Eigen::AlignedBox3d box(-half, half);
    box.min().z() = map->field->MinHeight();
    box.max().z() = map->field->MaxHeight();
    AddCorners(box, X_WG, &subject->points_W);
  } else if (!std::holds_alternative<world::Plane>(shape.geometry)) {
    AddCorners(raycast::BoundsOf(shape.geometry), X_WG, &subject->points_W);
  }
}

/// Adds the shapes that `wanted` accepts; false when that gave no point.
template <typename Wanted>
bool AddShapes(const raycast::Scene& scene, const Wanted& wanted, Subject* subject) {
  for (int i = 0; i < scene.shape_count(); ++i) {
    if (wanted(scene.shape(i))) AddShape(scene, i, subject);
  }
  return !subject->points_W.empty();
}

/// Share of the subject's points that the camera sees, nothing else standing before them.
double FreeSight(const raycast::Scene& scene, const Subject& subject, const Camera& camera) {
  const std::size_t step = std::max<std::size_t>(1, subject.points_W.size() / kSightRays);
  int seen = 0;
  int all = 0;
  for (std::size_t i = 0; i < subject.points_W.size(); i += step, ++all) {
    raycast::Ray ray;
    ray.p_WO = camera.X_WC.p;
    const Vector3d way = subject.points_W[i] - ray.p_WO;
    ray.direction_W = way.normalized();
    ray.far = 0.98 * way.norm();
    const raycast::Hit hit = scene.Cast(ray);
    if (!hit.ok() || subject.shapes[static_cast<std::size_t>(hit.shape)]) ++seen;
  }
  return static_cast<double>(seen) / std::max(all, 1);
}

}  // namespace

Eigen::AlignedBox3d Subject::Bounds() const {
  Eigen::AlignedBox3d box;
  for (const Vector3d& point : points_W) box.extend(point);
  return box;
}

bool CanMove(const world::World& world, int model) {
  const auto& bodies = world.tree(model).bodies;
  return std::any_of(bodies.begin(), bodies.end(),
                     [](const world::Body& body) { return !body.is_static; });
}

Subject SubjectOf(const raycast::Scene& scene, int model) {
  Subject subject;
  subject.shapes.assign(static_cast<std::size_t>(scene.shape_count()), false);
  const world::World& world = scene.world();
  const auto model_of = [&world](const raycast::Shape& shape) {
    return world.model_of_link(shape.link);
  };
  if (model >= 0) {
    AddShapes(
        scene, [&](const auto& shape) { return model_of(shape) == model; }, &subject);
  } else {
    const auto moves = [&](const auto& shape) { return CanMove(world, model_of(shape)); };
    const auto stands = [&](const auto& shape) { return !IsGround(shape); };
    const auto any = [](const auto&) { return true; };
    if (!AddShapes(scene, moves, &subject) && !AddShapes(scene, stands, &subject)) {
      AddShapes(scene, any, &subject);
    }
  }
  if (subject.points_W.empty()) {
    const Eigen::AlignedBox3d box(Vector3d(-2.0, -2.0, 0.0), Vector3d(2.0, 2.0, 1.0));
    AddCorners(box, RigidTransform(), &subject.points_W);
  }
  return subject;
}

void PlaceCamera(const raycast::Scene& scene, const Subject& subject, View view, Camera* camera) {
  std::vector<Vector3d> directions = {DirectionToCamera(view)};
  if (view == View::kIso) {
    for (const double height : {0.42, 1.0, 2.2}) {
      for (const Vector3d& side : {Vector3d(1.0, 0.75, 0.0), Vector3d(1.0, -0.75, 0.0),
                                   Vector3d(-1.0, 0.75, 0.0), Vector3d(-1.0, -0.75, 0.0)}) {
        directions.push_back(side + Vector3d(0.0, 0.0, height));
      }
    }
  }
  Camera best = *camera;
  double best_sight = -1.0;
  for (const Vector3d& direction : directions) {
    camera->X_WC.q = LookAlong(-direction);
    FitPoints(subject.points_W, camera);
    const double sight = FreeSight(scene, subject, *camera);
    if (sight > best_sight + 0.05) {
      best = *camera;
      best_sight = sight;
    }
    if (best_sight >= kFreeSight) break;
  }
  *camera = best;
}

}  // namespace surefoot::render
