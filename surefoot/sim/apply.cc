/// How each input takes effect.

#include <algorithm>
#include <cmath>

#include "surefoot/events/event_set.h"
#include "surefoot/physics/kinematics.h"
#include "surefoot/sim/simulation.h"
#include "surefoot/sim/world_edit.h"
#include "surefoot/world/find_light.h"

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

/// Index into Model::links of the root of its first movable body; -1 when nothing can move.
int CarryingLink(const world::World& world, int model) {
  for (const world::Body& body : world.tree(model).bodies) {
    if (!body.is_static) return body.root_link;
  }
  return -1;
}

}  // namespace

bool IsFreeModel(const world::World& world, int model) {
  for (const world::Body& body : world.tree(model).bodies) {
    if (body.parent >= 0) continue;
    const bool hangs =
        body.joint >= 0 && world.model(model).joints[static_cast<std::size_t>(body.joint)].type !=
                               world::JointType::kFloating;
    if (body.is_static || hangs) return false;
  }
  return true;
}

RigidTransform Simulation::ModelPose(int model) const {
  const int link = CarryingLink(*world_, model);
  if (link < 0) return world_->instance(model).X_WM;
  return run_.physics.X_WL[static_cast<std::size_t>(world_->layout(model).links.first + link)] *
         world_->model(model).links[static_cast<std::size_t>(link)].X_ML.Inverse();
}

Twist Simulation::ModelVelocity(int model) const {
  const int link = CarryingLink(*world_, model);
  if (link < 0) return Twist();
  const auto id = static_cast<std::size_t>(world_->layout(model).links.first + link);
  Twist V_WM_W = run_.physics.V_WL_W[id];
  V_WM_W.v += V_WM_W.w.cross(ModelPose(model).p - run_.physics.X_WL[id].p);
  return V_WM_W;
}

Status Simulation::Apply(const Input& input) {
  const Status status = std::visit([this](const auto& i) { return Take(i); }, input);
  if (observer_ != nullptr) {
    if (status.ok()) {
      observer_->OnInput(run_.step + 1, input);
    } else {
      observer_->OnRejected(run_.step + 1, input, status.error());
    }
  }
  return status;
}

void Simulation::TakeLatched(const Input& input) {
  // Whoever posted it is gone; the observer has been told.
  const Status status = Apply(input);
  static_cast<void>(status);
}

Status Simulation::Take(const JointCommand& input) {
  const int joint = world_->FindJoint(input.joint);
  if (joint < 0) return NoJoint(input.joint);
  const Status axis = CheckAxis(*world_, joint, input.axis, input.joint);
  if (!axis.ok()) return axis;
  const Status movable = CheckMovable(*world_, joint, input.joint);
  if (!movable.ok()) return movable;
  if (!std::isfinite(input.target))
    return Error{"the target of '" + input.joint + "' is not finite"};
  const world::JointType type = world_->joint_spec(joint).type;
  const bool by_effort =
      input.mode == physics::ControlMode::kEffort || input.mode == physics::ControlMode::kNone;
  if (type == world::JointType::kFloating) {
    return Error{"joint '" + input.joint + "' is floating and has no motor"};
  }
  if (type == world::JointType::kBall && !by_effort) {
    return Error{"joint '" + input.joint + "' is a ball joint: its motor takes effort only"};
  }
  const int v = world_->joint(joint).v + input.axis;
  run_.motions.ForgetJoint(world_->JointName(joint), input.axis);
  CommandMotor(v, {input.mode, input.target});
  drives_->OnDirectCommand(v);
  return Status();
}

Status Simulation::Take(const TopicMessage& input) {
  const msgs::TypeInfo* type = msgs::FindType(input.type);
  if (type == nullptr) return Error{"there is no message type '" + input.type + "'"};
  if (!type->decode(input.cdr.data(), input.cdr.size(), type->make().get())) {
    return Error{"the message for '" + input.topic + "' is no " + input.type};
  }
  const Result<int> topic = graph_->Advertise(input.topic, *type, {.reliable = true});
  if (!topic.ok()) return topic.error();
  graph_->PublishCdr(topic.value(), run_.time_ns, input.cdr);
  return Status();
}

Status Simulation::Take(const LinkWrench& input) {
  const int link = world_->FindLink(input.link);
  if (link < 0) return Error{"there is no link '" + input.link + "' (write model::link)"};
  if (!input.F_L_W.force.allFinite() || !input.F_L_W.torque.allFinite()) {
    return Error{"the wrench on '" + input.link + "' is not finite"};
  }
  auto& held = run_.held_wrenches;
  held.erase(std::remove_if(held.begin(), held.end(),
                            [&](const HeldWrench& h) { return h.wrench.link == link; }),
             held.end());
  if (input.steps == 0) return Status();
  held.push_back(HeldWrench{physics::AppliedWrench{link, input.F_L_W}, input.steps});
  return Status();
}

Status Simulation::Take(const GravityChange& input) {
  if (!input.gravity_W.allFinite()) return Error{"gravity is not finite"};
  run_.inputs.gravity_W = input.gravity_W;
  return Status();
}

Status Simulation::Take(const Teleport& input) {
  const Twist& V_WM_W = input.V_WM_W;
  if (!input.X_WM.IsFinite()) return Error{"the pose for '" + input.model + "' is not finite"};
  if (!V_WM_W.v.allFinite() || !V_WM_W.w.allFinite()) {
    return Error{"the velocity for '" + input.model + "' is not finite"};
  }
  const int model = world_->FindModel(input.model);
  if (model < 0) return Edit(WithMoved(world_->spec(), input));  // says which there are
  const bool is_free = IsFreeModel(*world_, model);
  if (!is_free && !(V_WM_W.v.isZero(0.0) && V_WM_W.w.isZero(0.0))) {
    return Error{"'" + input.model +
                 "' cannot have a velocity: it is static or hangs on the world"};
  }
  const RigidTransform X_WM = is_free ? ModelPose(model) : world_->instance(model).X_WM;
  const RigidTransform X_move = input.X_WM * X_WM.Inverse();
  physics::State target = run_.physics;
  const world::ModelLayout& layout = world_->layout(model);
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
    const Status status = Edit(WithMoved(world_->spec(), input));
    if (!status.ok()) return status;
  }
  run_.motions.ForgetModel(input.model);
  if (!world_->model(model).is_static) backend_->WriteModel(model, target);
  backend_->ReadState(&run_.physics);
  ground_->OnMoved(model);
  sensors_->OnMoved(model, run_.physics);
  return Status();
}

Status Simulation::Take(const JointReset& input) {
  const int joint = world_->FindJoint(input.joint);
  if (joint < 0) return NoJoint(input.joint);
  const Status axis = CheckAxis(*world_, joint, input.axis, input.joint);
  if (!axis.ok()) return axis;
  const world::JointLayout& layout = world_->joint(joint);
  if (layout.q_count != layout.v_count) {
    return Error{"joint '" + input.joint + "' has no single coordinate to set"};
  }
  if (!std::isfinite(input.position)) {
    return Error{"the position of '" + input.joint + "' is not finite"};
  }
  const Status movable = CheckMovable(*world_, joint, input.joint);
  if (!movable.ok()) return movable;
  physics::State target = run_.physics;
  target.q[static_cast<std::size_t>(layout.q + input.axis)] = input.position;
  target.v[static_cast<std::size_t>(layout.v + input.axis)] = 0.0;
  backend_->WriteModel(layout.model, target);
  backend_->ReadState(&run_.physics);
  run_.stops.OnMoved(layout.v + input.axis);
  ground_->OnMoved(layout.model);
  sensors_->OnMoved(layout.model, run_.physics);
  return Status();
}

Status Simulation::Take(const Spawn& input) {
  if (input.instance.model == nullptr) return Error{"spawn without a model"};
  const Status status = Edit(WithSpawn(world_->spec(), input));
  if (status.ok()) StartCommands(world_->FindModel(input.instance.name));
  return status;
}

Status Simulation::Take(const Attach& input) {
  const int a = world_->FindLink(input.link_a);
  const int b = world_->FindLink(input.link_b);
  if (a < 0) return Error{"there is no link '" + input.link_a + "' (write model::link)"};
  if (b < 0) return Error{"there is no link '" + input.link_b + "' (write model::link)"};
  if (a == b) return Error{"link '" + input.link_a + "' cannot be attached to itself"};
  world::Attachment attachment;
  attachment.name = input.name;
  attachment.model_a = world_->instance(world_->model_of_link(a)).name;
  attachment.link_a = world_->link(a).name;
  attachment.model_b = world_->instance(world_->model_of_link(b)).name;
  attachment.link_b = world_->link(b).name;
  attachment.X_AB = run_.physics.X_WL[static_cast<std::size_t>(a)].Inverse() *
                    run_.physics.X_WL[static_cast<std::size_t>(b)];
  return Edit(WithAttachment(world_->spec(), attachment));
}

Status Simulation::Take(const LightChange& input) {
  Carried carried;
  const Result<world::LightPlace> place = world::FindLight(world_->spec(), input.name);
  if (place.ok() && place->model >= 0) carried.edited = world_->instance(place->model).name;
  return Edit(WithLight(world_->spec(), input), carried);
}

Status Simulation::Take(const StateReset&) {
  Result<WorldPtr> world =
      world::MakeWorld(WithStart(world_->spec(), first_world_->spec()), nullptr);
  if (!world.ok()) return world.error();
  Result<Machinery> built = Build(world.value(), options_.seed, run_.time_ns);
  if (!built.ok()) return built.error();
  Start(std::move(world).value(), std::move(built).value());
  if (observer_ != nullptr) observer_->OnWorld(*this);
  return Status();
}

Status Simulation::Take(const Detach& input) {
  return Edit(WithoutAttachment(world_->spec(), input));
}

}  // namespace surefoot::sim
