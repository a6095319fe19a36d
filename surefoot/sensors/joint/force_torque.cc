/// Force and torque that a joint transmits: geometry_msgs/WrenchStamped.
///
/// Engines do not report constraint forces in a common form, so the wrench is computed from the
/// balance of momentum of all links beyond the joint: what gravity, contacts and applied wrenches
/// do not explain of their change of momentum, the joint transmits. This works for any engine, but
/// only where the joint is the sole connection (no loops).

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/random.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/sensors/error_fields.h"
#include "surefoot/sensors/joint/joint_choice.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

/// Links that only the joint connects to the rest of the world, including attached models.
struct JointSide {
  /// World ids, ascending.
  std::vector<int> links;
  /// What else connects them, by name; empty when nothing does.
  std::string ambiguity;
};

/// Depth-first search from link to link, over joints and attachments.
class Walk {
 public:
  Walk(const world::World& world, int joint)
      : world_(world), joint_(joint), seen_(static_cast<std::size_t>(world.link_count()), 0) {
    for (const world::Attachment& attachment : world.spec().attachments) {
      const int a = world.FindLink(attachment.model_a + "::" + attachment.link_a);
      const int b = world.FindLink(attachment.model_b + "::" + attachment.link_b);
      attached_[a].push_back({b, "attachment '" + attachment.name + "'"});
      attached_[b].push_back({a, "attachment '" + attachment.name + "'"});
    }
  }

  // Starts at the child and never crosses the measured joint. Stops at the first other connection.
  JointSide From(int child, int parent) {
    parent_ = parent;
    Reach({child, ""});
    while (!waiting_.empty() && side_.ambiguity.empty()) {
      const int link = waiting_.back();
      waiting_.pop_back();
      for (const Way& way : WaysFrom(link)) Reach(way);
      if (const auto found = attached_.find(link); found != attached_.end()) {
        for (const Way& way : found->second) Reach(way);
      }
    }
    std::sort(side_.links.begin(), side_.links.end());
    return side_;
  }

 private:
  /// A neighbour (-1: the world) and what connects it.
  struct Way {
    int link;
    std::string by;
  };

  void Reach(const Way& way) {
    const bool is_world =
        way.link < 0 || (world_.model(world_.model_of_link(way.link)).is_static && !way.by.empty());
    if (is_world || way.link == parent_) {
      side_.ambiguity = way.by + " also connects what is beyond joint '" +
                        world_.JointName(joint_) + "' to " +
                        (is_world ? "the world" : "the joint's parent");
      return;
    }
    char& seen = seen_[static_cast<std::size_t>(way.link)];
    if (seen != 0) return;
    seen = 1;
    side_.links.push_back(way.link);
    waiting_.push_back(way.link);
  }

  const std::vector<Way>& WaysFrom(int link) {
    const int model = world_.model_of_link(link);
    if (joints_.count(model) == 0) AddJoints(model);
    return joints_[model][link];
  }

  void AddJoints(int model) {
    auto& ways = joints_[model];
    const world::ModelLayout& layout = world_.layout(model);
    for (int id = layout.joints.first; id < layout.joints.end(); ++id) {
      const world::Joint& joint = world_.joint_spec(id);
      // A floating joint has no constraint.
      if (id == joint_ || joint.type == world::JointType::kFloating) continue;
      const int child = layout.links.first + joint.child;
      const bool on_world = joint.parent == world::kWorldLink;
      const int parent = on_world ? -1 : layout.links.first + joint.parent;
      const std::string by = "joint '" + world_.JointName(id) + "'";
      ways[child].push_back({parent, by});
      if (!on_world) ways[parent].push_back({child, by});
    }
  }

  const world::World& world_;
  int joint_;
  int parent_ = -1;
  std::map<int, std::vector<Way>> attached_;
  std::map<int, std::map<int, std::vector<Way>>> joints_;
  std::vector<char> seen_;
  std::vector<int> waiting_;
  JointSide side_;
};

/// Whether Surefoot computed this contact (wheels on soil, tyres) instead of the engine. Its force
/// was given to the engine as an applied wrench.
bool IsOwn(const world::World& world, const physics::Contact& contact) {
  if (!world.has_own_contacts()) return false;
  const auto engine = world::WheelContact::kEngine;
  return world.ContactOn(contact.link_b, contact.link_a, contact.collision_a) != engine ||
         world.ContactOn(contact.link_a, contact.link_b, contact.collision_b) != engine;
}

/// The links on the side of the joint's child.
JointSide BeyondJoint(const world::World& world, int joint) {
  const world::Joint& spec = world.joint_spec(joint);
  const int first = world.layout(world.joint(joint).model).links.first;
  const bool on_world = spec.parent == world::kWorldLink;
  return Walk(world, joint).From(first + spec.child, on_world ? -1 : first + spec.parent);
}

/// The wrench of one joint, from step to step.
class JointWrench {
 public:
  /// `beyond` must not be ambiguous.
  JointWrench(const world::World& world, int joint, const JointSide& beyond)
      : child_(world.layout(world.joint(joint).model).links.first + world.joint_spec(joint).child),
        p_CJ_(world.joint_spec(joint).X_CJ.p),
        links_(beyond.links),
        is_beyond_(static_cast<std::size_t>(world.link_count()), 0) {
    for (int link : links_) is_beyond_[static_cast<std::size_t>(link)] = 1;
  }

  /// Call after each step. Returns the mean wrench of the parent on the child during the step (N,
  /// N m), about the joint's origin J, expressed in W.
  Wrench Update(const Truth& truth) {
    const Vector3d p_WJ = truth.state.X_WL[static_cast<std::size_t>(child_)] * p_CJ_;
    const Momentum now = MomentumOf(truth);
    if (!has_last_) last_ = now;
    has_last_ = true;
    const Vector3d force = (now.linear - last_.linear) / truth.step;
    const Vector3d about_origin = (now.angular - last_.angular) / truth.step;
    last_ = now;
    const Wrench outside = Outside(truth, p_WJ);
    Wrench wrench;
    wrench.force = force - outside.force;
    wrench.torque = about_origin - p_WJ.cross(force) - outside.torque;
    return wrench;
  }

  void Archive(StateArchive* archive) {
    std::uint64_t links = links_.size();
    archive->Items(&links, &has_last_, &last_.linear, &last_.angular);
    // After an edit that attached or detached a model, the sums are over different links.
    has_last_ = has_last_ && links == links_.size();
  }

 private:
  struct Momentum {
    /// N s.
    Vector3d linear = Vector3d::Zero();
    /// About the world's origin, which is fixed: N m s.
    Vector3d angular = Vector3d::Zero();
  };
  bool IsBeyond(int link) const { return is_beyond_[static_cast<std::size_t>(link)] != 0; }

  /// Sum of gravity, contact forces and applied wrenches on the links, with moments about O. Forces
  /// among the links cancel and are left out.
  Wrench Outside(const Truth& truth, const Vector3d& p_WO) const {
    Wrench sum;
    const auto add = [&](const Vector3d& force, const Vector3d& p_W) {
      sum.force += force;
      sum.torque += (p_W - p_WO).cross(force);
    };
    for (int id : links_) {
      const world::Link& link = truth.world.link(id);
      if (!link.gravity) continue;
      add(link.inertia.mass * truth.inputs.gravity_W,
          truth.state.X_WL[static_cast<std::size_t>(id)] * link.inertia.p_BBcm);
    }
    for (const physics::Contact& contact : truth.report.contacts) {
      if (IsBeyond(contact.link_b) == IsBeyond(contact.link_a)) continue;
      // Forces of Surefoot's own contacts are among the applied wrenches already.
      if (IsOwn(truth.world, contact)) continue;
      add(IsBeyond(contact.link_b) ? contact.f_B_W : Vector3d(-contact.f_B_W), contact.p_WC);
    }
    for (const physics::AppliedWrench& applied : truth.inputs.wrenches) {
      if (!IsBeyond(applied.link)) continue;
      add(applied.F_L_W.force, truth.state.X_WL[static_cast<std::size_t>(applied.link)].p);
      sum.torque += applied.F_L_W.torque;
    }
    return sum;
  }

  Momentum MomentumOf(const Truth& truth) const {
    Momentum sum;
    for (int id : links_) {
      const Inertia& inertia = truth.world.link(id).inertia;
      const RigidTransform& X_WL = truth.state.X_WL[static_cast<std::size_t>(id)];
      const Vector3d p_LLcm_W = X_WL.q * inertia.p_BBcm;
      const Twist V = Shifted(truth.state.V_WL_W[static_cast<std::size_t>(id)], p_LLcm_W);
      const Vector3d linear = inertia.mass * V.v;
      const Vector3d spin = X_WL.q * (inertia.I_BBcm_B * (X_WL.q.conjugate() * V.w));
      sum.linear += linear;
      sum.angular += (X_WL.p + p_LLcm_W).cross(linear) + spin;
    }
    return sum;
  }

  int child_;
  Vector3d p_CJ_;
  std::vector<int> links_;
  std::vector<char> is_beyond_;
  /// Momentum after the last step. Models start at rest, so the first step can be evaluated.
  Momentum last_;
  bool has_last_ = true;
};

/// The joint whose child the link is; -1 when there is none or more than one.
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

class ForceTorque final : public MessageSensor<msgs::geometry_msgs::WrenchStamped> {
 public:
  ForceTorque(const SensorArgs& args, int joint, const JointSide& beyond)
      : MessageSensor(args, args.place.TopicFor(OwnName(args.place))),
        wrench_(args.world, joint, beyond),
        average_(args.element.Flag("average", false)),
        period_(1.0 / args.place.rate),
        stream_(args.place.seed, args.place.name) {
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
    WarnMisspelt(args, {"force", "torque"});
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

  void Archive(StateArchive* archive) override {
    archive->Items(&wrench_, &sum_.force, &sum_.torque, &steps_, &stream_);
    archive->Each(&noises_);
    archive->Require(steps_ >= 0);
  }

 private:
  void ChooseFrame(const SensorArgs& args, int joint, const std::string& frame) {
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

  /// R_WF: F has the axes in which the wrench is reported.
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
  /// Sum over the steps since the last sample, or of the last step without <average>.
  Wrench sum_;
  std::int64_t steps_ = 0;
};

/// Warnings instead of errors: a downloaded robot should run even if this sensor cannot.
std::unique_ptr<Sensor> MakeForceTorque(const SensorArgs& args) {
  const int joint = MeasuredJoint(args);
  if (joint < 0) {
    if (args.element.Has("joint")) return nullptr;
    args.element.Warning("force_torque",
                         "this link is not the child of exactly one joint; the sensor does not run",
                         args.world.LinkName(args.place.link),
                         "put the sensor into a <joint>, or name one in <surefoot:joint>");
    return nullptr;
  }
  const JointSide beyond = BeyondJoint(args.world, joint);
  if (!beyond.ambiguity.empty()) {
    args.element.Warning(
        "force_torque",
        "the force in this joint is indeterminate; the sensor does not run: " + beyond.ambiguity,
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
