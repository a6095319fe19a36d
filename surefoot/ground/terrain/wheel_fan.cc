#include "surefoot/ground/terrain/wheel_fan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "surefoot/ground/terrain/fan_depths.h"
#include "surefoot/ground/terrain/field_rays.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/roughness.h"

// A wheel feels the ground by a fan of rays in several slices across its width; overlaps and
// normals come from their lengths.

namespace surefoot::ground {
namespace {

/// Capacity for triangles, so that a step does not allocate.
constexpr std::size_t kCapacity = 256;

/// HeightField::HeightAt without divisions.
inline double HeightAt(const GroundField& field, double x, double y) {
  const HeightField& grid = *field.field;
  const auto clamped = [](double at, double max) { return std::min(std::max(at, 0.0), max); };
  const double u = clamped((x + 0.5 * grid.size_x) * field.columns_per_metre, grid.cols - 1);
  const double v = clamped((y + 0.5 * grid.size_y) * field.rows_per_metre, grid.rows - 1);
  const int col = std::min(static_cast<int>(u), grid.cols - 2);
  const int row = std::min(static_cast<int>(v), grid.rows - 2);
  const float* low = grid.heights.data() + static_cast<std::ptrdiff_t>(row) * grid.cols + col;
  const double s = u - col;
  const double t = v - row;
  const bool below = s >= t;
  const double middle = low[below ? 1 : grid.cols];
  const double first = below ? s : t;
  const double second = below ? t : s;
  return low[0] + first * (middle - low[0]) + second * (low[grid.cols + 1] - middle);
}

Vector3d NormalOf(const GroundTriangle& triangle) {
  const Vector3d* p = triangle.corners_W;
  return (p[1] - p[0]).cross(p[2] - p[0]);
}

/// Distance, in radii, that a wheel moves before nearby shapes are looked up again.
constexpr double kSlack = 0.03;

}  // namespace

/// Nine points on a circle of 0.85 radii: straight down, and at 0.6, 1.2, 2.0 and 2.7 rad to both
/// sides.
std::array<FlankPlace, kFlankPlaces> FlankPlaces(double radius) {
  constexpr double kCos[] = {1.0, 0.8253356149096783, 0.3623577544766736, -0.4161468365471424,
                             -0.9040721420170612};
  constexpr double kSin[] = {0.0, 0.5646424733950354, 0.9320390859672263, 0.9092974268256817,
                             0.4273798802338298};
  const double r = 0.85 * radius;
  std::array<FlankPlace, kFlankPlaces> places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t k = (i + 1) / 2;
    places[i] = {r * kCos[k], (i % 2 == 0 ? r : -r) * kSin[k]};
  }
  return places;
}

WheelFlank::WheelFlank(double radius, double width, double slack)
    : width_(width), slack_(slack), places_(FlankPlaces(radius)) {
  triangles_.reserve(kCapacity);
  for (std::vector<int>& place : of_place_) place.reserve(kCapacity);
}

void WheelFlank::Start(const FanFrame& frame) {
  start_ = frame;
  triangles_.clear();
  for (std::vector<int>& place : of_place_) place.clear();
}

void WheelFlank::AddTo(int place, const GroundTriangle& triangle) {
  // A triangle shared by several places is stored several times: they are few.
  of_place_[static_cast<std::size_t>(place)].push_back(static_cast<int>(triangles_.size()));
  triangles_.push_back(triangle);
}

void WheelFlank::Add(const GroundTriangle& triangle) {
  if (!FacesFlank(NormalOf(triangle), start_)) return;
  Eigen::AlignedBox3d box;
  for (const Vector3d& p_W : triangle.corners_W) {
    const Vector3d p = p_W - start_.p_WC;
    box.extend(Vector3d(start_.axle_W.dot(p), start_.down_W.dot(p), start_.forward_W.dot(p)));
  }
  // Margin for translation and rotation about any axis.
  const double near = 3.0 * slack_ + slack_ * width_ / places_[0].down;
  const double half = 0.5 * width_ + near;
  if (box.min().x() > half || box.max().x() < -half) return;
  for (int i = 0; i < kFlankPlaces; ++i) {
    const auto [down, forward] = places_[static_cast<std::size_t>(i)];
    if (down < box.min().y() - near || down > box.max().y() + near ||
        forward < box.min().z() - near || forward > box.max().z() + near) {
      continue;
    }
    AddTo(i, triangle);
  }
}

void WheelFlank::Add(const GroundField& field) {
  const Vector3d p_G = field.R_WG.transpose() * (start_.p_WC - field.X_WG.p);
  const Vector3d across_W = start_.axle_W * (0.5 * width_ + 2.0 * slack_);
  const Vector3d across_G = field.R_WG.transpose() * across_W;
  const Vector3d down_G = field.R_WG.transpose() * start_.down_W;
  const Vector3d forward_G = field.R_WG.transpose() * start_.forward_W;
  const Vector3d near = Vector3d::Constant(2.0 * slack_);
  for (int i = 0; i < kFlankPlaces; ++i) {
    const auto [down, forward] = places_[static_cast<std::size_t>(i)];
    const Vector3d q_G = p_G + down * down_G + forward * forward_G;
    const Vector3d q_W = start_.p_WC + down * start_.down_W + forward * start_.forward_W;
    for (int side = -1; side <= 1; side += 2) {
      const Vector3d end_G = q_G + side * across_G;
      if (end_G.z() >= HeightAt(field, end_G.x(), end_G.y()) + 2.0 * slack_) continue;
      Eigen::AlignedBox3d box_W(q_W);
      box_W.extend(q_W + side * across_W);
      AddCells(field, i, Eigen::AlignedBox3d(box_W.min() - near, box_W.max() + near));
    }
  }
}

void WheelFlank::AddCells(const GroundField& field, int place, const Eigen::AlignedBox3d& box_W) {
  ForEachTriangle(field, box_W, [&](const GroundTriangle& triangle) {
    if (FacesFlank(NormalOf(triangle), start_)) AddTo(place, triangle);
  });
}

void WheelFlank::Cast(int place, const Vector3d& p_W, const Vector3d& d_W, GroundHit* hit) const {
  for (const int i : of_place_[static_cast<std::size_t>(place)]) {
    CastTriangle(triangles_[static_cast<std::size_t>(i)], p_W, d_W, hit);
  }
}

WheelFan::WheelFan(const Terrain* terrain, double radius, double width, double half_angle)
    : terrain_(terrain),
      fan_(radius, half_angle),
      width_(width),
      slack_(kSlack * radius),
      triangles_(fan_, width, slack_),
      flank_(radius, width, slack_) {
  hidden_.maps.assign(static_cast<std::size_t>(terrain->map_count()), 0);
  if (!terrain->fields().empty()) field_rays_ = std::make_unique<FieldRays>();
  planes_.reserve(terrain->planes().size());
  fields_.reserve(terrain->fields().size());
  solids_.reserve(terrain->solids().size());
  for (int i = 0; i < terrain->ground_count(); ++i) {
    if (terrain->roughness(i) != nullptr) rise_ = std::max(rise_, terrain->roughness(i)->highest());
  }
  // A power of two, so that adding and subtracting it does not round.
  if (rise_ > 0.0) rise_ = std::exp2(std::ceil(std::log2(rise_)));
}

WheelFan::~WheelFan() = default;

void WheelFan::Prefetch() const {
  if (field_rays_ != nullptr) field_rays_->Prefetch();
}

bool WheelFan::MoveTo(const FanFrame& frame) {
  const double turned = kSlack * kSlack;
  if (!looked_up_ || (frame.p_WC - seen_.p_WC).squaredNorm() > slack_ * slack_ ||
      (frame.axle_W - seen_.axle_W).squaredNorm() > turned ||
      (frame.down_W - seen_.down_W).squaredNorm() > turned) {
    LookUp(frame);
  }
  if (!triangles_.empty()) triangles_.MoveTo(frame);
  return !planes_.empty() || !fields_.empty() || !solids_.empty() || !triangles_.empty();
}

void WheelFan::LookUp(const FanFrame& frame) {
  looked_up_ = true;
  seen_ = frame;
  planes_.clear();
  fields_.clear();
  solids_.clear();
  triangles_.Start(frame);
  flank_.Start(frame);
  const double reach = std::hypot(fan_.radius, 0.5 * width_) + 3.0 * slack_ + rise_;
  for (std::size_t i = 0; i < terrain_->planes().size(); ++i) {
    const GroundPlane& plane = terrain_->planes()[i];
    if (plane.normal_W.dot(frame.p_WC) - plane.offset < reach)
      planes_.push_back(static_cast<int>(i));
  }
  // Box around the disc of the wheel.
  const Vector3d in_plane = (1.0 - frame.axle_W.array().square()).max(0.0).sqrt();
  const Vector3d half = (fan_.radius + 5.0 * slack_) * in_plane +
                        (0.5 * width_ + 5.0 * slack_) * frame.axle_W.cwiseAbs();
  Eigen::AlignedBox3d box_W(frame.p_WC - half, frame.p_WC + half);
  // And around the rays below, to twice the radius.
  for (const int end : {0, kFanRays - 1}) {
    const auto i = static_cast<std::size_t>(end);
    box_W.extend(frame.p_WC +
                 2.0 * fan_.radius * (fan_.cos[i] * frame.down_W + fan_.sin[i] * frame.forward_W));
  }
  for (std::size_t i = 0; i < terrain_->solids().size(); ++i) {
    if (terrain_->solids()[i].box_W.intersects(box_W)) solids_.push_back(static_cast<int>(i));
  }
  terrain_->triangles().ForEach(box_W, [this](const GroundTriangle& triangle) {
    triangles_.Add(triangle);
    flank_.Add(triangle);
  });
  for (std::size_t i = 0; i < terrain_->fields().size(); ++i) {
    const GroundField& field = terrain_->fields()[i];
    Eigen::AlignedBox3d column_W = field.box_W;
    // Everything below the surface is solid.
    column_W.min().z() = -std::numeric_limits<double>::infinity();
    if (!column_W.intersects(box_W)) continue;
    fields_.push_back({static_cast<int>(i), HighestIn(field, box_W)});
    flank_.Add(field);
  }
  has_flank_ = !flank_.empty() || !solids_.empty();
  for (const int i : planes_) {
    const GroundPlane& plane = terrain_->planes()[static_cast<std::size_t>(i)];
    has_flank_ = has_flank_ || FacesFlank(plane.normal_W, frame);
  }
}

void WheelFan::Measure(const FanFrame& frame, double radius, SliceDepths* slices) {
  FanSlice at[kSlices];
  // A wheel on a bump of rough ground does not touch the shape below, so rays are longer by the
  // largest bump.
  const double reach = radius + rise_;
  for (int s = 0; s < kSlices; ++s) {
    at[s] = {frame.p_WC + offset(s) * frame.axle_W, frame.forward_W, frame.down_W, reach};
    slices[s].Clear(-reach);
  }
  for (const NearField& near : fields_) {
    const GroundField& field = terrain_->fields()[static_cast<std::size_t>(near.index)];
    // For a wheel on its side, rays along a surface would push along it.
    if (hidden_.Has(field.ground) || FacesFlank(field.R_WG.col(2), seen_)) continue;
    field_rays_->Measure(field, near.highest, fan_, at, slices);
  }
  for (const int i : planes_) {
    const GroundPlane& plane = terrain_->planes()[static_cast<std::size_t>(i)];
    if (hidden_.Has(plane.ground) || FacesFlank(plane.normal_W, seen_)) continue;
    PlaneDepths(plane, fan_, at, slices);
  }
  for (int s = 0; s < kSlices; ++s) {
    for (const int i : solids_) {
      const GroundSolid& solid = terrain_->solids()[static_cast<std::size_t>(i)];
      if (!hidden_.Has(solid.ground)) SolidDepths(solid, fan_, at[s], &slices[s]);
    }
    if (!triangles_.empty()) triangles_.Measure(fan_, hidden_, s, reach, &slices[s]);
    if (rise_ == 0.0) continue;
    const int count = slices[s].sides ? kRays : kFanRays + 1;
    for (int i = 0; i < count; ++i) slices[s].depth[static_cast<std::size_t>(i)] -= rise_;
    for (double& deepest : slices[s].deepest) deepest = std::max(0.0, deepest - rise_);
  }
}

void WheelFan::AddRoughness(const FanFrame& frame, int index, double radius,
                            SliceDepths* slice) const {
  const Roughness* roughness = terrain_->roughness(slice->ground[0]);
  if (roughness == nullptr) return;
  const FanSlice at{frame.p_WC + offset(index) * frame.axle_W, frame.forward_W, frame.down_W,
                    radius};
  ground::AddRoughness(*roughness, fan_, at, slice);
}

void WheelFan::Archive(StateArchive* archive) {
  bool looked_up = looked_up_;
  FanFrame seen = seen_;
  archive->Items(&looked_up, &seen.p_WC, &seen.forward_W, &seen.axle_W, &seen.down_W);
  archive->Require(seen.p_WC.allFinite() && seen.forward_W.allFinite() && seen.axle_W.allFinite() &&
                   seen.down_W.allFinite());
  if (!archive->ok()) return;
  if (archive->restores()) {
    looked_up_ = false;
    if (looked_up) LookUp(seen);
  }
  if (field_rays_ != nullptr) field_rays_->Archive(terrain_->fields(), archive);
}

FlankTouch WheelFan::MeasureFlank(const FanFrame& frame) const {
  FlankTouch touch;
  if (!has_flank_) return touch;
  const double half = 0.5 * width_;
  const auto places = FlankPlaces(fan_.radius);
  for (int place = 0; place < kFlankPlaces; ++place) {
    const auto [down, forward] = places[static_cast<std::size_t>(place)];
    const Vector3d p_W = frame.p_WC + down * frame.down_W + forward * frame.forward_W;
    for (int side = -1; side <= 1; side += 2) {
      GroundHit hit;
      hit.distance = half;
      const Vector3d d_W = side * frame.axle_W;
      flank_.Cast(place, p_W, d_W, &hit);
      for (const int i : planes_) {
        CastPlane(terrain_->planes()[static_cast<std::size_t>(i)], p_W, d_W, &hit);
      }
      for (const int i : solids_) {
        CastSolid(terrain_->solids()[static_cast<std::size_t>(i)], p_W, d_W, &hit);
      }
      // Only steep surfaces beside the wheel; the floor belongs to the tread.
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
