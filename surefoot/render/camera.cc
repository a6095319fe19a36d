#include "surefoot/render/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "surefoot/raycast/shape_rays.h"

namespace surefoot::render {
namespace {

/// Share of the picture's half width that the subject may fill; the rest is margin.
constexpr double kFill = 0.8;

/// Bounds of (side - slope * depth) and (-side - slope * depth) over the points. A camera at (side
/// c, depth d) sees a point when |side - c| <= slope (depth - d). Both inequalities are linear, so
/// the closest camera follows from the two bounds alone, in one pass over the points.
struct Touching {
  double high = -std::numeric_limits<double>::infinity();
  double low = -std::numeric_limits<double>::infinity();

  void Add(double side, double depth, double slope) {
    high = std::max(high, side - slope * depth);
    low = std::max(low, -side - slope * depth);
  }
  double Middle() const { return 0.5 * (high - low); }
  /// The largest depth at which a camera in the middle sees all points.
  double Depth(double slope) const { return -(high + low) / (2.0 * slope); }
};

/// Number of rays that estimate which share of the subject is visible.
constexpr std::size_t kVisibilityRays = 60;
/// A view that shows this share of the subject ends the search.
constexpr double kSufficientShare = 0.7;

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

/// Adds the shapes that `filter` accepts; false if the subject has no point afterwards.
template <typename Filter>
bool AddShapes(const raycast::Scene& scene, const Filter& filter, Subject* subject) {
  for (int i = 0; i < scene.shape_count(); ++i) {
    if (filter(scene.shape(i))) AddShape(scene, i, subject);
  }
  return !subject->points_W.empty();
}

/// Share of the subject's points that no other shape hides from the camera.
double VisibleShare(const raycast::Scene& scene, const Subject& subject, const Camera& camera) {
  const std::size_t step = std::max<std::size_t>(1, subject.points_W.size() / kVisibilityRays);
  int seen = 0;
  int all = 0;
  for (std::size_t i = 0; i < subject.points_W.size(); i += step, ++all) {
    raycast::Ray ray;
    ray.p_WO = camera.X_WC.p;
    const Vector3d way = subject.points_W[i] - ray.p_WO;
    ray.direction_W = way.normalized();
    // Stops short of the point: the surface that it lies on must not count as an obstacle.
    ray.far = 0.98 * way.norm();
    const raycast::Hit hit = scene.Cast(ray);
    if (!hit.ok() || subject.shapes[static_cast<std::size_t>(hit.shape)]) ++seen;
  }
  return static_cast<double>(seen) / std::max(all, 1);
}

}  // namespace

std::optional<View> ViewFromName(const std::string& name) {
  static const std::map<std::string, View> kViews = {{"iso", View::kIso},
                                                     {"front", View::kFront},
                                                     {"side", View::kSide},
                                                     {"top", View::kTop},
                                                     {"back", View::kBack}};
  const auto found = kViews.find(name);
  if (found == kViews.end()) return std::nullopt;
  return found->second;
}

std::optional<Eigen::Vector2d> Camera::Project(const Vector3d& p_W) const {
  const Vector3d p_C = X_WC.Inverse() * p_W;
  if (p_C.z() <= 0.0) return std::nullopt;
  // Pixels per unit of x/z; square pixels, so the same value holds for both axes.
  const double scale = height / (2.0 * std::tan(0.5 * fov));
  return Eigen::Vector2d(0.5 * width + scale * p_C.x() / p_C.z(),
                         0.5 * height + scale * p_C.y() / p_C.z());
}

Quaterniond LookAlong(const Vector3d& direction_W) {
  const Vector3d forward = direction_W.normalized();
  // Near the vertical the cross product with z would lose its precision.
  const bool vertical = std::abs(forward.z()) > 0.9999;
  const Vector3d up = vertical ? Vector3d::UnitY() : Vector3d::UnitZ();
  Matrix3d R_WC;
  R_WC.col(0) = forward.cross(up).normalized();
  R_WC.col(1) = forward.cross(R_WC.col(0));
  R_WC.col(2) = forward;
  return Quaterniond(R_WC).normalized();
}

Vector3d DirectionToCamera(View view) {
  switch (view) {
    case View::kFront:
      return Vector3d::UnitX();
    case View::kSide:
      return Vector3d::UnitY();
    case View::kTop:
      return Vector3d::UnitZ();
    case View::kBack:
      return -Vector3d::UnitX();
    case View::kIso:
      break;
  }
  return Vector3d(1.0, 0.75, 0.42).normalized();
}

void FitPoints(const std::vector<Vector3d>& points_W, Camera* camera) {
  const double slope_y = kFill * std::tan(0.5 * camera->fov);
  const double slope_x = slope_y * camera->width / camera->height;
  const Quaterniond q_CW = camera->X_WC.q.conjugate();
  Touching across;
  Touching along;
  double nearest = std::numeric_limits<double>::infinity();
  for (const Vector3d& point : points_W) {
    const Vector3d p = q_CW * point;
    across.Add(p.x(), p.z(), slope_x);
    along.Add(p.y(), p.z(), slope_y);
    nearest = std::min(nearest, p.z());
  }
  double depth = std::min(across.Depth(slope_x), along.Depth(slope_y));
  // No point may be closer than 5 cm, even if the field of view would allow it.
  depth = std::min(depth, nearest - 0.05);
  camera->X_WC.p = camera->X_WC.q * Vector3d(across.Middle(), along.Middle(), depth);
}

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
    const double sight = VisibleShare(scene, subject, *camera);
    // A later direction must be clearly better, so that small changes do not flip the view.
    if (sight > best_sight + 0.05) {
      best = *camera;
      best_sight = sight;
    }
    if (best_sight >= kSufficientShare) break;
  }
  *camera = best;
}

}  // namespace surefoot::render
