#include "surefoot/ground/field_rays.h"

#include <algorithm>

namespace surefoot::ground {
namespace {

constexpr double kSmall = 1e-9;

#if defined(__x86_64__) && defined(__GNUC__)
#define SUREFOOT_WIDE __attribute__((target("avx2")))
#define SUREFOOT_INLINE __attribute__((always_inline)) inline
bool HasWide() { return __builtin_cpu_supports("avx2") != 0; }
#else
#define SUREFOOT_WIDE
#define SUREFOOT_INLINE inline
bool HasWide() { return false; }
#endif

}  // namespace

FieldRays::FieldRays(const GroundField& field, const Fan& fan, const FanSlice& at)
    : fan_(fan), radius_(at.radius) {
  const HeightField& grid = *field.field;
  const Vector3d p_G = field.R_WG.transpose() * (at.p_W - field.X_WG.p);
  const Vector3d down_G = field.R_WG.transpose() * at.down_W;
  const Vector3d forward_G = field.R_WG.transpose() * at.forward_W;
  heights_ = grid.heights.data();
  cols_ = grid.cols;
  last_u_ = grid.cols - 1;
  last_v_ = grid.rows - 1;
  u_ = (p_G.x() + 0.5 * grid.size_x) * field.columns_per_metre;
  v_ = (p_G.y() + 0.5 * grid.size_y) * field.rows_per_metre;
  z_ = p_G.z();
  down_u_ = down_G.x() * field.columns_per_metre;
  down_v_ = down_G.y() * field.rows_per_metre;
  down_z_ = down_G.z();
  forward_u_ = forward_G.x() * field.columns_per_metre;
  forward_v_ = forward_G.y() * field.rows_per_metre;
  forward_z_ = forward_G.z();
}

SUREFOOT_INLINE void FieldRays::Meet() {
  const double radius = radius_;
  const int cols = cols_;
  // Cells that exist, whatever the place is.
  const double most_u = last_u_ - 0.5;
  const double most_v = last_v_ - 0.5;
  double fu[kPlaces], fv[kPlaces];
  int col[kPlaces], row[kPlaces], middle[kPlaces];
  for (int i = 0; i < kPlaces; ++i) {
    const auto k = static_cast<std::size_t>(i);
    du_[i] = fan_.cos[k] * down_u_ + fan_.sin[k] * forward_u_;
    dv_[i] = fan_.cos[k] * down_v_ + fan_.sin[k] * forward_v_;
    dz_[i] = fan_.cos[k] * down_z_ + fan_.sin[k] * forward_z_;
    fu[i] = u_ + radius * du_[i];
    fv[i] = v_ + radius * dv_[i];
  }
  for (int i = 0; i < kPlaces; ++i) {
    const double u = fu[i] > 0.0 ? fu[i] : 0.0;
    const double v = fv[i] > 0.0 ? fv[i] : 0.0;
    col[i] = static_cast<int>(u < most_u ? u : most_u);
    row[i] = static_cast<int>(v < most_v ? v : most_v);
    lower_[i] = fu[i] - col[i] >= fv[i] - row[i] ? 1 : 0;
    cell_[i] = row[i] * cols + col[i];
    middle[i] = cell_[i] + (lower_[i] != 0 ? 1 : cols);
  }
  float low[kPlaces], mid[kPlaces], high[kPlaces];
  for (int i = 0; i < kPlaces; ++i) {
    low[i] = heights_[cell_[i]];
    mid[i] = heights_[middle[i]];
    high[i] = heights_[cell_[i] + cols + 1];
  }
  for (int i = 0; i < kPlaces; ++i) {
    const double start = low[i];
    const double rise = static_cast<double>(mid[i]) - start;
    const double rest = static_cast<double>(high[i]) - static_cast<double>(mid[i]);
    const double gu = lower_[i] != 0 ? rise : rest;
    const double gv = lower_[i] != 0 ? rest : rise;
    const double height = z_ - (start + (u_ - col[i]) * gu + (v_ - row[i]) * gv);
    const double closing = gu * du_[i] + gv * dv_[i] - dz_[i];
    const double distance = height / (closing > kSmall ? closing : kSmall);
    const double r = distance > 0.0 ? distance : 0.0;
    const double u = u_ + r * du_[i];
    const double v = v_ + r * dv_[i];
    const bool beside = (u < 0.0) | (v < 0.0) | (u > last_u_) | (v > last_v_);
    distance_[i] = beside ? 2.0 * radius : distance;
    // In the triangle: in the cell, and on its side of the diagonal.
    const double su = u - col[i];
    const double sv = v - row[i];
    const double above = lower_[i] != 0 ? sv : su;
    const double below = lower_[i] != 0 ? su : sv;
    const bool within = (above >= 0.0) & (below >= above) & (below <= 1.0);
    other_[i] = within ? 0 : 1;
  }
}

void FieldRays::MeetPlain() { Meet(); }
SUREFOOT_WIDE void FieldRays::MeetWide() { Meet(); }

/// The triangle under the end of a ray is not the one that the ray meets.
void FieldRays::Correct(int i) {
  for (int again = 0; again < 2; ++again) {
    const double r = std::max(distance_[i], 0.0);
    const double u = u_ + r * du_[i];
    const double v = v_ + r * dv_[i];
    if (!(u >= 0.0 && v >= 0.0 && u < last_u_ && v < last_v_)) return;
    const int col = static_cast<int>(u);
    const int row = static_cast<int>(v);
    const int lower = u - col >= v - row ? 1 : 0;
    const int cell = row * cols_ + col;
    if (cell == cell_[i] && lower == lower_[i]) return;
    cell_[i] = cell;
    lower_[i] = lower;
    const double low = heights_[cell];
    const double middle = heights_[cell + (lower != 0 ? 1 : cols_)];
    const double high = heights_[cell + cols_ + 1];
    const double gu = lower != 0 ? middle - low : high - middle;
    const double gv = lower != 0 ? high - middle : middle - low;
    const double height = z_ - (low + (u_ - col) * gu + (v_ - row) * gv);
    distance_[i] = height / std::max(gu * du_[i] + gv * dv_[i] - dz_[i], kSmall);
  }
}

double FieldRays::Measure(double* depth) {
  static const bool wide = HasWide();
  if (wide) {
    MeetWide();
  } else {
    MeetPlain();
  }
  double deepest = 0.0;
  for (int i = 0; i < kPlaces; ++i) {
    if (other_[i] != 0 && distance_[i] < radius_) Correct(i);
    const double found = radius_ - distance_[i];
    depth[i] = depth[i] > found ? depth[i] : found;
    deepest = deepest > found ? deepest : found;
  }
  return deepest;
}

}  // namespace surefoot::ground
