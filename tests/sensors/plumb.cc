/// An example of a sensor that is added to the build: this file, and one line in the registry
/// (here in adding_a_sensor_test.cc). A plumb line measures the height of its frame above the
/// world's origin and publishes it as std_msgs/Float64.

#include "surefoot/msgs/std_msgs.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

class Plumb final : public Sensor {
 public:
  explicit Plumb(const SensorArgs& args)
      : place_(args.place),
        knot_(args.element.Number("knot", 0.0, -100.0, 100.0)),
        noise_(place_.seed, place_.name, {ReadNoise(args.element, "plumb/noise")}),
        topic_(args.topics->Add<msgs::std_msgs::Float64>(place_.TopicFor("height"))) {
    WarnMisspelt(args, {"plumb", "knot"});
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const double height = place_.X_WS(truth.state).p.z() - knot_;
    message_.data = noise_.Apply(0, height, 1.0 / place_.rate);
  }
  void Publish(SensorTopics* topics) override { topics->Publish(topic_, message_); }

  void Archive(StateArchive* archive) override { archive->Items(&noise_); }

 private:
  const SensorPlace& place_;
  /// Height of the zero point (m).
  double knot_;
  noise::NoiseGroup noise_;
  int topic_;
  msgs::std_msgs::Float64 message_;
};

void TakeKnot(const plugins::ForeignReader& reader, world::Sensor* sensor) {
  const auto knot = reader.Number("knotHeight knot_height");
  if (!knot) return;
  plugins::SetChild(&sensor->element, "knot", NumberText(*knot), reader.element().source);
}

}  // namespace

SensorKind PlumbKind() {
  SensorKind kind;
  kind.types = {"plumb"};
  kind.help = "height over the world's origin";
  kind.messages = {"std_msgs/msg/Float64"};
  kind.usual_rate = 20.0;
  kind.make = [](const SensorArgs& args) { return std::make_unique<Plumb>(args); };
  kind.fields = [](ErrorFields* fields) { fields->Noise("", "Height", "m", "plumb/noise"); };
  kind.card = {"ruler"};
  kind.spellings.on_model = {{"gazebo_ros_plumb", "plumb", plugins::kTopicNames, "height",
                              plugins::kModelFrameNames, TakeKnot}};
  kind.spellings.switches = "gz:plumb";
  return kind;
}

}  // namespace surefoot::sensors
