/// The audit log of a complete server.

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/rosgraph_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
using graph::Role;
using nlohmann::json;
using testing::HasSubstr;

class AuditTest : public testing::Test {
 protected:
  AuditTest() {
    ServerOptions options = Served::Paused();
    options.audit.path = path_;
    served_ = std::make_unique<Served>("husky_lab", options);
  }
  /// Lines about this name.
  std::vector<json> Lines(const std::string& name) {
    std::vector<json> lines;
    std::ifstream file(path_);
    for (std::string line; std::getline(file, line);) {
      const json entry = json::parse(line);
      if (entry["name"] == name) lines.push_back(entry);
    }
    return lines;
  }
  template <typename S>
  void Call(const std::string& service) {
    Client& client = served_->client();
    const std::uint64_t id = client.Call<S>(service, {});
    for (int i = 0; i < 1000 && client.answers.count(id) == 0; ++i) {
      served_->Turn();
      client.Look();
    }
    ASSERT_EQ(client.answers.count(id), 1u) << service;
  }

  const TempFolder folder_;
  std::string path_ = folder_.Path("audit.jsonl");
  std::unique_ptr<Served> served_;
};

TEST_F(AuditTest, CallsThatChangeAndThatAreRefused) {
  Client& client = served_->client();
  client.role = Role::kViewer;
  Call<si::GetEntities>("/get_entities");
  Call<si::ResetSimulation>("/reset_simulation");
  client.role = Role::kDriver;
  Call<si::SpawnEntityService>("/spawn_entity");
  EXPECT_TRUE(Lines("/get_entities").empty()) << "what is only read is not written";
  ASSERT_EQ(Lines("/reset_simulation").size(), 1u);
  const json refused = Lines("/reset_simulation")[0];
  EXPECT_EQ(refused["outcome"], "refused");
  EXPECT_EQ(refused["role"], "viewer");
  EXPECT_EQ(refused["client"], client.name());
  EXPECT_THAT(refused["reason"].get<std::string>(), HasSubstr("needs the role driver"));
  ASSERT_EQ(Lines("/spawn_entity").size(), 1u);
  EXPECT_EQ(Lines("/spawn_entity")[0]["outcome"], "allowed");
  EXPECT_EQ(Lines("/spawn_entity")[0]["action"], "call");
}

TEST_F(AuditTest, OfMessagesTheFirstToATopic) {
  Client& client = served_->client();
  for (int i = 0; i < 100; ++i) {
    client.Publish("/husky/cmd_vel", msgs::geometry_msgs::Twist());
    client.Publish("/clock", msgs::rosgraph_msgs::Clock());
    served_->Turn();
  }
  ASSERT_EQ(Lines("/husky/cmd_vel").size(), 1u);
  EXPECT_EQ(Lines("/husky/cmd_vel")[0]["outcome"], "allowed");
  ASSERT_EQ(Lines("/clock").size(), 1u);
  EXPECT_EQ(Lines("/clock")[0]["outcome"], "refused");
  // Another client tries to drive the same robot.
  served_->client(1).Publish("/husky/cmd_vel", msgs::geometry_msgs::Twist());
  served_->Turn(3);
  const std::vector<json> all = Lines("/husky/cmd_vel");
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[2]["outcome"], "refused");
  EXPECT_EQ(all[2]["client"], served_->client(1).name());
}

TEST(Audit, AFileThatCannotBeWrittenIsAnErrorAtTheStart) {
  ServerOptions options = Served::Paused();
  options.audit.path = "/no/such/folder/audit";
  Problems problems;
  const auto server = Server::Make(BuiltinParts(), {}, options, &problems);
  ASSERT_FALSE(server.ok());
  EXPECT_THAT(server.error().message, HasSubstr("--audit-log: '/no/such/folder/audit'"));
}

}  // namespace
}  // namespace surefoot::serve::test
