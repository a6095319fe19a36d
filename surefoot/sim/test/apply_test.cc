// The effect of each input, and what is rejected (editor.cc).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "surefoot/sim/test/recording_observer.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using physics::ControlMode;
using test::MakeRun;
using test::Place;
using test::PoseOf;
using test::PositionOf;
using test::Refusal;
using test::SpeedOf;
using test::Steps;
using test::VelocityOf;
using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void ExpectSamePose(const RigidTransform& a, const RigidTransform& b) {
  EXPECT_LT((a.p - b.p).norm(), 1e-12);
  EXPECT_LT((a.R() - b.R()).norm(), 1e-12);
}

TEST(Apply, CommandsReachTheirAxis) {
  auto simulation = MakeRun();
  ASSERT_TRUE(simulation->Apply(JointCommand{"cardan", 1, ControlMode::kVelocity, 2.0}).ok());
  ASSERT_TRUE(simulation->Apply(JointCommand{"pivot", 0, ControlMode::kPosition, 0.75}).ok());
  Steps(simulation.get(), 100);
  EXPECT_EQ(PositionOf(*simulation, "cardan", 0), 0.0);
  EXPECT_NEAR(PositionOf(*simulation, "cardan", 1), 0.2, 1e-12);
  EXPECT_EQ(PositionOf(*simulation, "pendulum::pivot"), 0.75);
  // The file's own command has been active all the time.
  EXPECT_NEAR(PositionOf(*simulation, "motor"), 0.05, 1e-12);
  ASSERT_TRUE(simulation->Apply(JointCommand{"cardan", 1, ControlMode::kNone, 0.0}).ok());
  ASSERT_TRUE(simulation->Apply(JointCommand{"cardan", 0, ControlMode::kEffort, 5.0}).ok());
  Steps(simulation.get(), 10);
  EXPECT_NEAR(SpeedOf(*simulation, "cardan", 1), 2.0, 1e-12);
  EXPECT_NEAR(SpeedOf(*simulation, "cardan", 0), 0.05, 1e-12);
}

TEST(Apply, RefusesCommandsThatMakeNoSense) {
  world::WorldSpec spec = test::SmallSpec();
  spec.models.push_back(Place("balloon", test::Pendulum(world::JointType::kFloating)));
  auto simulation = MakeRun(spec);
  const auto refused = [&](const std::string& joint, int axis, ControlMode mode, double target) {
    return Refusal(simulation->Apply(JointCommand{joint, axis, mode, target}));
  };
  EXPECT_THAT(refused("elbow", 0, ControlMode::kVelocity, 1.0), HasSubstr("no joint 'elbow'"));
  // Two models have a pivot: the name alone is ambiguous.
  EXPECT_THAT(refused("pivot", 0, ControlMode::kVelocity, 1.0), HasSubstr("model::joint"));
  const std::string axis = refused("cardan", 2, ControlMode::kVelocity, 1.0);
  EXPECT_THAT(axis, HasSubstr("'cardan' of type universal has 2 axes; axis 2"));
  EXPECT_THAT(refused("cardan", -1, ControlMode::kVelocity, 1.0), HasSubstr("axis -1"));
  EXPECT_THAT(refused("motor", 0, ControlMode::kVelocity, kNan),
              HasSubstr("'motor' is not finite"));
  EXPECT_THAT(refused("shoulder", 1, ControlMode::kVelocity, 1.0), HasSubstr("effort only"));
  EXPECT_THAT(refused("shoulder", 1, ControlMode::kPosition, 1.0), HasSubstr("effort only"));
  EXPECT_EQ(refused("shoulder", 1, ControlMode::kEffort, 1.0), "");
  EXPECT_EQ(refused("shoulder", 2, ControlMode::kNone, 0.0), "");
  EXPECT_THAT(refused("balloon::pivot", 0, ControlMode::kEffort, 1.0), HasSubstr("no motor"));
  // Nothing of it remained.
  EXPECT_EQ(simulation->machine().inputs().motors[0].target, 0.5);
}

TEST(Apply, RefusesWrenchesThatMakeNoSense) {
  auto simulation = MakeRun();
  LinkWrench wrench;
  wrench.link = "nowhere";
  EXPECT_THAT(Refusal(simulation->Apply(wrench)), HasSubstr("no link 'nowhere'"));
  wrench.link = "ball::link";
  wrench.F_L_W.torque.y() = kNan;
  EXPECT_THAT(Refusal(simulation->Apply(wrench)), HasSubstr("'ball::link' is not finite"));
}

TEST(Apply, GravityHoldsFromNowOn) {
  auto simulation = MakeRun();
  ASSERT_TRUE(simulation->Apply(GravityChange{Vector3d(0, 0, -4)}).ok());
  Steps(simulation.get(), 500);
  EXPECT_NEAR(VelocityOf(*simulation, "ball::link").v.z(), -2.0, 1e-12);
  EXPECT_THAT(Refusal(simulation->Apply(GravityChange{Vector3d(0, kNan, 0)})),
              HasSubstr("not finite"));
  EXPECT_EQ(simulation->machine().inputs().gravity_W, Vector3d(0, 0, -4));
}

TEST(Teleport, MovesAWholeRobotAsItIs) {
  auto simulation = MakeRun();
  ASSERT_TRUE(simulation->Apply(GravityChange{Vector3d(1, 2, 3)}).ok());
  ASSERT_TRUE(simulation->Apply(JointCommand{"cardan", 0, ControlMode::kPosition, 0.4}).ok());
  Steps(simulation.get(), 300);
  const std::vector<RigidTransform> before = simulation->state().X_WL;
  const std::vector<double> q = simulation->state().q;
  const RigidTransform ball = PoseOf(*simulation, "ball::link");
  const Twist ball_velocity = VelocityOf(*simulation, "ball::link");

  const RigidTransform X(QuaternionFromRpy(0.5, -0.3, 2.0), Vector3d(7, 8, 9));
  ASSERT_TRUE(simulation->Apply(Teleport{"robot", X}).ok());
  // The base is the model's frame; all others keep their poses relative to it.
  ExpectSamePose(PoseOf(*simulation, "robot::base"), X);
  const world::Range& links =
      simulation->world().layout(simulation->world().FindModel("robot")).links;
  const auto base = static_cast<std::size_t>(links.first);
  for (std::size_t l = base; l < base + 4; ++l) {
    ExpectSamePose(simulation->state().X_WL[l], X * before[base].Inverse() * before[l]);
    EXPECT_EQ(simulation->state().V_WL_W[l].v, Vector3d::Zero());
    EXPECT_EQ(simulation->state().V_WL_W[l].w, Vector3d::Zero());
  }
  EXPECT_EQ(simulation->state().q, q);
  EXPECT_EQ(SpeedOf(*simulation, "motor"), 0.0);
  // The ball is not affected.
  EXPECT_EQ(PoseOf(*simulation, "ball::link").p, ball.p);
  EXPECT_EQ(VelocityOf(*simulation, "ball::link").v, ball_velocity.v);
}

TEST(Teleport, CountsFromTheModelsFrameNotFromItsFirstLink) {
  auto offset = std::make_shared<world::Model>(*test::Ball());
  offset->links[0].X_ML = RigidTransform(QuaternionFromRpy(0, 0, 1.0), Vector3d(0, 0, 3));
  world::WorldSpec spec = test::SmallSpec();
  spec.models.push_back(Place("offset", offset));
  auto simulation = MakeRun(spec);
  Steps(simulation.get(), 10);
  const RigidTransform X(QuaternionFromRpy(0.2, 0, 0), Vector3d(4, 0, 0));
  ASSERT_TRUE(simulation->Apply(Teleport{"offset", X}).ok());
  ExpectSamePose(PoseOf(*simulation, "offset::link"), X * offset->links[0].X_ML);
}

TEST(Teleport, MovesWhatHangsOnTheWorldAndStopsIt) {
  auto simulation = MakeRun();
  ASSERT_TRUE(
      simulation->Apply(JointCommand{"pendulum::pivot", 0, ControlMode::kVelocity, 1.0}).ok());
  Steps(simulation.get(), 250);
  ASSERT_TRUE(simulation->Apply(JointCommand{"pendulum::pivot", 0, ControlMode::kNone, 0}).ok());
  const RigidTransform X(QuaternionFromRpy(0, 0.5, 0), Vector3d(-3, 0, 2));
  ASSERT_TRUE(simulation->Apply(Teleport{"pendulum", X}).ok());
  EXPECT_NEAR(PositionOf(*simulation, "pendulum::pivot"), 0.25, 1e-12);
  EXPECT_EQ(SpeedOf(*simulation, "pendulum::pivot"), 0.0);
  EXPECT_EQ(VelocityOf(*simulation, "pendulum::rod").w, Vector3d::Zero());
  const RigidTransform turned(QuaternionFromRpy(0, 0, 0.25), Vector3d(0, 0, 1));
  ExpectSamePose(PoseOf(*simulation, "pendulum::rod"), X * turned);
  // Its command and the robot's are unchanged.
  Steps(simulation.get(), 10);
  EXPECT_NEAR(PositionOf(*simulation, "pendulum::pivot"), 0.25, 1e-12);
  EXPECT_NEAR(SpeedOf(*simulation, "motor"), 0.5, 1e-12);
}

TEST(Teleport, MovesWhatIsOnAFloatingJoint) {
  world::WorldSpec spec = test::SmallSpec();
  spec.models.push_back(Place("balloon", test::Pendulum(world::JointType::kFloating)));
  auto simulation = MakeRun(spec);
  Steps(simulation.get(), 10);
  const RigidTransform X(QuaternionFromRpy(0.1, 0, 0), Vector3d(0, 0, 40));
  ASSERT_TRUE(simulation->Apply(Teleport{"balloon", X}).ok());
  const RigidTransform X_ML(Vector3d(0, 0, 1));
  ExpectSamePose(PoseOf(*simulation, "balloon::rod"), X * X_ML);
  Steps(simulation.get(), 10);
  ExpectSamePose(PoseOf(*simulation, "balloon::rod"), X * X_ML);
}

TEST(Teleport, MovesFreePartsAlongWithHangingOnes) {
  // A crane attached to the world and, in the same model, its free load.
  auto crane = std::make_shared<world::Model>(*test::Pendulum());
  crane->links.push_back(world::test::MakeLink("load"));
  crane->links[1].X_ML = RigidTransform(Vector3d(2, 0, 0));
  world::WorldSpec spec = test::SmallSpec();
  spec.models.push_back(Place("crane", crane));
  auto simulation = MakeRun(spec);
  ASSERT_TRUE(simulation->Apply(GravityChange{Vector3d(0, 0, -1)}).ok());
  Steps(simulation.get(), 100);
  const RigidTransform load = PoseOf(*simulation, "crane::load");
  ASSERT_LT(load.p.z(), 0.0);
  const RigidTransform X(QuaternionFromRpy(0, 0, 1.0), Vector3d(0, 0, 10));
  ASSERT_TRUE(simulation->Apply(Teleport{"crane", X}).ok());
  ExpectSamePose(PoseOf(*simulation, "crane::load"), X * load);
  EXPECT_EQ(VelocityOf(*simulation, "crane::load").v, Vector3d::Zero());
}

TEST(Teleport, MovesWhatIsStatic) {
  auto simulation = MakeRun();
  const RigidTransform X(Vector3d(0, 0, -2));
  ASSERT_TRUE(simulation->Apply(Teleport{"floor", X}).ok());
  ExpectSamePose(PoseOf(*simulation, "floor::link"), X);
}

TEST(Teleport, RefusesWhatIsNotThere) {
  auto simulation = MakeRun();
  EXPECT_THAT(Refusal(simulation->Apply(Teleport{"nobody", RigidTransform()})),
              HasSubstr("floor, ball, robot, pendulum"));
  EXPECT_THAT(Refusal(simulation->Apply(Teleport{"ball", RigidTransform(Vector3d(kNan, 0, 0))})),
              HasSubstr("'ball' is not finite"));
}

TEST(JointReset, SetsOneCoordinate) {
  auto simulation = MakeRun();
  ASSERT_TRUE(simulation->Apply(JointCommand{"cardan", 0, ControlMode::kVelocity, 1.0}).ok());
  Steps(simulation.get(), 100);
  ASSERT_TRUE(simulation->Apply(JointReset{"cardan", 1, 0.9}).ok());
  EXPECT_EQ(PositionOf(*simulation, "cardan", 1), 0.9);
  EXPECT_NEAR(PositionOf(*simulation, "cardan", 0), 0.1, 1e-12);
  EXPECT_EQ(SpeedOf(*simulation, "cardan", 0), 1.0);
  ASSERT_TRUE(simulation->Apply(JointReset{"cardan", 0, -0.2}).ok());
  EXPECT_EQ(PositionOf(*simulation, "cardan", 0), -0.2);
  EXPECT_EQ(SpeedOf(*simulation, "cardan", 0), 0.0);
}

TEST(JointReset, RefusesWhatMakesNoSense) {
  auto stiff = std::make_shared<world::Model>(*test::Robot());
  stiff->is_static = true;
  world::WorldSpec spec = test::SmallSpec();
  spec.models.push_back(Place("statue", stiff));
  auto simulation = MakeRun(spec);
  EXPECT_THAT(Refusal(simulation->Apply(JointReset{"knee", 0, 1.0})), HasSubstr("no joint 'knee'"));
  EXPECT_THAT(Refusal(simulation->Apply(JointReset{"robot::motor", 1, 1.0})), HasSubstr("axis 1"));
  EXPECT_THAT(Refusal(simulation->Apply(JointReset{"robot::motor", 0, kNan})),
              HasSubstr("not finite"));
  EXPECT_THAT(Refusal(simulation->Apply(JointReset{"robot::shoulder", 0, 1.0})),
              HasSubstr("cannot be set by a single coordinate"));
  EXPECT_THAT(Refusal(simulation->Apply(JointReset{"statue::motor", 0, 1.0})), HasSubstr("static"));
}

TEST(Spawn, StartsWithTheModelsOwnCommands) {
  auto simulation = MakeRun();
  Steps(simulation.get(), 10);
  ASSERT_TRUE(simulation->Apply(Spawn{Place("second", test::Robot(), Vector3d(0, 9, 0))}).ok());
  EXPECT_EQ(simulation->world().model_count(), 5);
  Steps(simulation.get(), 100);
  EXPECT_NEAR(PositionOf(*simulation, "second::motor"), 0.05, 1e-12);
  EXPECT_NEAR(PositionOf(*simulation, "robot::motor"), 0.055, 1e-12);
}

TEST(Spawn, RefusedOnesChangeNothing) {
  auto simulation = MakeRun();
  test::RecordingObserver observer;
  simulation->set_observer(&observer);
  Steps(simulation.get(), 10);
  auto massless = std::make_shared<world::Model>(*test::Ball());
  massless->links[0].inertia.mass = -1.0;
  const Bytes before = simulation->machine().Save().bytes;
  const world::World* world = &simulation->world();
  EXPECT_THAT(Refusal(simulation->Apply(Spawn{Place("ghost", nullptr)})),
              HasSubstr("without a model"));
  EXPECT_THAT(Refusal(simulation->Apply(Spawn{Place("ball", test::Ball())})),
              HasSubstr("exists already"));
  EXPECT_THAT(Refusal(simulation->Apply(Spawn{Place("light", massless)})), HasSubstr("mass"));
  EXPECT_THAT(Refusal(simulation->Apply(Spawn{Place("statue", test::Unbuildable())})),
              HasSubstr("cannot build"));
  EXPECT_EQ(simulation->machine().Save().bytes, before);
  EXPECT_EQ(&simulation->world(), world);
  EXPECT_THAT(observer.lines.back(), HasSubstr("rejected 11: spawn statue"));
  Steps(simulation.get(), 1);
}

TEST(Attach, HoldsLinksAsTheyAreNow) {
  auto simulation = MakeRun();
  ASSERT_TRUE(simulation->Apply(GravityChange{Vector3d(0, 0, -1)}).ok());
  Steps(simulation.get(), 500);
  ASSERT_TRUE(simulation->Apply(Attach{"hook", "ball::link", "pendulum::rod"}).ok());
  ASSERT_EQ(simulation->world().spec().attachments.size(), 1u);
  const world::Attachment& hook = simulation->world().spec().attachments[0];
  EXPECT_EQ(hook.model_a, "ball");
  EXPECT_EQ(hook.link_a, "link");
  EXPECT_EQ(hook.model_b, "pendulum");
  EXPECT_EQ(hook.link_b, "rod");
  ExpectSamePose(PoseOf(*simulation, "ball::link") * hook.X_AB,
                 PoseOf(*simulation, "pendulum::rod"));
  ASSERT_TRUE(simulation->Apply(Detach{"hook"}).ok());
  EXPECT_TRUE(simulation->world().spec().attachments.empty());
}

TEST(Attach, RefusesWhatMakesNoSense) {
  auto simulation = MakeRun();
  EXPECT_THAT(Refusal(simulation->Apply(Attach{"h", "x", "ball::link"})), HasSubstr("no link 'x'"));
  EXPECT_THAT(Refusal(simulation->Apply(Attach{"h", "ball::link", "y"})), HasSubstr("no link 'y'"));
  EXPECT_THAT(Refusal(simulation->Apply(Attach{"h", "base", "robot::base"})), HasSubstr("itself"));
  EXPECT_NE(Refusal(simulation->Apply(Attach{"", "base", "rod"})), "");
  EXPECT_THAT(Refusal(simulation->Apply(Detach{"h"})), HasSubstr("no attachment 'h'"));
}

}  // namespace
}  // namespace surefoot::sim
