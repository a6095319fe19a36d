/// A satellite receiver: sensor_msgs/NavSatFix and its velocity.

#include <limits>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/noise_group.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/place/navsat_spec.h"
#include "surefoot/sensors/place/planet.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// ".../fix" and ".../vel" stand beside each other; other names get "/vel" at their end.
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
    WarnMisspelt(
        args, {"preset", "navsat", "gps", "fix", "time_to_first_fix", "outage", "velocity_message",
               "velocity_topic", "surface_axis_equatorial", "surface_axis_polar"});
    fix_topic_ = args.topics->Add<msgs::sensor_msgs::NavSatFix>(place_.TopicFor("navsat/fix"));
    const std::string velocity_topic = VelocityTopic(place_, args.element);
    velocity_topic_ = spec_.velocity_as_vector
                          ? args.topics->Add<msgs::geometry_msgs::Vector3Stamped>(velocity_topic)
                          : args.topics->Add<msgs::geometry_msgs::TwistStamped>(velocity_topic);
    fix_.header.frame_id = place_.frame_id;
    fix_.status.service = msgs::sensor_msgs::NavSatStatus::SERVICE_GPS;
    velocity_.header.frame_id = velocity_vector_.header.frame_id = place_.frame_id;
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    // Errors go on while there is no fix, so that a fix does not change with an outage.
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
    Geodetic told = exact;
    if (!error.isZero(0.0)) {
      told = GeodeticFromEcef(body, EcefFromGeodetic(body, exact) + R_EcefEnu * error);
    }
    fix_.status.status = spec_.fix_status;
    fix_.latitude = told.latitude / kDegree;
    fix_.longitude = told.longitude / kDegree;
    fix_.altitude = told.height;
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
  /// East, north, up; then their velocities.
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
  kind.spellings = NavSatSpellings();
  kind.make = [](const SensorArgs& args) { return std::make_unique<NavSat>(args); };
  return kind;
}

}  // namespace surefoot::sensors
