#include "surefoot/ground/terrain/wheel_flank.h"

#include <algorithm>
#include <cmath>

#include "surefoot/ground/terrain/field_cells.h"
#include "surefoot/ground/terrain/terrain_rays.h"

namespace surefoot::ground {
namespace {

/// Room for triangles, so that a step does not allocate.
constexpr std::size_t kRoom = 256;

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

Vector3d NormalOf(const GroundTriangle& triangle) {
  const Vector3d* p = triangle.corners_W;
  return (p[1] - p[0]).cross(p[2] - p[0]);
}

}  // namespace

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
  triangles_.reserve(kRoom);
  for (std::vector<int>& place : of_place_) place.reserve(kRoom);
}

void WheelFlank::Start(const FanFrame& frame) {
  start_ = frame;
  triangles_.clear();
  for (std::vector<int>& place : of_place_) place.clear();
}

void WheelFlank::AddTo(int place, const GroundTriangle& triangle) {
  // One that several places share is there several times: they are few.
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
  // Moved, and turned about any axis.
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

}  // namespace surefoot::ground
