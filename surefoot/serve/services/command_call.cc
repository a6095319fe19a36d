#include "surefoot/serve/services/command_call.h"

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot::serve {
namespace {

using events::CallCommand;

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;

template <typename Request>
CallCommand Call(const char* service, const Request& request) {
  return CallCommand{service, msgs::ToJson(request)};
}

const char* ModeName(world::ControlMode mode) {
  return mode == world::ControlMode::kNone ? "free" : sim::ControlModeName(mode);
}

struct Caller {
  using Out = Result<CallCommand>;

  /// As it was written.
  const std::string& line;

  Out operator()(const sim::Input& input) const { return std::visit(*this, input); }
  Out operator()(const sim::LightChange& input) const {
    sm::SetLight::Request request;
    request.name = input.name;
    request.on = input.on;
    request.intensity = input.intensity;
    if (input.color.minCoeff() >= 0.0) {
      request.color.r = static_cast<float>(input.color.x());
      request.color.g = static_cast<float>(input.color.y());
      request.color.b = static_cast<float>(input.color.z());
      request.color.a = 1.0F;
    }
    return Call("/surefoot/set_light", request);
  }
  Out operator()(const sim::Move& input) const {
    sm::MoveModel::Request request;
    request.model = input.model;
    request.pose = msgs::ToPose(input.X_WM);
    request.duration = input.seconds;
    request.check = input.check;
    return Call("/surefoot/move_model", request);
  }
  Out operator()(const sim::JointMotion& input) const {
    sm::MoveJoint::Request request;
    request.joint = input.joint;
    request.axis = input.axis;
    request.position = input.position;
    request.duration = input.seconds;
    return Call("/surefoot/move_joint", request);
  }
  Out operator()(const sim::JointCommand& input) const {
    sm::CommandJoint::Request request;
    request.joint = input.joint;
    request.axis = input.axis;
    request.mode = ModeName(input.mode);
    request.target = input.target;
    return Call("/surefoot/joint/command", request);
  }
  Out operator()(const sim::PowerChange& input) const {
    sm::SetPower::Request request;
    request.model = input.model;
    request.on = input.on;
    return Call("/surefoot/set_power", request);
  }
  Out operator()(const sim::GravityChange& input) const {
    sm::SetGravity::Request request;
    request.gravity = msgs::ToVector3(input.gravity_W);
    return Call("/surefoot/set_gravity", request);
  }
  Out operator()(const sim::Remove& input) const {
    si::DeleteEntity::Request request;
    request.entity = input.model;
    return Call("/delete_entity", request);
  }
  Out operator()(const sim::StateReset&) const {
    si::ResetSimulation::Request request;
    request.scope = si::ResetSimulation::Request::SCOPE_STATE;
    return Call("/reset_simulation", request);
  }
  Out operator()(const sim::FireEvent& input) const {
    return Event(input.event, input.subject, input.action);
  }
  Out operator()(const sim::TopicMessage&) const {
    return Error{"a message is published, no service is called"};
  }
  /// Attach and detach; the others are not written as commands.
  template <typename Other>
  Out operator()(const Other&) const {
    return Line();
  }

  Out operator()(const events::PushCommand& command) const {
    sm::ApplyWrench::Request request;
    request.link = command.wrench.link;
    request.wrench.force = msgs::ToVector3(command.wrench.F_L_W.force);
    request.wrench.torque = msgs::ToVector3(command.wrench.F_L_W.torque);
    request.duration = command.seconds;
    return Call("/surefoot/apply_wrench", request);
  }
  Out operator()(const events::SpawnCommand& command) const {
    si::SpawnEntityService::Request request;
    request.name = command.name;
    request.allow_renaming = command.name.empty();
    request.uri = command.uri;
    request.initial_pose.pose = msgs::ToPose(command.X_WM);
    return Call("/spawn_entity", request);
  }
  Out operator()(const CallCommand& command) const { return command; }
  Out operator()(const events::FireCommand& command) const {
    if (command.events.size() != 1 || command.after > 0.0) return Line();
    return Event(command.events.front(), command.subject, "fire");
  }
  Out operator()(const events::ListCommand& command) const {
    if (command.kind == "event") return CallCommand{"/surefoot/events/list", "{}"};
    sm::ListNames::Request request;
    request.kind = command.kind;
    return Call("/surefoot/list_names", request);
  }

  /// Done by the run as events of the world do it.
  CallCommand Line() const { return Event("", line, "do"); }
  static CallCommand Event(const std::string& name, const std::string& subject,
                           const std::string& action) {
    sm::FireEvent::Request request;
    request.name = name;
    request.subject = subject;
    request.action = action;
    return Call("/surefoot/events/fire", request);
  }
};

}  // namespace

Result<CallCommand> ToCall(const events::Command& command, const std::string& line) {
  return std::visit(Caller{line}, command);
}

}  // namespace surefoot::serve
