// Events of the world: the same from run to run, from a snapshot, from a recording, and in a world
// that they edit.

#include <gtest/gtest.h>

#include <fstream>

#include "surefoot/builtin/builtin.h"
#include "surefoot/events/event_set.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/record/test/record_test_util.h"
#include "surefoot/session/run_diff.h"
#include "tests/determinism/events_world.h"
#include "tests/scene/engine_test.h"
#include "tests/source_dir.h"

namespace surefoot::conformance {
namespace {

const std::string kSource = SUREFOOT_SOURCE_DIR;

std::string World(const std::string& events) { return EventWorld(events); }

SUREFOOT_ALL_ENGINES(Events);

const char* const kRich = R"(
  <surefoot:trigger name="gate" pose="0 0 2 0 0 0"><box>1 1 0.4</box>
    <enter><do>fire chain</do><do>script note</do></enter>
    <leave><do>light lamp toggle</do><do after="0.05">joint door::slide to -0.2 in 0.2</do></leave>
  </surefoot:trigger>
  <surefoot:event name="chain"><do>fire a b</do><do after="0.1">push box::l 0 20 0 for 0.05</do></surefoot:event>
  <surefoot:event name="a"><do chance="0.5">gravity 0 0 -5</do></surefoot:event>
  <surefoot:event name="b"><do>power door on</do></surefoot:event>
  <surefoot:random name="gust" mean="0.1"><do>push ball::l 3 1 0 for 0.01</do><do>script note</do></surefoot:random>
  <surefoot:timer name="copy" first="0.35"><do>spawn )";
const char* const kRichEnd = R"( as extra# at -2 0 0.5</do></surefoot:timer>
  <surefoot:timer name="clear" first="0.6"><do>remove extra1</do><do>move box to 4 4 0.1</do></surefoot:timer>
  <surefoot:condition name="low" quantity="z" of="ball" below="0.5" for="0.02">
    <do>publish /heard std_msgs/String {"data": "low"}</do></surefoot:condition>
  <surefoot:script name="note">
    state.n = (state.n or 0) + 1
    state.z = pose("ball").z
    state.luck = math.random()
    if state.n % 3 == 0 then command("push box::l 0 0 5 for 0.02") end
  </surefoot:script>
)";

std::string Rich() { return World(kRich + kSource + "/models/crate" + kRichEnd); }

TEST_P(Events, AreTheSameInEveryRun) {
  Needs({physics::Capability::kSpawn});
  auto first = Open(Rich());
  auto second = Open(Rich());
  auto other = Open(Rich(), 2);
  for (auto* session : {&first, &second, &other}) Must((*session)->Step(900));
  EXPECT_EQ(first->simulation().hash(), second->simulation().hash());
  EXPECT_NE(first->simulation().hash(), other->simulation().hash());
  EXPECT_TRUE(first->warnings().empty()) << first->warnings()[0];
  for (const char* name :
       {"gate", "gate.leave", "chain", "a", "b", "gust", "copy", "clear", "low"}) {
    EXPECT_GT(Info(*first, name).fired, 0u) << name;
  }
  EXPECT_EQ(first->world().FindModel("extra1"), -1) << "spawned, then removed";
  const std::string start = first->simulation().machine().events().ScriptState();
  first->Reset().ok();
  Must(first->Step(900));
  EXPECT_EQ(first->simulation().hash(), second->simulation().hash()) << "after a reset";
  EXPECT_EQ(first->simulation().machine().events().ScriptState(), start);
}

TEST_P(Events, ContinueFromASnapshotBitByBit) {
  Needs({physics::Capability::kSpawn});
  // Before, during and after the spawn; delays, motions and random times are in progress.
  for (const int steps : {0, 200, 420, 520, 700}) {
    auto first = Open(Rich());
    Must(first->Step(steps));
    const sim::Snapshot snapshot = first->Save();
    Must(first->Step(900 - steps));
    const std::uint64_t hash = first->simulation().hash();
    const std::string kept = first->simulation().machine().events().ScriptState();
    Must(first->Restore(snapshot));
    Must(first->Step(900 - steps));
    EXPECT_EQ(first->simulation().hash(), hash) << steps;
    EXPECT_EQ(first->simulation().machine().events().ScriptState(), kept) << steps;
  }
}

TEST_P(Events, AreFiredFromOutsideAndReplayed) {
  const std::string text = World(R"(
    <surefoot:event name="kick"><do>push {who}::l 0 0 30 for 0.05</do></surefoot:event>
    <surefoot:timer name="tick" every="0.1"><do>gravity 0 0 -3</do></surefoot:timer>)");
  auto first = Open(text);
  Must(first->Record(dir_.File("a.mcap")));
  Must(first->Step(50));
  Must(first->simulation().Apply(sim::FireEvent{"kick", "box"}));
  Must(first->Step(20));
  Must(first->simulation().Apply(sim::FireEvent{"tick", "", "disable"}));
  Must(first->simulation().Apply(sim::JointMotion{"door::slide", 0, 0.3, 0.1}));
  Must(first->simulation().Apply(sim::PowerChange{"door", true}));
  Must(first->Step(200));
  Must(first->StopRecording());
  EXPECT_EQ(Info(*first, "kick").fired, 1u);
  EXPECT_EQ(Info(*first, "kick").last_subject, "box");
  EXPECT_EQ(Info(*first, "tick").fired, 0u);
  EXPECT_GT(first->LinkPose("box::l")->p.z(), 0.101);
  auto second = Open(text);
  const auto plan = second->Replay(dir_.File("a.mcap"));
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  Must(second->RunFor(ToSeconds(plan->end_ns)));
  EXPECT_EQ(second->simulation().hash(), first->simulation().hash());
  const Status wrong = first->simulation().Apply(sim::FireEvent{"kock"});
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.error().message.find("kick"), std::string::npos);
}

/// The ball falls from 3 m: z = 3 - g t^2 / 2 is at 2.2 (the volume's top) after 0.404 s and at 1.8
/// (its bottom) after 0.495 s.
TEST_P(Events, ATriggerFiresWhenTheFallingBodyIsThere) {
  auto session = Open(World(R"(
    <surefoot:trigger name="gate" pose="0 0 2 0 0 0" who="ball"><box>1 1 0.4</box>
      <stay every="0.02"><do>say here</do></stay></surefoot:trigger>
    <surefoot:trigger name="ball_of_air" pose="0 0 2 0.3 0 0"><sphere>0.2</sphere></surefoot:trigger>
    <surefoot:trigger name="drum" pose="0 0 2 0 1.5707963267949 0"><cylinder>0.2 1</cylinder></surefoot:trigger>
    <surefoot:trigger name="others" who="b*x"><box>10 10 10</box></surefoot:trigger>)"));
  Must(session->Step(700));
  for (const char* name : {"gate", "ball_of_air", "drum"}) {
    EXPECT_EQ(Info(*session, name).fired, 1u);
    EXPECT_NEAR(Info(*session, name).last_time, std::sqrt(2 * 0.8 / 9.8), 0.003) << name;
    const auto leave = Info(*session, std::string(name) + ".leave");
    EXPECT_EQ(leave.fired, 1u);
    EXPECT_NEAR(leave.last_time, std::sqrt(2 * 1.2 / 9.8), 0.003) << name;
    EXPECT_EQ(leave.last_subject, "ball");
  }
  EXPECT_NEAR(static_cast<double>(Info(*session, "gate.stay").fired), 0.091 / 0.02, 1.0);
  EXPECT_EQ(Info(*session, "others").fired, 1u);
  EXPECT_EQ(Info(*session, "others").inside, std::vector<std::string>{"box"});
}

/// The same fall for the whole ball, whose radius is 0.1 m: its lowest point is at the top of the
/// volume when its middle is at 2.3 m, and its highest at the bottom when that is at 1.7 m.
TEST_P(Events, ATriggerCanLookAtShapes) {
  auto session = Open(World(R"(
    <surefoot:trigger name="gate" pose="0 0 2 0 0 0" who="ball" by="shape"><box>1 1 0.4</box></surefoot:trigger>
    <surefoot:trigger name="air" pose="0 0 2 0.3 0 0" who="ball" by="shape"><sphere>0.2</sphere></surefoot:trigger>
    <surefoot:trigger name="beside" pose="0.64 0 2 0 0 0" who="ball" by="shape"><box>1.1 1 0.4</box></surefoot:trigger>
    <surefoot:trigger name="aside" pose="0.66 0 2 0 0 0" who="ball" by="shape"><box>1.1 1 0.4</box></surefoot:trigger>)"));
  Must(session->Step(700));
  for (const char* name : {"gate", "air"}) {
    EXPECT_NEAR(Info(*session, name).last_time, std::sqrt(2 * 0.7 / 9.8), 0.003) << name;
    EXPECT_NEAR(Info(*session, std::string(name) + ".leave").last_time, std::sqrt(2 * 1.3 / 9.8),
                0.003)
        << name;
  }
  EXPECT_EQ(Info(*session, "beside").fired, 1u) << "10 mm of the ball";
  EXPECT_EQ(Info(*session, "aside").fired, 0u) << "10 mm away";
}

TEST_P(Events, AScriptMayBeInAFile) {
  std::ofstream(dir_.File("count.lua")) << "state.n = (state.n or 0) + 1\nif state.n == 3 then\n"
                                        << "  error('enough')\nend\n";
  const std::string text = World(R"(
    <surefoot:timer name="tick" every="0.01"><do>script count</do></surefoot:timer>
    <surefoot:script name="count" file="count.lua"/>)");
  auto session = Open(text);
  Must(session->Step(25));
  EXPECT_NE(session->simulation().machine().events().ScriptState().find("\"n\": 2"),
            std::string::npos);
  Must(session->Step(10));
  ASSERT_EQ(session->warnings().size(), 1u);
  EXPECT_NE(session->warnings()[0].find("count.lua:3: script 'count': enough"), std::string::npos)
      << session->warnings()[0];
  for (const char* wrong : {"<surefoot:script name='s' file='none.lua'/>",
                            "<surefoot:script name='s' file='count.lua'>a = 1</surefoot:script>"}) {
    const std::string file = dir_.File("bad.sdf");
    std::ofstream(file) << World(wrong);
    SessionOptions options;
    options.engine = engine();
    EXPECT_FALSE(Session::Open(BuiltinParts(), file, options).ok()) << wrong;
  }
}

TEST_P(Events, TimersKeepTheirGrid) {
  auto session = Open(World(R"(
    <surefoot:timer name="often" first="0.1" every="0.0333"><do>say x</do></surefoot:timer>
    <surefoot:timer name="thrice" every="0.05" times="3"><do>say x</do></surefoot:timer>
    <surefoot:timer name="once" first="0.2"><do>say x</do></surefoot:timer>
    <surefoot:timer name="asleep" every="0.01" enabled="false"><do>say x</do></surefoot:timer>
    <surefoot:timer name="waker" first="0.5"><do>enable asleep</do></surefoot:timer>)"));
  Must(session->Step(1000));
  // The last step begins at 0.999 s: 0.1 + 26 * 0.0333 is 0.9658, one more is 0.9991.
  EXPECT_EQ(Info(*session, "often").fired, 27u);
  EXPECT_EQ(Info(*session, "thrice").fired, 3u);
  EXPECT_EQ(Info(*session, "once").fired, 1u);
  EXPECT_NEAR(Info(*session, "once").last_time, 0.2, 1e-9);
  // It is enabled in the step in which it would have fired, after it was evaluated.
  EXPECT_EQ(Info(*session, "asleep").fired, 49u);
}

/// Intervals of a Poisson process have the specified mean and the same standard deviation; uniform
/// ones keep within their bounds.
TEST_P(Events, RandomTimesHaveTheirStatistics) {
  auto session = Open(World(R"(
    <surefoot:random name="rare" mean="0.02"><do>say x</do></surefoot:random>
    <surefoot:random name="even" between="0.01 0.03"><do>say x</do></surefoot:random>)"));
  std::uint64_t rare = 0;
  double sum = 0.0;
  double squares = 0.0;
  double last = 0.0;
  double shortest = 1.0;
  double longest = 0.0;
  double last_even = 0.0;
  for (int i = 0; i < 10'000; ++i) {
    Must(session->Step());
    const auto info = Info(*session, "rare");
    if (info.fired != rare) {
      const double wait = info.last_time - last;
      sum += wait;
      squares += wait * wait;
      last = info.last_time;
      rare = info.fired;
    }
    const auto even = Info(*session, "even");
    if (even.last_time > last_even) {
      if (last_even > 0.0) {
        shortest = std::min(shortest, even.last_time - last_even);
        longest = std::max(longest, even.last_time - last_even);
      }
      last_even = even.last_time;
    }
  }
  const double n = static_cast<double>(rare);
  const double mean = sum / n;
  // Waiting for the next step adds half a step; four standard errors.
  EXPECT_NEAR(mean, 0.0205, 4 * 0.02 / std::sqrt(n));
  // That of the standard deviation of exponential times is sqrt(2 / n) of it.
  EXPECT_NEAR(std::sqrt(squares / n - mean * mean), 0.02, 4 * 0.02 * std::sqrt(2.0 / n));
  EXPECT_GE(shortest, 0.01);
  EXPECT_LE(longest, 0.0311);
}

/// The door's joint pushes the box in its way, and stops at its limit. The product of the friction
/// at the door and at the floor must be less than 1: otherwise pushing harder also holds the box
/// harder, and Coulomb's law does not determine whether it moves (MuJoCo's box then jams and is
/// ejected).
TEST_P(Events, ADoorPushesWhatItMeetsAndKeepsItsLimits) {
  auto session = Open(World(R"(
    <surefoot:timer name="shut" first="0.1"><do>joint door::slide to -0.6 in 1</do></surefoot:timer>
    <surefoot:timer name="open" first="1.6"><do>joint door::slide to 5 in 1</do></surefoot:timer>)"));
  Must(session->RunFor(1.5));
  EXPECT_NEAR(session->JointPosition("door::slide").value(), -0.6, 0.01);
  // Its face is at 2.3 - 0.6 - 0.05, the box's half length is 0.1.
  EXPECT_NEAR(session->LinkPose("box::l")->p.x(), 1.55, 0.001);
  Must(session->RunFor(1.5));
  EXPECT_NEAR(session->JointPosition("door::slide").value(), 1.0, 0.02) << "its limit";
}

/// A model that is moved over some time pushes the box, too, and ends at its target.
TEST_P(Events, AMovedModelPushesWhatItMeets) {
  auto session = Open(World(R"(
    <surefoot:timer name="go" first="0.1"><do>move ball to 2.2 0 0.1 in 1.5</do></surefoot:timer>)"));
  Must(session->RunFor(0.05));
  Must(session->Teleport("ball", RigidTransform(Vector3d(1.2, 0, 0.1))));
  Must(session->RunFor(1.56));
  EXPECT_NEAR(session->LinkPose("ball::l")->p.x(), 2.2, 0.02);
  // It was at 2, and the centres are 0.2 apart at contact.
  EXPECT_GT(session->LinkPose("box::l")->p.x(), 2.2);
  EXPECT_TRUE(session->warnings().empty());
}

TEST_P(Events, AMoveCanAskForAFreePlace) {
  auto session = Open(World(""));
  sim::Simulation& simulation = session->simulation();
  const auto move = [&](double x, double z) {
    return simulation.Apply(sim::Move{"ball", RigidTransform(Vector3d(x, 0, z)), 0.0, true});
  };
  EXPECT_FALSE(move(2.1, 0.1).ok()) << "inside the box";
  EXPECT_FALSE(move(1.0, 0.05).ok()) << "half in the floor";
  EXPECT_TRUE(move(1.0, 0.1).ok()) << "on the floor";
  EXPECT_TRUE(move(1.79, 0.1).ok()) << "beside the box";
  const Status status = move(2.0, 0.3 + 0.0999);
  EXPECT_TRUE(status.ok()) << status.error().message;
  const Status fixed =
      simulation.Apply(sim::Move{"door", RigidTransform(Vector3d(0, 5, 0.5)), 1.0, false});
  ASSERT_FALSE(fixed.ok());
  EXPECT_NE(fixed.error().message.find("by one of its joints"), std::string::npos);
}

TEST_P(Events, MotorsWithoutPowerGiveNoEffort) {
  auto session = Open(World(R"(
    <surefoot:timer name="off" first="0.2"><do>power door off</do></surefoot:timer>
    <surefoot:timer name="on" first="0.6"><do>power door on</do></surefoot:timer>)"));
  Must(session->SetVelocity("door::slide", 0.4));
  Must(session->RunFor(0.19));
  EXPECT_NEAR(session->JointVelocity("door::slide").value(), 0.4, 0.01);
  Must(session->RunFor(0.02));
  Must(session->Push("door::leaf", Vector3d(-50, 0, 0), Vector3d::Zero(), 0.1));
  Must(session->RunFor(0.2));
  // 50 N on 5 kg for 0.1 s take 1 m/s.
  EXPECT_NEAR(session->JointVelocity("door::slide").value(), -0.6, 0.02);
  Must(session->RunFor(0.4));
  EXPECT_NEAR(session->JointVelocity("door::slide").value(), 0.4, 0.01);
}

TEST_P(Events, ThatFailAreReportedAndTheRunGoesOn) {
  auto session = Open(World(R"(
    <surefoot:timer name="bad" first="0.01"><do>remove nobody</do><do>gravity 0 0 -1</do>
      <do>script broken</do><do>call /no_such_service {}</do></surefoot:timer>
    <surefoot:event name="ping"><do>fire pong</do></surefoot:event>
    <surefoot:event name="pong"><do>fire ping</do></surefoot:event>
    <surefoot:timer name="circle" first="0.02"><do>fire ping</do></surefoot:timer>
    <surefoot:script name="broken">error("what a pity")</surefoot:script>)"));
  Must(session->Step(100));
  EXPECT_EQ(session->simulation().machine().inputs().gravity_W, Vector3d(0, 0, -1));
  std::string all;
  for (const std::string& warning : session->warnings()) all += warning + "\n";
  EXPECT_NE(all.find("event 'bad': remove nobody: there is no model 'nobody'"), std::string::npos)
      << all;
  EXPECT_NE(all.find("script 'broken': what a pity"), std::string::npos) << all;
  EXPECT_NE(all.find("/no_such_service: there is no such service"), std::string::npos) << all;
  EXPECT_NE(all.find("too many events in one step"), std::string::npos) << all;
  EXPECT_LE(Info(*session, "ping").fired, 1000u);
}

TEST_P(Events, AScriptStopsTheRunWhereItIsAskedTo) {
  auto session = Open(World(R"(
    <surefoot:timer name="bad" first="0.01"><do>script broken</do></surefoot:timer>
    <surefoot:script name="broken" on_error="stop">error("enough")</surefoot:script>)"));
  const Status status = session->Step(100);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("enough"), std::string::npos);
  EXPECT_EQ(session->simulation().step_count(), 10);
}

TEST_P(Events, BadFilesAreRefusedWithTheirLines) {
  const std::pair<const char*, const char*> wrong[] = {
      {"<surefoot:trigger name='t'/>", "a trigger needs exactly one volume"},
      {"<surefoot:trigger name='t'><box>1 1 1</box><sphere>1</sphere></surefoot:trigger>",
       "a trigger needs exactly one volume"},
      {"<surefoot:trigger name='t'><box>1 -1 1</box></surefoot:trigger>", "greater than 0"},
      {"<surefoot:trigger name='t' frame='no::link'><sphere>1</sphere></surefoot:trigger>",
       "unknown link"},
      {"<surefoot:trigger name='t'><sphere>1</sphere><do>pause</do></surefoot:trigger>", "<enter>"},
      {"<surefoot:timer name='t'><do>pause</do></surefoot:timer>", "needs a time"},
      {"<surefoot:timer name='t' every='0'><do>pause</do></surefoot:timer>", "1e-6"},
      {"<surefoot:timer every='1'/>", "needs a name"},
      {"<surefoot:timer name='a b' every='1'/>", "without blanks"},
      {"<surefoot:event name='e'/><surefoot:event name='e'/>", "another event"},
      {"<surefoot:event name='e'><do>fly</do></surefoot:event>", "unknown command 'fly'"},
      {"<surefoot:event name='e'><do>fire f</do></surefoot:event>", "unknown event"},
      {"<surefoot:event name='e'><do>script f</do></surefoot:event>", "unknown script"},
      {"<surefoot:event name='e'><do>list model</do></surefoot:event>",
       "accepted only in the console"},
      {"<surefoot:event name='e'><do chance='2'>pause</do></surefoot:event>", "between 0 and 1"},
      {"<surefoot:event name='e'><do>spawn model://no_such_model</do></surefoot:event>",
       "no_such_model"},
      {"<surefoot:random name='r'/>", "mean and between"},
      {"<surefoot:random name='r' between='3 1'/>", "the shorter one first"},
      {"<surefoot:condition name='c' quantity='mood' of='ball' above='1'/>",
       "must be one of: joint"},
      {"<surefoot:condition name='c' quantity='z' of='ball'/>", "needs a bound"},
      {"<surefoot:script name='s'>a = = 1</surefoot:script>", "unexpected symbol"},
      {"<surefoot:script name='s' memory='1'>a = 1</surefoot:script>", "65536"},
  };
  for (const auto& [events, why] : wrong) {
    const std::string file = dir_.File("bad.sdf");
    std::ofstream(file) << World(events);
    SessionOptions options;
    options.engine = engine();
    const auto session = Session::Open(BuiltinParts(), file, options);
    ASSERT_FALSE(session.ok()) << events;
    EXPECT_NE(session.error().message.find(why), std::string::npos) << events << "\n"
                                                                    << session.error().message;
    EXPECT_NE(session.error().message.find("bad.sdf:18"), std::string::npos)
        << session.error().message;
  }
}

TEST_P(Events, TheShowWorldDoesAllOfIt) {
  SessionOptions options;
  options.engine = engine();
  auto opened = Session::Open(BuiltinParts(), kSource + "/worlds/triggers.sdf", options);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  Session& session = **opened;
  Must(session.RunFor(15.0));
  EXPECT_TRUE(session.warnings().empty()) << session.warnings()[0];
  for (const char* name : {"near_door", "near_door.leave", "open_door", "close_door",
                           "door_is_open", "on_lift", "light_up", "raise", "gust"}) {
    EXPECT_GT(Info(session, name).fired, 0u) << name;
  }
  EXPECT_NEAR(session.JointPosition("door::slide").value(), 0.0, 0.01);
  EXPECT_NEAR(session.JointPosition("lift::rise").value(), 0.4, 0.01);
  EXPECT_GT(session.simulation().ModelPose(session.world().FindModel("robot")).p.z(), 0.35);
  EXPECT_NE(session.simulation().machine().events().ScriptState().find("\"count\": 2"),
            std::string::npos);
}

}  // namespace
}  // namespace surefoot::conformance
