#include "surefoot/session/input_message.h"

#include <algorithm>
#include <utility>

#include "surefoot/sim/property.h"

namespace surefoot {
namespace {

using msgs::surefoot_msgs::Input;

constexpr physics::ControlMode kModes[] = {
    physics::ControlMode::kNone, physics::ControlMode::kEffort, physics::ControlMode::kVelocity,
    physics::ControlMode::kPosition};

void PutVector(const Vector3d& v, Input* out) {
  out->values.insert(out->values.end(), {v.x(), v.y(), v.z()});
}

/// Position, then quaternion w x y z.
void PutPose(const RigidTransform& X, Input* out) {
  PutVector(X.p, out);
  out->values.insert(out->values.end(), {X.q.w(), X.q.x(), X.q.y(), X.q.z()});
}

Vector3d VectorAt(const Input& message, std::size_t at) {
  return Vector3d(message.values[at], message.values[at + 1], message.values[at + 2]);
}

RigidTransform PoseOf(const Input& message) {
  RigidTransform X;
  X.p = VectorAt(message, 0);
  X.q = Quaterniond(message.values[3], message.values[4], message.values[5], message.values[6]);
  return X;
}

struct Writer {
  Input* out;

  void operator()(const sim::JointCommand& input) const {
    out->kind = "command";
    out->names = {input.joint, sim::ControlModeName(input.mode)};
    out->number = input.axis;
    out->values = {input.target};
  }
  void operator()(const sim::LinkWrench& input) const {
    out->kind = "wrench";
    out->names = {input.link};
    out->number = input.steps;
    PutVector(input.F_L_W.force, out);
    PutVector(input.F_L_W.torque, out);
  }
  void operator()(const sim::GravityChange& input) const {
    out->kind = "gravity";
    PutVector(input.gravity_W, out);
  }
  void operator()(const sim::Teleport& input) const {
    out->kind = "teleport";
    out->names = {input.model};
    PutPose(input.X_WM, out);
    const Twist& V = input.V_WM_W;
    if (V.v.isZero(0.0) && V.w.isZero(0.0)) return;
    PutVector(V.v, out);
    PutVector(V.w, out);
  }
  void operator()(const sim::JointReset& input) const {
    out->kind = "joint";
    out->names = {input.joint};
    out->number = input.axis;
    out->values = {input.position};
  }
  void operator()(const sim::Spawn& input) const {
    out->kind = "spawn";
    const auto& model = input.instance.model;
    out->names = {input.instance.name, model != nullptr ? model->source.file : ""};
    if (!input.text.empty()) out->names.push_back(input.text);
    PutPose(input.instance.X_WM, out);
  }
  void operator()(const sim::Remove& input) const {
    out->kind = "remove";
    out->names = {input.model};
    if (!input.keep_as.empty()) out->names.push_back(input.keep_as);
  }
  void operator()(const sim::PutBack& input) const {
    out->kind = "put_back";
    out->names = {input.kept_as};
  }
  void operator()(const sim::Duplicate& input) const {
    out->kind = "duplicate";
    out->names = {input.model, input.name};
    PutPose(input.X_WM, out);
  }
  void operator()(const sim::PropertyChange& input) const {
    out->kind = "property";
    out->names = {input.entity, input.property, input.text};
    out->names.insert(out->names.end(), input.parts.begin(), input.parts.end());
    out->values = input.values;
  }
  void operator()(const sim::Attach& input) const {
    out->kind = "attach";
    out->names = {input.name, input.link_a, input.link_b};
  }
  void operator()(const sim::Detach& input) const {
    out->kind = "detach";
    out->names = {input.name};
  }
  void operator()(const sim::LightChange& input) const {
    out->kind = "light";
    out->names = {input.name};
    out->number = input.on ? 1 : 0;
    out->values = {input.intensity};
    PutVector(input.color, out);
  }
  void operator()(const sim::StateReset&) const { out->kind = "reset"; }
  void operator()(const sim::TopicMessage& input) const {
    out->kind = "message";
    out->names = {input.topic, input.type};
  }
  void operator()(const sim::JointMotion& input) const {
    out->kind = "joint_motion";
    out->names = {input.joint};
    out->number = input.axis;
    out->values = {input.position, input.seconds};
  }
  void operator()(const sim::Move& input) const {
    out->kind = "move";
    out->names = {input.model};
    out->number = input.check ? 1 : 0;
    PutPose(input.X_WM, out);
    out->values.push_back(input.seconds);
  }
  void operator()(const sim::PowerChange& input) const {
    out->kind = "power";
    out->names = {input.model};
    out->number = input.on ? 1 : 0;
  }
  void operator()(const sim::FireEvent& input) const {
    out->kind = "event";
    out->names = {input.event, input.subject, input.action};
  }
};

bool Has(const Input& message, const char* kind, std::size_t names, std::size_t values) {
  return message.kind == kind && message.names.size() == names && message.values.size() == values;
}

Result<sim::Input> CommandOf(const Input& message) {
  for (physics::ControlMode mode : kModes) {
    if (message.names[1] != sim::ControlModeName(mode)) continue;
    return sim::Input(sim::JointCommand{message.names[0], static_cast<int>(message.number), mode,
                                        message.values[0]});
  }
  return Error{"an input commands the mode '" + message.names[1] + "', which is not known"};
}

Result<sim::Input> SpawnOf(const Input& message, const ModelLoader& load_model) {
  const std::string text = message.names.size() > 2 ? message.names[2] : "";
  Result<LoadedModel> loaded = load_model(message.names[1], text);
  if (!loaded.ok()) return loaded.error();
  return sim::Input(
      sim::Spawn{world::ModelInstance{message.names[0], PoseOf(message), loaded.value().model},
                 loaded.value().grounds, text});
}

Result<sim::Input> ChangeOf(const Input& message, const ModelLoader& load_model) {
  const auto& names = message.names;
  sim::PropertyChange change;
  change.entity = names[0];
  change.property = names[1];
  change.text = names[2];
  change.parts.assign(names.begin() + 3, names.end());
  change.values = message.values;
  const Result<std::vector<world::GroundMaterial>> grounds =
      GroundsNamed(change.property, change.text, load_model);
  if (!grounds.ok()) return grounds.error();
  change.grounds = grounds.value();
  return sim::Input(std::move(change));
}

sim::Input LightOf(const Input& message) {
  return sim::LightChange{message.names[0], message.number != 0, message.values[0],
                          VectorAt(message, 1)};
}

sim::Input TeleportOf(const Input& message) {
  sim::Teleport teleport{message.names[0], PoseOf(message)};
  if (message.values.size() > 7) {
    teleport.V_WM_W.v = VectorAt(message, 7);
    teleport.V_WM_W.w = VectorAt(message, 10);
  }
  return teleport;
}

}  // namespace

Result<std::vector<world::GroundMaterial>> GroundsNamed(const std::string& property,
                                                        const std::string& name,
                                                        const ModelLoader& load_model) {
  std::vector<world::GroundMaterial> grounds;
  const bool is_ground = property.ends_with("ground");
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  };
  if (!is_ground || name == sim::kNoGround || !std::all_of(name.begin(), name.end(), plain)) {
    return grounds;
  }
  // Readers look up the names of surfaces.
  const Result<LoadedModel> loaded = load_model(
      "",
      "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><model name='m'>"
      "<static>true</static><link name='l'><collision name='c'><geometry><plane/></geometry>"
      "<surefoot:surface name='" +
          name + "'/></collision></link></model></sdf>");
  if (!loaded.ok()) return loaded.error();
  return loaded->grounds;
}

Input ToMessage(std::int64_t step, const sim::Input& input) {
  Input message;
  message.step = step;
  message.accepted = true;
  message.text = sim::Describe(input);
  std::visit(Writer{&message}, input);
  return message;
}

Result<sim::Input> FromMessage(const Input& message, const ModelLoader& load_model) {
  const auto& names = message.names;
  if (Has(message, "command", 2, 1)) return CommandOf(message);
  if (Has(message, "wrench", 1, 6)) {
    Wrench F_L_W;
    F_L_W.force = VectorAt(message, 0);
    F_L_W.torque = VectorAt(message, 3);
    return sim::Input(sim::LinkWrench{names[0], F_L_W, message.number});
  }
  if (Has(message, "gravity", 0, 3)) return sim::Input(sim::GravityChange{VectorAt(message, 0)});
  if (Has(message, "teleport", 1, 7) || Has(message, "teleport", 1, 13)) return TeleportOf(message);
  if (Has(message, "light", 1, 4)) return LightOf(message);
  if (Has(message, "reset", 0, 0)) return sim::Input(sim::StateReset{});
  if (Has(message, "joint", 1, 1)) {
    return sim::Input(
        sim::JointReset{names[0], static_cast<int>(message.number), message.values[0]});
  }
  if (Has(message, "spawn", 2, 7) || Has(message, "spawn", 3, 7)) {
    return SpawnOf(message, load_model);
  }
  if (Has(message, "remove", 1, 0)) return sim::Input(sim::Remove{names[0]});
  if (Has(message, "remove", 2, 0)) return sim::Input(sim::Remove{names[0], names[1]});
  if (Has(message, "put_back", 1, 0)) return sim::Input(sim::PutBack{names[0]});
  if (Has(message, "duplicate", 2, 7)) {
    return sim::Input(sim::Duplicate{names[0], names[1], PoseOf(message)});
  }
  if (message.kind == "property" && names.size() > 3) return ChangeOf(message, load_model);
  if (Has(message, "attach", 3, 0)) return sim::Input(sim::Attach{names[0], names[1], names[2]});
  if (Has(message, "detach", 1, 0)) return sim::Input(sim::Detach{names[0]});
  if (Has(message, "joint_motion", 1, 2)) {
    return sim::Input(sim::JointMotion{names[0], static_cast<int>(message.number),
                                       message.values[0], message.values[1]});
  }
  if (Has(message, "move", 1, 8)) {
    return sim::Input(sim::Move{names[0], PoseOf(message), message.values[7], message.number != 0});
  }
  if (Has(message, "power", 1, 0)) {
    return sim::Input(sim::PowerChange{names[0], message.number != 0});
  }
  if (Has(message, "event", 3, 0)) {
    return sim::Input(sim::FireEvent{names[0], names[1], names[2]});
  }
  return Error{"an input of the kind '" + message.kind + "' is not known"};
}

}  // namespace surefoot
