#include "surefoot/serve/ros_control/controller_managers.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/serve/ros_control/hardware.h"
#include "surefoot/serve/services/offer.h"

// The services are thin: switching.h has their rules, and the run makes the changes.

namespace surefoot::serve {
namespace {

namespace cm = msgs::controller_manager_msgs;
using lifecycle = msgs::lifecycle_msgs::State;
using sim::ControllerState;

constexpr const char* kNode = "/controller_manager/";
constexpr double kMaxRate = 65535.0;

/// A controller as clients see it.
cm::ControllerState StateOf(const sim::Controller& controller, double rate) {
  cm::ControllerState state;
  state.name = controller.info.name;
  state.state = sim::ControllerStateName(controller.state);
  state.type_ = controller.info.type;
  state.update_rate = static_cast<std::uint16_t>(std::clamp(std::round(rate), 1.0, kMaxRate));
  state.required_command_interfaces = controller.info.command_interfaces;
  if (controller.state == ControllerState::kActive) {
    state.claimed_interfaces = controller.info.command_interfaces;
  }
  for (const std::string& command : controller.info.command_interfaces) {
    const std::string joint = command.substr(0, command.rfind('/'));
    state.required_state_interfaces.push_back(joint + "/position");
    state.required_state_interfaces.push_back(joint + "/velocity");
  }
  return state;
}

}  // namespace

void ControllerManagers::Enter() {
  services_.clear();
  used_.clear();
  to_unload_.clear();
  world_ = nullptr;
  FindRobots();
}

void ControllerManagers::Leave() {
  services_.clear();
  world_ = nullptr;
}

void ControllerManagers::Update() {
  if (run_.session() == nullptr) return;
  FindRobots();
  UnloadNew();
}

void ControllerManagers::FindRobots() {
  Session* session = run_.session();
  if (session == nullptr || session->simulation().shared_world() == world_) return;
  world_ = session->simulation().shared_world();
  std::set<std::string> robots;
  for (const sim::Controller& controller : session->simulation().machine().controllers()) {
    robots.insert(controller.info.model);
  }
  std::vector<std::string> gone;
  for (const auto& [robot, services] : services_) {
    if (robots.count(robot) == 0) gone.push_back(robot);
  }
  for (const std::string& robot : gone) Remove(robot);
  for (const std::string& robot : robots) {
    if (services_.count(robot) == 0) OfferAll(robot);
  }
}

void ControllerManagers::Remove(const std::string& robot) {
  to_unload_.erase(robot);
  for (const std::string& service : services_[robot]) run_.graph().RemoveService(service);
  services_.erase(robot);
  std::erase_if(used_, [&](const std::string& name) { return name.starts_with(robot + "::"); });
}

RobotControllers ControllerManagers::ControllersOf(const std::string& robot) const {
  RobotControllers result;
  result.robot = robot;
  for (sim::Controller& controller : run_.session()->simulation().machine().controllers()) {
    if (controller.info.model != robot) continue;
    if (used_.count(robot + "::" + controller.info.name) == 0) {
      result.started.insert(controller.info.name);
    }
    result.controllers.push_back(std::move(controller));
  }
  return result;
}

const world::Model& ControllerManagers::ModelOf(const std::string& robot) const {
  const world::World& world = run_.session()->world();
  const int model = world.FindModel(robot);
  SUREFOOT_CHECK(model >= 0, "services of a robot end with it: " + robot);
  return world.model(model);
}

bool ControllerManagers::HasPower(const std::string& robot) const {
  return run_.session()->simulation().machine().HasPower(robot);
}

bool ControllerManagers::Report(const std::string& robot, const Status& status) const {
  if (!status.ok() && log_) log_("controller_manager of " + robot + ": " + status.error().message);
  return status.ok();
}

Status ControllerManagers::Apply(const std::string& robot, const std::string& client,
                                 const std::vector<std::string>& used,
                                 const Result<PlannedChange>& plan) {
  if (!plan.ok()) return plan.error();
  SUREFOOT_TRY(claims_.Check(robot, client));
  if (!plan->change.controllers.empty()) {
    SUREFOOT_TRY(run_.session()->simulation().Apply(plan->change));
  }
  for (const std::string& name : used) used_.insert(robot + "::" + name);
  for (const sim::ControllerChange::Entry& entry : plan->change.controllers) {
    used_.insert(robot + "::" + entry.name);
  }
  return Status();
}

Status ControllerManagers::SetPower(const std::string& robot, const std::string& component,
                                    std::uint8_t state, const std::string& client) {
  const auto components = ComponentsOf(ControllersOf(robot), ModelOf(robot), true, 1.0);
  const bool known = std::any_of(components.begin(), components.end(),
                                 [&](const auto& one) { return one.name == component; });
  if (!known) return Error{"there is no hardware component '" + component + "'"};
  const bool on = state == lifecycle::PRIMARY_STATE_ACTIVE;
  if (!on && state != lifecycle::PRIMARY_STATE_INACTIVE) {
    return Error{"hardware component '" + component +
                 "' can be active or inactive (without power), not in state " +
                 std::to_string(state)};
  }
  SUREFOOT_TRY(claims_.Check(robot, client));
  return run_.session()->simulation().Apply(sim::PowerChange{robot, on});
}

template <typename S, typename F>
void ControllerManagers::OfferOne(const std::string& robot, const char* service, F handler) {
  const std::string name = graph::TopicName("", robot) + kNode + service;
  graph::Graph* graph = &run_.graph();
  const auto answer = [handler](const std::shared_ptr<graph::Call>& call) {
    typename S::Response response;
    handler(*static_cast<const typename S::Request*>(call->request()), call->client(), &response);
    call->Respond(&response);
  };
  // Two robots whose names differ in characters that ROS does not allow: the first one has it.
  const Status status = graph->AdvertiseCalls(name, S::service(), answer);
  if (Report(robot, status)) services_[robot].push_back(name);
}

template <typename S>
void ControllerManagers::OfferPlan(const std::string& robot, const char* service, PlanOne plan) {
  OfferOne<S>(
      robot, service, [this, robot, plan](const auto& request, const auto& client, auto* response) {
        const Status status = Apply(robot, client, {}, plan(ControllersOf(robot), request.name));
        response->ok = Report(robot, status);
      });
}

void ControllerManagers::OfferAll(const std::string& robot) {
  services_[robot] = {};
  OfferPlan<cm::LoadController>(robot, "load_controller", PlanLoad);
  OfferPlan<cm::ConfigureController>(robot, "configure_controller", PlanConfigure);
  OfferPlan<cm::CleanupController>(robot, "cleanup_controller", PlanCleanup);
  OfferPlan<cm::UnloadController>(robot, "unload_controller", PlanUnload);
  OfferOne<cm::ListControllers>(
      robot, "list_controllers", [this, robot](const auto&, const auto&, auto* response) {
        const double rate = 1.0 / run_.session()->simulation().step_size();
        for (const sim::Controller& controller : ControllersOf(robot).controllers) {
          if (controller.state == ControllerState::kUnloaded) continue;
          response->controller.push_back(StateOf(controller, rate));
        }
      });
  OfferOne<cm::SwitchController>(
      robot, "switch_controller",
      [this, robot](const auto& request, const auto& client, auto* response) {
        const Result<PlannedChange> plan = PlanSwitch(ControllersOf(robot), request);
        const Status status = Apply(robot, client, request.activate_controllers, plan);
        response->ok = Report(robot, status);
        response->message = status.ok() ? plan->message : status.error().message;
      });
  OfferOne<cm::ListControllerTypes>(
      robot, "list_controller_types", [this](const auto&, const auto&, auto* response) {
        response->types = drives::DriveSet::ControllerTypes(run_.parts().drives);
        response->types.push_back("joint_state_broadcaster/JointStateBroadcaster");
        std::sort(response->types.begin(), response->types.end());
        response->base_classes.assign(response->types.size(),
                                      "controller_interface::ControllerInterface");
      });
  OfferOne<cm::ListHardwareInterfaces>(
      robot, "list_hardware_interfaces", [this, robot](const auto&, const auto&, auto* response) {
        HardwareInterfaces interfaces = InterfacesOf(ControllersOf(robot), ModelOf(robot));
        response->command_interfaces = std::move(interfaces.commands);
        response->state_interfaces = std::move(interfaces.states);
      });
  OfferOne<cm::ListHardwareComponents>(
      robot, "list_hardware_components", [this, robot](const auto&, const auto&, auto* response) {
        response->component = ComponentsOf(ControllersOf(robot), ModelOf(robot), HasPower(robot),
                                           1.0 / run_.session()->simulation().step_size());
      });
  OfferOne<cm::SetHardwareComponentState>(
      robot, "set_hardware_component_state",
      [this, robot](const auto& request, const auto& client, auto* response) {
        const std::string& label = request.target_state.label;
        const std::uint8_t id = label == "active"     ? lifecycle::PRIMARY_STATE_ACTIVE
                                : label == "inactive" ? lifecycle::PRIMARY_STATE_INACTIVE
                                                      : request.target_state.id;
        response->ok = Report(robot, SetPower(robot, request.name, id, client));
        const bool on = HasPower(robot);
        response->state.id =
            on ? lifecycle::PRIMARY_STATE_ACTIVE : lifecycle::PRIMARY_STATE_INACTIVE;
        response->state.label = on ? "active" : "inactive";
      });
  // Nothing is loaded as a library, so there is nothing to reload.
  OfferOne<cm::ReloadControllerLibraries>(
      robot, "reload_controller_libraries",
      [](const auto&, const auto&, auto* response) { response->ok = true; });
  if (unloaded_) to_unload_.insert(robot);
}

void ControllerManagers::UnloadNew() {
  for (const std::string& robot : std::exchange(to_unload_, {})) {
    sim::ControllerChange change{robot, {}};
    for (const sim::Controller& controller : ControllersOf(robot).controllers) {
      change.controllers.push_back({controller.info.name, ControllerState::kUnloaded});
    }
    Report(robot, run_.session()->simulation().Apply(change));
  }
}

}  // namespace surefoot::serve
