#include "surefoot/render/camera.h"

#include <cmath>
#include <limits>
#include <map>

namespace surefoot::render {
namespace {

/// Share of the picture's half width that the subject may fill.
constexpr double kFill = 0.8;

/// Bounds of (side - slope * depth) and (-side - slope * depth) over the points: the lines of sight
/// that just touch the subject on both sides.
struct Touching {
  double high = -std::numeric_limits<double>::infinity();
  double low = -std::numeric_limits<double>::infinity();

  void Add(double side, double depth, double slope) {
    high = std::max(high, side - slope * depth);
    low = std::max(low, -side - slope * depth);
  }
  double Middle() const { return 0.5 * (high - low); }
  /// The depth at which a camera in the middle sees all.
  double Depth(double slope) const { return -(high + low) / (2.0 * slope); }
};

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

double Camera::PixelAngle() const { return 2.0 * std::tan(0.5 * fov) / height; }

std::optional<Eigen::Vector2d> Camera::Project(const Vector3d& p_W) const {
  const Vector3d p_C = X_WC.Inverse() * p_W;
  if (p_C.z() <= 0.0) return std::nullopt;
  const double scale = height / (2.0 * std::tan(0.5 * fov));
  return Eigen::Vector2d(0.5 * width + scale * p_C.x() / p_C.z(),
                         0.5 * height + scale * p_C.y() / p_C.z());
}

Quaterniond LookAlong(const Vector3d& direction_W) {
  const Vector3d forward = direction_W.normalized();
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
  depth = std::min(depth, nearest - 0.05);
  camera->X_WC.p = camera->X_WC.q * Vector3d(across.Middle(), along.Middle(), depth);
}

}  // namespace surefoot::render
