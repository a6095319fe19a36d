#include "surefoot/ground/wheel_fan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/ground/fan_depths.h"
#include "surefoot/ground/terrain_rays.h"

namespace surefoot::ground {
namespace {

constexpr double kPi = 3.14159265358979323846;
/// How far the sparse rays reach to either side: a wall is met at a right angle.
constexpr double kSideAngle = 105.0 / 180.0 * kPi;
/// Of the radius: how far a wheel moves before it looks again what is near.
constexpr double kSlack = 0.03;
/// Surfaces that face the axle more than this touch the flank, not the tread.
constexpr double kFlankCosine = 0.7;
/// Room for triangles, so that a step does not allocate.
constexpr std::size_t kTriangleRoom = 256;

/// From the origin; 0 within.
double DistanceToTriangle(const Planar* p) {
  double nearest = std::numeric_limits<double>::infinity();
  bool left = true;
  bool right = true;
  for (int i = 0; i < 3; ++i) {
    const Planar& a = p[i];
    const Planar& b = p[i == 2 ? 0 : i + 1];
    const Planar e = {b.x - a.x, b.y - a.y};
    const double length2 = e.x * e.x + e.y * e.y;
    const double along = -(a.x * e.x + a.y * e.y);
    const double t = length2 > 0.0 ? std::clamp(along / length2, 0.0, 1.0) : 0.0;
    const double x = a.x + t * e.x;
    const double y = a.y + t * e.y;
    nearest = std::min(nearest, x * x + y * y);
    const double turn = a.x * e.y - a.y * e.x;
    left = left && turn >= 0.0;
    right = right && turn <= 0.0;
  }
  return left || right ? 0.0 : std::sqrt(nearest);
}

}  // namespace

Fan::Fan(double radius_, double half_angle_) : radius(radius_), half_angle(half_angle_) {
  const double step = 2.0 * half_angle / (kFanRays - 1);
  const double side_step = (kSideAngle - half_angle) / kSideRays;
  const auto set = [&](int ray, double angle, double part) {
    const auto i = static_cast<std::size_t>(ray);
    cos[i] = std::cos(angle);
    sin[i] = std::sin(angle);
    weight[i] = part;
  };
  for (int i = 0; i < kFanRays; ++i) {
    const bool last = i == 0 || i == kFanRays - 1;
    set(i, -half_angle + i * step, last ? 0.5 * step : step);
  }
  set(kFanRays, half_angle, 0.0);
  for (int i = 0; i < kSideRays; ++i) {
    const double angle = half_angle + (i + 0.5) * side_step;
    set(kFirstRay[1] + i, angle, side_step);
    set(kFirstRay[2] + i, -angle, side_step);
  }
}

FanFrame MakeFanFrame(const HubMotion& motion) {
  FanFrame frame{motion.p_WC, motion.forward_W, motion.axle_W, -motion.up_W};
  if (motion.up_W.z() > 0.5) return frame;
  const Vector3d down_W = -Vector3d::UnitZ() + motion.axle_W.z() * motion.axle_W;
  const double size = down_W.norm();
  // A wheel that lies flat has no lowest point.
  if (size < 0.2) return frame;
  frame.down_W = down_W / size;
  frame.forward_W = frame.down_W.cross(motion.axle_W);
  return frame;
}

WheelFan::WheelFan(const Terrain* terrain, double radius, double width, double half_angle)
    : terrain_(terrain), fan_(radius, half_angle), width_(width), slack_(kSlack * radius) {
  map_hidden_.assign(static_cast<std::size_t>(terrain->map_count()), 0);
  planes_.reserve(terrain->planes().size());
  fields_.reserve(terrain->fields().size());
  solids_.reserve(terrain->solids().size());
  triangles_.reserve(kTriangleRoom);
  placed_.reserve(kTriangleRoom);
  flanks_.reserve(kTriangleRoom);
}

bool WheelFan::MoveTo(const FanFrame& frame) {
  const double turned = kSlack * kSlack;
  if (!looked_up_ || (frame.p_WC - seen_.p_WC).squaredNorm() > slack_ * slack_ ||
      (frame.axle_W - seen_.axle_W).squaredNorm() > turned ||
      (frame.down_W - seen_.down_W).squaredNorm() > turned) {
    LookUp(frame);
  }
  PlaceTriangles(frame);
  return !planes_.empty() || !fields_.empty() || !solids_.empty() || !triangles_.empty();
}

void WheelFan::LookUp(const FanFrame& frame) {
  looked_up_ = true;
  seen_ = frame;
  planes_.clear();
  fields_.clear();
  solids_.clear();
  triangles_.clear();
  const double reach = std::hypot(fan_.radius, 0.5 * width_) + 3.0 * slack_;
  const Eigen::AlignedBox3d box_W(frame.p_WC - Vector3d::Constant(reach),
                                  frame.p_WC + Vector3d::Constant(reach));
  for (std::size_t i = 0; i < terrain_->planes().size(); ++i) {
    const GroundPlane& plane = terrain_->planes()[i];
    if (plane.normal_W.dot(frame.p_WC) - plane.offset < reach)
      planes_.push_back(static_cast<int>(i));
  }
  for (std::size_t i = 0; i < terrain_->solids().size(); ++i) {
    if (terrain_->solids()[i].box_W.intersects(box_W)) solids_.push_back(static_cast<int>(i));
  }
  terrain_->triangles().ForEach(
      box_W, [this](const GroundTriangle& triangle) { triangles_.push_back(triangle); });
  for (std::size_t i = 0; i < terrain_->fields().size(); ++i) {
    const GroundField& field = terrain_->fields()[i];
    Eigen::AlignedBox3d column_W = field.box_W;
    // What is below the surface is solid.
    column_W.min().z() = -std::numeric_limits<double>::infinity();
    if (!column_W.intersects(box_W)) continue;
    fields_.push_back(static_cast<int>(i));
    if (!IsSmooth(field, frame)) FieldTriangles(field, box_W, &triangles_);
  }
  KeepNear(frame);
  FindFlanks(frame);
}

void WheelFan::FindFlanks(const FanFrame& frame) {
  const auto is_beside = [&](const Vector3d& normal_W) {
    const double along = normal_W.dot(frame.axle_W);
    return along * along > kFlankCosine * kFlankCosine * normal_W.squaredNorm();
  };
  flanks_.clear();
  for (const GroundTriangle& triangle : triangles_) {
    const Vector3d& p = triangle.corners_W[0];
    if (is_beside((triangle.corners_W[1] - p).cross(triangle.corners_W[2] - p))) {
      flanks_.push_back(triangle);
    }
  }
  has_flank_ = !flanks_.empty() || !solids_.empty();
  for (const int i : planes_) {
    has_flank_ = has_flank_ || is_beside(terrain_->planes()[static_cast<std::size_t>(i)].normal_W);
  }
}

void WheelFan::KeepNear(const FanFrame& frame) {
  const double half = 0.5 * width_ + 3.0 * slack_;
  const double reach = fan_.radius + 5.0 * slack_;
  const auto is_far = [&](const GroundTriangle& triangle) {
    double across[3];
    Planar p[3];
    for (int i = 0; i < 3; ++i) {
      const Vector3d q = triangle.corners_W[i] - frame.p_WC;
      across[i] = frame.axle_W.dot(q);
      p[i] = {frame.down_W.dot(q), frame.forward_W.dot(q)};
    }
    if (std::min({across[0], across[1], across[2]}) > half) return true;
    if (std::max({across[0], across[1], across[2]}) < -half) return true;
    return DistanceToTriangle(p) > reach;
  };
  triangles_.erase(std::remove_if(triangles_.begin(), triangles_.end(), is_far), triangles_.end());
}

/// True when no ray but those of the fan below can meet the field, until the next LookUp.
bool WheelFan::IsSmooth(const GroundField& field, const FanFrame& frame) const {
  constexpr int kSteps = 7;
  const double reach = fan_.radius + slack_;
  const double cone = std::tan(fan_.half_angle);
  const Matrix3d R_GW = field.R_WG.transpose();
  const Vector3d p_G = R_GW * (frame.p_WC - field.X_WG.p);
  const Vector3d across_G = R_GW * frame.axle_W * (0.5 * width_);
  const Vector3d forward_G = R_GW * frame.forward_W;
  const Vector3d down_G = R_GW * frame.down_W;
  // What lies between the edge of the fan and the reach.
  const double start = std::sin(fan_.half_angle) * fan_.radius;
  for (int i = -kSteps; i <= kSteps; ++i) {
    if (i == 0) continue;
    const double from = (i > 0 ? start : -start);
    const double forward = from + (reach - start) * i / kSteps;
    for (int side = -1; side <= 1; ++side) {
      const Vector3d q = side * across_G + forward * forward_G;
      const double x = p_G.x() + q.x();
      const double y = p_G.y() + q.y();
      const Vector3d surface(q.x(), q.y(), field.field->HeightAt(x, y) - p_G.z());
      const double down = down_G.dot(surface);
      const double along = forward_G.dot(surface);
      const bool in_cone = std::abs(along) < cone * down + slack_;
      if (!in_cone && down * down + along * along < reach * reach) return false;
    }
  }
  return true;
}

void WheelFan::Measure(const FanFrame& frame, double offset, double radius,
                       SliceDepths* slice) const {
  slice->Clear(-radius);
  const FanSlice here{frame.p_WC + offset * frame.axle_W, frame.forward_W, frame.down_W, radius};
  for (const int i : planes_) {
    const GroundPlane& plane = terrain_->planes()[static_cast<std::size_t>(i)];
    if (!IsHidden(plane.ground)) PlaneDepths(plane, fan_, here, slice);
  }
  for (const int i : fields_) {
    const GroundField& field = terrain_->fields()[static_cast<std::size_t>(i)];
    if (!IsHidden(field.ground)) FieldDepths(field, fan_, here, slice);
  }
  for (const int i : solids_) {
    const GroundSolid& solid = terrain_->solids()[static_cast<std::size_t>(i)];
    if (!IsHidden(solid.ground)) SolidDepths(solid, fan_, here, slice);
  }
  if (!placed_.empty()) MeasureTriangles(offset, radius, slice);
}

void WheelFan::AddRoughness(const FanFrame& frame, double offset, double radius,
                            SliceDepths* slice) const {
  const Roughness* roughness = terrain_->roughness(slice->ground[0]);
  if (roughness == nullptr) return;
  const Vector3d p_W = frame.p_WC + offset * frame.axle_W;
  for (std::size_t i = 0; i < kFanRays; ++i) {
    if (slice->depth[i] < -0.5 * radius) continue;
    const double distance = radius - slice->depth[i];
    const double down = distance * fan_.cos[i];
    const double forward = distance * fan_.sin[i];
    const double height =
        roughness->HeightAt(p_W.x() + down * frame.down_W.x() + forward * frame.forward_W.x(),
                            p_W.y() + down * frame.down_W.y() + forward * frame.forward_W.y());
    slice->depth[i] += height / fan_.cos[i];
  }
}

void WheelFan::PlaceTriangles(const FanFrame& frame) {
  placed_.clear();
  for (const GroundTriangle& triangle : triangles_) {
    WheelTriangle& placed = placed_.emplace_back();
    for (int i = 0; i < 3; ++i) {
      const Vector3d p = triangle.corners_W[i] - frame.p_WC;
      placed.across[i] = frame.axle_W.dot(p);
      placed.down[i] = frame.down_W.dot(p);
      placed.forward[i] = frame.forward_W.dot(p);
    }
    placed.ground = triangle.ground;
  }
}

void WheelFan::MeasureTriangles(double offset, double radius, SliceDepths* slice) const {
  for (const WheelTriangle& triangle : placed_) {
    if (IsHidden(triangle.ground)) continue;
    const double across[3] = {triangle.across[0] - offset, triangle.across[1] - offset,
                              triangle.across[2] - offset};
    const bool left = across[0] > 0.0;
    if ((across[1] > 0.0) == left && (across[2] > 0.0) == left) continue;
    // In the plane of the slice the triangle is a line from one point to another.
    Planar ends[2];
    int found = 0;
    for (int i = 0; i < 3; ++i) {
      const int k = i == 2 ? 0 : i + 1;
      if ((across[i] > 0.0) == (across[k] > 0.0)) continue;
      const double t = across[i] / (across[i] - across[k]);
      ends[found++] = {triangle.down[i] + t * (triangle.down[k] - triangle.down[i]),
                       triangle.forward[i] + t * (triangle.forward[k] - triangle.forward[i])};
    }
    LineDepths(ends[0], ends[1], triangle.ground, fan_, radius, slice);
  }
}

FlankTouch WheelFan::MeasureFlank(const FanFrame& frame) const {
  FlankTouch touch;
  if (!has_flank_) return touch;
  constexpr double kAngles[] = {-1.2, -0.6, 0.0, 0.6, 1.2};
  const double half = 0.5 * width_;
  for (const double angle : kAngles) {
    const double down = 0.85 * fan_.radius * std::cos(angle);
    const double forward = 0.85 * fan_.radius * std::sin(angle);
    const Vector3d p_W = frame.p_WC + down * frame.down_W + forward * frame.forward_W;
    for (int side = -1; side <= 1; side += 2) {
      GroundHit hit;
      hit.distance = half;
      const Vector3d d_W = side * frame.axle_W;
      for (const GroundTriangle& triangle : flanks_) CastTriangle(triangle, p_W, d_W, &hit);
      for (const int i : planes_) {
        CastPlane(terrain_->planes()[static_cast<std::size_t>(i)], p_W, d_W, &hit);
      }
      for (const int i : solids_) {
        CastSolid(terrain_->solids()[static_cast<std::size_t>(i)], p_W, d_W, &hit);
      }
      // Only what stands up beside the wheel; the floor belongs to the tread.
      if (!hit.ok() || std::abs(hit.normal_W.dot(frame.axle_W)) < kFlankCosine) continue;
      if (half - hit.distance <= touch.depth) continue;
      if (hit.ground >= kFirstMap) {
        const ShapeMap& map = terrain_->map(hit.ground - kFirstMap);
        hit.ground = map.regions.At(p_W + hit.distance * d_W);
        if (!map.Carries(hit.ground)) continue;
      }
      touch = FlankTouch{half - hit.distance, side, down, forward, hit.ground};
    }
  }
  return touch;
}

}  // namespace surefoot::ground
