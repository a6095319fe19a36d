/// What clients of each role can do with a complete server.

#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <set>

#include "surefoot/msgs/rosgraph_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"
#include "tests/source_dir.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using graph::Role;
using testing::HasSubstr;

TEST(Roles, EveryServiceAndActionIsInTheTable) {
  Served served("husky_lab");
  const graph::Graph& graph = served.simulation().graph();
  ASSERT_GT(graph.Services().size(), 50u);
  for (const auto& [name, info] : graph.Services()) {
    EXPECT_EQ(Permissions().count(name), 1u) << name << " has no role in permissions.cc";
  }
  for (const auto& [name, info] : graph.Actions()) {
    EXPECT_EQ(Permissions().count(name), 1u) << name << " has no role in permissions.cc";
  }
  for (const auto& [name, permission] : Permissions()) {
    const auto services = graph.Services();
    const auto actions = graph.Actions();
    const auto is_named = [&, n = name](const auto& offer) { return offer.first == n; };
    EXPECT_TRUE(std::any_of(services.begin(), services.end(), is_named) ||
                std::any_of(actions.begin(), actions.end(), is_named))
        << name << " is in permissions.cc, but the service does not exist";
  }
}

/// Services in back quotes in the row of docs/guides/security.md that begins with this role.
std::set<std::string> DocumentedServices(const std::string& role) {
  std::ifstream file(SUREFOOT_SOURCE_DIR "/docs/guides/security.md");
  std::set<std::string> services;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| " + role + " | `/")) continue;
    static const std::regex kService("`(/[a-z_/]+)`");
    for (std::sregex_iterator it(line.begin(), line.end(), kService), end; it != end; ++it) {
      services.insert((*it)[1]);
    }
  }
  return services;
}

TEST(Roles, TheDocumentHasTheTable) {
  std::map<std::string, std::set<std::string>> in_code;
  for (const auto& [name, permission] : Permissions()) {
    const std::string role = graph::RoleName(permission.role);
    in_code[permission.concerns_all ? role + ", while no other client drives" : role].insert(name);
  }
  ASSERT_EQ(in_code.size(), 4u);
  for (const auto& [role, services] : in_code)
    EXPECT_EQ(DocumentedServices(role), services) << role;
}

TEST(Roles, ClientsCannotPublishForTheSimulator) {
  Served served("husky_lab", Served::Playing());
  Client& client = served.client();
  std::string imu;
  for (const auto& topic : served.simulation().graph().topics()) {
    if (topic->name.ends_with("/imu/data")) imu = topic->name;
  }
  ASSERT_FALSE(imu.empty());
  for (const Role role : {Role::kDriver, Role::kOwner}) {
    client.role = role;
    client.Publish("/clock", msgs::rosgraph_msgs::Clock());
    client.Publish(imu, msgs::sensor_msgs::Imu());
    served.Turn(3);
  }
  ASSERT_EQ(client.refusals().size(), 4u);
  for (const std::string& refusal : client.refusals()) {
    EXPECT_THAT(refusal, HasSubstr("published by the simulator itself"));
  }
}

/// Calls a service and returns the refusal by the table; empty if it was permitted.
template <typename S>
std::string Refusal(Served* served, const std::string& service, typename S::Request request = {}) {
  Client& client = served->client();
  const std::uint64_t id = client.Call<S>(service, request);
  for (int i = 0; i < 1000 && client.answers.count(id) == 0; ++i) {
    served->Turn();
    client.Look();
  }
  const auto found = client.answers.find(id);
  if (found == client.answers.end()) return "no answer";
  return found->second.ok() ? "" : found->second.error().message;
}

TEST(Roles, ViewersSeeAndChangeNothing) {
  Served served("husky_lab");
  served.client().role = Role::kViewer;
  EXPECT_EQ(Refusal<si::GetEntities>(&served, "/get_entities"), "");
  EXPECT_THAT(Refusal<si::SpawnEntityService>(&served, "/spawn_entity"),
              HasSubstr("needs the role driver"));
  EXPECT_THAT(Refusal<si::ResetSimulation>(&served, "/reset_simulation"),
              HasSubstr("needs the role driver"));
}

TEST(Roles, DriversTouchNoFilesAndDoNotEndTheServer) {
  Served served("husky_lab");
  served.client().role = Role::kDriver;
  EXPECT_THAT(Refusal<si::LoadWorld>(&served, "/load_world"), HasSubstr("needs the role owner"));
  EXPECT_THAT(Refusal<sm::StartRecording>(&served, "/surefoot/record/start"),
              HasSubstr("needs the role owner"));
  EXPECT_THAT(Refusal<sm::UploadFile>(&served, "/surefoot/upload"),
              HasSubstr("needs the role owner"));
  sm::SaveSnapshot::Request save;
  save.name = "a";
  EXPECT_TRUE(served.Call<sm::SaveSnapshot>("/surefoot/snapshot/save", save).success);
  save.file = "a.snapshot";
  const auto to_file = served.Call<sm::SaveSnapshot>("/surefoot/snapshot/save", save);
  EXPECT_FALSE(to_file.success);
  EXPECT_THAT(to_file.message, HasSubstr("needs the role owner"));
  si::SetSimulationState::Request quit;
  quit.state.state = si::SimulationState::STATE_QUITTING;
  EXPECT_THAT(
      served.Call<si::SetSimulationState>("/set_simulation_state", quit).result.error_message,
      HasSubstr("needs the role owner"));
  EXPECT_TRUE(served.server().Turn());
  served.client().role = Role::kOwner;
  served.Call<si::SetSimulationState>("/set_simulation_state", quit);
  EXPECT_FALSE(served.server().Turn());
}

}  // namespace
}  // namespace surefoot::serve::test
