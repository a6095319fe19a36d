/// A satellite receiver: sensor_msgs/NavSatFix and its velocity. Errors are those of the fixes, not
/// of satellites and signals; shadowing by buildings is described as outages.

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/math/geodesy.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::sensors {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

/// The reference ellipsoid: WGS 84, the Moon as SDF defines it, or the radii of the file (m).
Ellipsoid SurfaceOf(const std::string& model, const world::ElementReader& element) {
  const Ellipsoid earth;
  Ellipsoid surface = earth;
  if (model == "MOON_SCS") surface = Ellipsoid{1738100.0, 1736000.0};
  const bool known = model == "EARTH_WGS84" || model == "MOON_SCS";
  if (!known && !element.Has("surface_axis_equatorial")) {
    element.Warning("surface_axis_equatorial",
                    "unknown surface model of the world; the Earth is used", model,
                    "give the radii in m as <surefoot:surface_axis_equatorial> and "
                    "<surefoot:surface_axis_polar>");
  }
  surface.equatorial_radius =
      element.Number("surface_axis_equatorial", surface.equatorial_radius, 1.0, 1e9);
  const bool round = element.Has("surface_axis_equatorial");
  surface.polar_radius = element.Number(
      "surface_axis_polar", round ? surface.equatorial_radius : surface.polar_radius, 1.0, 1e9);
  const double ratio = surface.polar_radius / surface.equatorial_radius;
  if (ratio >= 0.5 && ratio <= 2.0) return surface;
  element.Error("surface_axis_polar", "must lie between half and twice the equatorial one",
                element.Text("surface_axis_polar"));
  return earth;
}

/// The world's place on the planet, from its <spherical_coordinates>; latitude and longitude 0 with
/// a warning where it has none. Radii of other planets are read from the receiver's own element.
LocalFrame PlaceOnPlanet(const world::World& world, const world::ElementReader& element) {
  world::SphericalCoordinates place;
  if (world.spec().spherical_coordinates) {
    place = *world.spec().spherical_coordinates;
  } else {
    element.Warning("name",
                    "the world has no geographic position; latitude and longitude 0 are used",
                    element.Text("name"), "give the world <spherical_coordinates>");
  }
  const Geodetic origin{place.latitude_deg * kDegree, place.longitude_deg * kDegree,
                        place.elevation};
  return LocalFrame(SurfaceOf(place.surface_model, element), origin, place.heading_deg * kDegree);
}

using Status = msgs::sensor_msgs::NavSatStatus;

/// Errors in m and m/s; horizontal errors apply to east and to north separately.
struct NavSatSpec {
  noise::ScalarNoiseSpec horizontal;
  noise::ScalarNoiseSpec vertical;
  noise::ScalarNoiseSpec horizontal_velocity;
  noise::ScalarNoiseSpec vertical_velocity;
  /// A STATUS_* of sensor_msgs/NavSatStatus.
  std::int8_t fix_status = 0;
  /// Seconds from the start of the run until the first fix.
  double time_to_first_fix = 0.0;
  /// Intervals of simulated time (s) without a fix.
  std::vector<std::pair<double, double>> outages;
  /// Velocity as a Vector3Stamped instead of a TwistStamped.
  bool velocity_as_vector = false;

  bool HasFix(double time) const {
    if (fix_status == Status::STATUS_NO_FIX || time < time_to_first_fix) return false;
    return std::none_of(outages.begin(), outages.end(), [time](const auto& outage) {
      return time >= outage.first && time < outage.second;
    });
  }
};

/// White noise of each fix, and a slowly varying error (first-order Gauss-Markov, time in s), which
/// atmosphere and orbits cause in a real receiver.
noise::ScalarNoiseSpec Wandering(double white, double wander, double correlation_time) {
  noise::ScalarNoiseSpec noise;
  noise.stddev = white;
  noise.bias_stddev = wander;
  noise.dynamic_bias_stddev = wander;
  noise.dynamic_bias_correlation_time = correlation_time;
  return noise;
}

noise::ScalarNoiseSpec White(double stddev) { return Wandering(stddev, 0.0, 0.0); }

/// `part` is in position_sensing or velocity_sensing, in <navsat> or, in older files, <gps>.
void ReadPart(const world::ElementReader& element, const std::string& part,
              noise::ScalarNoiseSpec* noise) {
  for (const char* kind : {"navsat/", "gps/"}) {
    const std::string path = kind + part + "/noise";
    if (element.Has(path)) *noise = ReadNoise(element, path);
  }
}

void ReadOutages(const world::ElementReader& element, NavSatSpec* spec) {
  constexpr std::size_t kMax = 1000;
  for (const world::ElementReader& outage : element.Children("outage")) {
    const double from = outage.Number("from", 0.0, 0.0, 1e12);
    const double to = outage.Number("to", 1e12, 0.0, 1e12);
    if (to < from) outage.Error("to", "must not be before <from>", outage.Text("to"));
    if (spec->outages.size() < kMax) spec->outages.emplace_back(from, to);
  }
}

std::vector<std::string> NavSatPresetNames() { return {"ideal", "standalone", "sbas", "rtk"}; }

// Half of all fixes of a u-blox NEO-M8 are within 2.5 m (2.0 m with SBAS), of a NEO-M8P within
// 0.025 m with RTK (data sheets). This circular error probable is 1.177 standard deviations of one
// axis. The vertical error is twice as large. The division into white and slowly varying error and
// the correlation times are Surefoot's choice.
NavSatSpec NavSatPreset(const std::string& name) {
  NavSatSpec spec;
  if (name == "ideal" || name.empty()) return spec;
  spec.horizontal_velocity = White(0.05);
  spec.vertical_velocity = White(0.1);
  if (name == "standalone") {
    spec.horizontal = Wandering(0.4, 2.08, 600.0);
    spec.vertical = Wandering(0.8, 4.16, 600.0);
  } else if (name == "sbas") {
    spec.horizontal = Wandering(0.4, 1.65, 300.0);
    spec.vertical = Wandering(0.8, 3.3, 300.0);
    spec.fix_status = Status::STATUS_SBAS_FIX;
  } else if (name == "rtk") {
    spec.horizontal = Wandering(0.01, 0.019, 60.0);
    spec.vertical = Wandering(0.02, 0.038, 60.0);
    spec.fix_status = Status::STATUS_GBAS_FIX;
  }
  return spec;
}

NavSatSpec ReadNavSatSpec(const world::ElementReader& element) {
  NavSatSpec spec = NavSatPreset(element.Choice("preset", NavSatPresetNames(), "ideal"));
  ReadPart(element, "position_sensing/horizontal", &spec.horizontal);
  ReadPart(element, "position_sensing/vertical", &spec.vertical);
  ReadPart(element, "velocity_sensing/horizontal", &spec.horizontal_velocity);
  ReadPart(element, "velocity_sensing/vertical", &spec.vertical_velocity);
  const std::string fix = element.Choice("fix", {"none", "fix", "sbas", "gbas"}, "");
  if (fix == "none") spec.fix_status = Status::STATUS_NO_FIX;
  if (fix == "fix") spec.fix_status = Status::STATUS_FIX;
  if (fix == "sbas") spec.fix_status = Status::STATUS_SBAS_FIX;
  if (fix == "gbas") spec.fix_status = Status::STATUS_GBAS_FIX;
  spec.time_to_first_fix = element.Number("time_to_first_fix", 0.0, 0.0, 1e9);
  ReadOutages(element, &spec);
  spec.velocity_as_vector =
      element.Choice("velocity_message", {"twist", "vector3"}, "twist") == "vector3";
  return spec;
}

using plugins::ForeignReader;

/// Noise of hector_gazebo's GPS plugin. It has one drift per axis, a receiver one for both
/// horizontal axes: the larger of the two applies.
void HectorNoise(const ForeignReader& reader, world::Sensor* sensor) {
  const Vector3d zero = Vector3d::Zero();
  const auto noise = [&](const std::string& prefix, const std::string& path) {
    const auto spelt = [&](const std::string& name) {
      return prefix.empty()
                 ? std::string(1, static_cast<char>(std::tolower(name[0]))) + name.substr(1)
                 : prefix + name;
    };
    const Vector3d stddev = reader.Vector(spelt("GaussianNoise")).value_or(zero);
    const Vector3d drift = reader.Vector(spelt("Drift")).value_or(zero);
    const Vector3d frequency =
        reader.Vector(spelt("DriftFrequency")).value_or(Vector3d::Constant(1.0 / 3600.0));
    if (stddev == zero && drift == zero) return;
    plugins::SetNoise(&sensor->element, "gps/" + path + "/horizontal",
                      {stddev.head<2>().maxCoeff(), 0.0, drift.head<2>().maxCoeff(), frequency.x()},
                      reader.element().source);
    plugins::SetNoise(&sensor->element, "gps/" + path + "/vertical",
                      {stddev.z(), 0.0, drift.z(), frequency.z()}, reader.element().source);
  };
  noise("", "position_sensing");
  noise("velocity", "velocity_sensing");
  if (reader.Find("referenceLatitude") != nullptr) {
    reader.Note(reader.Find("referenceLatitude"),
                "ignored: the geographic reference is that of the world",
                reader.Text("referenceLatitude"), "write <spherical_coordinates> in the world");
  }
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// ".../fix" becomes ".../vel"; any other name gets "/vel" appended.
std::string VelocityTopic(const SensorPlace& place, const world::ElementReader& element) {
  const std::string given = element.Text("velocity_topic");
  if (!given.empty()) return graph::TopicName(place.scope, given);
  std::string fix = place.TopicFor("navsat/fix");
  if (fix.size() > 4 && fix.compare(fix.size() - 4, 4, "/fix") == 0) fix.resize(fix.size() - 4);
  return fix + "/vel";
}

class NavSat final : public Sensor {
 public:
  explicit NavSat(const SensorArgs& args)
      : place_(args.place),
        spec_(ReadNavSatSpec(args.element)),
        frame_(PlaceOnPlanet(args.world, args.element)),
        noise_(place_.seed, place_.name,
               {spec_.horizontal, spec_.horizontal, spec_.vertical, spec_.horizontal_velocity,
                spec_.horizontal_velocity, spec_.vertical_velocity}) {
    fix_topic_ = args.topics->Add<msgs::sensor_msgs::NavSatFix>(place_.TopicFor("navsat/fix"));
    const std::string velocity_topic = VelocityTopic(place_, args.element);
    velocity_topic_ = spec_.velocity_as_vector
                          ? args.topics->Add<msgs::geometry_msgs::Vector3Stamped>(velocity_topic)
                          : args.topics->Add<msgs::geometry_msgs::TwistStamped>(velocity_topic);
    fix_.header.frame_id = place_.frame_id;
    fix_.status.service = msgs::sensor_msgs::NavSatStatus::SERVICE_GPS;
    velocity_.header.frame_id = velocity_vector_.header.frame_id = place_.frame_id;
    WarnMisspelt(args);
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    // Errors continue during an outage, so that later fixes do not depend on outages.
    const double dt = 1.0 / place_.rate;
    const Vector3d error = noise_.Apply(0, Vector3d(Vector3d::Zero()), dt);
    const Vector3d velocity_error = noise_.Apply(3, Vector3d(Vector3d::Zero()), dt);
    fix_.header.stamp = msgs::ToTime(truth.time_ns);
    has_fix_ = spec_.HasFix(ToSeconds(truth.time_ns));
    if (has_fix_) {
      MeasureFix(truth, error, velocity_error);
    } else {
      fix_.status.status = msgs::sensor_msgs::NavSatStatus::STATUS_NO_FIX;
      fix_.latitude = fix_.longitude = fix_.altitude = kNan;
      fix_.position_covariance.fill(0.0);
      fix_.position_covariance_type = msgs::sensor_msgs::NavSatFix::COVARIANCE_TYPE_UNKNOWN;
    }
  }

  void Publish(SensorTopics* topics) override {
    topics->Publish(fix_topic_, fix_);
    if (!has_fix_) return;
    if (spec_.velocity_as_vector) {
      velocity_vector_.header.stamp = velocity_.header.stamp;
      velocity_vector_.vector = velocity_.twist.linear;
      topics->Publish(velocity_topic_, velocity_vector_);
    } else {
      topics->Publish(velocity_topic_, velocity_);
    }
  }

  void Archive(StateArchive* archive) override { archive->Items(&noise_); }

 private:
  void MeasureFix(const Truth& truth, const Vector3d& error, const Vector3d& velocity_error) {
    const Ellipsoid& body = frame_.ellipsoid();
    const Geodetic exact = frame_.ToGeodetic(place_.X_WS(truth.state).p);
    const Matrix3d R_EcefEnu = RotationEcefFromEnu(exact.latitude, exact.longitude);
    Geodetic measured = exact;
    if (!error.isZero(0.0)) {
      measured = GeodeticFromEcef(body, EcefFromGeodetic(body, exact) + R_EcefEnu * error);
    }
    fix_.status.status = spec_.fix_status;
    fix_.latitude = measured.latitude / kDegree;
    fix_.longitude = measured.longitude / kDegree;
    fix_.altitude = measured.height;
    fix_.position_covariance[0] = fix_.position_covariance[4] = spec_.horizontal.Variance();
    fix_.position_covariance[8] = spec_.vertical.Variance();
    fix_.position_covariance_type = msgs::sensor_msgs::NavSatFix::COVARIANCE_TYPE_DIAGONAL_KNOWN;
    const Vector3d v_Enu =
        R_EcefEnu.transpose() * (frame_.rotation_ecef_from_world() * place_.V_WS_W(truth.state).v);
    velocity_.header.stamp = fix_.header.stamp;
    velocity_.twist.linear = msgs::ToVector3(v_Enu + velocity_error);
  }

  const SensorPlace& place_;
  NavSatSpec spec_;
  LocalFrame frame_;
  /// Errors of the position to east, north and up; then those of the velocity.
  noise::NoiseGroup noise_;
  int fix_topic_ = -1;
  int velocity_topic_ = -1;
  bool has_fix_ = false;
  msgs::sensor_msgs::NavSatFix fix_;
  msgs::geometry_msgs::TwistStamped velocity_;
  msgs::geometry_msgs::Vector3Stamped velocity_vector_;
};

}  // namespace

SensorKind NavSatKind() {
  SensorKind kind;
  kind.types = {"navsat", "gps"};
  kind.help = "satellite positioning: latitude, longitude, altitude and velocity";
  kind.messages = {"sensor_msgs/msg/NavSatFix", "geometry_msgs/msg/TwistStamped"};
  kind.usual_rate = 5.0;
  kind.card = {"target"};
  kind.fields = [](ErrorFields* fields) {
    const NavSatSpec spec = ReadNavSatSpec(fields->reader());
    const std::string top = fields->Has("gps") ? "gps/" : "navsat/";
    fields->Noise("horizontal.", "Position, level", "m", top + "position_sensing/horizontal/noise",
                  spec.horizontal);
    fields->Noise("vertical.", "Position, height", "m", top + "position_sensing/vertical/noise",
                  spec.vertical);
    fields->Noise("horizontal_velocity.", "Velocity, level", "m/s",
                  top + "velocity_sensing/horizontal/noise", spec.horizontal_velocity);
    fields->Noise("vertical_velocity.", "Velocity, up", "m/s",
                  top + "velocity_sensing/vertical/noise", spec.vertical_velocity);
  };
  kind.spellings.in_sensor = {
      {"gazebo_ros_gps_sensor", "gps", plugins::kTopicNames, "~/out", plugins::kSensorFrameNames}};
  kind.spellings.on_model = {{"hector_gazebo_ros_gps", "gps", plugins::kTopicNames, "fix",
                              plugins::kModelFrameNames, HectorNoise}};
  kind.spellings.switches = "gz:navsat";
  kind.make = [](const SensorArgs& args) { return std::make_unique<NavSat>(args); };
  return kind;
}

}  // namespace surefoot::sensors
