#include "surefoot/sensors/joint/joint_wrench.h"

#include <algorithm>
#include <map>

namespace surefoot::sensors {
namespace {

/// Walks from link to link through whatever holds them together.
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
  /// A link that is held, -1 for the world, and what holds it.
  struct Way {
    int link;
    std::string by;
  };

  void Reach(const Way& way) {
    const bool is_world =
        way.link < 0 || (world_.model(world_.model_of_link(way.link)).is_static && !way.by.empty());
    if (is_world || way.link == parent_) {
      side_.ambiguity = way.by + " also holds what is beyond joint '" + world_.JointName(joint_) +
                        "' to " + (is_world ? "the world" : "the joint's parent");
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
      // A floating joint holds nothing.
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

/// Not the engine's.
bool IsOwn(const world::World& world, const physics::Contact& contact) {
  if (!world.has_own_contacts()) return false;
  const auto engine = world::WheelContact::kEngine;
  return world.ContactOn(contact.link_b, contact.link_a, contact.collision_a) != engine ||
         world.ContactOn(contact.link_a, contact.link_b, contact.collision_b) != engine;
}

}  // namespace

JointSide BeyondJoint(const world::World& world, int joint) {
  const world::Joint& spec = world.joint_spec(joint);
  const int first = world.layout(world.joint(joint).model).links.first;
  const bool on_world = spec.parent == world::kWorldLink;
  return Walk(world, joint).From(first + spec.child, on_world ? -1 : first + spec.parent);
}

JointWrench::JointWrench(const world::World& world, int joint, const JointSide& beyond)
    : child_(world.layout(world.joint(joint).model).links.first + world.joint_spec(joint).child),
      p_CJ_(world.joint_spec(joint).X_CJ.p),
      links_(beyond.links),
      is_beyond_(static_cast<std::size_t>(world.link_count()), 0) {
  for (int link : links_) is_beyond_[static_cast<std::size_t>(link)] = 1;
}

JointWrench::Momentum JointWrench::MomentumOf(const Truth& truth) const {
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

Wrench JointWrench::Outside(const Truth& truth, const Vector3d& p_WO) const {
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
    // What the ground does to wheels and plates is among the wrenches already.
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

Wrench JointWrench::Update(const Truth& truth) {
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

void JointWrench::Archive(StateArchive* archive) {
  std::uint64_t links = links_.size();
  archive->Items(&links, &has_last_, &last_.linear, &last_.angular);
  // After an edit that attached or detached something, momenta cannot be compared.
  has_last_ = has_last_ && links == links_.size();
}

}  // namespace surefoot::sensors
