#include "surefoot/render/light_field.h"

#include <algorithm>
#include <limits>

#include "surefoot/render/shading.h"

namespace surefoot::render {
namespace {

/// Maximum number of transparent surfaces that one ray passes through before it counts as lost in
/// the sky.
constexpr int kMaxLayers = 8;
/// A ray ends when less than this share of its light is left.
constexpr float kMinRest = 0.01F;

bool Any(const raycast::RayMask& mask) {
  int any = 0;
  for (int i = 0; i < kLanes; ++i) any |= mask.valid[i];
  return any != 0;
}

/// Constants of the view, and the packets that are being traced. One object serves one thread.
class Tracer {
 public:
  Tracer(const raycast::Scene& scene, const Looks& looks, const std::vector<LightSource>& lights,
         const ViewRays& rays)
      : scene_(scene),
        looks_(looks),
        lights_(lights),
        rays_(rays),
        R_WO_(rays.X_WO.R().cast<float>()),
        origin_(scene.ToScene(rays.X_WO.p)),
        sample_angle_(static_cast<float>(rays.sample_angle)),
        day_(lights.front(), rays.sky),
        sky_(rays.sky) {
    AsLanes(packet_.origin_x).setConstant(origin_.x());
    AsLanes(packet_.origin_y).setConstant(origin_.y());
    AsLanes(packet_.origin_z).setConstant(origin_.z());
  }

  /// The light along the rays from index `first` on.
  Lanes3 Trace(int first) {
    const Lanes zero = Lanes::Zero();
    sum_ = {zero, zero, zero};
    if (!Start(first)) return sum_;
    rest_.setOnes();
    for (int i = 0; i < kLanes; ++i) {
      if (active_.valid[i] == 0) rest_[i] = 0.0F;
    }
    for (int layer = 0; layer < kMaxLayers && Any(active_); ++layer) {
      AsLanes(packet_.distance) = far_;
      scene_.Cast(active_, &packet_);
      AddLayer(layer + 1 == kMaxLayers);
    }
    return sum_;
  }

 private:
  bool Start(int first) {
    Lanes x = Lanes::Zero();
    Lanes y = Lanes::Zero();
    Lanes z = Lanes::Zero();
    if (first + kLanes <= rays_.count) {
      x = Eigen::Map<const Lanes>(rays_.x + first);
      y = Eigen::Map<const Lanes>(rays_.y + first);
      z = Eigen::Map<const Lanes>(rays_.z + first);
    } else {
      const int count = rays_.count - first;
      std::copy_n(rays_.x + first, count, x.data());
      std::copy_n(rays_.y + first, count, y.data());
      std::copy_n(rays_.z + first, count, z.data());
    }
    const Lanes length = x * x + y * y + z * z;
    // Directions of length 0 mark pixels without a ray, e.g. outside of a fisheye's circle.
    for (int i = 0; i < kLanes; ++i) active_.valid[i] = length[i] > 0.25F ? -1 : 0;
    if (!Any(active_)) return false;
    way_ = {R_WO_(0, 0) * x + R_WO_(0, 1) * y + R_WO_(0, 2) * z,
            R_WO_(1, 0) * x + R_WO_(1, 1) * y + R_WO_(1, 2) * z,
            R_WO_(2, 0) * x + R_WO_(2, 1) * y + R_WO_(2, 2) * z};
    AsLanes(packet_.direction_x) = way_.x;
    AsLanes(packet_.direction_y) = way_.y;
    AsLanes(packet_.direction_z) = way_.z;
    // Clipping planes are perpendicular to z, so a ray at angle a reaches them at d / cos(a). The
    // cosine is bounded, because beyond 78 degrees the planes would be too far away to be useful.
    const Lanes slope = 1.0F / z.max(0.2F);
    AsLanes(packet_.near) = slope * static_cast<float>(rays_.near_clip);
    far_ = slope * static_cast<float>(rays_.far_clip);
    return true;
  }

  /// Adds the light of the surfaces that the packet's rays hit. Rays that hit a transparent surface
  /// continue behind it.
  void AddLayer(bool last) {
    // Masks are -1 and 0, as Embree expects, so that they combine by bit operations.
    int missed = 0;
    for (int i = 0; i < kLanes; ++i) {
      const bool met = active_.valid[i] != 0 && packet_.shape[i] >= 0;
      hits_.valid[i] = met && !last ? -1 : 0;
      missed |= active_.valid[i] & ~hits_.valid[i];
    }
    if (missed != 0) AddSky();
    active_ = {};
    if (!Any(hits_)) return;
    Surfaces surfaces;
    const Lanes distance = AsLanes(packet_.distance);
    looks_.At(hits_, packet_, sample_angle_ * distance, &surfaces);
    const Lanes sun = SunShare(surfaces);
    const Lanes3 lamps = LampLight(surfaces);
    const Lanes3 to_eye = {-way_.x, -way_.y, -way_.z};
    const Lanes sky = Lanes::Ones();
    const Lanes3 light =
        ShadeAll<Lanes, float>(surfaces.normal_W, surfaces.color, surfaces.specular,
                               surfaces.emissive, to_eye, day_, sky, sun, lamps);
    // Compositing from front to back (Porter and Duff 1984, "over").
    const Lanes share = rest_ * surfaces.alpha;
    sum_.x += share * light.x;
    sum_.y += share * light.y;
    sum_.z += share * light.z;
    if (surfaces.alpha.minCoeff() == 1.0F) return;
    rest_ -= share;
    for (int i = 0; i < kLanes; ++i) {
      if (hits_.valid[i] == 0 || rest_[i] < kMinRest) continue;
      active_.valid[i] = -1;
      // Restarts behind the surface by more than the rounding of a float distance.
      packet_.near[i] = distance[i] + 1e-5F + 1e-6F * distance[i];
    }
  }

  /// Adds the sky for active rays without a hit.
  void AddSky() {
    const Lanes3 color = SkyAlong<Lanes, float>(way_.z, sky_);
    for (int i = 0; i < kLanes; ++i) {
      if (active_.valid[i] == 0 || hits_.valid[i] != 0) continue;
      sum_.x[i] += rest_[i] * color.x[i];
      sum_.y[i] += rest_[i] * color.y[i];
      sum_.z[i] += rest_[i] * color.z[i];
    }
  }

  /// Share of the sun that arrives at each surface: 0 in shadow and on faces turned away.
  Lanes SunShare(const Surfaces& surfaces) {
    const Triple<float>& to_sun = day_.to_sun_W;
    const Lanes turned = surfaces.facet_W.x * to_sun.x + surfaces.facet_W.y * to_sun.y +
                         surfaces.facet_W.z * to_sun.z;
    raycast::RayMask ask;
    Lanes share;
    for (int i = 0; i < kLanes; ++i) {
      ask.valid[i] = hits_.valid[i] != 0 && turned[i] > 0.0F ? -1 : 0;
      share[i] = turned[i] > 0.0F ? 1.0F : 0.0F;
    }
    // Also fills the origins of `shadow_` for the lamps.
    AimFrom(surfaces);
    if (!lights_.front().casts_shadows || !Any(ask)) return share;
    AsLanes(shadow_.direction_x).setConstant(to_sun.x);
    AsLanes(shadow_.direction_y).setConstant(to_sun.y);
    AsLanes(shadow_.direction_z).setConstant(to_sun.z);
    AsLanes(shadow_.distance).setConstant(std::numeric_limits<float>::infinity());
    raycast::RayMask blocked;
    scene_.Occluded(ask, &shadow_, &blocked);
    for (int i = 0; i < kLanes; ++i) share[i] = blocked.valid[i] != 0 ? 0.0F : share[i];
    return share;
  }

  Lanes3 LampLight(const Surfaces& surfaces) {
    const Lanes zero = Lanes::Zero();
    Lanes3 light = {zero, zero, zero};
    for (std::size_t i = 1; i < lights_.size(); ++i) AddLamp(lights_[i], surfaces, &light);
    return light;
  }

  void AddLamp(const LightSource& lamp, const Surfaces& surfaces, Lanes3* light) {
    const Eigen::Vector3f color = lamp.color.cast<float>();
    const Eigen::Vector3f goes = lamp.direction_W.cast<float>();
    Lanes3 way = {Lanes::Constant(-goes.x()), Lanes::Constant(-goes.y()),
                  Lanes::Constant(-goes.z())};
    Lanes share = Lanes::Ones();
    Lanes reach = Lanes::Constant(std::numeric_limits<float>::infinity());
    if (lamp.kind != LightSource::Kind::kDirectional) {
      const Eigen::Vector3f place = scene_.ToScene(lamp.p_W);
      way = {place.x() - AsLanes(shadow_.origin_x), place.y() - AsLanes(shadow_.origin_y),
             place.z() - AsLanes(shadow_.origin_z)};
      const Lanes distance = Dot(way, way).max(1e-12F).sqrt();
      const Lanes inverse = 1.0F / distance;
      way = {way.x * inverse, way.y * inverse, way.z * inverse};
      const Lanes cosine = -(way.x * goes.x() + way.y * goes.y() + way.z * goes.z());
      share = LightShare<Lanes, float>(lamp, distance, cosine);
      // Stops short of the lamp, which may have a visual around it.
      reach = 0.999F * distance;
    }
    const Lanes facing = Dot(surfaces.normal_W, way);
    // Both normals must face the lamp: the shading normal alone would light the far side of edges.
    const Lanes above = Dot(surfaces.facet_W, way);
    raycast::RayMask lit;
    for (int i = 0; i < kLanes; ++i) {
      lit.valid[i] = hits_.valid[i] != 0 && facing[i] > 0.0F && above[i] > 0.0F &&
                             share[i] * color.maxCoeff() > 0.001F
                         ? -1
                         : 0;
    }
    if (!Any(lit)) return;
    if (lamp.casts_shadows) {
      AsLanes(shadow_.direction_x) = way.x;
      AsLanes(shadow_.direction_y) = way.y;
      AsLanes(shadow_.direction_z) = way.z;
      AsLanes(shadow_.distance) = reach;
      raycast::RayMask blocked;
      scene_.Occluded(lit, &shadow_, &blocked);
      for (int i = 0; i < kLanes; ++i) lit.valid[i] &= ~blocked.valid[i];
    }
    for (int i = 0; i < kLanes; ++i) {
      if (lit.valid[i] == 0) continue;
      const float strength = share[i] * facing[i];
      light->x[i] += strength * color.x();
      light->y[i] += strength * color.y();
      light->z[i] += strength * color.z();
    }
  }

  /// Places the origins of the shadow rays just above the surfaces, to avoid self-shadowing.
  void AimFrom(const Surfaces& surfaces) {
    const Lanes distance = AsLanes(packet_.distance);
    // The lift exceeds the rounding of float positions some ten metres away. It shortens the
    // shadows of a low sun by several times its own size, so for hard shadows it is only just above
    // that rounding.
    const bool hard = lights_.front().is_hard;
    const float slope = hard ? 4e-6F : 0.2F * sample_angle_;
    const float min = hard ? 1e-5F + 4e-7F * origin_.norm() : 1e-5F;
    const Lanes lift = slope * distance + min;
    AsLanes(shadow_.origin_x) = origin_.x() + distance * way_.x + lift * surfaces.facet_W.x;
    AsLanes(shadow_.origin_y) = origin_.y() + distance * way_.y + lift * surfaces.facet_W.y;
    AsLanes(shadow_.origin_z) = origin_.z() + distance * way_.z + lift * surfaces.facet_W.z;
  }

  const raycast::Scene& scene_;
  const Looks& looks_;
  const std::vector<LightSource>& lights_;
  const ViewRays& rays_;
  Eigen::Matrix3f R_WO_;
  Eigen::Vector3f origin_;
  float sample_angle_;
  Daylight<float> day_;
  SkyLight<float> sky_;
  raycast::RayPacket packet_ = {};
  raycast::RayPacket shadow_ = {};
  raycast::RayMask active_ = {};
  raycast::RayMask hits_ = {};
  Lanes3 way_;
  Lanes far_;
  Lanes rest_;
  Lanes3 sum_;
};

}  // namespace

void TraceLight(const raycast::Scene& scene, const Looks& looks,
                const std::vector<LightSource>& lights, const ViewRays& rays,
                const LightValues& values) {
  Tracer tracer(scene, looks, lights, rays);
  for (int first = 0; first < rays.count; first += kLanes) {
    const Lanes3 light = tracer.Trace(first);
    const int count = std::min(kLanes, rays.count - first);
    std::copy_n(light.x.data(), count, values.red + first);
    std::copy_n(light.y.data(), count, values.green + first);
    std::copy_n(light.z.data(), count, values.blue + first);
  }
}

}  // namespace surefoot::render
