#include "surefoot/serve/services/command_call.h"

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/json.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/surefoot_msgs.h"

// The console's command lines become service calls here, so that the server and the console parse
// them by the same table.

namespace surefoot::serve {
namespace {

using events::CallCommand;

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;

template <typename Request>
CallCommand Call(const char* service, const Request& request) {
  return CallCommand{service, msgs::ToJson(request)};
}

/// The words of /surefoot/joint/command.
const char* ModeName(world::ControlMode mode) {
  return mode == world::ControlMode::kNone ? "free" : sim::ControlModeName(mode);
}

/// Visitor that turns each kind of command into a service call. Commands without a service of their
/// own are executed by the run as a line of text (Line).
struct Caller {
  using Out = Result<CallCommand>;

  /// The command as written.
  const std::string& line;

  Out operator()(const sim::Input& input) const { return std::visit(*this, input); }
  Out operator()(const sim::LightChange& input) const {
    sm::SetLight::Request request;
    request.name = input.name;
    request.on = input.on;
    request.intensity = input.intensity;
    // Negative components mean "unchanged"; then the opacity stays 0, which the service
    // understands.
    if (input.color.minCoeff() >= 0.0) {
      request.color.r = static_cast<float>(input.color.x());
      request.color.g = static_cast<float>(input.color.y());
      request.color.b = static_cast<float>(input.color.z());
      request.color.a = 1.0F;
    }
    return Call("/surefoot/set_light", request);
  }
  Out operator()(const sim::Move& input) const {
    return Call("/surefoot/move_model", sm::MoveModel::Request{.model = input.model,
                                                               .pose = msgs::ToPose(input.X_WM),
                                                               .duration = input.seconds,
                                                               .check = input.check});
  }
  Out operator()(const sim::JointMotion& input) const {
    return Call("/surefoot/move_joint", sm::MoveJoint::Request{.joint = input.joint,
                                                               .axis = input.axis,
                                                               .position = input.position,
                                                               .duration = input.seconds});
  }
  Out operator()(const sim::JointCommand& input) const {
    return Call("/surefoot/joint/command", sm::CommandJoint::Request{.joint = input.joint,
                                                                     .axis = input.axis,
                                                                     .mode = ModeName(input.mode),
                                                                     .target = input.target});
  }
  Out operator()(const sim::PowerChange& input) const {
    return Call("/surefoot/set_power", sm::SetPower::Request{.model = input.model, .on = input.on});
  }
  Out operator()(const sim::GravityChange& input) const {
    return Call("/surefoot/set_gravity",
                sm::SetGravity::Request{.gravity = msgs::ToVector3(input.gravity_W)});
  }
  Out operator()(const sim::Remove& input) const {
    return Call("/delete_entity", si::DeleteEntity::Request{.entity = input.model});
  }
  Out operator()(const sim::StateReset&) const {
    using Request = si::ResetSimulation::Request;
    return Call("/reset_simulation", Request{.scope = Request::SCOPE_STATE});
  }
  Out operator()(const sim::FireEvent& input) const {
    return Event(input.event, input.subject, input.action);
  }
  Out operator()(const sim::TopicMessage&) const {
    return Error{"a message is published, not sent by a service call"};
  }
  /// Attach and detach. Other inputs cannot be written as commands.
  template <typename Other>
  Out operator()(const Other&) const {
    return Line();
  }

  Out operator()(const events::PushCommand& command) const {
    const Wrench& wrench = command.wrench.F_L_W;
    return Call("/surefoot/apply_wrench",
                sm::ApplyWrench::Request{.link = command.wrench.link,
                                         .wrench = {.force = msgs::ToVector3(wrench.force),
                                                    .torque = msgs::ToVector3(wrench.torque)},
                                         .duration = command.seconds});
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
    return Call("/surefoot/list_names", sm::ListNames::Request{.kind = command.kind});
  }

  /// Executed by the run like a command of one of the world's events.
  CallCommand Line() const { return Event("", line, "do"); }
  static CallCommand Event(const std::string& name, const std::string& subject,
                           const std::string& action) {
    return Call("/surefoot/events/fire",
                sm::FireEvent::Request{.name = name, .subject = subject, .action = action});
  }
};

}  // namespace

Result<CallCommand> ToCall(const events::Command& command, const std::string& line) {
  return std::visit(Caller{line}, command);
}

}  // namespace surefoot::serve
