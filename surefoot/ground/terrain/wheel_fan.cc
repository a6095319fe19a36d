#include "surefoot/ground/terrain/wheel_fan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "surefoot/ground/terrain/fan_depths.h"
#include "surefoot/ground/terrain/field_cells.h"
#include "surefoot/ground/terrain/field_rays.h"
#include "surefoot/ground/terrain/terrain_rays.h"
#include "surefoot/ground/tyre/rough_rays.h"

namespace surefoot::ground {
namespace {

/// Of the radius: how far a wheel moves before it looks again what is near.
constexpr double kSlack = 0.03;

}  // namespace

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
  // A power of two, so that taking it off again changes no digit.
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
  // Around the disc that the wheel is.
  const Vector3d in_plane = (1.0 - frame.axle_W.array().square()).max(0.0).sqrt();
  const Vector3d half = (fan_.radius + 5.0 * slack_) * in_plane +
                        (0.5 * width_ + 5.0 * slack_) * frame.axle_W.cwiseAbs();
  Eigen::AlignedBox3d box_W(frame.p_WC - half, frame.p_WC + half);
  // And what the rays below get to, in twice the radius.
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
    // What is below the surface is solid.
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
  // A wheel that stands on a bump of rough ground does not reach the shape below.
  const double reach = radius + rise_;
  for (int s = 0; s < kSlices; ++s) {
    at[s] = {frame.p_WC + offset(s) * frame.axle_W, frame.forward_W, frame.down_W, reach};
    slices[s].Clear(-reach);
  }
  for (const NearField& near : fields_) {
    const GroundField& field = terrain_->fields()[static_cast<std::size_t>(near.index)];
    // A wheel on its side: rays that run along a surface would push along it.
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

void WheelFan::Save(ByteWriter* writer) const {
  writer->Put<std::uint8_t>(looked_up_ ? 1 : 0);
  for (const Vector3d& part : {seen_.p_WC, seen_.forward_W, seen_.axle_W, seen_.down_W}) {
    for (int i = 0; i < 3; ++i) writer->Put(part[i]);
  }
  if (field_rays_ != nullptr) field_rays_->Save(terrain_->fields(), writer);
}

bool WheelFan::Restore(ByteReader* reader) {
  const bool looked_up = reader->Get<std::uint8_t>() != 0;
  FanFrame seen;
  bool finite = true;
  for (Vector3d* part : {&seen.p_WC, &seen.forward_W, &seen.axle_W, &seen.down_W}) {
    for (int i = 0; i < 3; ++i) (*part)[i] = reader->Get<double>();
    finite = finite && part->allFinite();
  }
  if (!reader->ok() || !finite) return false;
  looked_up_ = false;
  if (looked_up) LookUp(seen);
  return field_rays_ == nullptr || field_rays_->Restore(terrain_->fields(), reader);
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
