/// Positions, velocities and efforts of a model's joints: sensor_msgs/JointState.

#include "surefoot/msgs/control_msgs.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/joint/joint_choice.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

/// The joints that the file lists; all joints of the model when it lists none.
std::vector<int> ListedJoints(const SensorArgs& args) {
  if (args.element.Has("joint")) return NamedJoints(args, "joint");
  const world::Range& range = args.world.layout(args.place.model).joints;
  std::vector<int> joints;
  for (int joint = range.first; joint < range.end(); ++joint) joints.push_back(joint);
  return joints;
}

class JointState final : public MessageSensor<msgs::sensor_msgs::JointState> {
 public:
  explicit JointState(const SensorArgs& args)
      : MessageSensor(args, args.place.TopicFor("joint_states")),
        period_(1.0 / args.place.rate),
        stream_(args.place.seed, args.place.name) {
    const noise::ScalarNoiseSpec specs[] = {ReadNoise(args.element, "position/noise"),
                                            ReadNoise(args.element, "velocity/noise"),
                                            ReadNoise(args.element, "effort/noise")};
    for (int joint : ListedJoints(args)) {
      for (const JointCoordinate& coordinate : CoordinatesOf(args.world, joint)) {
        coordinates_.push_back(coordinate);
        message_.name.push_back(coordinate.name);
        for (const noise::ScalarNoiseSpec& spec : specs) noises_.emplace_back(spec, &stream_);
      }
    }
    const std::string dynamic = args.element.Text("dynamic_topic");
    if (!dynamic.empty()) AddDynamic(args, dynamic);
    WarnMisspelt(args);
    message_.position.resize(coordinates_.size());
    message_.velocity.resize(coordinates_.size());
    message_.effort.resize(coordinates_.size());
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      const JointCoordinate& at = coordinates_[i];
      message_.position[i] = noises_[3 * i].Apply(truth.state.q[at.q], period_, &stream_);
      message_.velocity[i] = noises_[3 * i + 1].Apply(truth.state.v[at.v], period_, &stream_);
      message_.effort[i] = noises_[3 * i + 2].Apply(truth.state.effort[at.v], period_, &stream_);
    }
  }

  void Publish(SensorTopics* topics) override {
    MessageSensor::Publish(topics);
    if (dynamic_topic_ < 0) return;
    dynamic_.header = message_.header;
    for (std::size_t i = 0; i < coordinates_.size(); ++i) {
      dynamic_.interface_values[i].values = {message_.position[i], message_.velocity[i],
                                             message_.effort[i]};
    }
    topics->Publish(dynamic_topic_, dynamic_);
  }

  void Archive(StateArchive* archive) override {
    archive->Items(&stream_);
    archive->Each(&noises_);
  }

 private:
  /// The same as control_msgs/DynamicJointState, as ROS's joint_state_broadcaster publishes it.
  void AddDynamic(const SensorArgs& args, const std::string& topic) {
    dynamic_topic_ = args.topics->Add<msgs::control_msgs::DynamicJointState>(
        graph::TopicName(args.place.scope, topic));
    dynamic_.joint_names = message_.name;
    dynamic_.interface_values.resize(message_.name.size());
    for (auto& values : dynamic_.interface_values) {
      values.interface_names = {"position", "velocity", "effort"};
    }
  }

  double period_;
  RandomStream stream_;
  int dynamic_topic_ = -1;
  msgs::control_msgs::DynamicJointState dynamic_;
  std::vector<JointCoordinate> coordinates_;
  /// Three per coordinate: position, velocity, effort.
  std::vector<noise::ScalarNoise> noises_;
};

/// The joints that a plugin names; all when it names none.
void Joints(const plugins::ForeignReader& reader, world::Sensor* sensor) {
  for (int joint : reader.Joints("jointName joint_name")) {
    plugins::AddChild(&sensor->element, "joint",
                      reader.model().joints[static_cast<std::size_t>(joint)].name,
                      reader.element().source);
  }
}

}  // namespace

SensorKind JointStateKind() {
  SensorKind kind;
  kind.types = {"joint_state", "joint_states"};
  kind.help = "positions, velocities and efforts of the model's joints";
  kind.messages = {"sensor_msgs/msg/JointState", "control_msgs/msg/DynamicJointState"};
  kind.usual_rate = 50.0;
  kind.controller = "joint_state_broadcaster";
  kind.spellings.on_model = {{"gazebo_ros_joint_state_publisher gz:jointstatepublisher",
                              "joint_state", plugins::kTopicNames, "joint_states", "", Joints}};
  kind.make = [](const SensorArgs& args) { return std::make_unique<JointState>(args); };
  return kind;
}

}  // namespace surefoot::sensors
