// The referee of a game in a world, on every engine: goals, kick-offs, outs, pushing; the same from
// run to run, from a snapshot and through edits.

#include <gtest/gtest.h>

#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/events/event_set.h"
#include "surefoot/game/referee/football_referee.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/record/test/record_test_util.h"
#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

/// Four boxes against four on a small field whose centre is not the world's origin; the first team
/// attacks the world's +y.
std::string World(const std::string& referee, const std::string& events = "") {
  std::string robots;
  std::string teams;
  for (const std::string team : {"red", "blue"}) {
    std::string players;
    for (int i = 1; i <= 4; ++i) {
      const std::string name = team + "_" + std::to_string(i);
      // All of red stand in the wrong half at first.
      robots += "<model name='" + name + "'><pose>" + std::to_string(4.0 + 0.3 * i) +
                (team == "red" ? " 1.4" : " 1.8") + R"( 0.05 0 0 0</pose><link name="l">
        <inertial><mass>1</mass><inertia><ixx>0.002</ixx><iyy>0.002</iyy><izz>0.002</izz></inertia></inertial>
        <collision name="c"><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision></link></model>)";
      players += "<player model='" + name + "' kickoff='-0.3 " + std::to_string(0.25 * i - 0.6) +
                 " 0' defence='-0.6 " + std::to_string(0.25 * i - 0.6) + " 0'/>";
    }
    teams += "<team name='" + team + "'>" + players + "</team>";
  }
  teams.insert(teams.rfind("<team ") + 5, " number='2'");
  return R"(<sdf version="1.9"><world name="w"><gravity>0 0 -9.8</gravity>
  <model name="floor"><static>true</static><pose>5 1 0 0 0 1.5707963267948966</pose><link name="l">
    <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
  <model name="ball"><pose>5 1.2 0.05 0 0 0</pose><link name="l">
    <inertial><mass>0.1</mass><inertia><ixx>1e-4</ixx><iyy>1e-4</iyy><izz>1e-4</izz></inertia></inertial>
    <collision name="c"><geometry><sphere><radius>0.05</radius></sphere></geometry></collision></link></model>
)" + robots +
         "<surefoot:referee name='ref' rules='four_legged_2006' field='floor' length='2' "
         "width='1.4' "
         "goal_width='0.6' circle_radius='0.1' area_length='0.2' area_width='0.8' ready='0.1' "
         "set='0.1' start='auto' " +
         referee + ">" + teams + "</surefoot:referee>" + events + "</world></sdf>";
}

class RefereeWorld : public EngineTest {
 protected:
  std::unique_ptr<Session> Open(const std::string& text) {
    const std::string file = dir_.File("world.sdf");
    std::ofstream(file) << text;
    SessionOptions options;
    options.engine = engine();
    Result<std::unique_ptr<Session>> session = Session::Open(BuiltinParts(), file, options);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return std::move(session).value();
  }
  static const game::Game& GameOf(const Session& session) {
    return game::GameOf(session.simulation().machine().events());
  }
  static Vector3d Place(const Session& session, const std::string& model) {
    return session.LinkPose(model + "::l")->p;
  }
  static std::uint64_t Fired(const Session& session, const std::string& name) {
    for (const auto& info : session.simulation().machine().events().Infos()) {
      if (info.name == name) return info.fired;
    }
    ADD_FAILURE() << "no event " << name;
    return 0;
  }

  record::TempDir dir_;
};

SUREFOOT_ALL_ENGINES(RefereeWorld);

/// 30 N for 5 ms on 0.1 kg: 1.5 m/s towards the goal at y = 2.
const char* const kKick =
    "<surefoot:timer name='kick' first='0.25'><do>push ball::l 0 30 0 for "
    "0.005</do></surefoot:timer>";

TEST_P(RefereeWorld, AKickedBallIsAGoalAndTheOthersKickOff) {
  auto session = Open(World("placing='all'", std::string(kKick) + R"(
    <surefoot:event name="cheer"><do>say hurray</do></surefoot:event>)"));
  Must(session->Step(50));
  EXPECT_EQ(GameOf(*session).state(), game::State::kReady);
  EXPECT_NEAR(Place(*session, "red_1").y(), 1.4, 0.01);
  Must(session->Step(100));
  EXPECT_EQ(GameOf(*session).state(), game::State::kSet);
  // Red kicks off: x = -0.3 and y = -0.35 of the field, which is turned by 90 degrees about (5, 1).
  EXPECT_NEAR(Place(*session, "red_1").x(), 5.0 + 0.35, 0.01);
  EXPECT_NEAR(Place(*session, "red_1").y(), 1.0 - 0.3, 0.01);
  EXPECT_NEAR(Place(*session, "blue_1").x(), 5.0 - 0.35, 0.01);
  EXPECT_NEAR(Place(*session, "blue_1").y(), 1.0 + 0.6, 0.01);
  EXPECT_NEAR(Place(*session, "ball").y(), 1.0, 0.01);
  EXPECT_NEAR(Place(*session, "ball").z(), 0.05, 0.005);
  Must(session->Step(100));
  EXPECT_EQ(GameOf(*session).state(), game::State::kPlaying);
  // The blue robots' gap around x = 5 lets it through; the goal line is 1 m away.
  Must(session->RunFor(1.2));
  EXPECT_EQ(GameOf(*session).score(0), 1);
  EXPECT_EQ(Fired(*session, "ref.goal"), 1u);
  EXPECT_EQ(GameOf(*session).Message().kicking_team, 2);
  // Ready, set and playing again, now by blue's kick-off.
  EXPECT_EQ(GameOf(*session).state(), game::State::kPlaying);
  EXPECT_NEAR(Place(*session, "red_1").y(), 1.0 - 0.6, 0.01);
  EXPECT_NEAR(Place(*session, "blue_1").y(), 1.0 + 0.3, 0.01);
  EXPECT_TRUE(session->warnings().empty()) << session->warnings()[0];
}

TEST_P(RefereeWorld, IsTheSameInEveryRunFromSnapshotsAndThroughEdits) {
  Needs({physics::Capability::kSpawn});
  const std::string text = World("", kKick);
  auto first = Open(text);
  auto second = Open(text);
  Must(first->Step(1500));
  Must(second->Step(600));
  const sim::Snapshot snapshot = second->Save();
  Must(second->Step(900));
  EXPECT_EQ(first->simulation().hash(), second->simulation().hash());
  EXPECT_EQ(GameOf(*first).Message(), GameOf(*second).Message());
  Must(second->Restore(snapshot));
  Must(second->Step(900));
  EXPECT_EQ(first->simulation().hash(), second->simulation().hash()) << "from a snapshot";
  EXPECT_EQ(GameOf(*first).Message(), GameOf(*second).Message());
  // A player is removed: the game continues with its score.
  const int score = GameOf(*first).score(0);
  EXPECT_EQ(score, 1);
  Must(first->simulation().Apply(sim::Remove{"blue_4"}));
  Must(first->simulation().Apply(sim::FireEvent{"", "kickoff blue", "referee"}));
  Must(first->Step(300));
  EXPECT_EQ(GameOf(*first).score(0), score);
  EXPECT_EQ(GameOf(*first).state(), game::State::kPlaying);
  EXPECT_TRUE(first->warnings().empty()) << first->warnings()[0];
  Must(first->Reset());
  EXPECT_EQ(GameOf(*first).score(0), 0);
}

TEST_P(RefereeWorld, ABallThatIsOutComesBack) {
  auto session = Open(World("placing='all'", R"(
    <surefoot:timer name="out" first="0.25"><do>move ball to 5.8 1.3 0.05</do></surefoot:timer>)"));
  Must(session->Step(260));
  EXPECT_EQ(Fired(*session, "ref.out"), 1u);
  // Over the side line at x = 5.7; placed 0.4 m inside, at the same position along the line.
  EXPECT_NEAR(Place(*session, "ball").x(), 5.7 - 0.4, 0.01);
  EXPECT_NEAR(Place(*session, "ball").y(), 1.3, 0.32)
      << "moved along the line if a robot is in the way";
  EXPECT_EQ(GameOf(*session).state(), game::State::kPlaying);
}

TEST_P(RefereeWorld, WhoPushesAnotherIsTakenOutAndReturns) {
  auto session = Open(World("pushing='0.15' penalty='0.3' placing='all'", R"(
    <surefoot:timer name="meet" first="0.22"><do>move red_1 to 4.5 0.8 0.05</do>
      <do>move blue_1 to 4.605 0.8 0.05</do></surefoot:timer>
    <surefoot:timer name="push" first="0.25"><do>push red_1::l 26 0 0 for 0.3</do></surefoot:timer>)"));
  Must(session->Step(350));
  EXPECT_EQ(Fired(*session, "ref.penalty"), 0u);
  for (int i = 0; i < 200 && Fired(*session, "ref.penalty") == 0; ++i) Must(session->Step());
  EXPECT_EQ(Fired(*session, "ref.penalty"), 1u);
  EXPECT_EQ(GameOf(*session).Message().teams[0].players[0].penalty, "pushing");
  EXPECT_EQ(GameOf(*session).Message().teams[1].players[0].penalty, "none") << "it was pushed";
  Must(session->Step(1));
  // Beside the field: y = -0.7 - 0.11 of the field is x = 5.81 of the world.
  EXPECT_NEAR(Place(*session, "red_1").x(), 5.81, 0.02);
  Must(session->Step(310));
  EXPECT_EQ(Fired(*session, "ref.return"), 1u);
  EXPECT_LT(std::abs(Place(*session, "red_1").x() - 5.0), 0.7) << "on the field";
  EXPECT_TRUE(session->warnings().empty()) << session->warnings()[0];
}

TEST_P(RefereeWorld, AControllerOutsideIsFollowed) {
  auto session = Open(World(""));
  Must(session->Step(10));
  msgs::surefoot_msgs::GameState received = GameOf(*session).Message();
  received.state = "playing";
  received.teams[1].score = 7;
  received.teams[0].players[2].penalty = "leaving_field";
  received.teams[0].players[2].remaining = 20.0;
  const auto send = [&] {
    sim::TopicMessage message{"/game/control", "surefoot_msgs/GameState", {}};
    msgs::Encode(received, &message.cdr);
    Must(session->simulation().Apply(message));
    Must(session->Step(2));
  };
  send();
  EXPECT_EQ(GameOf(*session).state(), game::State::kPlaying);
  EXPECT_EQ(GameOf(*session).score(1), 7);
  EXPECT_NEAR(Place(*session, "red_3").x(), 5.81, 0.02);
  EXPECT_TRUE(session->warnings().empty()) << session->warnings()[0];
  received.teams[1].number = 99;
  send();
  ASSERT_EQ(session->warnings().size(), 1u);
  EXPECT_NE(session->warnings()[0].find("but this game has 1 and 2"), std::string::npos);
}

TEST_P(RefereeWorld, BadFilesAreRefused) {
  const std::string good = World("");
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  const std::pair<std::string, const char*> wrong[] = {
      {with("rules='four_legged_2006'", "rules='golf'"), "golf"},
      {with("field='floor'", "field='moon'"), "unknown model"},
      {with("number='2'", "number='1'"), "the same name or number"},
      {with("<team name='red'>", "<team name='red' color='pink'>"), "must be one of: blue, red"},
      {with("ready='0.1'", "ready='-1'"), "ready"},
      {with("</surefoot:referee>", "</surefoot:referee><surefoot:referee name='b'/>"),
       "one referee"},
      {with("start='auto'", "start='soon'"), "order"},
      {with("kickoff='-0.3 ", "kickoff='left "), "left"},
  };
  for (const auto& [text, why] : wrong) {
    const std::string file = dir_.File("bad.sdf");
    std::ofstream(file) << text;
    SessionOptions options;
    options.engine = engine();
    const auto session = Session::Open(BuiltinParts(), file, options);
    ASSERT_FALSE(session.ok()) << why;
    EXPECT_NE(session.error().message.find(why), std::string::npos) << session.error().message;
  }
}

/// A red AIBO walks into the side of a blue one, and keeps pushing.
class PushedAibo : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Engines, PushedAibo, ::testing::Values("mujoco", "bullet", "dart"));

TEST_P(PushedAibo, IsSeenAndThePusherGoes) {
  const record::TempDir dir;
  const std::string file = dir.File("world.sdf");
  std::ofstream(file) << R"(<sdf version="1.9"><world name="w"><gravity>0 0 -9.81</gravity>
    <include><uri>model://field_4legged</uri><name>field</name></include>
    <include><uri>model://ers7_red</uri><name>red_1</name><pose>-0.3 0 0.13767 0 0 0</pose></include>
    <include><uri>model://ers7_blue</uri><name>blue_1</name><pose>0 0 0.13767 0 0 1.5707963</pose></include>
    <surefoot:referee name="referee" rules="four_legged_2006" field="field" placing="none">
      <team name="red" goalkeeper="0"><player model="red_1"/></team>
      <team name="blue" number="2" goalkeeper="0"><player model="blue_1"/></team>
    </surefoot:referee></world></sdf>)";
  SessionOptions options;
  options.engine = GetParam();
  auto opened = Session::Open(BuiltinParts(), file, options);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  Session& session = **opened;
  const auto must = [](const Status& status) {
    ASSERT_TRUE(status.ok()) << status.error().message;
  };
  must(session.simulation().Apply(sim::FireEvent{"", "play", "referee"}));
  msgs::geometry_msgs::Twist ahead;
  ahead.linear.x = 0.2;
  const game::Game& game = game::GameOf(session.simulation().machine().events());
  const auto penalty = [&](std::size_t team) {
    return game.Message().teams[team].players[0].penalty;
  };
  while (session.time() < 8.0 && penalty(0) == "none") {
    must(session.Publish("/red_1/cmd_vel", ahead));
    must(session.RunFor(0.1));
  }
  EXPECT_EQ(penalty(0), "pushing") << "after " << session.time() << " s";
  EXPECT_EQ(penalty(1), "none") << "it was pushed";
  EXPECT_GT(session.time(), 3.0) << "not before three seconds of pushing";
  EXPECT_TRUE(session.warnings().empty()) << session.warnings()[0];
}

/// The game of eight AIBOs: a goal, by orders and a push, with robots in legal positions.
TEST(RefereeShow, TheGameOfAibosHasAGoal) {
  SessionOptions options;
  options.engine = "mujoco";
  auto opened = Session::Open(
      BuiltinParts(), std::string(SUREFOOT_SOURCE_DIR) + "/worlds/four_legged_game.sdf", options);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  Session& session = **opened;
  const auto must = [](const Status& status) {
    ASSERT_TRUE(status.ok()) << status.error().message;
  };
  const auto order = [&](const std::string& line) {
    must(session.simulation().Apply(sim::FireEvent{"", line, "referee"}));
  };
  order("kickoff red");
  order("set");
  order("play");
  must(session.Step(2));
  must(session.Teleport("ball", RigidTransform(Vector3d(2.0, 0.2, 0.0425))));
  must(session.Push("ball::ball", Vector3d(40, 0, 0), Vector3d::Zero(), 0.004));
  must(session.RunFor(0.8));
  const game::Game& game = game::GameOf(session.simulation().machine().events());
  EXPECT_EQ(game.score(0), 1);
  EXPECT_EQ(game.state(), game::State::kReady);
  order("set");
  must(session.RunFor(0.5));
  // red_4 had its own kick-off position; now blue has the kick-off, and its position is legal.
  EXPECT_NEAR(session.simulation().ModelPose(session.world().FindModel("red_4")).p.x(), -0.35,
              0.05);
  order("place");
  must(session.RunFor(0.5));
  const auto at = [&](const char* name) {
    return session.simulation().ModelPose(session.world().FindModel(name)).p;
  };
  EXPECT_NEAR(at("red_4").x(), -1.1, 0.05);
  EXPECT_NEAR(at("blue_4").x(), 0.35, 0.05);
  EXPECT_GT(at("red_4").z(), 0.1) << "it is upright";
  EXPECT_LT(at("ball").head<2>().norm(), 0.01);
  EXPECT_TRUE(session.warnings().empty()) << session.warnings()[0];
}

}  // namespace
}  // namespace surefoot::conformance
