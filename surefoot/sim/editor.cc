/// Implements the effect of each input. Every Take checks all of its input before it changes
/// anything.

#include "surefoot/sim/editor.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/events/event_set.h"
#include "surefoot/physics/kinematics.h"
#include "surefoot/sim/fields/fields.h"
#include "surefoot/sim/property.h"
#include "surefoot/sim/world_edit.h"
#include "surefoot/world/light/find_light.h"

namespace surefoot::sim {
namespace {

/// The joint with that name, which must have that axis.
Result<int> FindAxis(const world::World& world, const std::string& name, int axis) {
  const int joint = world.FindJoint(name);
  if (joint < 0) return Error{"there is no joint '" + name + "' (write model::joint)"};
  const int count = world.joint(joint).v_count;
  if (axis >= 0 && axis < count) return joint;
  return Error{"joint '" + name + "' of type " +
               world::JointTypeName(world.joint_spec(joint).type) + " has " +
               std::to_string(count) + " axes; axis " + std::to_string(axis) + " does not exist"};
}

/// Fails for joints of static models, and for joints whose links are also connected by fixed
/// joints.
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

/// Bounds the memory of a long session with many removals.
constexpr std::size_t kMaxKept = 200;

template <typename T>
std::vector<T> Slice(const std::vector<T>& all, const world::Range& range) {
  return std::vector<T>(all.begin() + range.first, all.begin() + range.end());
}

/// The names of running sensors, e.g. "husky::base_link::imu", that a change refers to.
std::vector<std::string> SensorNames(const world::World& world, const PropertyChange& change) {
  std::vector<std::string> names;
  const int model = world.FindModel(change.entity);
  if (model < 0) return names;
  world::Model copy = world.model(model);
  for (const NamedSensor& sensor : NamedSensors(&copy)) {
    const bool meant =
        std::any_of(change.parts.begin(), change.parts.end(), [&](const std::string& part) {
          return part == "sensor:" + sensor.name ||
                 part == "sensor:" + sensor.owner + "/" + sensor.sensor->name;
        });
    if (!meant) continue;
    std::string owner = sensor.owner;
    const int joint = copy.FindJoint(owner);
    // A joint's sensor runs in the joint's child link.
    if (copy.FindLink(owner) < 0 && joint >= 0) {
      owner = copy.links[At(copy.joints[At(joint)].child)].name;
    }
    names.push_back(change.entity + "::" + owner + "::" + sensor.sensor->name);
  }
  return names;
}

}  // namespace

Editor::Editor(Rig* rig, Machine* machine) : rig_(*rig), machine_(*machine) {}

Editor::~Editor() = default;

Status Editor::TakeAny(const Input& input) {
  return std::visit([this](const auto& one) { return Take(one); }, input);
}

/// The step is that before which the input takes effect; a replay applies it there.
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

Status Editor::ApplyPrepared(const Input& input, std::unique_ptr<PreparedEdit> prepared) {
  prepared_ = std::move(prepared);
  const Status status = Apply(input);
  prepared_ = nullptr;
  return status;
}

Result<world::WorldSpec> Editor::SpecAfter(const Input& input) const {
  const world::WorldSpec& now = rig_.world->spec();
  if (const auto* spawn = std::get_if<Spawn>(&input)) {
    if (spawn->instance.model == nullptr) return Error{"spawn without a model"};
    return WithSpawn(now, Adapted(*spawn));
  }
  if (const auto* copy = std::get_if<Duplicate>(&input)) {
    const int model = rig_.world->FindModel(copy->model);
    if (model < 0) return NoModel(now, copy->model);
    return WithSpawn(now, Spawn{{copy->name, copy->X_WM, rig_.world->instance(model).model}});
  }
  if (const auto* remove = std::get_if<Remove>(&input)) return WithRemove(now, *remove);
  if (const auto* light = std::get_if<LightChange>(&input)) return WithLight(now, *light);
  if (const auto* change = std::get_if<PropertyChange>(&input)) {
    return WithProperty(*rig_.world, rig_.options.sensors, *change);
  }
  if (const auto* back = std::get_if<PutBack>(&input)) {
    const Result<const Kept*> kept = FindKept(*back);
    return kept.ok() ? SpecWith(**kept) : Result<world::WorldSpec>(kept.error());
  }
  return Error{"this input does not change the description of the world"};
}

Status Editor::Edit(Result<world::WorldSpec> spec, const ChangedParts& changed) {
  const std::unique_ptr<PreparedEdit> prepared = std::move(prepared_);
  if (!spec.ok()) return spec.error();
  if (prepared == nullptr || !machine_.Fits(*prepared)) {
    return machine_.Edit(std::move(spec), changed);
  }
  return machine_.Edit(std::move(*prepared), changed);
}

Status Editor::Take(const JointCommand& input) {
  const int joint = SUREFOOT_TRY(FindAxis(*rig_.world, input.joint, input.axis));
  SUREFOOT_TRY(CheckMovable(*rig_.world, joint, input.joint));
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
      return Error{"the message for '" + input.topic + "' is not a valid " + input.type};
    }
    message = decoded;
  }
  const int topic = SUREFOOT_TRY(rig_.graph->Advertise(
      input.topic, *type, {.reliable = true, .open = true, .of_client = true}));
  rig_.graph->PublishCdr(topic, rig_.run.time_ns, input.cdr, message.get());
  return Status();
}

Status Editor::Take(const ControllerChange& input) {
  if (rig_.world->FindModel(input.model) < 0) return NoModel(rig_.world->spec(), input.model);
  SUREFOOT_TRY(CheckControllers(rig_, input));
  ChangeControllers(input, &rig_);
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
    return machine_.Edit(WithMoved(rig_.world->spec(), input));  // The error lists the models.
  const bool is_free = IsFreeModel(*rig_.world, model);
  if (!is_free && !(V_WM_W.v.isZero(0.0) && V_WM_W.w.isZero(0.0))) {
    return Error{"'" + input.model +
                 "' cannot have a velocity: it is static or attached to the world"};
  }
  const RigidTransform X_WM = is_free ? rig_.ModelPose(model) : rig_.world->instance(model).X_WM;
  // The motion is that of a rigid body: links keep their relative poses, and their velocities
  // follow from that of the model's frame.
  const RigidTransform X_move = input.X_WM * X_WM.Inverse();
  physics::State target = rig_.run.physics;
  const world::ModelLayout& layout = rig_.world->layout(model);
  for (int link = layout.links.first; link < layout.links.end(); ++link) {
    target.X_WL[At(link)] = X_move * target.X_WL[At(link)];
    Twist& V_WL_W = target.V_WL_W[At(link)];
    V_WL_W.w = V_WM_W.w;
    V_WL_W.v = V_WM_W.v + V_WM_W.w.cross(target.X_WL[At(link)].p - input.X_WM.p);
  }
  for (int v = layout.v.first; v < layout.v.end(); ++v) target.v[At(v)] = 0.0;
  if (!is_free) {
    // Models attached to the world move with the world's description. Ids stay the same.
    SUREFOOT_TRY(machine_.Edit(WithMoved(rig_.world->spec(), input)));
  }
  rig_.run.motions.ForgetModel(input.model);
  rig_.WriteModel(model, target);
  return Status();
}

Status Editor::Take(const JointReset& input) {
  const int joint = SUREFOOT_TRY(FindAxis(*rig_.world, input.joint, input.axis));
  const world::JointLayout& layout = rig_.world->joint(joint);
  if (layout.q_count != layout.v_count) {
    return Error{"joint '" + input.joint +
                 "' cannot be set by a single coordinate: its orientation is a quaternion"};
  }
  if (!std::isfinite(input.position)) {
    return Error{"the position of '" + input.joint + "' is not finite"};
  }
  SUREFOOT_TRY(CheckMovable(*rig_.world, joint, input.joint));
  physics::State target = rig_.run.physics;
  target.q[At(layout.q + input.axis)] = input.position;
  target.v[At(layout.v + input.axis)] = 0.0;
  rig_.WriteModel(layout.model, target);
  rig_.run.stops.OnMoved(layout.v + input.axis);
  return Status();
}

Spawn Editor::Adapted(Spawn spawn) const {
  if (rig_.options.adapt_model) {
    spawn.instance.model = rig_.options.adapt_model(std::move(spawn.instance.model));
  }
  return spawn;
}

Status Editor::Take(const Spawn& input) {
  if (input.instance.model == nullptr) return Error{"spawn without a model"};
  const Status status = Edit(WithSpawn(rig_.world->spec(), Adapted(input)));
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
  attachment.X_AB = rig_.run.physics.X_WL[At(a)].Inverse() * rig_.run.physics.X_WL[At(b)];
  return machine_.Edit(WithAttachment(rig_.world->spec(), attachment));
}

Status Editor::Take(const LightChange& input) {
  ChangedParts changed;
  const Result<world::LightPlace> place = world::FindLight(rig_.world->spec(), input.name);
  if (place.ok() && place->model >= 0) changed.model = rig_.world->instance(place->model).name;
  return Edit(WithLight(rig_.world->spec(), input), changed);
}

Status Editor::Take(const StateReset&) {
  return machine_.RestartIn(
      world::MakeWorld(WithStart(rig_.world->spec(), rig_.first_world->spec()), nullptr));
}

Status Editor::Take(const Detach& input) {
  return machine_.Edit(WithoutAttachment(rig_.world->spec(), input));
}

// Edits that remove, copy, restore or describe a model again.

Editor::Kept Editor::Keep(int model, const std::string& kept_as) const {
  const world::ModelLayout& layout = rig_.world->layout(model);
  Kept kept;
  kept.kept_as = kept_as;
  kept.instance = rig_.world->instance(model);
  for (const world::CollisionFilter& filter : rig_.world->spec().collision_filters) {
    if (filter.model_a == kept.instance.name || filter.model_b == kept.instance.name) {
      kept.filters.push_back(filter);
    }
  }
  kept.X_WL = Slice(rig_.run.physics.X_WL, layout.links);
  kept.q = Slice(rig_.run.physics.q, layout.q);
  kept.motors = Slice(rig_.run.inputs.motors, layout.v);
  return kept;
}

void Editor::Place(int model, const std::vector<RigidTransform>& X_WL,
                   const std::vector<double>& q) {
  if (rig_.world->model(model).is_static) return;
  const world::ModelLayout& layout = rig_.world->layout(model);
  physics::State target = rig_.run.physics;
  std::copy(X_WL.begin(), X_WL.end(), target.X_WL.begin() + layout.links.first);
  std::copy(q.begin(), q.end(), target.q.begin() + layout.q.first);
  std::fill_n(target.v.begin() + layout.v.first, layout.v.count, 0.0);
  std::fill_n(target.V_WL_W.begin() + layout.links.first, layout.links.count, Twist());
  rig_.WriteModel(model, target);
}

Status Editor::Take(const Remove& input) {
  const int model = rig_.world->FindModel(input.model);
  const bool keep = model >= 0 && !input.keep_as.empty();
  Kept kept;
  if (keep) kept = Keep(model, input.keep_as);
  const Status status = Edit(WithRemove(rig_.world->spec(), input));
  if (!status.ok() || !keep) return status;
  std::erase_if(kept_, [&](const Kept& other) { return other.kept_as == input.keep_as; });
  if (kept_.size() >= kMaxKept) kept_.erase(kept_.begin());
  kept_.push_back(std::move(kept));
  return status;
}

Result<const Editor::Kept*> Editor::FindKept(const PutBack& input) const {
  const auto found = std::find_if(kept_.begin(), kept_.end(),
                                  [&](const Kept& kept) { return kept.kept_as == input.kept_as; });
  if (found != kept_.end()) return &*found;
  return Error{"nothing is kept as '" + input.kept_as + "': it was put back already, or " +
               std::to_string(kMaxKept) + " others were removed since"};
}

/// Collision filters are restored if the other model still exists.
Result<world::WorldSpec> Editor::SpecWith(const Kept& kept) const {
  world::WorldSpec spec = SUREFOOT_TRY(WithSpawn(rig_.world->spec(), Spawn{kept.instance}));
  for (const world::CollisionFilter& filter : kept.filters) {
    const std::string& own = kept.instance.name;
    const std::string& other = filter.model_a == own ? filter.model_b : filter.model_a;
    if (other == own || rig_.world->FindModel(other) >= 0) spec.collision_filters.push_back(filter);
  }
  return spec;
}

Status Editor::Take(const PutBack& input) {
  const Kept& kept = *SUREFOOT_TRY(FindKept(input));
  SUREFOOT_TRY(Edit(SpecWith(kept)));
  // The edit placed the model at its initial pose.
  const int model = rig_.world->FindModel(kept.instance.name);
  Place(model, kept.X_WL, kept.q);
  const int v = rig_.world->layout(model).v.first;
  for (std::size_t i = 0; i < kept.motors.size(); ++i) {
    rig_.CommandMotor(v + static_cast<int>(i), kept.motors[i]);
  }
  std::erase_if(kept_, [&](const Kept& other) { return other.kept_as == input.kept_as; });
  return Status();
}

Status Editor::Take(const Duplicate& input) {
  const int old_model = rig_.world->FindModel(input.model);
  if (old_model < 0) return NoModel(rig_.world->spec(), input.model);
  if (!input.X_WM.IsFinite()) return Error{"the pose for '" + input.name + "' is not finite"};
  Kept kept = Keep(old_model, "");
  const RigidTransform X_move = input.X_WM * rig_.ModelPose(old_model).Inverse();
  kept.instance.name = input.name;
  kept.instance.X_WM = input.X_WM;
  SUREFOOT_TRY(Edit(WithSpawn(rig_.world->spec(), Spawn{kept.instance})));
  const int model = rig_.world->FindModel(input.name);
  for (RigidTransform& X_WL : kept.X_WL) X_WL = X_move * X_WL;
  Place(model, kept.X_WL, kept.q);
  rig_.StartCommands(model);
  return Status();
}

Status Editor::Take(const PropertyChange& input) {
  ChangedParts changed;
  changed.model = input.entity;
  changed.sensors = SensorNames(*rig_.world, input);
  return Edit(WithProperty(*rig_.world, rig_.options.sensors, input), changed);
}

}  // namespace surefoot::sim
