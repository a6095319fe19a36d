/// The world's magnetic field in the sensor's frame (T): sensor_msgs/MagneticField. The field is
/// the same everywhere in the world; distortion is that of the robot's own iron.

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

noise::TriadErrorSpec ReadSpec(const world::ElementReader& element) {
  noise::TriadErrorSpec spec;
  ReadTriad(element, "compass", &spec);
  ReadSampleNoise(element, "magnetometer", &spec);
  ReadAxisNoise(element, "magnetometer", &spec);
  // Hard iron is a constant field in the sensor's frame, so it is a bias. Soft iron is a matrix on
  // the external field.
  const Vector3d hard_iron = element.Vector("hard_iron", Vector3d::Zero());
  if (hard_iron.norm() > 1.0) {
    element.Error("hard_iron", "must be at most 1 T", element.Text("hard_iron"));
  }
  for (int i = 0; i < 3; ++i) spec.bias[static_cast<std::size_t>(i)].constant += hard_iron[i];
  if (element.Has("soft_iron")) {
    const std::vector<double> m = element.Numbers("soft_iron", 9, std::vector<double>(9, 0.0));
    Matrix3d soft_iron;
    soft_iron << m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8];
    if (!(soft_iron.norm() <= 1e3)) {
      element.Error("soft_iron", "must have numbers of at most 1e3", element.Text("soft_iron"));
      return spec;
    }
    spec.matrix = spec.matrix * soft_iron;
  }
  return spec;
}

class Magnetometer final : public MessageSensor<msgs::sensor_msgs::MagneticField> {
 public:
  explicit Magnetometer(const SensorArgs& args)
      : MessageSensor(args, args.place.TopicFor("imu/mag")),
        spec_(ReadSpec(args.element)),
        stream_(place_.seed, place_.name),
        error_(spec_, &stream_),
        filter_(spec_.filter) {
    WarnMisspelt(args);
    FillCovariance(spec_, place_.rate, message_.magnetic_field_covariance.data());
  }

  bool observes() const override { return !spec_.filter.IsNone(); }
  void Observe(const Truth& truth) override { filter_.Step(Field(truth), truth.step); }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const Vector3d field_S = observes() ? filter_.output() : Field(truth);
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.magnetic_field = msgs::ToVector3(error_.Apply(field_S, 1.0 / place_.rate, &stream_));
  }

  void Archive(StateArchive* archive) override { archive->Items(&stream_, &error_, &filter_); }

 private:
  Vector3d Field(const Truth& truth) const {
    return place_.X_WS(truth.state).q.conjugate() * truth.world.spec().magnetic_field_W;
  }

  noise::TriadErrorSpec spec_;
  RandomStream stream_;
  noise::TriadError error_;
  noise::LowPass filter_;
};

/// Noise of hector_gazebo's plugin, per axis.
void HectorNoise(const plugins::ForeignReader& reader, world::Sensor* sensor) {
  const Vector3d stddev = reader.Vector("gaussianNoise").value_or(Vector3d::Zero());
  if (stddev == Vector3d::Zero()) return;
  plugins::SetAxisNoise(&sensor->element, "magnetometer",
                        {{stddev.x()}, {stddev.y()}, {stddev.z()}}, reader.element().source);
}

}  // namespace

SensorKind MagnetometerKind() {
  SensorKind kind;
  kind.types = {"magnetometer"};
  kind.help = "the world's magnetic field in the sensor's frame";
  kind.messages = {"sensor_msgs/msg/MagneticField"};
  kind.usual_rate = 50.0;
  kind.card = {"compass"};
  kind.fields = [](ErrorFields* fields) {
    noise::TriadErrorSpec spec;
    ReadTriad(fields->reader(), "compass", &spec);
    ReadSampleNoise(fields->reader(), "magnetometer", &spec);
    ReadAxisNoise(fields->reader(), "magnetometer", &spec);
    fields->Triad("compass", "Compass", "T", spec);
    fields->AxisNoise("magnetometer.", "Field", "T", "magnetometer", spec.sample_noise);
  };
  kind.spellings.on_model = {{"hector_gazebo_ros_magnetic", "magnetometer", plugins::kTopicNames,
                              "magnetic", plugins::kModelFrameNames, HectorNoise}};
  kind.spellings.switches = "gz:magnetometer";
  kind.make = [](const SensorArgs& args) { return std::make_unique<Magnetometer>(args); };
  return kind;
}

}  // namespace surefoot::sensors
