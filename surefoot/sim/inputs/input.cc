#include "surefoot/sim/inputs/input.h"

#include <iterator>

#include "surefoot/base/text.h"

namespace surefoot::sim {
namespace {

/// 17 digits restore every double exactly, so that lines can be compared and replayed by hand.
std::string Text(double value) { return NumberText(value, 17); }

std::string Text(const Vector3d& v) { return Text(v.x()) + " " + Text(v.y()) + " " + Text(v.z()); }

std::string Text(const RigidTransform& X) {
  return Text(X.p) + " quaternion " + Text(X.q.w()) + " " + Text(X.q.x()) + " " + Text(X.q.y()) +
         " " + Text(X.q.z());
}

struct Describer {
  std::string operator()(const JointCommand& input) const {
    return "command " + input.joint + " axis " + std::to_string(input.axis) + " " +
           ControlModeName(input.mode) + " " + Text(input.target);
  }
  std::string operator()(const LinkWrench& input) const {
    return "wrench " + input.link + " force " + Text(input.F_L_W.force) + " torque " +
           Text(input.F_L_W.torque) + " steps " + std::to_string(input.steps);
  }
  std::string operator()(const GravityChange& input) const {
    return "gravity " + Text(input.gravity_W);
  }
  std::string operator()(const Teleport& input) const {
    const Twist& V = input.V_WM_W;
    const bool rests = V.v.isZero(0.0) && V.w.isZero(0.0);
    return "teleport " + input.model + " to " + Text(input.X_WM) +
           (rests ? "" : " velocity " + Text(V.v) + " turning " + Text(V.w));
  }
  std::string operator()(const JointReset& input) const {
    return "joint " + input.joint + " axis " + std::to_string(input.axis) + " to " +
           Text(input.position);
  }
  std::string operator()(const Spawn& input) const {
    const std::string file = !input.text.empty()               ? "text"
                             : input.instance.model != nullptr ? input.instance.model->source.file
                                                               : "nothing";
    return "spawn " + input.instance.name + " from " + file + " at " + Text(input.instance.X_WM);
  }
  std::string operator()(const Remove& input) const {
    return "remove " + input.model + (input.keep_as.empty() ? "" : ", kept as " + input.keep_as);
  }
  std::string operator()(const PutBack& input) const { return "put back " + input.kept_as; }
  std::string operator()(const Duplicate& input) const {
    return "duplicate " + input.model + " as " + input.name + " at " + Text(input.X_WM);
  }
  std::string operator()(const PropertyChange& input) const {
    std::string text = "set " + input.entity;
    for (const std::string& part : input.parts) text += " " + part;
    text += " " + input.property + " to";
    for (const double value : input.values) text += " " + Text(value);
    return input.text.empty() ? text : text + " " + input.text;
  }
  std::string operator()(const Attach& input) const {
    return "attach " + input.name + ": " + input.link_a + " and " + input.link_b;
  }
  std::string operator()(const Detach& input) const { return "detach " + input.name; }
  std::string operator()(const LightChange& input) const {
    return "light " + input.name + (input.on ? " on" : " off") + " intensity " +
           Text(input.intensity) + " color " + Text(input.color);
  }
  std::string operator()(const StateReset&) const { return "reset the state"; }
  std::string operator()(const TopicMessage& input) const {
    return "message " + input.topic + " " + input.type + " of " + std::to_string(input.cdr.size()) +
           " bytes";
  }
  std::string operator()(const JointMotion& input) const {
    return "move joint " + input.joint + " axis " + std::to_string(input.axis) + " to " +
           Text(input.position) + " in " + Text(input.seconds) + " s";
  }
  std::string operator()(const Move& input) const {
    return "move " + input.model + " to " + Text(input.X_WM) + " in " + Text(input.seconds) +
           (input.check ? " s if the way is free" : " s");
  }
  std::string operator()(const PowerChange& input) const {
    return "power " + input.model + (input.on ? " on" : " off");
  }
  std::string operator()(const FireEvent& input) const {
    return input.action + " " + input.event + (input.subject.empty() ? "" : " " + input.subject);
  }
  std::string operator()(const ControllerChange& input) const {
    std::string text = "controllers of " + input.model;
    for (const ControllerChange::Entry& entry : input.controllers) {
      text += " " + entry.name + " " + ControllerStateName(entry.state);
    }
    return text;
  }
};

constexpr const char* kControllerStates[] = {"unloaded", "unconfigured", "inactive", "active"};

}  // namespace

const char* ControllerStateName(ControllerState state) {
  return kControllerStates[static_cast<std::size_t>(state)];
}

std::optional<ControllerState> ParseControllerState(const std::string& name) {
  for (std::size_t i = 0; i < std::size(kControllerStates); ++i) {
    if (name == kControllerStates[i]) return static_cast<ControllerState>(i);
  }
  return std::nullopt;
}

const char* ControlModeName(physics::ControlMode mode) {
  constexpr const char* kNames[] = {"none", "effort", "velocity", "position"};
  return kNames[static_cast<std::size_t>(mode)];
}

std::string Describe(const Input& input) { return std::visit(Describer(), input); }

}  // namespace surefoot::sim
