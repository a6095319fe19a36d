#include "surefoot/sim/controllers.h"

#include <gmock/gmock.h>

#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using test::Steps;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Rotates the joint "motor" at a constant speed (rad/s), or twice that after it was activated.
class Turner final : public drives::Drive {
 public:
  explicit Turner(const drives::DriveArgs& args) : speed_(args.element.Number("speed", 1.0)) {
    axes_ = {args.world.joint(args.world.FindJoint("robot::motor")).v};
  }
  const std::vector<int>& axes() const override { return axes_; }
  bool TakeNewCommand() override { return false; }
  void Update(const drives::DriveView& /*view*/, physics::Inputs* inputs) override {
    inputs->motors[static_cast<std::size_t>(axes_[0])] = {physics::ControlMode::kVelocity, speed_};
  }
  void Publish(const drives::DriveView& /*view*/, graph::Graph* /*graph*/) override {}
  void OnActivate(const drives::DriveView& /*view*/) override { speed_ *= 2.0; }
  void Archive(StateArchive* archive) override { archive->Items(&speed_); }

 private:
  double speed_;
  std::vector<int> axes_;
};

world::Element DriveElement(const std::string& name, const std::string& speed, bool inactive) {
  world::Element element;
  element.name = "surefoot:drive";
  element.attributes = {{"name", name}, {"type", "turner"}, {"speed", speed}};
  if (inactive) element.attributes.emplace_back("inactive", "true");
  return element;
}

/// A robot with two controllers of one joint; the second one starts inactive.
class Controllers : public testing::Test {
 protected:
  Controllers() : run_(Make(0)) {}

  static std::unique_ptr<Simulation> Make(std::uint64_t seed) {
    auto robot = std::make_shared<world::Model>(*test::Robot());
    robot->initial_commands.clear();
    robot->extensions = {DriveElement("slow", "1", false), DriveElement("fast", "5", true)};
    world::WorldSpec spec = test::SmallSpec();
    spec.models[2] = test::Place("robot", std::move(robot), Vector3d(1, 0, 0));
    SimulationOptions options = test::FakeOptions(seed);
    drives::DriveKind turner;
    turner.controller = "turners/Turner";
    turner.make = [](const drives::DriveArgs& args) { return std::make_unique<Turner>(args); };
    options.drives.Add("turner", turner);
    auto made = Simulation::Make(test::MakeWorld(spec), options);
    EXPECT_TRUE(made.ok()) << made.error().message;
    return std::move(made).value();
  }

  Status Change(std::vector<ControllerChange::Entry> entries) {
    return run_->Apply(ControllerChange{"robot", std::move(entries)});
  }
  Status Switch() {
    return Change({{"slow", ControllerState::kInactive}, {"fast", ControllerState::kActive}});
  }
  /// Speed of the motor after a step.
  double Speed() {
    Steps(run_.get(), 1);
    return test::SpeedOf(*run_, "robot::motor");
  }
  std::vector<std::string> States() {
    std::vector<std::string> states;
    for (const Controller& controller : run_->machine().controllers()) {
      states.push_back(controller.info.name + " " + ControllerStateName(controller.state));
    }
    return states;
  }

  std::unique_ptr<Simulation> run_;
};

TEST_F(Controllers, TheFirstOfAJointIsActive) {
  EXPECT_THAT(States(), ElementsAre("slow active", "fast inactive"));
  EXPECT_EQ(run_->machine().controllers()[0].info.type, "turners/Turner");
  EXPECT_THAT(run_->machine().controllers()[0].info.command_interfaces,
              ElementsAre("motor/velocity"));
  EXPECT_EQ(Speed(), 1.0);
  EXPECT_THAT(run_->machine().ChangedControllers(), IsEmpty());
}

TEST_F(Controllers, AreSwitched) {
  ASSERT_TRUE(Switch().ok());
  EXPECT_THAT(States(), ElementsAre("slow inactive", "fast active"));
  EXPECT_EQ(Speed(), 10.0) << "OnActivate was called once";
  ASSERT_TRUE(Change({{"fast", ControllerState::kUnloaded}}).ok());
  EXPECT_EQ(Speed(), 0.0) << "the joint is held";
  EXPECT_THAT(States(), ElementsAre("slow inactive", "fast unloaded"));
}

TEST_F(Controllers, ImpossibleChangesChangeNothing) {
  EXPECT_THAT(Change({{"fast", ControllerState::kActive}}).error().message,
              HasSubstr("controller 'slow' is active and has one of its joints"));
  EXPECT_THAT(Change({{"slow", ControllerState::kInactive}, {"none", ControllerState::kActive}})
                  .error()
                  .message,
              HasSubstr("no controller 'none'; it has: slow, fast"));
  EXPECT_FALSE(run_->Apply(ControllerChange{"nobody", {}}).ok());
  EXPECT_THAT(States(), ElementsAre("slow active", "fast inactive"));
  EXPECT_EQ(Speed(), 1.0);
}

TEST_F(Controllers, JointsThatAreCommandedDirectlyKeepTheirCommands) {
  ASSERT_TRUE(
      run_->Apply(JointCommand{"robot::motor", 0, physics::ControlMode::kVelocity, -3.0}).ok());
  ASSERT_TRUE(Change({{"slow", ControllerState::kInactive}}).ok());
  EXPECT_EQ(Speed(), -3.0);
  ASSERT_TRUE(Change({{"slow", ControllerState::kActive}}).ok());
  EXPECT_EQ(Speed(), 2.0);
}

TEST_F(Controllers, StatesAreInTheHashOnlyOnceChanged) {
  const auto other = Make(0);
  Steps(run_.get(), 3);
  Steps(other.get(), 3);
  EXPECT_EQ(run_->hash(), other->hash());
  // Unloading an inactive controller moves nothing.
  ASSERT_TRUE(Change({{"fast", ControllerState::kUnloaded}}).ok());
  Steps(run_.get(), 1);
  Steps(other.get(), 1);
  EXPECT_NE(run_->hash(), other->hash());
}

TEST_F(Controllers, SnapshotsHaveTheStates) {
  ASSERT_TRUE(Switch().ok());
  Steps(run_.get(), 1);
  const Snapshot snapshot = run_->machine().Save();
  Steps(run_.get(), 5);
  const std::uint64_t hash = run_->hash();
  ASSERT_TRUE(run_->machine().Reset().ok());
  EXPECT_THAT(States(), ElementsAre("slow active", "fast inactive"));
  EXPECT_EQ(Speed(), 1.0);
  ASSERT_TRUE(run_->machine().Restore(snapshot).ok());
  EXPECT_THAT(States(), ElementsAre("slow inactive", "fast active"));
  Steps(run_.get(), 5);
  EXPECT_EQ(run_->hash(), hash);
}

TEST_F(Controllers, EditsAndRestartsOfModelsKeepTheStates) {
  ASSERT_TRUE(Switch().ok());
  ASSERT_TRUE(run_->Apply(Remove{"ball"}).ok());
  EXPECT_THAT(States(), ElementsAre("slow inactive", "fast active"));
  EXPECT_EQ(Speed(), 10.0);
  ASSERT_TRUE(run_->Apply(StateReset{}).ok());
  EXPECT_THAT(States(), ElementsAre("slow inactive", "fast active"));
  EXPECT_EQ(Speed(), 5.0) << "the drive itself starts again";
  ASSERT_TRUE(Change({{"fast", ControllerState::kInactive}}).ok());
  ASSERT_TRUE(run_->Apply(StateReset{}).ok());
  EXPECT_EQ(Speed(), 0.0);
  ASSERT_TRUE(run_->Apply(Remove{"robot"}).ok());
  EXPECT_THAT(States(), IsEmpty());
  EXPECT_THAT(run_->machine().ChangedControllers(), IsEmpty());
}

TEST_F(Controllers, ChangesAreListedInAnOrderThatCanBeApplied) {
  ASSERT_TRUE(Switch().ok());
  const std::vector<ControllerChange> changes = run_->machine().ChangedControllers();
  ASSERT_EQ(changes.size(), 1u);
  ASSERT_TRUE(run_->machine().Reset().ok());
  ASSERT_TRUE(run_->Apply(changes[0]).ok());
  EXPECT_THAT(States(), ElementsAre("slow inactive", "fast active"));
}

}  // namespace
}  // namespace surefoot::sim
