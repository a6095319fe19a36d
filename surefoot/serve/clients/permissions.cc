#include "surefoot/serve/clients/permissions.h"

#include <algorithm>

namespace surefoot::serve {
namespace {

using graph::Role;
using Kind = graph::Access::Kind;

constexpr Permission kViewer{Role::kViewer};
constexpr Permission kDriver{Role::kDriver};
/// A driver, but only while no other client drives a robot.
constexpr Permission kLoneDriver{Role::kDriver, true};
constexpr Permission kOwner{Role::kOwner};

Error Refused(const std::string& what, Role needed, Role has) {
  return Error{what + " needs the role " + graph::RoleName(needed) + ", and this client is a " +
               graph::RoleName(has) +
               "; connect with a token of that role (the server prints it when it starts, see "
               "docs/guides/security.md)"};
}

}  // namespace

const std::map<std::string, Permission>& Permissions() {
  static const std::map<std::string, Permission> kPermissions{
      // Reading the state of the server and of the world.
      {"/gazebo/get_joint_properties", kViewer},
      {"/gazebo/get_link_state", kViewer},
      {"/gazebo/get_model_properties", kViewer},
      {"/gazebo/get_model_state", kViewer},
      {"/gazebo/get_world_properties", kViewer},
      {"/get_available_worlds", kViewer},
      {"/get_current_world", kViewer},
      {"/get_entities", kViewer},
      {"/get_entities_states", kViewer},
      {"/get_entity_bounds", kViewer},
      {"/get_entity_info", kViewer},
      {"/get_entity_state", kViewer},
      {"/get_named_pose_bounds", kViewer},
      {"/get_named_poses", kViewer},
      {"/get_simulation_state", kViewer},
      {"/get_simulator_features", kViewer},
      {"/get_spawnables", kViewer},
      {"/surefoot/edit/properties", kViewer},
      {"/surefoot/events/list", kViewer},
      {"/surefoot/get_engines", kViewer},
      {"/surefoot/library", kViewer},
      {"/surefoot/list_names", kViewer},
      {"/surefoot/recordings/bodies", kViewer},
      {"/surefoot/recordings/list", kViewer},
      {"/surefoot/recordings/open", kViewer},
      {"/surefoot/recordings/read", kViewer},
      {"/surefoot/recordings/track", kViewer},
      {"/surefoot/snapshot/list", kViewer},
      {"/surefoot/status", kViewer},
      {"/surefoot/view/join", kViewer},
      {"/ROBOT/CONTROLLER/query_state", kViewer},
      {"/ROBOT/controller_manager/list_controller_types", kViewer},
      {"/ROBOT/controller_manager/list_controllers", kViewer},
      {"/ROBOT/controller_manager/list_hardware_components", kViewer},
      {"/ROBOT/controller_manager/list_hardware_interfaces", kViewer},
      // Robots and models. Claims protect those of other clients.
      {"/delete_entity", kDriver},
      {"/gazebo/delete_model", kDriver},
      {"/gazebo/set_model_state", kDriver},
      {"/gazebo/spawn_sdf_model", kDriver},
      {"/gazebo/spawn_urdf_model", kDriver},
      {"/set_entity_info", kDriver},
      {"/set_entity_state", kDriver},
      {"/spawn_entities", kDriver},
      {"/spawn_entity", kDriver},
      {"/surefoot/apply_wrench", kDriver},
      {"/surefoot/check", kDriver},
      {"/surefoot/control/answer", kDriver},
      {"/surefoot/control/release", kDriver},
      {"/surefoot/control/take", kDriver},
      {"/surefoot/edit/duplicate", kDriver},
      {"/surefoot/edit/remove", kDriver},
      {"/surefoot/edit/restore", kDriver},
      {"/surefoot/edit/set", kDriver},
      {"/surefoot/events/fire", kDriver},
      {"/surefoot/joint/command", kDriver},
      {"/surefoot/lockstep/register", kDriver},
      {"/surefoot/lockstep/unregister", kDriver},
      {"/surefoot/move_joint", kDriver},
      {"/surefoot/move_model", kDriver},
      {"/surefoot/release", kDriver},
      {"/surefoot/set_power", kDriver},
      {"/surefoot/teleport", kDriver},
      {"/ROBOT/CONTROLLER/follow_joint_trajectory", kDriver},
      {"/ROBOT/controller_manager/cleanup_controller", kDriver},
      {"/ROBOT/controller_manager/configure_controller", kDriver},
      {"/ROBOT/controller_manager/load_controller", kDriver},
      {"/ROBOT/controller_manager/reload_controller_libraries", kDriver},
      {"/ROBOT/controller_manager/set_hardware_component_state", kDriver},
      {"/ROBOT/controller_manager/switch_controller", kDriver},
      {"/ROBOT/controller_manager/unload_controller", kDriver},
      // Time and the world as a whole.
      {"/gazebo/pause_physics", kLoneDriver},
      {"/gazebo/reset_simulation", kLoneDriver},
      {"/gazebo/reset_world", kLoneDriver},
      {"/gazebo/unpause_physics", kLoneDriver},
      {"/reset_simulation", kLoneDriver},
      {"/set_simulation_state", kLoneDriver},
      {"/simulate_steps", kLoneDriver},
      {"/step_simulation", kLoneDriver},
      {"/surefoot/set_gravity", kLoneDriver},
      {"/surefoot/set_light", kLoneDriver},
      {"/surefoot/set_pace", kLoneDriver},
      {"/surefoot/set_seed", kLoneDriver},
      {"/surefoot/snapshot/branch", kLoneDriver},
      {"/surefoot/snapshot/delete", kLoneDriver},
      {"/surefoot/snapshot/restore", kLoneDriver},
      {"/surefoot/snapshot/save", kLoneDriver},
      {"/surefoot/switch_engine", kLoneDriver},
      // Files and programs on the server's machine.
      {"/surefoot/consent/answer", kOwner},
      {"/load_world", kOwner},
      {"/surefoot/gap/apply", kOwner},
      {"/surefoot/gap/cancel", kOwner},
      {"/surefoot/gap/drive", kOwner},
      {"/surefoot/gap/measure", kOwner},
      {"/surefoot/gap/stop", kOwner},
      {"/surefoot/record/start", kOwner},
      {"/surefoot/record/stop", kOwner},
      {"/surefoot/save_world", kOwner},
      {"/surefoot/upload", kOwner},
      {"/surefoot/upload/fix", kOwner},
      {"/unload_world", kOwner},
  };
  return kPermissions;
}

const Permission* FindPermission(const std::string& name) {
  const auto find = [](const std::string& entry) -> const Permission* {
    const auto found = Permissions().find(entry);
    return found != Permissions().end() ? &found->second : nullptr;
  };
  if (const Permission* exact = find(name)) return exact;
  const std::size_t last = name.rfind('/');
  if (last == std::string::npos) return nullptr;
  const std::string own = name.substr(last);
  const std::string scope = name.substr(0, last);
  if (scope.ends_with("/controller_manager")) return find("/ROBOT/controller_manager" + own);
  return find("/ROBOT/CONTROLLER" + own);
}

Status AccessControl::Check(const graph::Access& access) {
  roles_[access.caller.name] = access.caller.role;
  if (access.kind == Kind::kCall || access.kind == Kind::kSendGoal) return CheckCall(access);
  if (access.caller.role < Role::kDriver) {
    return Refused("'" + access.name + "'", Role::kDriver, access.caller.role);
  }
  if (access.kind == Kind::kOffer) {
    if (Permissions().count(access.name) > 0) {
      return Error{"'" + access.name + "' is reserved by the simulator; choose another name"};
    }
    return Status();
  }
  if (!is_own_topic || !is_own_topic(access.name)) return Status();
  return Error{"'" + access.name + "' is published by the simulator itself; choose another topic"};
}

Status AccessControl::CheckCall(const graph::Access& access) const {
  const Permission* found = FindPermission(access.name);
  // Default: the owner. An unlisted service is thereby closed, not open.
  Permission needed;
  if (found != nullptr) {
    needed = *found;
  } else if (is_offered && is_offered(access.name)) {
    needed = kDriver;
  }
  const graph::Caller& caller = access.caller;
  if (caller.role < needed.role) return Refused("'" + access.name + "'", needed.role, caller.role);
  if (needed.concerns_all && caller.role < Role::kOwner && OthersDrive(caller.name)) {
    return Error{"'" + access.name +
                 "' affects robots that other clients drive; only the owner may call it now"};
  }
  return Status();
}

bool AccessControl::OthersDrive(const std::string& client) const {
  return std::any_of(drivers_.begin(), drivers_.end(),
                     [&](const auto& driver) { return driver.second != client; });
}

Status AccessControl::CheckAlone(const std::string& client, const std::string& what) const {
  const auto role = roles_.find(client);
  const bool is_owner = client.empty() || (role != roles_.end() && role->second == Role::kOwner);
  if (is_owner || !OthersDrive(client)) return Status();
  return Error{what + " affects robots that other clients drive; only the owner may do it now"};
}

Status AccessControl::CheckEvent(const std::string& service, bool foreign) {
  if (service == "/surefoot/consent/answer") {
    return Error{"consent is given by the owner, not by an event of a world"};
  }
  const Permission* found = FindPermission(service);
  const bool is_open = found != nullptr && found->role < Role::kOwner;
  if (!foreign || is_open) return Status();
  return Error{
      "'" + service +
      "' needs the role owner, and this world came from a client; start the server with the "
      "world's file to permit it"};
}

Status AccessControl::CheckOwner(const std::string& client, const std::string& what) const {
  const auto role = roles_.find(client);
  // Calls within the process have no client.
  if (client.empty() || (role != roles_.end() && role->second == Role::kOwner)) return Status();
  return Refused(what, Role::kOwner, role == roles_.end() ? Role::kViewer : role->second);
}

}  // namespace surefoot::serve
