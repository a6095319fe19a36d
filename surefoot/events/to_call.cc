/// Commands as calls of services, for those who are outside of the run.

#include "surefoot/events/command.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot::events {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;

template <typename Request>
CallCommand Call(const char* service, const Request& request) {
  return CallCommand{service, msgs::ToJson(request)};
}

const char* ModeName(world::ControlMode mode) {
  switch (mode) {
    case world::ControlMode::kVelocity:
      return "velocity";
    case world::ControlMode::kPosition:
      return "position";
    case world::ControlMode::kEffort:
      return "effort";
    case world::ControlMode::kNone:
      break;
  }
  return "free";
}

struct Caller {
  using Out = Result<CallCommand>;

  /// As it was written.
  const std::string& line;

  Out operator()(const LightCommand& command) const {
    if (command.turn == LightCommand::Turn::kToggle) return Line();
    sm::SetLight::Request request;
    request.name = command.light;
    request.on = command.turn == LightCommand::Turn::kOn;
    request.intensity = command.intensity;
    if (command.color.minCoeff() >= 0.0) {
      request.color.r = static_cast<float>(command.color.x());
      request.color.g = static_cast<float>(command.color.y());
      request.color.b = static_cast<float>(command.color.z());
      request.color.a = 1.0F;
    }
    return Call("/surefoot/set_light", request);
  }
  Out operator()(const MoveCommand& command) const {
    sm::MoveModel::Request request;
    request.model = command.model;
    request.pose = msgs::ToPose(command.X_WM);
    request.duration = command.seconds;
    request.check = command.check;
    return Call("/surefoot/move_model", request);
  }
  Out operator()(const JointMoveCommand& command) const {
    sm::MoveJoint::Request request;
    request.joint = command.joint;
    request.axis = command.axis;
    request.position = command.position;
    request.duration = command.seconds;
    return Call("/surefoot/move_joint", request);
  }
  Out operator()(const MotorCommand& command) const {
    sm::CommandJoint::Request request;
    request.joint = command.joint;
    request.axis = command.axis;
    request.mode = ModeName(command.mode);
    request.target = command.target;
    return Call("/surefoot/joint/command", request);
  }
  Out operator()(const PowerCommand& command) const {
    sm::SetPower::Request request;
    request.model = command.model;
    request.on = command.on;
    return Call("/surefoot/set_power", request);
  }
  Out operator()(const PushCommand& command) const {
    sm::ApplyWrench::Request request;
    request.link = command.link;
    request.wrench.force = msgs::ToVector3(command.F_L_W.force);
    request.wrench.torque = msgs::ToVector3(command.F_L_W.torque);
    request.duration = command.seconds;
    return Call("/surefoot/apply_wrench", request);
  }
  Out operator()(const GravityCommand& command) const {
    sm::SetGravity::Request request;
    request.gravity = msgs::ToVector3(command.gravity_W);
    return Call("/surefoot/set_gravity", request);
  }
  Out operator()(const SpawnCommand& command) const {
    si::SpawnEntityService::Request request;
    request.name = command.name;
    request.allow_renaming = command.name.empty();
    request.uri = command.uri;
    request.initial_pose.pose = msgs::ToPose(command.X_WM);
    return Call("/spawn_entity", request);
  }
  Out operator()(const RemoveCommand& command) const {
    si::DeleteEntity::Request request;
    request.entity = command.model;
    return Call("/delete_entity", request);
  }
  Out operator()(const ResetStateCommand&) const {
    return CallCommand{"/reset_simulation", R"({"scope":2})"};
  }
  Out operator()(const CallCommand& command) const { return command; }
  Out operator()(const FireCommand& command) const {
    if (command.events.size() != 1 || command.after > 0.0) return Line();
    return Event(command.events.front(), command.subject, "fire");
  }
  Out operator()(const EnableCommand& command) const {
    return Event(command.event, "", command.on ? "enable" : "disable");
  }
  Out operator()(const RefereeCommand& command) const {
    return Event("", command.order, "referee");
  }
  Out operator()(const ListCommand& command) const {
    sm::ListNames::Request request;
    request.kind = command.kind;
    return Call("/surefoot/list_names", request);
  }
  Out operator()(const AttachCommand&) const { return Line(); }
  Out operator()(const DetachCommand&) const { return Line(); }
  Out operator()(const SayCommand&) const { return Line(); }
  Out operator()(const ScriptCommand&) const { return Line(); }
  Out operator()(const PublishCommand&) const {
    return Error{"a message is published, no service is called"};
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

Result<CallCommand> ToCall(const Command& command, const std::string& line) {
  return std::visit(Caller{line}, command);
}

}  // namespace surefoot::events
