#include "surefoot/ground/terrain/near_maps.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"

namespace surefoot::ground {
namespace {

/// Bisections for a border between two rays: 1/64 of their distance.
constexpr int kHalvings = 6;
/// Distance to which borders are searched, in units of the reach.
constexpr double kFar = 4.0;

}  // namespace

void GroundMix::Add(int ground, double load) {
  carried += load;
  for (int i = 0; i < count; ++i) {
    if (grounds[i] != ground && i + 1 < kMaxGrounds) continue;
    loads[i] += load;
    return;
  }
  grounds[count] = ground;
  loads[count++] = load;
}

int GroundMix::Heaviest(int but) const {
  int best = -1;
  for (int i = 0; i < count; ++i) {
    if (grounds[i] != but && (best < 0 || loads[i] > loads[best])) best = i;
  }
  return best < 0 ? -1 : grounds[best];
}

double GroundMix::ShareOf(int ground) const {
  for (int i = 0; i < count; ++i) {
    if (grounds[i] == ground) return loads[i] / carried;
  }
  return 0.0;
}

struct NearMaps::Rays {
  Rays(const ShapeMap& shape_map, const FanFrame& frame, double offset, double tread,
       const Fan& its_fan, const SliceDepths& slice, int its_part)
      : map(shape_map), fan(its_fan), part(its_part) {
    first = kFirstRay[part];
    end = first + kRayCount[part];
    p_W = frame.p_WC + offset * frame.axle_W;
    forward_W = frame.forward_W;
    down_W = frame.down_W;
    radius = tread;
    for (int i = first; i < end; ++i) {
      depth[At(i)] = slice.depth[At(i)];
      if (IsNear(i)) ground[At(i)] = map.regions.At(Place(i));
    }
  }
  /// Whether roughness may bring the ground up to the ray.
  bool IsNear(int ray) const { return depth[At(ray)] > -0.5 * radius; }
  bool Touches(int ray) const { return ray >= first && ray < end && depth[At(ray)] > 0.0; }
  Vector3d Place(int ray) const {
    const double distance = radius - depth[At(ray)];
    return p_W + distance * (fan.cos[At(ray)] * down_W + fan.sin[At(ray)] * forward_W);
  }

  const ShapeMap& map;
  const Fan& fan;
  int part = 0;
  int first = 0;
  int end = 0;
  Vector3d p_W, forward_W, down_W;
  double radius = 0.0;
  std::array<double, kRays> depth;
  std::array<int, kRays> ground;
};

NearMaps::NearMaps(const Terrain* terrain, double reach)
    : terrain_(terrain), reach_(reach), seen_(At(terrain->map_count())) {}

bool NearMaps::Look(const Vector3d& p_W, WheelFan* fan) {
  bool mixed = false;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    Seen& seen = seen_[i];
    const ShapeMap& map = terrain_->map(static_cast<int>(i));
    const double moved = (p_W - seen.p_W).norm();
    // Updated only where the answer could differ: the result does not depend on the stored values.
    if (!seen.known || moved + reach_ + map.regions.grain() > seen.clearance) {
      seen = Seen{true, p_W, map.regions.Clearance(p_W, kFar * reach_), map.regions.At(p_W)};
    }
    const bool border = seen.clearance < reach_;
    mixed = mixed || border;
    fan->HideMap(static_cast<int>(i), !border && !map.Carries(seen.ground));
  }
  fan->HidePlain(false);
  return mixed;
}

void NearMaps::Resolve(SliceDepths* slice) const {
  for (int& ground : slice->ground) {
    if (ground >= kFirstMap) ground = seen_[At(ground - kFirstMap)].ground;
  }
}

void NearMaps::ShowAll(WheelFan* fan) const {
  fan->HidePlain(false);
  for (int i = 0; i < terrain_->map_count(); ++i) fan->HideMap(i, false);
}

void NearMaps::Measure(const FanFrame& frame, double radius, WheelFan* fan, SliceDepths* slices,
                       GroundMix (*mixes)[3]) {
  for (int i = 0; i < terrain_->map_count(); ++i) fan->HideMap(i, true);
  fan->Measure(frame, radius, slices);
  for (int s = 0; s < kSlices; ++s) {
    fan->AddRoughness(frame, s, radius, &slices[s]);
    for (int part = 0; part < 3; ++part) mixes[s][part].Clear();
  }
  fan->HidePlain(true);
  SliceDepths mapped[kSlices];
  for (int m = 0; m < terrain_->map_count(); ++m) {
    fan->HideMap(m, false);
    fan->Measure(frame, radius, mapped);
    for (int s = 0; s < kSlices; ++s) {
      for (int part = 0; part < 3 && (part == 0 || mapped[s].sides); ++part) {
        Rays rays(terrain_->map(m), frame, fan->offset(s), radius, fan->fan(), mapped[s], part);
        if (part == 0) AddRoughness(&rays);
        double share[kRays] = {};
        GroundMix mix;
        MarkRays(rays, share, &mix);
        if (part > 0) slices[s].UseSides(-radius);
        double deepest = 0.0;
        for (int i = rays.first; i < rays.end; ++i) {
          const double depth = rays.depth[At(i)] * (rays.depth[At(i)] > 0.0 ? share[i] : 1.0);
          slices[s].depth[At(i)] = std::max(slices[s].depth[At(i)], depth);
          deepest = std::max(deepest, depth);
        }
        if (!(deepest > slices[s].deepest[At(part)])) continue;
        slices[s].deepest[At(part)] = deepest;
        slices[s].ground[At(part)] = mix.Heaviest();
        mixes[s][part] = mix;
      }
    }
    fan->HideMap(m, true);
  }
  fan->HidePlain(false);
}

void NearMaps::AddMix(const FanFrame& frame, int index, const WheelFan& fan, SliceDepths* slice,
                      GroundMix* mix) const {
  const int ground = slice->ground[0];
  const double radius = fan.fan().radius;
  if (ground >= kFirstMap) {
    Rays rays(terrain_->map(ground - kFirstMap), frame, fan.offset(index), radius, fan.fan(),
              *slice, 0);
    AddRoughness(&rays);
    double share[kRays] = {};
    MarkRays(rays, share, mix);
    std::copy_n(rays.depth.begin(), kFanRays, slice->depth.begin());
    return;
  }
  fan.AddRoughness(frame, index, radius, slice);
  for (std::size_t i = 0; i < kFanRays; ++i) {
    if (!(slice->depth[i] > 0.0)) continue;
    const double load = slice->depth[i] * fan.fan().weight[i];
    mix->Add(ground, load);
    mix->all += load;
  }
}

/// Position of the border on the way from a ray's end, from 0 to 1; 1 when there is none.
double NearMaps::BorderOn(const Rays& rays, int ray, const Vector3d& way_W, int* beyond) const {
  const Vector3d from_W = rays.Place(ray);
  const int here = rays.ground[At(ray)];
  *beyond = rays.map.regions.At(from_W + way_W);
  if (*beyond == here) return 1.0;
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    const bool same = rays.map.regions.At(from_W + middle * way_W) == here;
    (same ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// For the outer half of a ray at the end of a patch, on the side of `next`: its share on the ray's
/// own ground. The rest is on `beyond`.
double NearMaps::ShareAtEnd(const Rays& rays, int ray, int next, int* beyond) const {
  const Vector3d here_W = rays.Place(ray);
  if (next < rays.first || next >= rays.end) {
    // At the end of the part, the distance of the missing next ray is that of the previous one.
    const int last = 2 * ray - next;
    if (!rays.Touches(last)) return 1.0;
    return BorderOn(rays, ray, 0.5 * (here_W - rays.Place(last)), beyond);
  }
  if (!rays.IsNear(next)) return 1.0;
  // The tread leaves the ground before the next ray: the load decreases linearly.
  const double end = rays.depth[At(ray)] / (rays.depth[At(ray)] - rays.depth[At(next)]);
  const double f = BorderOn(rays, ray, end * (rays.Place(next) - here_W), beyond);
  return 1.0 - (1.0 - f) * (1.0 - f);
}

/// Computes for each ray the `share` of its part of the tread that is carried. Depths are linear
/// between two rays, so that nothing jumps when a border passes a ray.
void NearMaps::MarkRays(const Rays& rays, double* share, GroundMix* mix) const {
  // The outermost rays below represent their inner half only.
  const auto is_half = [&](int ray) {
    return rays.part == 0 && (ray == rays.first || ray + 1 == rays.end);
  };
  const auto add = [&](int ray, int ground, double half) {
    const double part = is_half(ray) ? 2.0 * half : half;
    const double load = part * rays.depth[At(ray)] * rays.fan.weight[At(ray)];
    mix->all += load;
    if (!rays.map.Carries(ground)) return;
    share[ray] += part;
    mix->Add(ground, load);
  };
  const auto add_end = [&](int ray, int next) {
    if (is_half(ray) && (next < rays.first || next >= rays.end)) return;
    int beyond = rays.ground[At(ray)];
    const double own = ShareAtEnd(rays, ray, next, &beyond);
    add(ray, rays.ground[At(ray)], 0.5 * own);
    if (own < 1.0) add(ray, beyond, 0.5 * (1.0 - own));
  };
  for (int i = rays.first; i < rays.end; ++i) {
    if (!rays.Touches(i)) continue;
    if (!rays.Touches(i - 1)) add_end(i, i - 1);
    if (!rays.Touches(i + 1)) {
      add_end(i, i + 1);
      continue;
    }
    const int here = rays.ground[At(i)];
    int next = here;
    const double f = rays.ground[At(i + 1)] == here
                         ? 1.0
                         : BorderOn(rays, i, rays.Place(i + 1) - rays.Place(i), &next);
    add(i, here, f - 0.5 * f * f);
    add(i + 1, here, 0.5 * f * f);
    if (next == here) continue;
    add(i, next, 0.5 * (1.0 - f) * (1.0 - f));
    add(i + 1, next, 0.5 * (1.0 - f * f));
  }
}

void NearMaps::AddRoughness(Rays* rays) const {
  for (int i = rays->first; i < rays->end; ++i) {
    if (!rays->IsNear(i)) continue;
    const Roughness* roughness = terrain_->roughness(rays->ground[At(i)]);
    if (roughness == nullptr) continue;
    const Vector3d p_W = rays->Place(i);
    rays->depth[At(i)] += roughness->HeightAt(p_W.x(), p_W.y()) / rays->fan.cos[At(i)];
  }
}

}  // namespace surefoot::ground
