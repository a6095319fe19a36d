#include "surefoot/ground/terrain/near_triangles.h"

#include <algorithm>
#include <cmath>

#include "surefoot/ground/terrain/fan_depths.h"
#include "surefoot/ground/wide.h"

namespace surefoot::ground {
namespace {

/// Room for triangles, so that a step does not allocate.
constexpr std::size_t kRoom = 256;

struct Range {
  double least, most;
};

Range RangeOf(const double* a) {
  return {std::min({a[0], a[1], a[2]}), std::max({a[0], a[1], a[2]})};
}

/// From 0 to the nearest number of the range.
double Gap(const Range& range) { return std::max({range.least, -range.most, 0.0}); }

/// Points of W from the centre of the wheel, along axle, down and forward.
SUREFOOT_INLINE void Place(const FanFrame& frame, std::size_t count, const double* x,
                           const double* y, const double* z, double* __restrict across,
                           double* __restrict down, double* __restrict forward) {
  const Vector3d p = frame.p_WC, a = frame.axle_W, d = frame.down_W, f = frame.forward_W;
  for (std::size_t i = 0; i < count; ++i) {
    const double dx = x[i] - p.x();
    const double dy = y[i] - p.y();
    const double dz = z[i] - p.z();
    across[i] = a.x() * dx + a.y() * dy + a.z() * dz;
    down[i] = d.x() * dx + d.y() * dy + d.z() * dz;
    forward[i] = f.x() * dx + f.y() * dy + f.z() * dz;
  }
}

}  // namespace

NearTriangles::NearTriangles(const Fan& fan, double width, double slack)
    : radius_(fan.radius), width_(width), slack_(slack) {
  // Moving and turning, what is out of the cone may come nearer by some three slacks.
  const double cone = fan.half_angle + 3.0 * slack / fan.radius;
  cone_cos_ = std::cos(cone);
  cone_sin_ = std::sin(cone);
  grounds_.reserve(kRoom);
  for (std::vector<int>& slice : of_slice_) slice.reserve(kRoom);
  for (Corners* corners : {&corners_W_, &corners_}) {
    for (std::vector<double>* values : {&corners->a, &corners->b, &corners->c}) {
      values->reserve(3 * kRoom);
    }
  }
}

void NearTriangles::Start(const FanFrame& frame) {
  start_ = frame;
  grounds_.clear();
  for (std::vector<int>& slice : of_slice_) slice.clear();
  for (Corners* corners : {&corners_W_, &corners_}) {
    for (std::vector<double>* values : {&corners->a, &corners->b, &corners->c}) values->clear();
  }
}

void NearTriangles::Add(const GroundTriangle& triangle) {
  double across[3], down[3], forward[3];
  for (int i = 0; i < 3; ++i) {
    const Vector3d p = triangle.corners_W[i] - start_.p_WC;
    across[i] = start_.axle_W.dot(p);
    down[i] = start_.down_W.dot(p);
    forward[i] = start_.forward_W.dot(p);
  }
  const Range sides = RangeOf(across);
  const double half = 0.5 * width_ + 3.0 * slack_;
  if (sides.least > half || sides.most < -half) return;
  const double far_down = Gap(RangeOf(down));
  const double far_forward = Gap(RangeOf(forward));
  const double far2 = far_down * far_down + far_forward * far_forward;
  const auto beyond = [&](double reach) { return far2 > reach * reach; };
  // Rays below meet what is farther than the tread, too: that is where a patch ends.
  if (beyond(2.0 * radius_ + 3.0 * slack_)) return;
  int ahead = 0;
  int behind = 0;
  for (int i = 0; i < 3; ++i) {
    ahead += forward[i] * cone_cos_ > down[i] * cone_sin_ ? 1 : 0;
    behind += -forward[i] * cone_cos_ > down[i] * cone_sin_ ? 1 : 0;
  }
  // Only within the reach of the tread does it count beside the rays below.
  if ((ahead == 3 || behind == 3) && beyond(radius_ + 2.0 * slack_)) return;
  const int index = static_cast<int>(grounds_.size());
  grounds_.push_back(triangle.ground);
  for (const Vector3d& p_W : triangle.corners_W) {
    corners_W_.a.push_back(p_W.x());
    corners_W_.b.push_back(p_W.y());
    corners_W_.c.push_back(p_W.z());
  }
  for (int slice = 0; slice < kSlices; ++slice) {
    const double at = SliceOffset(slice, width_);
    if (sides.least < at + 3.0 * slack_ && sides.most > at - 3.0 * slack_) {
      of_slice_[slice].push_back(index);
    }
  }
}

void NearTriangles::MoveTo(const FanFrame& frame) {
  const std::size_t count = corners_W_.a.size();
  for (std::vector<double>* values : {&corners_.a, &corners_.b, &corners_.c}) {
    values->resize(count);
  }
  const Corners& from = corners_W_;
  Call<Place>(frame, count, from.a.data(), from.b.data(), from.c.data(), corners_.a.data(),
              corners_.b.data(), corners_.c.data());
}

void NearTriangles::Measure(const Fan& fan, const HiddenGrounds& hidden, int slice, double radius,
                            SliceDepths* depths) const {
  const double offset = SliceOffset(slice, width_);
  for (const int index : of_slice_[slice]) {
    const int ground = grounds_[static_cast<std::size_t>(index)];
    if (hidden.Has(ground)) continue;
    const double* across = corners_.a.data() + 3 * index;
    const double* down = corners_.b.data() + 3 * index;
    const double* forward = corners_.c.data() + 3 * index;
    const bool left[3] = {across[0] > offset, across[1] > offset, across[2] > offset};
    if (left[0] == left[1] && left[1] == left[2]) continue;
    // In the plane of the slice the triangle is a line. Edges are cut from left to right, so that
    // neighbours end at the very same place.
    Planar ends[2];
    int found = 0;
    for (int i = 0; i < 3; ++i) {
      const int k = i == 2 ? 0 : i + 1;
      if (left[i] == left[k]) continue;
      const int a = left[i] ? i : k;
      const int b = left[i] ? k : i;
      const double t = (across[a] - offset) / (across[a] - across[b]);
      ends[found++] = {down[a] + t * (down[b] - down[a]),
                       forward[a] + t * (forward[b] - forward[a])};
    }
    LineDepths(ends[0], ends[1], ground, fan, radius, depths);
  }
}

}  // namespace surefoot::ground
