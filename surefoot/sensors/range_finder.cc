#include "surefoot/sensors/range_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/random.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/range_finder_spec.h"
#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A shape that does not reflect all of it: <surefoot:reflectance sonar="0.4" infrared="0.9"/> in
/// its collision or visual.
struct Dull {
  int link;
  int index;
  double reflectance;
};

template <typename Part>
void AddDull(const std::vector<Part>& parts, int link, const char* kind, Problems* problems,
             std::vector<Dull>* dull) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const world::Element& element : parts[i].extensions) {
      if (element.name != "surefoot:reflectance") continue;
      const world::ElementReader reader(element, problems);
      dull->push_back({link, static_cast<int>(i), reader.Number(kind, 1.0, 0.0, 1.0)});
    }
  }
}

std::vector<Dull> DullShapes(const SensorArgs& args, const RangeFinderSpec& spec) {
  const char* kind = spec.radiation == Radiation::kSound ? "sonar" : "infrared";
  std::vector<Dull> dull;
  for (int link = 0; link < args.world.link_count(); ++link) {
    const world::Link& parts = args.world.link(link);
    if (spec.sees_visuals) {
      AddDull(parts.visuals, link, kind, args.element.problems(), &dull);
    } else {
      AddDull(parts.collisions, link, kind, args.element.problems(), &dull);
    }
  }
  return dull;
}

class RangeFinder final : public Sensor {
 public:
  RangeFinder(const SensorArgs& args, const RangeFinderSpec& spec)
      : place_(args.place),
        spec_(spec),
        topic_(
            args.topics->Add<msgs::sensor_msgs::Range>(args.place.TopicFor(OwnName(args.place)))),
        directions_S_(ConeDirections(spec.axis_S, spec.field_of_view, spec.rays)),
        dull_(DullShapes(args, spec)),
        rays_(directions_S_.size()),
        hits_(directions_S_.size()) {
    echoes_.reserve(directions_S_.size());
    message_.header.frame_id = args.place.frame_id;
    message_.radiation_type = spec.radiation == Radiation::kSound
                                  ? msgs::sensor_msgs::Range::ULTRASOUND
                                  : msgs::sensor_msgs::Range::INFRARED;
    message_.field_of_view = static_cast<float>(spec.field_of_view);
    message_.min_range = static_cast<float>(spec.min);
    message_.max_range = static_cast<float>(spec.max);
  }

  Rays rays() const override { return spec_.sees_visuals ? Rays::kVisuals : Rays::kCollisions; }

  void Measure(const Truth& truth, std::int64_t sample, int /*slice*/) override {
    RandomStream stream(place_.seed, place_.name, static_cast<std::uint64_t>(sample));
    const raycast::Scene& scene = spec_.sees_visuals ? *truth.visuals : *truth.collisions;
    const double distance = TrueDistance(truth, scene);
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.variance = 0.0f;
    message_.range = static_cast<float>(Reading(distance, &stream));
  }

  void Publish(SensorTopics* topics) override { topics->Publish(topic_, message_); }

 private:
  /// Of the first echo; infinite when there is none.
  double TrueDistance(const Truth& truth, const raycast::Scene& scene) {
    if (reflectances_.empty()) SetReflectances(scene);
    const RigidTransform X_WS = place_.X_WS(truth.state);
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      rays_[i].p_WO = X_WS.p;
      rays_[i].direction_W = X_WS.q * directions_S_[i];
      rays_[i].near = spec_.blind_below_min ? spec_.min : 0.0;
      rays_[i].far = spec_.max;
    }
    scene.Cast(rays_, hits_);
    echoes_.clear();
    for (std::size_t i = 0; i < rays_.size(); ++i) {
      if (spec_.ignore_self) PassOwnBody(truth, scene, rays_[i], &hits_[i]);
      const raycast::Hit& hit = hits_[i];
      if (!hit.ok()) continue;
      const double strength = EchoStrength(spec_.echo, hit.normal_W.dot(rays_[i].direction_W),
                                           reflectances_[static_cast<std::size_t>(hit.shape)]);
      echoes_.push_back({hit.distance, strength});
    }
    return FirstEcho(spec_.echo, spec_.rays, &echoes_);
  }

  void SetReflectances(const raycast::Scene& scene) {
    // One more, so that it is not empty in an empty scene.
    reflectances_.assign(static_cast<std::size_t>(scene.shape_count()) + 1, 1.0);
    for (int i = 0; i < scene.shape_count(); ++i) {
      for (const Dull& dull : dull_) {
        if (dull.link != scene.shape(i).link || dull.index != scene.shape(i).index) continue;
        reflectances_[static_cast<std::size_t>(i)] = dull.reflectance;
      }
    }
  }

  /// Goes on behind surfaces of the sensor's own model.
  void PassOwnBody(const Truth& truth, const raycast::Scene& scene, raycast::Ray ray,
                   raycast::Hit* hit) const {
    constexpr int kMostSurfaces = 100;
    for (int i = 0; i < kMostSurfaces && hit->ok(); ++i) {
      if (truth.world.model_of_link(scene.shape(hit->shape).link) != place_.model) return;
      ray.near = hit->distance * (1.0 + 1e-6) + 1e-6;
      *hit = scene.Cast(ray);
    }
  }

  double Reading(double distance, RandomStream* stream) {
    const noise::SampleFate fate = noise::DrawFate(spec_.outliers, stream);
    double reading = distance;
    if (fate == noise::SampleFate::kOutlier) {
      reading = noise::DrawOutlier(spec_.outliers, stream);
    } else if (fate == noise::SampleFate::kDropout || distance == kInfinity) {
      return spec_.infinite_without_echo ? kInfinity : spec_.max;
    } else {
      const double stddev = std::max(0.0, spec_.stddev.At(distance));
      reading += spec_.mean.At(distance) + stddev * stream->Normal();
      message_.variance = static_cast<float>(std::min(stddev * stddev, 1e30));
    }
    if (spec_.resolution > 0.0) {
      reading = std::round(reading / spec_.resolution) * spec_.resolution;
    }
    return std::clamp(reading, spec_.min, spec_.max);
  }

  const SensorPlace& place_;
  RangeFinderSpec spec_;
  int topic_;
  std::vector<Vector3d> directions_S_;
  std::vector<Dull> dull_;
  /// By shape of the scene.
  std::vector<double> reflectances_;
  std::vector<raycast::Ray> rays_;
  std::vector<raycast::Hit> hits_;
  std::vector<Echo> echoes_;
  msgs::sensor_msgs::Range message_;
};

SensorKind MakeKind(Radiation radiation) {
  SensorKind kind;
  kind.messages = {"sensor_msgs/msg/Range"};
  kind.make = [radiation](const SensorArgs& args) -> std::unique_ptr<Sensor> {
    return std::make_unique<RangeFinder>(args, ReadRangeFinder(args, radiation));
  };
  return kind;
}

}  // namespace

SensorKind SonarKind() {
  SensorKind kind = MakeKind(Radiation::kSound);
  kind.types = {"sonar", "ultrasonic"};
  kind.help = "distance by sound, a beam or a cone";
  // An HC-SR04 needs 60 ms for a measurement.
  kind.usual_rate = 1.0 / 0.06;
  return kind;
}

SensorKind InfraredKind() {
  SensorKind kind = MakeKind(Radiation::kInfrared);
  kind.types = {"infrared", "ir", "range"};
  kind.help = "distance by infrared light";
  kind.usual_rate = 25.0;
  return kind;
}

}  // namespace surefoot::sensors
