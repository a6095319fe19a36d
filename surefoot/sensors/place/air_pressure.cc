/// A barometer: sensor_msgs/FluidPressure (Pa). An altimeter: height above the point where the
/// model was placed (m), and the vertical speed (m/s), both without a detour over the pressure.

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/place/atmosphere.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

constexpr double kMaxHeight = 1e7;

class AirPressure final : public MessageSensor<msgs::sensor_msgs::FluidPressure> {
 public:
  explicit AirPressure(const SensorArgs& args)
      : MessageSensor(args, args.place.TopicFor("air_pressure")),
        air_(AtmosphereOf(args.world, args.element.problems())),
        spec_(ReadNoise(args.element, "air_pressure/pressure/noise")),
        noise_(place_.seed, place_.name, {spec_}) {
    const auto& ground = args.world.spec().spherical_coordinates;
    reference_ = args.element.Number("air_pressure/reference_altitude",
                                     ground ? ground->elevation : 0.0, -kMaxHeight, kMaxHeight);
    message_.variance = spec_.Variance();
    WarnMisspelt(args);
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const double height = reference_ + place_.X_WS(truth.state).p.z();
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.fluid_pressure = noise_.Apply(0, air_.PressureAt(height), 1.0 / place_.rate);
  }

  void Archive(StateArchive* archive) override { archive->Items(&noise_); }

 private:
  Atmosphere air_;
  /// Altitude of the world's origin (m).
  double reference_ = 0.0;
  noise::ScalarNoiseSpec spec_;
  noise::NoiseGroup noise_;
};

/// Height of the sensor (m) at the model's initial pose, with all joints at zero.
double PlacedHeight(const SensorArgs& args) {
  const RigidTransform X_ML = args.world.link(args.place.link).X_ML;
  return (args.world.instance(args.place.model).X_WM * X_ML * args.place.X_LS).p.z();
}

class Altimeter final : public Sensor {
 public:
  explicit Altimeter(const SensorArgs& args)
      : place_(args.place),
        reference_(
            args.element.Number("vertical_reference", PlacedHeight(args), -kMaxHeight, kMaxHeight)),
        noise_(place_.seed, place_.name,
               {ReadNoise(args.element, "altimeter/vertical_position/noise"),
                ReadNoise(args.element, "altimeter/vertical_velocity/noise")}) {
    WarnMisspelt(args);
    const std::string topic = place_.TopicFor("altimeter");
    height_topic_ = args.topics->Add<msgs::geometry_msgs::PointStamped>(topic);
    speed_topic_ = args.topics->Add<msgs::geometry_msgs::Vector3Stamped>(topic + "/vel");
    height_.header.frame_id = speed_.header.frame_id = place_.frame_id;
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const double dt = 1.0 / place_.rate;
    height_.header.stamp = speed_.header.stamp = msgs::ToTime(truth.time_ns);
    height_.point.z = noise_.Apply(0, place_.X_WS(truth.state).p.z() - reference_, dt);
    speed_.vector.z = noise_.Apply(1, place_.V_WS_W(truth.state).v.z(), dt);
  }

  void Publish(SensorTopics* topics) override {
    topics->Publish(height_topic_, height_);
    topics->Publish(speed_topic_, speed_);
  }

  void Archive(StateArchive* archive) override { archive->Items(&reference_, &noise_); }

 private:
  const SensorPlace& place_;
  double reference_;
  noise::NoiseGroup noise_;
  int height_topic_ = -1;
  int speed_topic_ = -1;
  msgs::geometry_msgs::PointStamped height_;
  msgs::geometry_msgs::Vector3Stamped speed_;
};

}  // namespace

SensorKind AirPressureKind() {
  SensorKind kind;
  kind.types = {"air_pressure"};
  kind.help = "a barometer in the world's atmosphere";
  kind.messages = {"sensor_msgs/msg/FluidPressure"};
  kind.usual_rate = 20.0;
  kind.card = {"mountain"};
  kind.fields = [](ErrorFields* fields) {
    fields->Noise("", "Pressure", "Pa", "air_pressure/pressure/noise");
  };
  kind.spellings.on_model = {{"hector_gazebo_ros_baro", "air_pressure", plugins::kTopicNames,
                              "pressure", plugins::kModelFrameNames}};
  kind.spellings.switches = "gz:airpressure";
  kind.make = [](const SensorArgs& args) { return std::make_unique<AirPressure>(args); };
  return kind;
}

SensorKind AltimeterKind() {
  SensorKind kind;
  kind.types = {"altimeter"};
  kind.help = "height above the model's initial position, and vertical speed";
  kind.messages = {"geometry_msgs/msg/PointStamped", "geometry_msgs/msg/Vector3Stamped"};
  kind.usual_rate = 20.0;
  kind.card = {"mountain"};
  kind.fields = [](ErrorFields* fields) {
    fields->Noise("position.", "Height", "m", "altimeter/vertical_position/noise");
    fields->Noise("velocity.", "Climb", "m/s", "altimeter/vertical_velocity/noise");
  };
  kind.spellings.switches = "gz:altimeter";
  kind.make = [](const SensorArgs& args) { return std::make_unique<Altimeter>(args); };
  return kind;
}

}  // namespace surefoot::sensors
