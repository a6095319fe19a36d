#include "surefoot/sensors/range/crosstalk.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace surefoot::sensors {
namespace {

/// Speed of sound in air at 20 degrees Celsius (m/s).
constexpr double kSound = 343.0;

bool IsSonar(const std::string& type) { return type == "sonar" || type == "ultrasonic"; }

/// The distance (m) that a sensor computes for a sound this long after its ping.
double ApparentDistance(double seconds) { return 0.5 * kSound * seconds; }

/// Whether a point is within a sensor's cone.
bool IsWithin(const RigidTransform& X_WO, const Vector3d& axis_S, double half_angle,
              const Vector3d& p_WP) {
  const Vector3d to = p_WP - X_WO.p;
  const double length = to.norm();
  return length > 1e-9 && (X_WO.q * axis_S).dot(to) >= std::cos(half_angle) * length;
}

}  // namespace

double PingTime(std::uint64_t seed, const std::string& name, double rate, double jitter,
                std::int64_t sample) {
  RandomStream stream(seed, name + " ping", static_cast<std::uint64_t>(sample));
  return static_cast<double>(sample) / rate + jitter * stream.Uniform();
}

Crosstalk::Crosstalk(const SensorArgs& args, const RangeFinderSpec& own)
    : place_(args.place), own_(own) {
  if (!own.crosstalk) return;
  // Errors of the other sensors are reported where they are created.
  Problems ignored;
  struct Kind {
    plugins::PlacedSensor placed;
    RangeFinderSpec spec;
    double rate = 1.0;
  };
  std::map<const world::Model*, std::vector<Kind>> kinds;
  for (int model = 0; model < args.world.model_count(); ++model) {
    auto [found, is_new] = kinds.try_emplace(&args.world.model(model));
    if (is_new) {
      for (plugins::PlacedSensor& placed :
           PlacedIn(args.world.model(model), args.kinds, &ignored)) {
        if (!IsSonar(placed.sensor.type)) continue;
        const world::ElementReader element(placed.sensor.element, &ignored);
        SensorPlace place;
        const double usual = RangeFinderRate(element) > 0.0 ? RangeFinderRate(element) : kSonarRate;
        place.rate = placed.sensor.update_rate != 0.0 ? placed.sensor.update_rate : usual;
        const SensorArgs other{args.world, place, element, nullptr, args.kinds, args.shared};
        found->second.push_back({placed, ReadRangeFinder(other, Radiation::kSound), place.rate});
      }
    }
    for (const Kind& kind : found->second) {
      const auto& link = args.world.model(model).links[static_cast<std::size_t>(kind.placed.link)];
      Other other;
      other.name =
          args.world.instance(model).name + "::" + link.name + "::" + kind.placed.sensor.name;
      if (other.name == place_.name) continue;
      other.model = model;
      other.link = args.world.layout(model).links.first + kind.placed.link;
      other.X_LS = kind.placed.sensor.X_LS;
      other.rate = kind.rate;
      other.jitter = kind.spec.ping_jitter.value_or(1.0 / kind.rate);
      other.half_angle = 0.5 * kind.spec.field_of_view;
      other.axis_S = kind.spec.axis_S;
      others_.push_back(std::move(other));
    }
  }
}

std::vector<double> Crosstalk::LeadsOf(const Other& other, std::int64_t sample) const {
  const double own = PingTime(place_.seed, place_.name, place_.rate,
                              own_.ping_jitter.value_or(1.0 / place_.rate), sample);
  // A sound can be read as a distance up to `max` only if it arrives within the sensor's window.
  const double window = 2.0 * own_.max / kSound;
  const auto first = static_cast<std::int64_t>((own - window - other.jitter) * other.rate) - 1;
  const auto last = static_cast<std::int64_t>((own + window) * other.rate) + 1;
  std::vector<double> leads;
  for (std::int64_t k = std::max<std::int64_t>(first, 1); k <= last; ++k) {
    const double lead = own - PingTime(place_.seed, other.name, other.rate, other.jitter, k);
    if (std::abs(lead) <= window) leads.push_back(lead);
  }
  return leads;
}

bool Crosstalk::IsClear(const Truth& truth, const raycast::Scene& scene, const Vector3d& p_WA,
                        const Vector3d& p_WB, int model) const {
  raycast::Ray ray;
  ray.p_WO = p_WA;
  const double length = (p_WB - p_WA).norm();
  ray.direction_W = (p_WB - p_WA) / length;
  // A little shorter, because the end may be on a surface.
  ray.far = length * (1.0 - 1e-4) - 1e-4;
  constexpr int kMaxSurfaces = 100;
  for (int i = 0; i < kMaxSurfaces && ray.near < ray.far; ++i) {
    const raycast::Hit hit = scene.Cast(ray);
    if (!hit.ok()) return true;
    const int met = truth.world.model_of_link(scene.shape(hit.shape).link);
    if (met != model && met != place_.model) return false;
    ray.near = hit.distance * (1.0 + 1e-6) + 1e-6;
  }
  return true;
}

void Crosstalk::AddStraight(const Truth& truth, const raycast::Scene& scene, const Other& other,
                            const RigidTransform& X_WO, double lead, const raycast::Ray& axis,
                            double loudest, std::vector<Echo>* echoes) const {
  const RigidTransform X_WS = place_.X_WS(truth.state);
  const double length = (X_WO.p - X_WS.p).norm();
  const double distance = ApparentDistance(length / kSound - lead);
  if (!(distance > 0.0 && distance < own_.max) || length < 1e-6) return;
  const bool hears =
      axis.direction_W.dot(X_WO.p - X_WS.p) >= std::cos(0.5 * own_.field_of_view) * length;
  if (!hears || !IsWithin(X_WO, other.axis_S, other.half_angle, X_WS.p)) return;
  if (!IsClear(truth, scene, X_WO.p, X_WS.p, other.model)) return;
  // Direct sound travels one way without a reflection, so it is louder than any echo.
  echoes->push_back({distance, loudest, -1});
}

void Crosstalk::AddEchoes(const Truth& truth, const raycast::Scene& scene, std::int64_t sample,
                          const std::vector<raycast::Ray>& rays,
                          const std::vector<raycast::Hit>& hits, const std::vector<double>& weights,
                          std::vector<Echo>* echoes) const {
  for (const Other& other : others_) {
    const RigidTransform X_WO = truth.state.X_WL[static_cast<std::size_t>(other.link)] * other.X_LS;
    if ((X_WO.p - place_.X_WS(truth.state).p).norm() > 4.0 * own_.max) continue;
    for (const double lead : LeadsOf(other, sample)) {
      AddStraight(truth, scene, other, X_WO, lead, rays.front(), static_cast<double>(rays.size()),
                  echoes);
      for (std::size_t i = 0; i < rays.size(); ++i) {
        if (!hits[i].ok()) continue;
        const Vector3d p_WP = rays[i].p_WO + hits[i].distance * rays[i].direction_W;
        const Vector3d way = p_WP - X_WO.p;
        const double distance = ApparentDistance((way.norm() + hits[i].distance) / kSound - lead);
        if (!(distance > 0.0 && distance < own_.max) ||
            !IsWithin(X_WO, other.axis_S, other.half_angle, p_WP)) {
          continue;
        }
        // Specular reflection: the normal bisects the angle between incoming and outgoing sound.
        const Vector3d half = way.normalized() + rays[i].direction_W;
        const double cosine = half.norm() > 1e-9 ? hits[i].normal_W.dot(half.normalized()) : 0.0;
        const double strength = weights[i] * EchoStrength(own_.echo, cosine, 1.0);
        if (strength > 0.0 && IsClear(truth, scene, X_WO.p, p_WP, other.model)) {
          echoes->push_back({distance, strength, static_cast<int>(i)});
        }
      }
    }
  }
}

}  // namespace surefoot::sensors
