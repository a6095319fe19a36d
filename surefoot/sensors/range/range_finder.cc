/// A single distance by sound or infrared light: sensor_msgs/Range. Rays sample the cone; the first
/// distance at which enough of them return an echo is measured.

#include <algorithm>
#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/sensors/range/crosstalk.h"
#include "surefoot/sensors/range/range_finder_spec.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

/// A shape with a reflectance below 1: <surefoot:reflectance sonar="0.4" infrared="0.9"/> in its
/// collision or visual.
struct WeakReflector {
  int link;
  int index;
  double reflectance;
};

template <typename Part>
void AddWeakReflectors(const std::vector<Part>& parts, int link, const char* kind,
                       Problems* problems, std::vector<WeakReflector>* dull) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const world::Element& element : parts[i].extensions) {
      if (element.name != "surefoot:reflectance") continue;
      const world::ElementReader reader(element, problems);
      dull->push_back({link, static_cast<int>(i), reader.Number(kind, 1.0, 0.0, 1.0)});
    }
  }
}

std::vector<WeakReflector> WeakReflectors(const SensorArgs& args, const RangeFinderSpec& spec) {
  const char* kind = spec.radiation == Radiation::kSound ? "sonar" : "infrared";
  std::vector<WeakReflector> dull;
  for (int link = 0; link < args.world.link_count(); ++link) {
    const world::Link& parts = args.world.link(link);
    if (spec.sees_visuals) {
      AddWeakReflectors(parts.visuals, link, kind, args.element.problems(), &dull);
    } else {
      AddWeakReflectors(parts.collisions, link, kind, args.element.problems(), &dull);
    }
  }
  return dull;
}

class RangeFinder final : public MessageSensor<msgs::sensor_msgs::Range> {
 public:
  RangeFinder(const SensorArgs& args, const RangeFinderSpec& spec)
      : MessageSensor(args, args.place.TopicFor(OwnName(args.place))),
        spec_(spec),
        directions_S_(ConeDirections(spec.axis_S, spec.field_of_view, spec.rays)),
        weights_(BeamWeights(spec.echo, spec.axis_S, directions_S_)),
        weak_reflectors_(WeakReflectors(args, spec)),
        crosstalk_(args, spec),
        rays_(directions_S_.size()),
        hits_(directions_S_.size()) {
    echoes_.reserve(directions_S_.size());
    if (spec.corrected) {
      const std::string usual = OwnName(args.place);
      raw_topic_ = args.topics->Add<msgs::std_msgs::Float64>(args.place.TopicFor(usual, "raw"));
    }
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
    const double gain =
        spec_.echo.fading > 0.0 ? std::exp(spec_.echo.fading * stream.Normal()) : 1.0;
    const RangeReading reading = DrawReading(spec_, Look(truth, scene, sample, gain), &stream);
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.range = static_cast<float>(reading.range);
    message_.variance = static_cast<float>(reading.variance);
    raw_.data = reading.raw;
  }

  void Publish(SensorTopics* topics) override {
    MessageSensor::Publish(topics);
    if (raw_topic_ >= 0) topics->Publish(raw_topic_, raw_);
  }

 private:
  /// Distance and angles of the first echo; empty without an echo.
  std::optional<noise::Sighting> Look(const Truth& truth, const raycast::Scene& scene,
                                      std::int64_t sample, double gain) {
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
      echoes_.push_back({hit.distance, weights_[i] * strength, static_cast<int>(i)});
    }
    if (!crosstalk_.empty()) {
      crosstalk_.AddEchoes(truth, scene, sample, rays_, hits_, weights_, &echoes_);
    }
    const Echo* first = FirstEcho(spec_.echo, spec_.rays, gain, &echoes_);
    if (first == nullptr) return std::nullopt;
    if (first->ray < 0) return noise::Sighting{first->distance, 0.0, 0.0};
    const std::size_t ray = static_cast<std::size_t>(first->ray);
    const double cosine = std::abs(hits_[ray].normal_W.dot(rays_[ray].direction_W));
    const double along = directions_S_[ray].dot(spec_.axis_S);
    return noise::Sighting{first->distance, std::acos(std::min(cosine, 1.0)),
                           std::acos(std::clamp(along, -1.0, 1.0))};
  }

  void SetReflectances(const raycast::Scene& scene) {
    // One entry more than shapes: an empty vector means that reflectances are not known yet.
    reflectances_.assign(static_cast<std::size_t>(scene.shape_count()) + 1, 1.0);
    for (int i = 0; i < scene.shape_count(); ++i) {
      for (const WeakReflector& dull : weak_reflectors_) {
        if (dull.link != scene.shape(i).link || dull.index != scene.shape(i).index) continue;
        reflectances_[static_cast<std::size_t>(i)] = dull.reflectance;
      }
    }
  }

  /// Continues a ray behind surfaces of the sensor's own model, such as its housing.
  void PassOwnBody(const Truth& truth, const raycast::Scene& scene, raycast::Ray ray,
                   raycast::Hit* hit) const {
    constexpr int kMaxSurfaces = 100;
    for (int i = 0; i < kMaxSurfaces && hit->ok(); ++i) {
      if (truth.world.model_of_link(scene.shape(hit->shape).link) != place_.model) return;
      ray.near = hit->distance * (1.0 + 1e-6) + 1e-6;
      *hit = scene.Cast(ray);
    }
  }

  RangeFinderSpec spec_;
  /// -1: none.
  int raw_topic_ = -1;
  std::vector<Vector3d> directions_S_;
  std::vector<double> weights_;
  std::vector<WeakReflector> weak_reflectors_;
  Crosstalk crosstalk_;
  /// Reflectance of each shape of the scene.
  std::vector<double> reflectances_;
  std::vector<raycast::Ray> rays_;
  std::vector<raycast::Hit> hits_;
  std::vector<Echo> echoes_;
  msgs::std_msgs::Float64 raw_;
};

SensorKind MakeKind(Radiation radiation) {
  SensorKind kind;
  kind.messages = {"sensor_msgs/msg/Range", "std_msgs/msg/Float64"};
  kind.rate_of = RangeFinderRate;
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
  kind.usual_rate = kSonarRate;
  kind.card = {"wifi"};
  kind.spellings = SonarSpellings();
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
