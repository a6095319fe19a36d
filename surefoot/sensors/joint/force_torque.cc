/// Force and torque that a joint transmits: geometry_msgs/WrenchStamped.

#include "surefoot/base/random.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/joint/joint_choice.h"
#include "surefoot/sensors/joint/joint_wrench.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/sensor_element.h"

namespace surefoot::sensors {
namespace {

/// The one joint that a link hangs on; -1 when there is none or more than one.
int JointAbove(const world::World& world, const SensorPlace& place) {
  const world::ModelLayout& layout = world.layout(place.model);
  int found = -1;
  for (int joint = layout.joints.first; joint < layout.joints.end(); ++joint) {
    if (layout.links.first + world.joint_spec(joint).child != place.link) continue;
    if (found >= 0) return -1;
    found = joint;
  }
  return found;
}

int MeasuredJoint(const SensorArgs& args) {
  if (args.element.Has("joint") || args.place.joint >= 0) return ChosenJoint(args);
  return JointAbove(args.world, args.place);
}

class ForceTorque final : public Sensor {
 public:
  ForceTorque(const SensorArgs& args, int joint, const JointSide& beyond)
      : place_(args.place),
        wrench_(args.world, joint, beyond),
        average_(args.element.Flag("average", false)),
        period_(1.0 / args.place.rate),
        stream_(args.place.seed, args.place.name),
        topic_(args.topics->Add<msgs::geometry_msgs::WrenchStamped>(
            args.place.TopicFor(OwnName(args.place)))) {
    WarnMisspelt(args, {"force_torque", "joint", "average", "force", "torque"});
    const world::ElementReader own = args.element.Child("force_torque");
    const std::string direction =
        own.Choice("measure_direction", {"child_to_parent", "parent_to_child"}, "child_to_parent");
    sign_ = direction == "child_to_parent" ? -1.0 : 1.0;
    ChooseFrame(args, joint, own.Choice("frame", {"child", "parent", "sensor"}, "child"));
    for (const char* part : {"force", "torque"}) {
      for (const char* axis : {"/x/noise", "/y/noise", "/z/noise"}) {
        noises_.emplace_back(ReadNoise(own, std::string(part) + axis), &stream_);
      }
    }
  }

  bool observes() const override { return true; }
  void Observe(const Truth& truth) override {
    const Wrench F_W = wrench_.Update(truth);
    if (!average_) steps_ = 0;
    if (steps_ == 0) sum_ = Wrench();
    sum_.force += F_W.force;
    sum_.torque += F_W.torque;
    ++steps_;
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    const double scale = sign_ / static_cast<double>(steps_);
    const Quaterniond R_FW = Rotation(truth.state).conjugate();
    message_.wrench.force = Noisy(R_FW * (scale * sum_.force), 0);
    message_.wrench.torque = Noisy(R_FW * (scale * sum_.torque), 3);
    steps_ = 0;
  }

  void Publish(SensorTopics* topics) override { topics->Publish(topic_, message_); }

  void Archive(StateArchive* archive) override {
    archive->Items(&wrench_, &sum_.force, &sum_.torque, &steps_, &stream_);
    archive->Each(&noises_);
    archive->Require(steps_ >= 0);
  }

 private:
  void ChooseFrame(const SensorArgs& args, int joint, const std::string& frame) {
    message_.header.frame_id = args.place.frame_id;
    if (frame == "sensor") return;
    const bool named = args.element.Has("frame_id") || args.element.Has("gz_frame_id");
    const world::Joint& spec = args.world.joint_spec(joint);
    const world::ModelLayout& layout = args.world.layout(args.place.model);
    const std::string& model = args.world.instance(args.place.model).name;
    in_sensor_ = false;
    const int local = frame == "child" ? spec.child : spec.parent;
    if (local == world::kWorldLink) {
      X_WM_ = args.world.instance(args.place.model).X_WM;
      if (!named) message_.header.frame_id = "world";
      return;
    }
    axes_link_ = layout.links.first + local;
    if (!named) message_.header.frame_id = model + "/" + args.world.link(axes_link_).name;
  }

  /// R_WF: the axes in which the wrench is told.
  Quaterniond Rotation(const physics::State& state) const {
    if (in_sensor_) return place_.X_WS(state).q;
    if (axes_link_ < 0) return X_WM_.q;
    return state.X_WL[static_cast<std::size_t>(axes_link_)].q;
  }

  msgs::geometry_msgs::Vector3 Noisy(const Vector3d& exact, std::size_t first) {
    Vector3d value;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      value[row] = noises_[first + i].Apply(exact[row], period_, &stream_);
    }
    return msgs::ToVector3(value);
  }

  const SensorPlace& place_;
  JointWrench wrench_;
  double sign_ = -1.0;
  bool average_;
  double period_;
  bool in_sensor_ = true;
  /// -1: the model's frame, for a joint on the world.
  int axes_link_ = -1;
  RigidTransform X_WM_;
  RandomStream stream_;
  std::vector<noise::ScalarNoise> noises_;
  int topic_;
  /// Since the last sample, or of the last step.
  Wrench sum_;
  std::int64_t steps_ = 0;
  msgs::geometry_msgs::WrenchStamped message_;
};

/// A robot from elsewhere should run all the same when its sensor cannot.
std::unique_ptr<Sensor> MakeForceTorque(const SensorArgs& args) {
  const int joint = MeasuredJoint(args);
  if (joint < 0) {
    if (args.element.Has("joint")) return nullptr;
    args.element.Warning("force_torque", "this link does not hang on one joint; not measured",
                         args.world.LinkName(args.place.link),
                         "put the sensor into a <joint>, or name one in <surefoot:joint>");
    return nullptr;
  }
  const JointSide beyond = BeyondJoint(args.world, joint);
  if (!beyond.ambiguity.empty()) {
    args.element.Warning(
        "force_torque",
        "what this joint transmits cannot be told; not measured: " + beyond.ambiguity,
        args.world.JointName(joint), "put the sensor on a joint outside the loop");
    return nullptr;
  }
  return std::make_unique<ForceTorque>(args, joint, beyond);
}

}  // namespace

SensorKind ForceTorqueKind() {
  SensorKind kind;
  kind.types = {"force_torque"};
  kind.help = "force and torque that a joint transmits";
  kind.messages = {"geometry_msgs/msg/WrenchStamped"};
  kind.usual_rate = 100.0;
  kind.card = {"hand"};
  kind.fields = [](ErrorFields* fields) {
    fields->AxisNoise("force.", "Force", "N", "force_torque/force");
    fields->AxisNoise("torque.", "Torque", "N m", "force_torque/torque");
  };
  kind.spellings.in_sensor = {{"gazebo_ros_ft_sensor", "force_torque", plugins::kTopicNames,
                               "wrench", plugins::kSensorFrameNames}};
  kind.spellings.on_model = {{"gazebo_ros_ft_sensor gazebo_ros_f3d", "force_torque",
                              plugins::kTopicNames, "wrench", plugins::kModelFrameNames, nullptr,
                              true}};
  kind.spellings.switches = "gz:forcetorque";
  kind.spellings.state_interfaces = {"force torque", "force_torque", true};
  kind.make = MakeForceTorque;
  return kind;
}

}  // namespace surefoot::sensors
