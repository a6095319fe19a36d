/// How each input takes effect.

#include "surefoot/sim/editor.h"

#include <algorithm>
#include <cmath>

#include "surefoot/events/event_set.h"
#include "surefoot/physics/kinematics.h"
#include "surefoot/sim/world_edit.h"
#include "surefoot/world/light/find_light.h"

namespace surefoot::sim {
namespace {

Error NoJoint(const std::string& name) {
  return Error{"there is no joint '" + name + "' (write model::joint)"};
}

Status CheckAxis(const world::World& world, int joint, int axis, const std::string& name) {
  const int count = world.joint(joint).v_count;
  if (axis >= 0 && axis < count) return Status();
  return Error{"joint '" + name + "' of type " +
               world::JointTypeName(world.joint_spec(joint).type) + " has " +
               std::to_string(count) + " axes; axis " + std::to_string(axis) + " does not exist"};
}

/// Joints of static models, and those between links that fixed joints hold as well.
Status CheckMovable(const world::World& world, int joint, const std::string& name) {
  const world::JointLayout& place = world.joint(joint);
  if (world.model(place.model).is_static) {
    return Error{"joint '" + name + "' is part of a static model and cannot move"};
  }
  const world::Tree& tree = world.tree(place.model);
  const auto& loops = tree.loop_joints;
  const bool moves =
      std::any_of(tree.bodies.begin(), tree.bodies.end(),
                  [&](const world::Body& body) { return body.joint == place.joint; });
  if (moves || std::find(loops.begin(), loops.end(), place.joint) != loops.end()) return Status();
  return Error{"joint '" + name + "' cannot move: fixed joints hold its links together"};
}

}  // namespace

Editor::Editor(Rig* rig, Machine* machine) : rig_(*rig), machine_(*machine) {}

Editor::~Editor() = default;

Status Editor::TakeAny(const Input& input) {
  return std::visit([this](const auto& one) { return Take(one); }, input);
}

Status Editor::Apply(const Input& input) {
  const Status status = TakeAny(input);
  if (rig_.observer != nullptr) {
    if (status.ok()) {
      rig_.observer->OnInput(rig_.run.step + 1, input);
    } else {
      rig_.observer->OnRejected(rig_.run.step + 1, input, status.error());
    }
  }
  return status;
}

Status Editor::Take(const JointCommand& input) {
  const int joint = rig_.world->FindJoint(input.joint);
  if (joint < 0) return NoJoint(input.joint);
  const Status axis = CheckAxis(*rig_.world, joint, input.axis, input.joint);
  if (!axis.ok()) return axis;
  const Status movable = CheckMovable(*rig_.world, joint, input.joint);
  if (!movable.ok()) return movable;
  if (!std::isfinite(input.target))
    return Error{"the target of '" + input.joint + "' is not finite"};
  const world::JointType type = rig_.world->joint_spec(joint).type;
  const bool by_effort =
      input.mode == physics::ControlMode::kEffort || input.mode == physics::ControlMode::kNone;
  if (type == world::JointType::kFloating) {
    return Error{"joint '" + input.joint + "' is floating and has no motor"};
  }
  if (type == world::JointType::kBall && !by_effort) {
    return Error{"joint '" + input.joint + "' is a ball joint: its motor takes effort only"};
  }
  const int v = rig_.world->joint(joint).v + input.axis;
  rig_.run.motions.ForgetJoint(rig_.world->JointName(joint), input.axis);
  rig_.CommandMotor(v, {input.mode, input.target});
  rig_.drives->OnDirectCommand(v);
  return Status();
}

Status Editor::Take(const TopicMessage& input) {
  const msgs::TypeInfo* type = msgs::FindType(input.type);
  if (type == nullptr) return Error{"there is no message type '" + input.type + "'"};
  std::shared_ptr<const void> message = input.message;
  if (message == nullptr) {
    const std::shared_ptr<void> decoded = type->make();
    if (!type->decode(input.cdr.data(), input.cdr.size(), decoded.get())) {
      return Error{"the message for '" + input.topic + "' is no " + input.type};
    }
    message = decoded;
  }
  const Result<int> topic = rig_.graph->Advertise(input.topic, *type, {.reliable = true});
  if (!topic.ok()) return topic.error();
  rig_.graph->PublishCdr(topic.value(), rig_.run.time_ns, input.cdr, message.get());
  return Status();
}

Status Editor::Take(const LinkWrench& input) {
  const int link = rig_.world->FindLink(input.link);
  if (link < 0) return Error{"there is no link '" + input.link + "' (write model::link)"};
  if (!input.F_L_W.force.allFinite() || !input.F_L_W.torque.allFinite()) {
    return Error{"the wrench on '" + input.link + "' is not finite"};
  }
  auto& held = rig_.run.held_wrenches;
  std::erase_if(held, [link](const HeldWrench& other) { return other.wrench.link == link; });
  if (input.steps == 0) return Status();
  held.push_back(HeldWrench{physics::AppliedWrench{link, input.F_L_W}, input.steps});
  return Status();
}

Status Editor::Take(const GravityChange& input) {
  if (!input.gravity_W.allFinite()) return Error{"gravity is not finite"};
  rig_.run.inputs.gravity_W = input.gravity_W;
  return Status();
}

Status Editor::Take(const Teleport& input) {
  const Twist& V_WM_W = input.V_WM_W;
  if (!input.X_WM.IsFinite()) return Error{"the pose for '" + input.model + "' is not finite"};
  if (!V_WM_W.v.allFinite() || !V_WM_W.w.allFinite()) {
    return Error{"the velocity for '" + input.model + "' is not finite"};
  }
  const int model = rig_.world->FindModel(input.model);
  if (model < 0)
    return machine_.Edit(WithMoved(rig_.world->spec(), input));  // says which there are
  const bool is_free = IsFreeModel(*rig_.world, model);
  if (!is_free && !(V_WM_W.v.isZero(0.0) && V_WM_W.w.isZero(0.0))) {
    return Error{"'" + input.model +
                 "' cannot have a velocity: it is static or hangs on the world"};
  }
  const RigidTransform X_WM = is_free ? rig_.ModelPose(model) : rig_.world->instance(model).X_WM;
  const RigidTransform X_move = input.X_WM * X_WM.Inverse();
  physics::State target = rig_.run.physics;
  const world::ModelLayout& layout = rig_.world->layout(model);
  for (int link = layout.links.first; link < layout.links.end(); ++link) {
    target.X_WL[static_cast<std::size_t>(link)] =
        X_move * target.X_WL[static_cast<std::size_t>(link)];
    Twist& V_WL_W = target.V_WL_W[static_cast<std::size_t>(link)];
    V_WL_W.w = V_WM_W.w;
    V_WL_W.v =
        V_WM_W.v + V_WM_W.w.cross(target.X_WL[static_cast<std::size_t>(link)].p - input.X_WM.p);
  }
  for (int v = layout.v.first; v < layout.v.end(); ++v) target.v[static_cast<std::size_t>(v)] = 0.0;
  if (!is_free) {
    // What hangs on the world moves with its description. The ids stay.
    const Status status = machine_.Edit(WithMoved(rig_.world->spec(), input));
    if (!status.ok()) return status;
  }
  rig_.run.motions.ForgetModel(input.model);
  rig_.WriteModel(model, target);
  return Status();
}

Status Editor::Take(const JointReset& input) {
  const int joint = rig_.world->FindJoint(input.joint);
  if (joint < 0) return NoJoint(input.joint);
  const Status axis = CheckAxis(*rig_.world, joint, input.axis, input.joint);
  if (!axis.ok()) return axis;
  const world::JointLayout& layout = rig_.world->joint(joint);
  if (layout.q_count != layout.v_count) {
    return Error{"joint '" + input.joint + "' has no single coordinate to set"};
  }
  if (!std::isfinite(input.position)) {
    return Error{"the position of '" + input.joint + "' is not finite"};
  }
  const Status movable = CheckMovable(*rig_.world, joint, input.joint);
  if (!movable.ok()) return movable;
  physics::State target = rig_.run.physics;
  target.q[static_cast<std::size_t>(layout.q + input.axis)] = input.position;
  target.v[static_cast<std::size_t>(layout.v + input.axis)] = 0.0;
  rig_.WriteModel(layout.model, target);
  rig_.run.stops.OnMoved(layout.v + input.axis);
  return Status();
}

Status Editor::Take(const Spawn& input) {
  if (input.instance.model == nullptr) return Error{"spawn without a model"};
  const Status status = machine_.Edit(WithSpawn(rig_.world->spec(), input));
  if (status.ok()) rig_.StartCommands(rig_.world->FindModel(input.instance.name));
  return status;
}

Status Editor::Take(const Attach& input) {
  const int a = rig_.world->FindLink(input.link_a);
  const int b = rig_.world->FindLink(input.link_b);
  if (a < 0) return Error{"there is no link '" + input.link_a + "' (write model::link)"};
  if (b < 0) return Error{"there is no link '" + input.link_b + "' (write model::link)"};
  if (a == b) return Error{"link '" + input.link_a + "' cannot be attached to itself"};
  world::Attachment attachment;
  attachment.name = input.name;
  attachment.model_a = rig_.world->instance(rig_.world->model_of_link(a)).name;
  attachment.link_a = rig_.world->link(a).name;
  attachment.model_b = rig_.world->instance(rig_.world->model_of_link(b)).name;
  attachment.link_b = rig_.world->link(b).name;
  attachment.X_AB = rig_.run.physics.X_WL[static_cast<std::size_t>(a)].Inverse() *
                    rig_.run.physics.X_WL[static_cast<std::size_t>(b)];
  return machine_.Edit(WithAttachment(rig_.world->spec(), attachment));
}

Status Editor::Take(const LightChange& input) {
  ChangedParts changed;
  const Result<world::LightPlace> place = world::FindLight(rig_.world->spec(), input.name);
  if (place.ok() && place->model >= 0) changed.model = rig_.world->instance(place->model).name;
  return machine_.Edit(WithLight(rig_.world->spec(), input), changed);
}

Status Editor::Take(const StateReset&) {
  return machine_.RestartIn(
      world::MakeWorld(WithStart(rig_.world->spec(), rig_.first_world->spec()), nullptr));
}

Status Editor::Take(const Detach& input) {
  return machine_.Edit(WithoutAttachment(rig_.world->spec(), input));
}

}  // namespace surefoot::sim
