// A run as a whole: created, reset, saved, restored, and carried from world to world.

#include "surefoot/sim/simulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "surefoot/sim/test/recording_observer.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using physics::ControlMode;
using test::FakeOptions;
using test::MakeRun;
using test::MakeWorld;
using test::Place;
using test::PoseOf;
using test::PositionOf;
using test::Refusal;
using test::SmallSpec;
using test::SpeedOf;
using test::Steps;
using test::VelocityOf;
using testing::HasSubstr;

std::string MakeError(world::WorldSpec spec, SimulationOptions options) {
  const auto made = Simulation::Make(MakeWorld(std::move(spec)), std::move(options));
  return made.ok() ? std::string() : made.error().message;
}

/// With something of everything in progress.
std::unique_ptr<Simulation> BusyRun(std::uint64_t seed = 0) {
  auto simulation = MakeRun(SmallSpec(), seed);
  const Wrench push{Vector3d(0.1, 0, 0), Vector3d(1, 2, 3)};
  EXPECT_TRUE(simulation->Apply(GravityChange{Vector3d(0, 0.5, -1)}).ok());
  EXPECT_TRUE(simulation->Apply(LinkWrench{"ball::link", push, 40}).ok());
  EXPECT_TRUE(simulation->Apply(LinkWrench{"robot::base", push, -1}).ok());
  EXPECT_TRUE(simulation->Apply(JointCommand{"pivot", 0, ControlMode::kEffort, 2.0}).ok());
  Steps(simulation.get(), 25);
  return simulation;
}

TEST(Simulation, StartsWhereTheWorldSays) {
  auto simulation = MakeRun();
  EXPECT_EQ(simulation->step_count(), 0);
  EXPECT_EQ(simulation->time_ns(), 0);
  EXPECT_FALSE(simulation->stepper().failed());
  EXPECT_EQ(simulation->step_size(), 0.001);
  EXPECT_EQ(simulation->machine().engine().name, "fake");
  EXPECT_EQ(PoseOf(*simulation, "ball::link").p, Vector3d(0, 0, 5));
}

TEST(Simulation, RefusesStepsThatMakeNoSense) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double step :
       {-0.001, 1e-7, 1.5, infinity, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THAT(MakeError(SmallSpec(), FakeOptions(0, step)), HasSubstr("between 1e-6 and 1 s"))
        << step;
  }
  EXPECT_THAT(MakeError(SmallSpec(), FakeOptions(0, 1e-7)), HasSubstr("not 1e-07"));
  EXPECT_EQ(MakeError(SmallSpec(), FakeOptions(0, 1e-6)), "");
  EXPECT_EQ(MakeError(SmallSpec(), FakeOptions(0, 1.0)), "");
}

TEST(Simulation, RefusesWhatTheEngineCannotDo) {
  world::WorldSpec spec = SmallSpec();
  spec.models.push_back(Place("jack", test::Pendulum(world::JointType::kScrew)));
  SimulationOptions options = FakeOptions();
  options.engine = test::FeebleFactory();
  const std::string error = MakeError(spec, options);
  EXPECT_THAT(error, HasSubstr("'screw': has no thread"));
  EXPECT_THAT(error, HasSubstr("--engine: fake"));
  spec.models.back() = Place("statue", test::Unbuildable());
  EXPECT_THAT(MakeError(spec, FakeOptions()), HasSubstr("cannot build"));
}

TEST(Simulation, TheHashBeginsWithWhatTheRunIsMadeOf) {
  const auto hash_of = [](world::WorldSpec spec, SimulationOptions options) {
    return Simulation::Make(MakeWorld(std::move(spec)), std::move(options)).value()->hash();
  };
  const std::uint64_t reference = hash_of(SmallSpec(), FakeOptions());
  EXPECT_EQ(hash_of(SmallSpec(), FakeOptions()), reference);
  EXPECT_NE(hash_of(SmallSpec(), FakeOptions(1)), reference);
  EXPECT_NE(hash_of(SmallSpec(), FakeOptions(0, 0.002)), reference);
  world::WorldSpec other = SmallSpec();
  other.models[1].X_WM.p.x() = 1e-9;
  EXPECT_NE(hash_of(other, FakeOptions()), reference);
  SimulationOptions feeble = FakeOptions();
  feeble.engine = test::FeebleFactory();
  EXPECT_NE(hash_of(SmallSpec(), feeble), reference);
}

TEST(Reset, RepeatsTheRun) {
  auto fresh = BusyRun();
  auto simulation = MakeRun();
  Steps(simulation.get(), 7);
  ASSERT_TRUE(simulation->Apply(Remove{"ball"}).ok());
  ASSERT_TRUE(simulation->Apply(Spawn{Place("extra", test::Robot())}).ok());
  ASSERT_TRUE(simulation->Apply(GravityChange{Vector3d(9, 9, 9)}).ok());
  const Wrench push{Vector3d::Zero(), Vector3d(5, 0, 0)};
  ASSERT_TRUE(simulation->Apply(LinkWrench{"robot::base", push, -1}).ok());
  Steps(simulation.get(), 7);
  ASSERT_TRUE(simulation->machine().Reset().ok());
  EXPECT_EQ(simulation->time_ns(), 0);
  EXPECT_EQ(simulation->world().model_count(), 4);
  EXPECT_TRUE(simulation->machine().inputs().wrenches.empty());
  auto again = MakeRun();
  EXPECT_EQ(simulation->machine().Save().bytes, again->machine().Save().bytes);
  Steps(simulation.get(), 30);
  Steps(again.get(), 30);
  EXPECT_EQ(simulation->hash(), again->hash());
  EXPECT_NE(simulation->hash(), fresh->hash());
}

TEST(Snapshot, TakingOneChangesNothing) {
  auto a = BusyRun();
  auto b = BusyRun();
  for (int i = 0; i < 20; ++i) {
    static_cast<void>(a->machine().Save());
    Steps(a.get(), 1);
    Steps(b.get(), 1);
  }
  EXPECT_EQ(a->hash(), b->hash());
  EXPECT_EQ(a->machine().Save().bytes, b->machine().Save().bytes);
}

TEST(Snapshot, ContinuesBitForBit) {
  auto straight = BusyRun();
  const Snapshot snapshot = straight->machine().Save();
  const SimTimeNs time = straight->time_ns();
  Steps(straight.get(), 50);
  // In the same run, in another run of the same world, and in one whose World is another object.
  for (int kind = 0; kind < 3; ++kind) {
    auto other = kind == 0 ? BusyRun() : MakeRun();
    Snapshot given = snapshot;
    if (kind == 2) given.world = nullptr;
    Steps(other.get(), 3);
    ASSERT_EQ(Refusal(other->machine().Restore(given)), "");
    EXPECT_EQ(other->time_ns(), time);
    EXPECT_EQ(other->step_count(), 25);
    EXPECT_EQ(other->machine().Save().bytes, snapshot.bytes);
    Steps(other.get(), 50);
    EXPECT_EQ(other->hash(), straight->hash()) << kind;
    EXPECT_EQ(other->machine().Save().bytes, straight->machine().Save().bytes) << kind;
  }
}

TEST(Snapshot, BringsItsSeedAlong) {
  auto seventh = MakeRun(SmallSpec(), 7);
  Steps(seventh.get(), 10);
  const Snapshot snapshot = seventh->machine().Save();
  Steps(seventh.get(), 10);
  for (const bool same_world : {true, false}) {
    auto other = MakeRun(SmallSpec(), 1);
    Snapshot given = snapshot;
    if (same_world) given.world = other->shared_world();
    ASSERT_EQ(Refusal(other->machine().Restore(given)), "");
    EXPECT_EQ(other->seed(), 7u);
    Steps(other.get(), 10);
    EXPECT_EQ(PoseOf(*other, "ball::link").p, PoseOf(*seventh, "ball::link").p);
    EXPECT_EQ(other->hash(), seventh->hash());
  }
}

TEST(Snapshot, RemembersEditsOfTheWorld) {
  auto edited = BusyRun();
  ASSERT_TRUE(edited->Apply(Remove{"floor"}).ok());
  ASSERT_TRUE(edited->Apply(Spawn{Place("late", test::Robot(), Vector3d(0, 0, 9))}).ok());
  Steps(edited.get(), 10);
  const Snapshot snapshot = edited->machine().Save();
  Steps(edited.get(), 10);
  auto other = MakeRun();
  test::RecordingObserver observer;
  other->set_observer(&observer);
  ASSERT_EQ(Refusal(other->machine().Restore(snapshot)), "");
  EXPECT_EQ(observer.lines, std::vector<std::string>{"world of 4"});
  EXPECT_EQ(other->world().FindModel("floor"), -1);
  Steps(other.get(), 10);
  EXPECT_EQ(other->hash(), edited->hash());
  // And back to the world as first given.
  ASSERT_TRUE(other->machine().Reset().ok());
  EXPECT_GE(other->world().FindModel("floor"), 0);
}

TEST(Snapshot, OfAnotherEngineWorldOrStepIsRefusedWithTheReason) {
  const Snapshot snapshot = BusyRun()->machine().Save();
  const auto refusal = [&](world::WorldSpec spec, SimulationOptions options) {
    auto run = Simulation::Make(MakeWorld(std::move(spec)), std::move(options));
    EXPECT_TRUE(run.ok());
    Snapshot given = snapshot;
    given.world = nullptr;  // As from a file: into the present world.
    const std::uint64_t hash = run.value()->hash();
    const std::string why = Refusal(run.value()->machine().Restore(given));
    EXPECT_EQ(run.value()->hash() == hash, !why.empty());
    return why;
  };
  SimulationOptions feeble = FakeOptions();
  feeble.engine = test::FeebleFactory();
  EXPECT_THAT(refusal(SmallSpec(), feeble),
              HasSubstr("is of engine 'fake', this run uses 'feeble'"));
  world::WorldSpec other = SmallSpec();
  other.name = "elsewhere";
  EXPECT_THAT(refusal(other, FakeOptions()), HasSubstr("another world than 'elsewhere'"));
  EXPECT_THAT(refusal(SmallSpec(), FakeOptions(0, 0.002)),
              HasSubstr("a step of 0.001 s, this run has 0.002 s"));
  EXPECT_EQ(refusal(SmallSpec(), FakeOptions()), "");
}

TEST(Snapshot, CutOffAnywhereIsRefusedAndLeavesTheRunAlone) {
  const Snapshot whole = BusyRun()->machine().Save();
  for (const bool same_world : {true, false}) {
    auto run = MakeRun();
    Steps(run.get(), 3);
    const Bytes before = run->machine().Save().bytes;
    Snapshot cut;
    cut.world = same_world ? run->shared_world() : whole.world;
    for (std::size_t size = 0; size < whole.bytes.size(); ++size) {
      cut.bytes.assign(whole.bytes.begin(),
                       whole.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_FALSE(run->machine().Restore(cut).ok()) << size;
    }
    cut.bytes = whole.bytes;
    cut.bytes.push_back(0);
    EXPECT_THAT(Refusal(run->machine().Restore(cut)), HasSubstr("damaged"));
    EXPECT_EQ(run->machine().Save().bytes, before);
    EXPECT_FALSE(run->stepper().failed());
    EXPECT_EQ(run->world().FindModel("ball"), 1);
  }
}

TEST(Snapshot, AxesAndTimesOutOfRangeAreRefused) {
  auto run = MakeRun();
  ASSERT_TRUE(run->Apply(JointMotion{"pivot", 0, 0.5, 10.0}).ok());
  Steps(run.get(), 3);
  const Snapshot good = run->machine().Save();
  ASSERT_TRUE(run->machine().Restore(good).ok());
  const auto refused_with = [&](std::size_t at, auto value) {
    Snapshot changed = good;
    std::memcpy(changed.bytes.data() + at, &value, sizeof value);
    return Refusal(run->machine().Restore(changed));
  };
  // The axis, an index, follows the name of the joint.
  const std::string name = run->world().JointName(run->world().FindJoint("pivot"));
  const auto found = std::search(good.bytes.begin(), good.bytes.end(), name.begin(), name.end());
  ASSERT_NE(found, good.bytes.end());
  const std::size_t axis = static_cast<std::size_t>(found - good.bytes.begin()) + name.size();
  for (const std::int32_t wrong : {-1, 1, 1 << 20, std::numeric_limits<std::int32_t>::min()}) {
    EXPECT_THAT(refused_with(axis, wrong), HasSubstr("damaged")) << wrong;
  }
  EXPECT_EQ(refused_with(axis, std::int32_t{0}), "");
  // Magic, length and name of the engine, hash of the world, step, seed; then steps and time.
  const std::size_t steps = 8 + 4 + std::string("fake").size() + 3 * 8;
  for (const std::size_t at : {steps, steps + 8}) {
    EXPECT_EQ(refused_with(at, std::int64_t{3'000'000}), "");
    EXPECT_THAT(refused_with(at, std::int64_t{-1}), HasSubstr("damaged"));
  }
  EXPECT_THAT(refused_with(steps + 8, std::numeric_limits<std::int64_t>::max()),
              HasSubstr("damaged"));
}

TEST(Snapshot, WhatTheEngineRefusesLeavesTheRunAlone) {
  // The last model's part is damaged in a way that only the engine can detect: its age is negative.
  Snapshot spoilt = BusyRun()->machine().Save();
  auto run = MakeRun();
  ASSERT_TRUE(run->Apply(GravityChange{Vector3d(1, 1, 1)}).ok());
  Steps(run.get(), 3);
  Bytes part;
  {
    auto same = BusyRun();
    physics::BackendArgs args;
    args.world = same->shared_world();
    args.models = {0, 1, 2, 3};
    test::FakeBackend backend(args);
    backend.SaveModel(3, &part);
  }
  // The age (8 bytes) is the first field of the last part.
  spoilt.bytes[spoilt.bytes.size() - part.size() + 7] = 0x80;
  const Bytes before = run->machine().Save().bytes;
  const std::uint64_t hash = run->hash();
  for (const bool same_world : {true, false}) {
    Snapshot given = spoilt;
    if (same_world) given.world = run->shared_world();
    const std::shared_ptr<const world::World> world = run->shared_world();
    EXPECT_THAT(Refusal(run->machine().Restore(given)), HasSubstr("'pendulum' does not fit"));
    EXPECT_EQ(run->machine().Save().bytes, before) << same_world;
    EXPECT_EQ(run->shared_world(), world);
  }
  Steps(run.get(), 3);
  auto undisturbed = MakeRun();
  ASSERT_TRUE(undisturbed->Apply(GravityChange{Vector3d(1, 1, 1)}).ok());
  Steps(undisturbed.get(), 6);
  EXPECT_EQ(run->hash(), undisturbed->hash());
  EXPECT_NE(run->hash(), hash);
}

TEST(Edit, CarriesStateByNameWhenIdsShift) {
  auto simulation = BusyRun();
  auto same = BusyRun();
  Steps(simulation.get(), 10);
  Steps(same.get(), 10);
  // floor (0) and ball (1) are removed: robot and pendulum move up, and so do their coordinates.
  ASSERT_TRUE(simulation->Apply(Remove{"floor"}).ok());
  ASSERT_TRUE(simulation->Apply(Remove{"ball"}).ok());
  EXPECT_EQ(simulation->world().FindModel("robot"), 0);
  for (const std::string link : {"robot::base", "robot::l3", "pendulum::rod"}) {
    EXPECT_EQ(PoseOf(*simulation, link).p, PoseOf(*same, link).p);
    EXPECT_EQ(PoseOf(*simulation, link).q.coeffs(), PoseOf(*same, link).q.coeffs());
    EXPECT_EQ(VelocityOf(*simulation, link).v, VelocityOf(*same, link).v);
  }
  EXPECT_EQ(simulation->time_ns(), same->time_ns());
  EXPECT_EQ(simulation->machine().inputs().gravity_W, Vector3d(0, 0.5, -1));
  // The robot's push and commands continue, and so does the age hidden in the engine.
  Steps(simulation.get(), 20);
  Steps(same.get(), 20);
  EXPECT_EQ(PoseOf(*simulation, "robot::base").p, PoseOf(*same, "robot::base").p);
  EXPECT_EQ(PositionOf(*simulation, "motor"), PositionOf(*same, "motor"));
  EXPECT_EQ(SpeedOf(*simulation, "pivot"), SpeedOf(*same, "pivot"));
  EXPECT_EQ(simulation->state().effort.back(), 2.0);
}

TEST(Edit, AWrenchGoesWithItsModel) {
  auto simulation = BusyRun();
  ASSERT_TRUE(simulation->Apply(Remove{"robot"}).ok());
  for (const physics::AppliedWrench& wrench : simulation->machine().inputs().wrenches) {
    EXPECT_LT(wrench.link, simulation->world().link_count());
  }
  Steps(simulation.get(), 1);
  ASSERT_EQ(simulation->machine().inputs().wrenches.size(), 1u);
  EXPECT_EQ(simulation->world().LinkName(simulation->machine().inputs().wrenches[0].link),
            "ball::link");
}

TEST(Edit, TheSameNameIsNotTheSameModel) {
  // Another robot with the old name starts from scratch.
  auto simulation = BusyRun();
  ASSERT_TRUE(simulation->Apply(Remove{"robot"}).ok());
  ASSERT_TRUE(simulation->Apply(Spawn{Place("robot", test::Robot(), Vector3d(1, 0, 0))}).ok());
  EXPECT_EQ(PositionOf(*simulation, "motor"), 0.0);
  EXPECT_EQ(PoseOf(*simulation, "robot::base").p, Vector3d(1, 0, 0));
}

TEST(Edit, ReportsTheObserverOfTheNewWorld) {
  auto simulation = BusyRun();
  test::RecordingObserver observer;
  simulation->set_observer(&observer);
  ASSERT_TRUE(simulation->Apply(Remove{"ball"}).ok());
  ASSERT_TRUE(simulation->machine().Reset().ok());
  EXPECT_EQ(observer.lines,
            (std::vector<std::string>{"world of 3", "input 26: remove ball", "world of 4"}));
}

}  // namespace
}  // namespace surefoot::sim
