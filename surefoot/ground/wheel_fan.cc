#include "surefoot/ground/wheel_fan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "surefoot/ground/fan_depths.h"
#include "surefoot/ground/field_cells.h"
#include "surefoot/ground/field_rays.h"
#include "surefoot/ground/rough_rays.h"
#include "surefoot/ground/terrain_rays.h"

namespace surefoot::ground {
namespace {

/// Of the radius: how far a wheel moves before it looks again what is near.
constexpr double kSlack = 0.03;

/// Where rays along the axle feel what touches the flank, from the centre.
struct FlankPlace {
  double down, forward;
};
std::array<FlankPlace, 9> FlankPlaces(double radius) {
  constexpr double kCos[] = {1.0, 0.8253356149096783, 0.3623577544766736, -0.4161468365471424,
                             -0.9040721420170612};
  constexpr double kSin[] = {0.0, 0.5646424733950354, 0.9320390859672263, 0.9092974268256817,
                             0.4273798802338298};
  const double r = 0.85 * radius;
  std::array<FlankPlace, 9> places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t k = (i + 1) / 2;
    places[i] = {r * kCos[k], (i % 2 == 0 ? r : -r) * kSin[k]};
  }
  return places;
}

/// As HeightField::HeightAt, without its divisions.
inline double HeightAt(const GroundField& field, double x, double y) {
  const HeightField& grid = *field.field;
  const auto clamped = [](double at, double most) { return std::min(std::max(at, 0.0), most); };
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

}  // namespace

WheelFan::WheelFan(const Terrain* terrain, double radius, double width, double half_angle)
    : terrain_(terrain),
      fan_(radius, half_angle),
      width_(width),
      slack_(kSlack * radius),
      triangles_(fan_, width, slack_) {
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

bool WheelFan::MoveTo(const FanFrame& frame) {
  const double turned = kSlack * kSlack;
  if (!looked_up_ || (frame.p_WC - seen_.p_WC).squaredNorm() > slack_ * slack_ ||
      (frame.axle_W - seen_.axle_W).squaredNorm() > turned ||
      (frame.down_W - seen_.down_W).squaredNorm() > turned) {
    LookUp(frame, false);
  }
  if (!triangles_.empty()) triangles_.MoveTo(frame);
  return !planes_.empty() || !fields_.empty() || !solids_.empty() || !triangles_.empty();
}

void WheelFan::LookUp(const FanFrame& frame, bool field_triangles) {
  looked_up_ = true;
  field_triangles_ = field_triangles;
  seen_ = frame;
  planes_.clear();
  fields_.clear();
  solids_.clear();
  triangles_.Start(frame);
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
  const auto add = [this](const GroundTriangle& triangle) { triangles_.Add(triangle); };
  terrain_->triangles().ForEach(box_W, add);
  for (std::size_t i = 0; i < terrain_->fields().size(); ++i) {
    const GroundField& field = terrain_->fields()[i];
    Eigen::AlignedBox3d column_W = field.box_W;
    // What is below the surface is solid.
    column_W.min().z() = -std::numeric_limits<double>::infinity();
    if (!column_W.intersects(box_W)) continue;
    fields_.push_back({static_cast<int>(i), HighestIn(field, box_W)});
    if (field_triangles || HasWall(field, frame)) ForEachTriangle(field, box_W, add);
  }
  has_flank_ = !triangles_.flanks().empty() || !solids_.empty();
  for (const int i : planes_) {
    const GroundPlane& plane = terrain_->planes()[static_cast<std::size_t>(i)];
    has_flank_ = has_flank_ || FacesFlank(plane.normal_W, frame);
  }
}

/// Whether the field may touch the flank until the next LookUp.
bool WheelFan::HasWall(const GroundField& field, const FanFrame& frame) const {
  const Vector3d p_G = field.R_WG.transpose() * (frame.p_WC - field.X_WG.p);
  const Vector3d across_G = field.R_WG.transpose() * frame.axle_W * (0.5 * width_ + 2.0 * slack_);
  const Vector3d down_G = field.R_WG.transpose() * frame.down_W;
  const Vector3d forward_G = field.R_WG.transpose() * frame.forward_W;
  for (const FlankPlace& place : FlankPlaces(fan_.radius)) {
    const Vector3d q_G = p_G + place.down * down_G + place.forward * forward_G;
    for (int side = -1; side <= 1; side += 2) {
      const double height =
          HeightAt(field, q_G.x() + side * across_G.x(), q_G.y() + side * across_G.y());
      if (q_G.z() + side * across_G.z() < height + 2.0 * slack_) return true;
    }
  }
  return false;
}

void WheelFan::Measure(const FanFrame& frame, double radius, SliceDepths* slices) {
  FanSlice at[kSlices];
  // A wheel that stands on a bump of rough ground does not reach the shape below.
  const double reach = radius + rise_;
  for (int s = 0; s < kSlices; ++s) {
    at[s] = {frame.p_WC + offset(s) * frame.axle_W, frame.forward_W, frame.down_W, reach};
    slices[s].Clear(-reach);
  }
  bool beside = false;
  for (const NearField& near : fields_) {
    const GroundField& field = terrain_->fields()[static_cast<std::size_t>(near.index)];
    // A wheel on its side: rays that run along a surface would push along it.
    if (hidden_.Has(field.ground) || FacesFlank(field.R_WG.col(2), seen_)) continue;
    beside = field_rays_->Measure(field, near.highest, fan_, at, slices) || beside;
  }
  if (beside && !field_triangles_) {
    LookUp(frame, true);
    triangles_.MoveTo(frame);
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
  writer->Put<std::uint8_t>(field_triangles_ ? 1 : 0);
  for (const Vector3d& part : {seen_.p_WC, seen_.forward_W, seen_.axle_W, seen_.down_W}) {
    for (int i = 0; i < 3; ++i) writer->Put(part[i]);
  }
}

bool WheelFan::Restore(ByteReader* reader) {
  const bool looked_up = reader->Get<std::uint8_t>() != 0;
  const bool field_triangles = reader->Get<std::uint8_t>() != 0;
  FanFrame seen;
  bool finite = true;
  for (Vector3d* part : {&seen.p_WC, &seen.forward_W, &seen.axle_W, &seen.down_W}) {
    for (int i = 0; i < 3; ++i) (*part)[i] = reader->Get<double>();
    finite = finite && part->allFinite();
  }
  if (!reader->ok() || !finite) return false;
  looked_up_ = false;
  if (looked_up) LookUp(seen, field_triangles);
  return true;
}

FlankTouch WheelFan::MeasureFlank(const FanFrame& frame) const {
  FlankTouch touch;
  if (!has_flank_) return touch;
  const double half = 0.5 * width_;
  for (const auto& [down, forward] : FlankPlaces(fan_.radius)) {
    const Vector3d p_W = frame.p_WC + down * frame.down_W + forward * frame.forward_W;
    for (int side = -1; side <= 1; side += 2) {
      GroundHit hit;
      hit.distance = half;
      const Vector3d d_W = side * frame.axle_W;
      for (const GroundTriangle& triangle : triangles_.flanks())
        CastTriangle(triangle, p_W, d_W, &hit);
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
