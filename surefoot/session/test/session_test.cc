#include "surefoot/session/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/run_diff.h"
#include "surefoot/session/run_log.h"
#include "surefoot/session/test/toy_format.h"

namespace surefoot {
namespace {

using test::ToyParts;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string Refusal(const Status& status) { return status.ok() ? "" : status.error().message; }

template <typename T>
std::string Refusal(const Result<T>& result) {
  return result.ok() ? "" : result.error().message;
}

class SessionTest : public testing::Test {
 protected:
  static SessionOptions Options(std::uint64_t seed = 0, double step = 0.0) {
    SessionOptions options;
    options.engine = "fake";
    options.seed = seed;
    options.step = step;
    return options;
  }

  std::unique_ptr<Session> Open(const SessionOptions& options = Options()) {
    auto session = Session::Open(ToyParts(), world_, options);
    EXPECT_TRUE(session.ok()) << session.error().message;
    return session.ok() ? std::move(session).value() : nullptr;
  }

  record::TempDir dir_;
  const std::string world_ = test::WriteWorld(dir_);
};

TEST_F(SessionTest, RunsAndReportsTheTime) {
  auto session = Open();
  ASSERT_TRUE(session->Step(10).ok());
  EXPECT_NEAR(session->time(), 0.01, 1e-15);
  ASSERT_TRUE(session->RunFor(0.5).ok());
  EXPECT_EQ(session->simulation().step_count(), 510);
  // Rounded to whole steps.
  ASSERT_TRUE(session->RunFor(0.0016).ok());
  EXPECT_EQ(session->simulation().step_count(), 512);
  ASSERT_TRUE(session->RunFor(0.0).ok());
  EXPECT_EQ(session->simulation().step_count(), 512);
}

TEST_F(SessionTest, RefusesTimesThatMakeNoSense) {
  auto session = Open();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double seconds : {kNan, infinity, -infinity, -1.0, 1e300}) {
    EXPECT_THAT(Refusal(session->RunFor(seconds)), HasSubstr("seconds")) << seconds;
  }
  EXPECT_EQ(session->simulation().step_count(), 0);
}

TEST_F(SessionTest, OpensOnlyWhatThereIs) {
  SessionOptions other;
  other.engine = "warp";
  EXPECT_THAT(Refusal(Session::Open(ToyParts(), world_, other)),
              HasSubstr("no engine 'warp'; this build has: fake, feeble"));
  EXPECT_THAT(Refusal(Session::Open(ToyParts(), dir_.File("nowhere.toy"), Options())),
              HasSubstr("nowhere.toy"));
  EXPECT_THAT(Refusal(Session::Open(ToyParts(), world_, Options(0, 5.0))),
              HasSubstr("cannot run '" + world_ + "': the step must lie between"));
}

TEST_F(SessionTest, PassesFindingsOn) {
  const std::string odd = test::WriteText(dir_, "odd.toy", "ball b 0 0 0\nwarning odd\n");
  Problems problems;
  ASSERT_TRUE(Session::Open(ToyParts(), odd, Options(), &problems).ok());
  EXPECT_EQ(problems.all().size(), 1u);
}

TEST_F(SessionTest, ReadsAndCommands) {
  auto session = Open();
  ASSERT_TRUE(session->SetVelocity("cardan", 2.0, 1).ok());
  ASSERT_TRUE(session->SetPosition("pivot", 0.3).ok());
  ASSERT_TRUE(session->SetEffort("robot::motor", 4.0).ok());
  ASSERT_TRUE(session->Step(100).ok());
  EXPECT_NEAR(*session->JointPosition("cardan", 1), 0.2, 1e-12);
  EXPECT_NEAR(*session->JointVelocity("robot::cardan", 1), 2.0, 1e-12);
  EXPECT_EQ(*session->JointPosition("pivot"), 0.3);
  EXPECT_EQ(*session->JointEffort("motor"), 4.0);
  ASSERT_TRUE(session->SetFree("motor").ok());
  ASSERT_TRUE(session->Step(1).ok());
  EXPECT_EQ(*session->JointEffort("motor"), 0.0);
  EXPECT_EQ(session->LinkPose("rod")->p, Vector3d(0, 3, 1));
  ASSERT_TRUE(session->SetGravity(Vector3d(0, 0, -2)).ok());
  ASSERT_TRUE(session->Step(500).ok());
  EXPECT_NEAR(session->LinkVelocity("ball::link")->v.z(), -1.0, 1e-12);
}

TEST_F(SessionTest, ErrorsNameTheThing) {
  auto session = Open();
  EXPECT_THAT(Refusal(session->LinkPose("tail")), HasSubstr("no link 'tail'"));
  EXPECT_THAT(Refusal(session->LinkVelocity("tail")), HasSubstr("no link 'tail'"));
  // Two models have a link with this name.
  EXPECT_THAT(Refusal(session->LinkPose("link")), HasSubstr("model::link"));
  EXPECT_THAT(Refusal(session->JointPosition("knee")), HasSubstr("no joint 'knee'"));
  EXPECT_THAT(Refusal(session->JointVelocity("knee")), HasSubstr("no joint 'knee'"));
  EXPECT_THAT(Refusal(session->JointEffort("knee")), HasSubstr("no joint 'knee'"));
  EXPECT_THAT(Refusal(session->JointPosition("motor", 1)), HasSubstr("'motor' has no axis 1"));
  EXPECT_THAT(Refusal(session->JointPosition("motor", -1)), HasSubstr("'motor' has no axis -1"));
  EXPECT_THAT(Refusal(session->JointPosition("shoulder")), HasSubstr("'shoulder'"));
  EXPECT_THAT(Refusal(session->SetVelocity("knee", 1.0)), HasSubstr("no joint 'knee'"));
  EXPECT_THAT(Refusal(session->SetVelocity("motor", 1.0, 3)), HasSubstr("axis 3"));
  EXPECT_THAT(Refusal(session->SetEffort("motor", kNan)), HasSubstr("'motor'"));
  EXPECT_THAT(Refusal(session->Push("tail", Vector3d::Zero(), Vector3d::Zero(), 1.0)),
              HasSubstr("no link 'tail'"));
  EXPECT_THAT(Refusal(session->Teleport("dog", RigidTransform())), HasSubstr("no model 'dog'"));
  EXPECT_THAT(Refusal(session->Remove("dog")), HasSubstr("no model 'dog'"));
  EXPECT_THAT(Refusal(session->Attach("h", "tail", "rod")), HasSubstr("no link 'tail'"));
  EXPECT_THAT(Refusal(session->Detach("h")), HasSubstr("no attachment 'h'"));
  EXPECT_THAT(Refusal(session->Spawn(dir_.File("no.toy"), "x", RigidTransform())),
              HasSubstr("no.toy"));
}

TEST_F(SessionTest, PushesForSomeTime) {
  auto session = Open();
  ASSERT_TRUE(session->Push("ball::link", Vector3d(0, 0, 2), Vector3d::Zero(), 0.1).ok());
  ASSERT_TRUE(session->RunFor(0.5).ok());
  // 1 m/s2 for a tenth of a second.
  EXPECT_NEAR(session->LinkVelocity("ball::link")->v.z(), 0.1, 1e-12);
  EXPECT_THAT(Refusal(session->Push("ball::link", Vector3d(0, 0, 2), Vector3d::Zero(), kNan)),
              HasSubstr("'ball::link'"));
  ASSERT_TRUE(session->RunFor(0.5).ok());
  EXPECT_NEAR(session->LinkVelocity("ball::link")->v.z(), 0.1, 1e-12);
}

TEST_F(SessionTest, SpawnsFromAFile) {
  auto session = Open();
  const std::string file = test::WriteText(dir_, "r.toy", "model\nrobot r 0 0 0\n");
  ASSERT_TRUE(session->Spawn(file, "second", RigidTransform(Vector3d(9, 0, 0))).ok());
  EXPECT_EQ(session->LinkPose("second::base")->p, Vector3d(9, 0, 0));
  ASSERT_TRUE(session->Attach("rope", "second::base", "ball::link").ok());
  ASSERT_TRUE(session->Detach("rope").ok());
  ASSERT_TRUE(session->Teleport("second", RigidTransform(Vector3d(8, 0, 0))).ok());
  EXPECT_NEAR(session->LinkPose("second::base")->p.x(), 8.0, 1e-12);
  ASSERT_TRUE(session->Remove("second").ok());
  EXPECT_FALSE(session->LinkPose("second::base").ok());
}

TEST_F(SessionTest, SavesToAFileAndContinuesFromIt) {
  const std::string file = dir_.File("state");
  auto straight = Open(Options(3));
  ASSERT_TRUE(straight->SetGravity(Vector3d(0, 0, -1)).ok());
  ASSERT_TRUE(straight->Step(100).ok());
  ASSERT_TRUE(straight->SaveFile(file).ok());
  ASSERT_TRUE(straight->Step(100).ok());
  auto other = Open(Options(4));
  ASSERT_EQ(Refusal(other->RestoreFile(file)), "");
  EXPECT_NEAR(other->time(), 0.1, 1e-15);
  ASSERT_TRUE(other->Step(100).ok());
  EXPECT_EQ(other->simulation().hash(), straight->simulation().hash());
  ASSERT_TRUE(other->Reset().ok());
  EXPECT_EQ(other->time(), 0.0);
}

TEST_F(SessionTest, RefusesSnapshotFilesThatDoNotFit) {
  const std::string file = dir_.File("state");
  ASSERT_TRUE(Open()->SaveFile(file).ok());
  EXPECT_THAT(Refusal(Open(Options(0, 0.01))->RestoreFile(file)), HasSubstr(file + ": "));
  EXPECT_THAT(Refusal(Open(Options(0, 0.01))->RestoreFile(file)), HasSubstr("a step of 0.001 s"));
  EXPECT_THAT(Refusal(Open()->RestoreFile(dir_.File("none"))), HasSubstr(dir_.File("none")));
  EXPECT_THAT(Refusal(Open()->RestoreFile(world_)), HasSubstr("not a Surefoot snapshot"));
  EXPECT_THAT(Refusal(Open()->SaveFile(dir_.File("no/folder"))), HasSubstr("no/folder"));
}

/// A run of 50 steps, with a push that depends on the caller.
std::string RecordRun(Session* session, const std::string& file, double force) {
  EXPECT_EQ(Refusal(session->Record(file)), "");
  EXPECT_TRUE(session->Step(30).ok());
  EXPECT_TRUE(session->Push("ball::link", Vector3d(force, 0, 0), Vector3d::Zero(), 0.01).ok());
  EXPECT_FALSE(session->Remove("ghost").ok());
  EXPECT_TRUE(session->Step(20).ok());
  EXPECT_EQ(Refusal(session->StopRecording()), "");
  return file;
}

TEST_F(SessionTest, RecordsRunsThatCanBeCompared) {
  const std::string a = RecordRun(Open().get(), dir_.File("a.mcap"), 1.0);
  const std::string same = RecordRun(Open().get(), dir_.File("same.mcap"), 1.0);
  const std::string b = RecordRun(Open().get(), dir_.File("b.mcap"), 1.0000001);
  const RunDiff none = *CompareRuns(a, same);
  EXPECT_TRUE(none.identical);
  EXPECT_EQ(none.common_steps, 50);
  const RunDiff diff = *CompareRuns(a, b);
  EXPECT_EQ(diff.first_step, 31);
  EXPECT_THAT(diff.bodies, ElementsAre("ball::link"));
  EXPECT_EQ(diff.position_body, "ball::link");
  EXPECT_EQ(diff.inputs.size(), 2u);
  // Another seed gives another run from the first step on.
  const RunDiff seeds = *CompareRuns(a, RecordRun(Open(Options(9)).get(), dir_.File("c"), 1.0));
  EXPECT_EQ(seeds.first_step, 1);
  EXPECT_THAT(seeds.settings, testing::Contains("seed: 0, 9"));
}

TEST_F(SessionTest, RecordsWhatHappened) {
  const std::string file = RecordRun(Open().get(), dir_.File("a.mcap"), 1.0);
  auto reader = McapReader::Open(file);
  ASSERT_TRUE(reader.ok());
  const McapMetadata* metadata = reader.value()->FindMetadata(run_log::kMetadata);
  ASSERT_NE(metadata, nullptr);
  EXPECT_EQ(metadata->entries.at("engine"), "fake");
  EXPECT_EQ(metadata->entries.at("world_file"), world_);
  EXPECT_EQ(metadata->entries.at("step_ns"), "1000000");
  std::map<std::string, std::vector<Bytes>> by_topic;
  for (const record::KeptMessage& message : record::ReadRest(reader.value().get())) {
    by_topic[message.topic].push_back(message.data);
  }
  ASSERT_EQ(by_topic[run_log::kBodiesTopic].size(), 1u);
  msgs::surefoot_msgs::BodyNames bodies;
  ASSERT_TRUE(msgs::Decode(by_topic[run_log::kBodiesTopic][0], &bodies));
  EXPECT_THAT(bodies.names, ElementsAre("ball::link", "robot::base", "robot::l1", "robot::l2",
                                        "robot::l3", "pendulum::rod"));
  ASSERT_EQ(by_topic[run_log::kInputTopic].size(), 2u);
  msgs::surefoot_msgs::Input input;
  ASSERT_TRUE(msgs::Decode(by_topic[run_log::kInputTopic][0], &input));
  EXPECT_EQ(input.step, 31);
  EXPECT_TRUE(input.accepted);
  EXPECT_THAT(input.text, HasSubstr("wrench ball::link"));
  ASSERT_TRUE(msgs::Decode(by_topic[run_log::kInputTopic][1], &input));
  EXPECT_FALSE(input.accepted);
  EXPECT_EQ(input.text, "remove ghost");
  EXPECT_THAT(input.reason, HasSubstr("there is no model 'ghost'"));
  EXPECT_EQ(by_topic[run_log::kHashTopic].size(), 50u);
  // At the start, and every 20 steps.
  ASSERT_EQ(by_topic[run_log::kStateTopic].size(), 3u);
  msgs::surefoot_msgs::BodyStates states;
  ASSERT_TRUE(msgs::Decode(by_topic[run_log::kStateTopic][0], &states));
  EXPECT_EQ(states.names, bodies.names);
  ASSERT_EQ(states.poses.size(), 6u);
  ASSERT_EQ(states.twists.size(), 6u);
  // The ball: not rotated, 5 m up, at rest.
  msgs::geometry_msgs::Pose pose;
  pose.position.z = 5.0;
  EXPECT_EQ(states.poses[0], pose);
  EXPECT_EQ(states.twists[0], msgs::geometry_msgs::Twist());
}

TEST_F(SessionTest, RefusesToRecordWhereItCannot) {
  auto session = Open();
  EXPECT_THAT(Refusal(session->Record(dir_.File("no/folder.mcap"))), HasSubstr("no/folder.mcap"));
  EXPECT_TRUE(session->StopRecording().ok());
  EXPECT_TRUE(session->Step(1).ok());
}

TEST_F(SessionTest, ASecondRecordingEndsTheFirst) {
  auto session = Open();
  ASSERT_TRUE(session->Record(dir_.File("first")).ok());
  ASSERT_TRUE(session->Step(10).ok());
  ASSERT_TRUE(session->Record(dir_.File("second")).ok());
  ASSERT_TRUE(session->Step(5).ok());
  ASSERT_TRUE(session->StopRecording().ok());
  const RunDiff diff = *CompareRuns(dir_.File("first"), dir_.File("second"));
  EXPECT_EQ(diff.steps_a, 10);
  EXPECT_EQ(diff.steps_b, 5);
  EXPECT_FALSE(McapReader::Open(dir_.File("first")).value()->truncated());
}

TEST_F(SessionTest, TheEndOfTheSessionEndsTheRecording) {
  {
    auto session = Open();
    ASSERT_TRUE(session->Record(dir_.File("run")).ok());
    ASSERT_TRUE(session->Step(10).ok());
  }
  const auto reader = McapReader::Open(dir_.File("run"));
  ASSERT_TRUE(reader.ok());
  EXPECT_FALSE(reader.value()->truncated());
}

TEST_F(SessionTest, SaysWhenTheDiskOfTheRecordingIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "skipped: no /dev/full";
  auto session = Open();
  const Status opened = session->Record("/dev/full");
  const Status stepped = opened.ok() ? session->Step(2000) : opened;
  EXPECT_FALSE(stepped.ok());
}

}  // namespace
}  // namespace surefoot
