#include "bench/loop/fleet.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/msgs/surefoot_msgs.h"

namespace surefoot::loop {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;

/// Distance between neighbours (m).
constexpr double kSpacing = 3.0;

constexpr const char* kStatics =
    R"(<light name='sun' type='directional'><direction>-0.5 0.2 -0.9</direction></light>
<model name='floor'><static>true</static><link name='link'>
  <collision name='plane'><geometry><plane><normal>0 0 1</normal></plane></geometry>
    <surface><friction><ode><mu>0.8</mu><mu2>0.8</mu2></ode></friction></surface></collision>
  <visual name='plane'><geometry><plane><normal>0 0 1</normal></plane></geometry></visual>
</link></model>
<model name='wall'><static>true</static><pose>-5 0 0.5 0 0 0</pose><link name='link'>
  <collision name='box'><geometry><box><size>0.2 4 1</size></box></geometry></collision>
  <visual name='box'><geometry><box><size>0.2 4 1</size></box></geometry></visual>
</link></model>
)";

std::string RobotName(int index) { return StrFormat("robot_%d", index); }

/// A command of the console, executed by the run between two steps.
std::string Do(LoopServer* server, const std::string& line) {
  sm::FireEvent::Request request;
  request.action = sm::FireEvent::Request::ACTION_DO;
  request.subject = line;
  return server->Call<sm::FireEvent>("/surefoot/events/fire", request).message;
}

std::string Reset(LoopServer* server, std::uint8_t scope) {
  si::ResetSimulation::Request request;
  request.scope = scope;
  return server->Call<si::ResetSimulation>("/reset_simulation", request).result.error_message;
}

std::string Play(LoopServer* server) {
  si::SetSimulationState::Request request;
  request.state.state = si::SimulationState::STATE_PLAYING;
  return server->Call<si::SetSimulationState>("/set_simulation_state", request)
      .result.error_message;
}

/// Changes the first property of the part whose kind is "number" by a thousandth.
std::string EditNumber(LoopServer* server, const std::string& entity, const std::string& part) {
  sm::GetProperties::Request get;
  get.entity = entity;
  get.part = part;
  for (const sm::Property& property :
       server->Call<sm::GetProperties>("/surefoot/edit/properties", get).properties) {
    if (property.kind != "number" || property.value.size() != 1) continue;
    sm::SetProperty::Request set;
    set.entity = entity;
    set.part = part;
    set.property = property.name;
    set.value = {1.001 * property.value[0] + (property.value[0] == 0.0 ? 0.001 : 0.0)};
    return server->Call<sm::SetProperty>("/surefoot/edit/set", set).message;
  }
  return "no number to edit in " + entity + " " + part;
}

std::string Teleport(LoopServer* server, const std::string& model, double x, double y, double z) {
  sm::Teleport::Request request;
  request.model = model;
  request.pose.position.x = x;
  request.pose.position.y = y;
  request.pose.position.z = z;
  request.pose.orientation.w = 1.0;
  return server->Call<sm::Teleport>("/surefoot/teleport", request).message;
}

std::string Save(LoopServer* server, const std::string& name, const std::string& file) {
  sm::SaveSnapshot::Request request;
  request.name = name;
  request.file = file;
  return server->Call<sm::SaveSnapshot>("/surefoot/snapshot/save", request).message;
}

std::string Restore(LoopServer* server, const std::string& name, const std::string& file) {
  sm::RestoreSnapshot::Request request;
  request.name = name;
  request.file = file;
  return server->Call<sm::RestoreSnapshot>("/surefoot/snapshot/restore", request).message;
}

void MeasureModels(const FleetOptions& options, LoopServer* server) {
  const double x = -kSpacing;
  server->Measure("spawn", [&] { return Spawn(server, options.uri, x, 0.0, 0.2, "late"); });
  server->Measure("duplicate", [&] {
    sm::DuplicateEntity::Request request;
    request.entity = RobotName(1);
    request.name = "copy";
    return server->Call<sm::DuplicateEntity>("/surefoot/edit/duplicate", request).message;
  });
  server->Measure("delete", [&] {
    si::DeleteEntity::Request request;
    request.entity = RobotName(2);
    return server->Call<si::DeleteEntity>("/delete_entity", request).result.error_message;
  });
  sm::RemoveEntity::Response removed;
  server->Measure("remove", [&] {
    sm::RemoveEntity::Request request;
    request.entity = "late";
    removed = server->Call<sm::RemoveEntity>("/surefoot/edit/remove", request);
    return removed.message;
  });
  server->Measure("put back", [&] {
    sm::RestoreEntity::Request request;
    request.token = removed.token;
    return server->Call<sm::RestoreEntity>("/surefoot/edit/restore", request).message;
  });
}

void MeasureProperties(LoopServer* server) {
  server->Measure("edit of a link",
                  [&] { return EditNumber(server, RobotName(0), "link:base_link"); });
  server->Measure("edit of a sensor",
                  [&] { return EditNumber(server, RobotName(0), "sensor:imu"); });
  server->Measure("light", [&] {
    sm::SetLight::Request request;
    request.name = "sun";
    request.intensity = 0.5;
    return server->Call<sm::SetLight>("/surefoot/set_light", request).message;
  });
  server->Measure("teleport", [&] { return Teleport(server, RobotName(0), -8.0, 4.0, 0.2); });
  server->Measure("teleport of a static model",
                  [&] { return Teleport(server, "wall", -6.0, 0.0, 0.5); });
  server->Measure("attach",
                  [&] { return Do(server, "attach hook robot_0::base_link robot_1::base_link"); });
  server->Measure("detach", [&] { return Do(server, "detach hook"); });
  server->Measure("do spawn", [&] { return Do(server, "spawn model://crate as box at -9 0 1"); });
}

void MeasureSnapshots(LoopServer* server) {
  server->Measure("snapshot save (memory)", [&] { return Save(server, "a", ""); });
  server->Measure("snapshot restore (memory)", [&] { return Restore(server, "a", ""); });
  server->Measure("snapshot save (file)", [&] { return Save(server, "", "fleet"); });
  server->Measure("snapshot restore (file)", [&] { return Restore(server, "", "fleet"); });
  Save(server, "a", "");
  EditNumber(server, RobotName(0), "link:base_link");
  server->Measure("snapshot restore after an edit", [&] { return Restore(server, "a", ""); });
  server->Measure("snapshot branch", [&] {
    sm::BranchSnapshot::Request request;
    request.name = "a";
    request.seed = 7;
    return server->Call<sm::BranchSnapshot>("/surefoot/snapshot/branch", request).message;
  });
}

void MeasureWorld(const std::string& world, LoopServer* server) {
  using R = si::ResetSimulation::Request;
  server->Measure("save_world", [&] {
    sm::SaveWorld::Request request;
    request.file = "saved.sdf";
    request.overwrite = true;
    return server->Call<sm::SaveWorld>("/surefoot/save_world", request).message;
  });
  server->Measure("reset of time", [&] { return Reset(server, R::SCOPE_TIME); });
  server->Measure("reset of state", [&] { return Reset(server, R::SCOPE_STATE); });
  server->Measure("reset of spawned", [&] { return Reset(server, R::SCOPE_SPAWNED); });
  server->Measure("set_seed", [&] {
    sm::SetSeed::Request request;
    request.seed = 3;
    return server->Call<sm::SetSeed>("/surefoot/set_seed", request).message;
  });
  for (const char* engine : {"ode", "mujoco"}) {
    server->Measure(std::string("switch_engine ") + engine, [&] {
      sm::SwitchEngine::Request request;
      request.engine = engine;
      const auto response = server->Call<sm::SwitchEngine>("/surefoot/switch_engine", request);
      return response.success ? "" : response.message;
    });
  }
  server->Measure("reset of all", [&] { return Reset(server, R::SCOPE_ALL); });
  server->Measure("load_world", [&] {
    si::LoadWorld::Request request;
    request.uri = world;
    const auto loaded = server->Call<si::LoadWorld>("/load_world", request);
    return loaded.result.result == 1 ? Play(server) : loaded.result.error_message;
  });
}

/// Topics of the images and scans of the first robots.
std::vector<std::string> SeenTopics(const FleetOptions& options, LoopServer* server) {
  std::vector<std::string> topics;
  for (const auto& status :
       server->server().world().run.session()->simulation().machine().sensors().Statuses()) {
    if (!status.can_wait && status.type != "lidar") continue;
    for (int i = 0; i < options.seen; ++i) {
      if (!status.name.starts_with(RobotName(i) + "::")) continue;
      topics.insert(topics.end(), status.topics.begin(), status.topics.end());
    }
  }
  return topics;
}

void MeasureViewers(const FleetOptions& options, LoopServer* server) {
  server->Measure("nothing", [] { return std::string(); });
  server->Measure("first viewer", [&] {
    for (const char* topic : {"/surefoot/view/scene", "/surefoot/view/poses", "/clock", "/tf"}) {
      server->Subscribe(topic);
    }
    server->TurnFor(0.5);
    return std::string();
  });
  server->Measure("first image and scan", [&] {
    for (const std::string& topic : SeenTopics(options, server)) server->Subscribe(topic);
    server->TurnFor(1.0);
    return std::string();
  });
  server->Measure("nothing, with viewers", [] { return std::string(); });
}

}  // namespace

std::string WriteFleet(const FleetOptions& options, const std::string& folder) {
  const int side = static_cast<int>(std::ceil(std::sqrt(options.robots)));
  const std::string path = folder + "/fleet.sdf";
  std::ofstream out(path);
  out << "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><world name='fleet'>\n"
      << kStatics;
  for (int i = 0; i < options.robots; ++i) {
    out << "<include><uri>" << options.uri << "</uri><name>" << RobotName(i) << "</name><pose>"
        << kSpacing * (i % side) << " " << kSpacing * (i / side)
        << " 0.15 0 0 0</pose></include>\n";
  }
  out << "</world></sdf>\n";
  return path;
}

void MeasureFleet(const FleetOptions& options, const std::string& world, LoopServer* server) {
  // The first steps after an action include the pictures and scans that are due then.
  server->settle = 0.4;
  std::printf("%d robots, %s\n\n", options.robots, options.uri.c_str());
  LoopServer::PrintHeader();
  MeasureViewers(options, server);
  MeasureModels(options, server);
  MeasureProperties(server);
  MeasureSnapshots(server);
  MeasureWorld(world, server);
  std::printf("\nlongest block: %.1f ms of processor time\n", 1e3 * server->worst());
}

}  // namespace surefoot::loop
