/// Programs and scripts of clients run only after the owner has agreed.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace fs = std::filesystem;
namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using testing::HasSubstr;

/// Turns of a paused server, about a minute.
constexpr int kTurns = 1200;
constexpr const char* kStatus = "/surefoot/view/status";

class ConsentTest : public testing::Test {
 protected:
  ConsentTest()
      : folder_(fs::temp_directory_path() / ("surefoot-consent-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~ConsentTest() override { fs::remove_all(folder_); }

  ServerOptions Options() const {
    ServerOptions options = Served::Paused();
    options.controllers = folder_.string();
    return options;
  }

  /// A robot whose program leaves a file behind.
  std::string Robot() const {
    return "<sdf version='1.9' xmlns:surefoot='http://surefoot.example'><model name='guest'><link "
           "name='base'/><surefoot:controller><surefoot:command>touch " +
           Mark().string() +
           "</surefoot:command></surefoot:controller>"
           "</model></sdf>";
  }
  fs::path Mark() const { return folder_ / "ran"; }

  /// Turns until the condition holds, at most `turns` times. A paused server waits up to 50 ms per
  /// turn.
  static bool TurnUntil(Served* served, int turns, const std::function<bool()>& holds) {
    for (int i = 0; i < turns && !holds(); ++i) {
      served->Turn();
    }
    return holds();
  }

  /// Questions with larger ids; the last status may be older than an answer.
  static std::vector<sm::ViewConsent> Asked(Served* served, std::uint64_t after = 0) {
    served->client().bridge().Subscribe(kStatus);
    sm::ViewStatus status;
    TurnUntil(served, kTurns, [&] {
      return served->client().Last(kStatus, &status) && !status.consents.empty() &&
             status.consents[0].id > after;
    });
    return status.consents;
  }

  static sm::AnswerConsent::Response Answer(Served* served, std::uint64_t id, bool allow) {
    sm::AnswerConsent::Request request;
    request.id = id;
    request.allow = allow;
    return served->Call<sm::AnswerConsent>("/surefoot/consent/answer", request);
  }

  fs::path folder_;
};

TEST_F(ConsentTest, TheProgramOfASpawnedRobotWaits) {
  for (const bool allow : {false, true}) {
    Served served("flat", Options());
    si::SpawnEntityService::Request spawn;
    spawn.name = "guest";
    spawn.resource_string = Robot();
    served.client().role = graph::Role::kDriver;
    const auto spawned = served.Call<si::SpawnEntityService>("/spawn_entity", spawn);
    ASSERT_EQ(spawned.result.result, si::Result::RESULT_OK) << spawned.result.error_message;
    served.client().role = graph::Role::kOwner;
    const auto asked = Asked(&served);
    ASSERT_EQ(asked.size(), 1u);
    EXPECT_EQ(asked[0].kind, "program");
    EXPECT_EQ(asked[0].subject, "guest");
    EXPECT_THAT(asked[0].text, HasSubstr("'touch' '" + Mark().string() + "'"));
    TurnUntil(&served, 5, [] { return false; });
    EXPECT_FALSE(fs::exists(Mark())) << "it ran before the owner agreed";
    EXPECT_TRUE(Answer(&served, asked[0].id, allow).success);
    EXPECT_EQ(TurnUntil(&served, allow ? kTurns : 5, [&] { return fs::exists(Mark()); }), allow);
  }
}

TEST_F(ConsentTest, TheProgramOfTheWorldThatTheOwnerNamedRuns) {
  const fs::path file = folder_ / "robot.sdf";
  std::ofstream(file) << Robot();
  Served served(file.string(), Options());
  EXPECT_TRUE(TurnUntil(&served, kTurns, [&] { return fs::exists(Mark()); }));
}

TEST_F(ConsentTest, ScriptsOfAWorldFromAClientWait) {
  Served served("flat", Options());
  si::LoadWorld::Request load;
  load.resource_string =
      "<sdf version='1.9' xmlns:surefoot='http://surefoot.example'><world name='scripted'>"
      "<surefoot:script name='count'>state.n = 1</surefoot:script></world></sdf>";
  Client& client = served.client();
  std::uint64_t answered = 0;
  const auto end_of = [&](bool allow) {
    const std::uint64_t id = client.Call<si::LoadWorld>("/load_world", load);
    const auto asked = Asked(&served, answered);
    if (asked.size() != 1) throw std::runtime_error("not asked");
    EXPECT_EQ(asked.at(0).kind, "script");
    EXPECT_EQ(client.answers.count(id), 0u) << "it was loaded before the owner agreed";
    answered = asked.at(0).id;
    Answer(&served, answered, allow);
    TurnUntil(&served, kTurns, [&] {
      client.Look();
      return client.answers.count(id) > 0;
    });
    si::LoadWorld::Response response;
    EXPECT_TRUE(msgs::Decode(client.answers.at(id).value(), &response));
    return response.result;
  };
  EXPECT_EQ(end_of(true).result, si::Result::RESULT_OK);
  EXPECT_EQ(served.simulation().world().spec().name, "scripted");
  load.resource_string.replace(load.resource_string.find("n = 1"), 5, "n = 2");
  EXPECT_THAT(end_of(false).error_message, HasSubstr("refused a script"));
}

/// The server ends while a call still waits for the owner: nobody is left to answer to.
TEST_F(ConsentTest, AServerEndsWhileAWorldWaits) {
  std::uint64_t question = 0;
  {
    Served served("flat", Options());
    si::LoadWorld::Request load;
    load.resource_string =
        "<sdf version='1.9' xmlns:surefoot='http://surefoot.example'><world name='scripted'>"
        "<surefoot:script name='count'>state.n = 1</surefoot:script></world></sdf>";
    served.client().Call<si::LoadWorld>("/load_world", load);
    const auto asked = Asked(&served, 0);
    ASSERT_EQ(asked.size(), 1u);
    question = asked.at(0).id;
  }
  EXPECT_GT(question, 0u);
}

}  // namespace
}  // namespace surefoot::serve::test
