// Inputs as recorded messages, and runs repeated from their recordings.

#include "surefoot/session/replayer.h"

#include <gmock/gmock.h>

#include "surefoot/msgs/std_msgs.h"
#include "surefoot/session/run_diff.h"
#include "surefoot/session/session.h"
#include "surefoot/session/test/toy_format.h"

namespace surefoot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ReplayerTest : public testing::Test {
 protected:
  std::unique_ptr<Session> Open() {
    SessionOptions options;
    options.engine = "fake";
    return std::move(Session::Open(test::ToyParts(), world_, options).value());
  }
  static void Number(Session* session, const std::string& topic, double value) {
    msgs::std_msgs::Float64 message;
    message.data = value;
    sim::TopicMessage input{topic, message.type().name, {}};
    msgs::Encode(message, &input.cdr);
    EXPECT_TRUE(session->simulation().Apply(input).ok());
  }
  /// Subscribes to a topic and moves the world, as a drive does.
  static graph::Subscription Listen(Session* session, const std::string& topic) {
    return session->simulation().graph().Subscribe(topic, [session](const graph::Delivery& d) {
      const double value = d.As<msgs::std_msgs::Float64>()->data;
      EXPECT_TRUE(session->simulation().Apply(sim::GravityChange{Vector3d(value, 0, 0)}).ok());
    });
  }

  record::TempDir dir_;
  const std::string world_ = test::WriteWorld(dir_);
};

TEST_F(ReplayerTest, InputsComeBackAsTheyWere) {
  RigidTransform X(Vector3d(1, 2, 3));
  X.q = Quaterniond(0.5, 0.5, -0.5, 0.5);
  Wrench F;
  F.force = Vector3d(1, 2, 3);
  F.torque = Vector3d(4, 5, 6);
  const sim::Input inputs[] = {
      sim::JointCommand{"robot::motor", 1, physics::ControlMode::kPosition, 0.1},
      sim::LinkWrench{"ball::link", F, -1},
      sim::GravityChange{Vector3d(0, 0, -1.62)},
      sim::Teleport{"ball", X},
      sim::Teleport{"ball", X, {F.torque, F.force}},
      sim::LightChange{"sun", false, 0.1, Vector3d(0.1, 0.2, 0.3)},
      sim::StateReset{},
      sim::JointReset{"robot::motor", 0, 0.25},
      sim::Remove{"ball"},
      sim::Remove{"ball", "removed-1"},
      sim::PutBack{"removed-1"},
      sim::Duplicate{"ball", "ball_1", X},
      sim::PropertyChange{"ball", {"link:a", "link:b"}, "mass", {0.1}, ""},
      sim::PropertyChange{"", {"ground:sand"}, "soil.shear", {}, "vector"},
      sim::Attach{"strap", "a::b", "c::d"},
      sim::Detach{"strap"},
      sim::ControllerChange{"arm",
                            {{"a", sim::ControllerState::kInactive},
                             {"b", sim::ControllerState::kActive},
                             {"c", sim::ControllerState::kUnconfigured},
                             {"d", sim::ControllerState::kUnloaded}}},
      sim::ControllerChange{"arm", {}}};
  const auto no_model = [](const std::string&, const std::string&) -> Result<LoadedModel> {
    return Error{"no models here"};
  };
  for (const sim::Input& input : inputs) {
    const msgs::surefoot_msgs::Input message = ToMessage(7, input);
    EXPECT_EQ(message.step, 7);
    const Result<sim::Input> back = FromMessage(message, no_model);
    ASSERT_TRUE(back.ok()) << message.kind;
    EXPECT_EQ(back->index(), input.index());
    // The description has all digits of all values.
    EXPECT_EQ(sim::Describe(*back), message.text);
  }
  msgs::surefoot_msgs::Input strange = ToMessage(1, inputs[0]);
  strange.names[1] = "thought";
  EXPECT_THAT(FromMessage(strange, no_model).error().message, HasSubstr("'thought'"));
  msgs::surefoot_msgs::Input controllers = ToMessage(1, inputs[16]);
  controllers.names[2] = "busy";
  EXPECT_FALSE(FromMessage(controllers, no_model).ok());
  controllers.names = {"arm", "a"};
  EXPECT_FALSE(FromMessage(controllers, no_model).ok()) << "a name without a state";
  strange.values.clear();
  EXPECT_THAT(FromMessage(strange, no_model).error().message, HasSubstr("'command' is not known"));
}

TEST_F(ReplayerTest, ARunIsMadeAgainFromItsInputs) {
  auto first = Open();
  ASSERT_TRUE(first->Record(dir_.File("a.mcap")).ok());
  ASSERT_TRUE(first->SetVelocity("robot::motor", 0.7).ok());
  ASSERT_TRUE(first->Step(10).ok());
  ASSERT_TRUE(first->Push("ball::link", Vector3d(1, 0, 0.1), Vector3d(0, 0.3, 0), 0.005).ok());
  EXPECT_FALSE(first->Remove("ghost").ok());
  ASSERT_TRUE(first->Step(10).ok());
  ASSERT_TRUE(first->SetGravity(Vector3d(0.1, 0, -3)).ok());
  ASSERT_TRUE(first->Teleport("ball", RigidTransform(Vector3d(0, 5, 1))).ok());
  ASSERT_TRUE(first->Attach("strap", "ball::link", "robot::base").ok());
  ASSERT_TRUE(first->Step(10).ok());
  ASSERT_TRUE(first->Detach("strap").ok());
  ASSERT_TRUE(first->Step(20).ok());
  ASSERT_TRUE(first->StopRecording().ok());

  auto second = Open();
  const Result<ReplayPlan> plan = second->Replay(dir_.File("a.mcap"));
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_EQ(plan->end_ns, 50'000'000);
  EXPECT_THAT(plan->notes, IsEmpty());
  ASSERT_TRUE(second->Record(dir_.File("b.mcap")).ok());
  ASSERT_TRUE(second->Step(50).ok());
  EXPECT_EQ(second->simulation().hash(), first->simulation().hash());
  ASSERT_TRUE(second->StopRecording().ok());
  EXPECT_TRUE(CompareRuns(dir_.File("a.mcap"), dir_.File("b.mcap"))->identical);
  // The recording of the replay can be replayed again.
  auto third = Open();
  ASSERT_TRUE(third->Replay(dir_.File("b.mcap")).ok());
  ASSERT_TRUE(third->Step(50).ok());
  EXPECT_EQ(third->simulation().hash(), first->simulation().hash());
  ASSERT_TRUE(third->Reset().ok());
  ASSERT_TRUE(third->Step(50).ok());
  EXPECT_EQ(third->simulation().hash(), first->simulation().hash());
}

TEST_F(ReplayerTest, MessagesAreGivenBeforeTheSameStep) {
  auto first = Open();
  const graph::Subscription drive = Listen(first.get(), "/cmd");
  ASSERT_TRUE(first->Record(dir_.File("a.mcap"), {{{}, {"/surefoot/input"}}, {}}).ok());
  for (int i = 0; i < 8; ++i) {
    Number(first.get(), "/cmd", 0.5 * i);
    Number(first.get(), "/deaf", 1.0);
    ASSERT_TRUE(first->Step(3).ok());
  }
  ASSERT_TRUE(first->StopRecording().ok());

  auto second = Open();
  const graph::Subscription same = Listen(second.get(), "/cmd");
  const Result<ReplayPlan> plan = second->Replay(dir_.File("a.mcap"));
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  EXPECT_THAT(plan->topics, ElementsAre(std::pair<std::string, std::uint64_t>("/cmd", 8)));
  ASSERT_TRUE(second->Step(24).ok());
  EXPECT_EQ(second->simulation().hash(), first->simulation().hash());

  // On another topic.
  auto third = Open();
  const graph::Subscription moved = Listen(third.get(), "/robot/cmd");
  ReplayChoice choice;
  choice.remaps = {{"/cmd", "/robot/cmd"}};
  ASSERT_TRUE(third->Replay(dir_.File("a.mcap"), choice).ok());
  ASSERT_TRUE(third->Step(24).ok());
  EXPECT_EQ(third->simulation().hash(), first->simulation().hash());
}

TEST_F(ReplayerTest, ReportsWhatItCannotDo) {
  {
    auto writer = record::OpenRecorder(dir_.File("bag.mcap"), {}).value();
    const msgs::std_msgs::Bool message;
    const int id = writer->AddTopic("/cmd", message.type()).value();
    ASSERT_TRUE(writer->Write(id, 5, &message).ok());
  }
  auto session = Open();
  const graph::Subscription drive = Listen(session.get(), "/robot/cmd");
  const Result<ReplayPlan> nothing = session->Replay(dir_.File("bag.mcap"));
  ASSERT_FALSE(nothing.ok());
  EXPECT_THAT(nothing.error().message, HasSubstr("listens to /robot/cmd"));
  EXPECT_THAT(nothing.error().message, HasSubstr("/cmd (std_msgs/msg/Bool)"));
  ASSERT_TRUE(session->simulation().graph().Advertise<msgs::std_msgs::Float64>("/robot/cmd").ok());
  ReplayChoice choice;
  choice.remaps = {{"/cmd", "/robot/cmd"}};
  EXPECT_THAT(session->Replay(dir_.File("bag.mcap"), choice).error().message,
              HasSubstr("std_msgs/msg/Bool in the recording and std_msgs/msg/Float64 in the run"));
  EXPECT_FALSE(session->Replay(dir_.File("none.mcap")).ok());
  EXPECT_TRUE(session->Step(3).ok());
}

TEST_F(ReplayerTest, AnInputThatIsRefusedNowStopsTheRun) {
  auto first = Open();
  ASSERT_TRUE(first->Record(dir_.File("a.mcap")).ok());
  ASSERT_TRUE(first->Step(2).ok());
  ASSERT_TRUE(first->Push("ball::link", Vector3d(1, 0, 0), Vector3d::Zero(), 0.01).ok());
  ASSERT_TRUE(first->StopRecording().ok());
  auto second = Open();
  ASSERT_TRUE(second->Remove("ball").ok());
  ASSERT_TRUE(second->Replay(dir_.File("a.mcap")).ok());
  const Status status = second->Step(5);
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().message, HasSubstr("replay of /surefoot/input before step 3"));
  EXPECT_THAT(status.error().message, HasSubstr("ball::link"));
}

}  // namespace
}  // namespace surefoot
