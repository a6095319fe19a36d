/// What clients of each role can do with a complete server.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/msgs/geometry_msgs.h"
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
    EXPECT_NE(FindPermission(name), nullptr) << name << " has no role in permissions.cc";
  }
  for (const auto& [name, info] : graph.Actions()) {
    EXPECT_NE(FindPermission(name), nullptr) << name << " has no role in permissions.cc";
  }
  for (const auto& [name, permission] : Permissions()) {
    const auto services = graph.Services();
    const auto actions = graph.Actions();
    // The actions of controllers are those of arms; the world has none (ros_control_test).
    if (name.starts_with("/ROBOT/CONTROLLER/")) continue;
    const auto is_named = [&, entry = &permission](const auto& offer) {
      return FindPermission(offer.first) == entry;
    };
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
    static const std::regex kService("`(/[a-zA-Z_/]+)`");
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

/// A server whose first client drives the husky, and whose second one is another driver.
class OthersDrive : public testing::Test {
 protected:
  OthersDrive() : served_("husky_lab", Served::Playing()) {
    for (const int i : {0, 1}) served_.client(i).role = Role::kDriver;
    served_.client(0).Publish(kCommand, msgs::geometry_msgs::Twist());
    served_.Turn(3);
    EXPECT_EQ(served_.server().clients().claims.OwnerOf("husky"), served_.client(0).name());
  }

  /// The response to the second client: its message, empty for success.
  template <typename S>
  std::string Why(const std::string& service, const typename S::Request& request) {
    const auto response = served_.Call<S>(service, request, 1);
    return response.success ? "" : response.message;
  }
  std::string WhyNotDo(const std::string& line) {
    sm::FireEvent::Request request;
    request.action = "do";
    request.subject = line;
    return Why<sm::FireEvent>("/surefoot/events/fire", request);
  }

  static constexpr const char* kCommand = "/husky/cmd_vel";
  Served served_;
};

TEST_F(OthersDrive, GravityAndGroundsAreNotEdited) {
  sm::SetProperty::Request request;
  request.part = "world";
  request.property = "gravity";
  request.value = {0.0, 0.0, -1.0};
  EXPECT_THAT(Why<sm::SetProperty>("/surefoot/edit/set", request),
              HasSubstr("affects robots that other clients drive"));
  request.part = "ground:gravel";
  request.property = "mu";
  request.value = {0.1};
  EXPECT_THAT(Why<sm::SetProperty>("/surefoot/edit/set", request),
              HasSubstr("affects robots that other clients drive"));
  EXPECT_EQ(served_.simulation().machine().inputs().gravity_W.z(),
            served_.simulation().world().spec().gravity_W.z());
  served_.client(1).role = Role::kOwner;
  EXPECT_EQ(Why<sm::SetProperty>("/surefoot/edit/set", request), "");
}

TEST_F(OthersDrive, CommandsAsTextHaveTheSameLimits) {
  EXPECT_THAT(WhyNotDo("light sun toggle"), HasSubstr("affects robots that other clients drive"));
  EXPECT_THAT(WhyNotDo("attach trap floor::link husky::base_link"),
              HasSubstr("has control of husky"));
  EXPECT_THAT(WhyNotDo("attach trap husky::base_link floor::link"),
              HasSubstr("has control of husky"));
  EXPECT_EQ(WhyNotDo("say hello"), "");
  EXPECT_TRUE(served_.simulation().world().spec().attachments.empty());
  sm::FireEvent::Request own;
  own.action = "do";
  own.subject = "attach mine husky::base_link floor::link";
  EXPECT_TRUE(served_.Call<sm::FireEvent>("/surefoot/events/fire", own, 0).success);
  EXPECT_THAT(WhyNotDo("detach mine"), HasSubstr("has control of husky"));
  EXPECT_EQ(served_.simulation().world().spec().attachments.size(), 1u);
}

TEST_F(OthersDrive, LockStepHoldsTimeOnlyWithTheConsentOfTheDrivers) {
  sm::RegisterLockstep::Request request;
  request.name = "second";
  EXPECT_THAT(Why<sm::RegisterLockstep>("/surefoot/lockstep/register", request),
              HasSubstr("lock-step affects robots that other clients drive"));
  sm::RegisterLockstep::Request first;
  first.name = "first";
  EXPECT_TRUE(served_.Call<sm::RegisterLockstep>("/surefoot/lockstep/register", first, 0).success);
  EXPECT_EQ(Why<sm::RegisterLockstep>("/surefoot/lockstep/register", request), "")
      << "the driver is in lock-step itself";
}

TEST_F(OthersDrive, WhatIsToldAboutARobotIsItsDrivers) {
  si::SetEntityInfo::Request request;
  request.entity = "husky";
  request.info.description = "mine";
  const auto refused = served_.Call<si::SetEntityInfo>("/set_entity_info", request, 1).result;
  EXPECT_THAT(refused.error_message, HasSubstr("has control of husky"));
  EXPECT_EQ(served_.Call<si::SetEntityInfo>("/set_entity_info", request, 0).result.result,
            si::Result::RESULT_OK);
}

/// Events of a world call services without a client. A world from a client must not do by them what
/// its sender may not, least of all give the owner's consent.
class EventCalls : public testing::Test {
 protected:
  static std::string World(const std::string& commands) {
    return "<sdf version='1.9' xmlns:surefoot='http://surefoot.example'><world name='w'>"
           "<model name='box'><link name='l'/></model>"
           "<surefoot:timer name='t' every='0.005'>" +
           commands + "</surefoot:timer></world></sdf>";
  }
  static std::string Do(const std::string& command) { return "<do>" + command + "</do>"; }

  /// Runs a world that a client sent until its timer has fired some times.
  static void Run(Served* served, const std::string& text) {
    si::LoadWorld::Request load;
    load.resource_string = text;
    const auto loaded = served->Call<si::LoadWorld>("/load_world", load);
    ASSERT_EQ(loaded.result.result, si::Result::RESULT_OK) << loaded.result.error_message;
    served->Step(50);
  }
};

TEST_F(EventCalls, OfAForeignWorldReachNothingOfTheOwner) {
  const TempFolder folder;
  const auto old = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  {
    Served served("flat");
    Run(&served, World(Do("call /surefoot/record/start {\"file\": \"stranger\"}") +
                       Do("call /surefoot/save_world {\"file\": \"stranger\"}") +
                       Do("call /set_simulation_state {\"state\": {\"state\": 3}}") +
                       Do("call /surefoot/upload {\"path\": \"a\", \"last\": true}") +
                       Do("call /load_world {\"uri\": \"husky_lab\"}")));
    served.Turn(50);
    EXPECT_TRUE(served.server().Turn());
    EXPECT_EQ(served.simulation().world().spec().name, "w");
    EXPECT_TRUE(served.run().recording().empty());
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    EXPECT_THAT(testing::PrintToString(served.run().session()->warnings()),
                HasSubstr("'/surefoot/record/start' needs the role owner"));
    // Saved, it is still what came from a client.
    sm::SaveWorld::Request save;
    save.file = "kept";
    ASSERT_TRUE(served.Call<sm::SaveWorld>("/surefoot/save_world", save).success);
    for (const std::string& uri : {std::string("kept.sdf"), "file://" + folder.Path("kept.sdf")}) {
      si::LoadWorld::Request load;
      load.uri = uri;
      ASSERT_EQ(served.Call<si::LoadWorld>("/load_world", load).result.result, 1) << uri;
      EXPECT_TRUE(served.run().is_foreign()) << uri;
    }
  }
  std::filesystem::current_path(old);
}

TEST_F(EventCalls, OfTheOwnersWorldReachTheServer) {
  const TempFolder folder;
  Served served(folder.Write("w.sdf", World(Do("call /surefoot/snapshot/save {\"name\": \"a\"}") +
                                            Do("call /load_world {\"uri\": \"flat\"}"))));
  served.Step(50);
  for (int i = 0; i < 1000 && served.simulation().world().spec().name == "w"; ++i) served.Turn();
  EXPECT_NE(served.simulation().world().spec().name, "w");
}

TEST_F(EventCalls, NeverGiveConsent) {
  const TempFolder folder;
  ServerOptions options = Served::Paused();
  options.controllers = folder.Path("log");
  std::filesystem::create_directory(options.controllers);
  Served served("flat", options);
  std::string world = World(Do("call /surefoot/consent/answer {\"id\": 1, \"allow\": true}"));
  world.replace(world.find("<link name='l'/>"), 16,
                "<link name='l'/><surefoot:controller><surefoot:command>touch " +
                    folder.Path("ran") + "</surefoot:command></surefoot:controller>");
  Run(&served, world);
  served.Turn(20);
  EXPECT_FALSE(std::filesystem::exists(folder.Path("ran")));
  EXPECT_EQ(served.server().clients().consents.pending().size(), 1u);
}

}  // namespace
}  // namespace surefoot::serve::test
