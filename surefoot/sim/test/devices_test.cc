// Sensors, drives and messages in the step loop, with a toy of each.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "surefoot/base/random.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using msgs::std_msgs::Float64;
using msgs::std_msgs::Int64;
using test::MakeWorld;
using test::SmallSpec;
using test::Steps;
using testing::ElementsAre;
using testing::HasSubstr;

/// Publishes the number of steps it has seen, plus a random number below one.
class Counter final : public sensors::Sensor {
 public:
  explicit Counter(const sensors::SensorArgs& args)
      : stream_(args.place.seed, args.place.name),
        topic_(args.topics->Add<Float64>(args.place.TopicFor("count"))),
        slices_(static_cast<int>(args.element.Integer("slices", 1, 1, 100))) {}

  int slices() const override { return slices_; }
  bool observes() const override { return true; }
  void Observe(const sensors::Truth& /*truth*/) override { ++seen_; }
  void Measure(const sensors::Truth& /*truth*/, std::int64_t /*sample*/, int slice) override {
    if (slice == 0) message_.data = 0.0;
    message_.data += static_cast<double>(seen_) + stream_.Uniform();
  }
  void Publish(sensors::SensorTopics* topics) override { topics->Publish(topic_, message_); }
  void Archive(StateArchive* archive) override { archive->Items(&stream_, &seen_, &message_.data); }

 private:
  RandomStream stream_;
  int topic_;
  int slices_;
  std::int64_t seen_ = 0;
  Float64 message_;
};

/// Rotates the joint "motor" at the commanded velocity.
class Turner final : public drives::Drive {
 public:
  explicit Turner(const drives::DriveArgs& args) {
    const int joint = args.world.FindJoint(args.world.instance(args.model).name + "::motor");
    axes_ = {args.world.joint(joint).v};
    const std::string topic = args.scope + "/turn";
    EXPECT_TRUE(args.graph->Advertise<Float64>(topic).ok());
    subscription_ = args.graph->Subscribe(topic, [this](const graph::Delivery& delivery) {
      target_ = delivery.As<Float64>()->data;
      is_new_ = true;
    });
    steps_topic_ = args.graph->Advertise<Int64>(args.scope + "/steps").value();
  }
  const std::vector<int>& axes() const override { return axes_; }
  bool TakeNewCommand() override { return std::exchange(is_new_, false); }
  void Update(const drives::DriveView& /*view*/, physics::Inputs* inputs) override {
    inputs->motors[static_cast<std::size_t>(axes_[0])] = {physics::ControlMode::kVelocity, target_};
    ++steps_.data;
  }
  void Publish(const drives::DriveView& view, graph::Graph* graph) override {
    graph->Publish(steps_topic_, view.time_ns, steps_);
  }
  void Archive(StateArchive* archive) override { archive->Items(&target_, &steps_.data); }

 private:
  std::vector<int> axes_;
  graph::Subscription subscription_;
  int steps_topic_ = 0;
  double target_ = 0.0;
  Int64 steps_;
  bool is_new_ = false;
};

world::Element MakeElement(const std::string& name,
                           std::vector<std::pair<std::string, std::string>> attributes) {
  world::Element element;
  element.name = name;
  element.attributes = std::move(attributes);
  return element;
}

/// The robot with a drive, and a counter at the given rate.
std::shared_ptr<const world::Model> Equipped(
    double rate, std::vector<std::pair<std::string, std::string>> parameters = {},
    bool with_command = false) {
  auto model = std::make_shared<world::Model>(*test::Robot());
  world::Sensor sensor;
  sensor.name = "counter";
  sensor.type = "counter";
  sensor.update_rate = rate;
  sensor.element = MakeElement("sensor", std::move(parameters));
  model->links[0].sensors.push_back(sensor);
  model->extensions.push_back(
      MakeElement("surefoot:drive", {{"name", "turner"}, {"type", "turner"}}));
  if (!with_command) model->initial_commands.clear();
  return model;
}

SimulationOptions Options(std::uint64_t seed = 0, double step = 0.0) {
  SimulationOptions options = test::FakeOptions(seed, step);
  sensors::SensorKind counter;
  counter.types = {"counter"};
  counter.make = [](const sensors::SensorArgs& args) { return std::make_unique<Counter>(args); };
  options.sensors.Add("counter", counter);
  drives::DriveKind turner;
  turner.make = [](const drives::DriveArgs& args) { return std::make_unique<Turner>(args); };
  options.drives.Add("turner", turner);
  return options;
}

std::unique_ptr<Simulation> StartRun(std::shared_ptr<const world::Model> model,
                                     std::uint64_t seed = 0, double step = 0.0) {
  world::WorldSpec spec = SmallSpec();
  spec.models[2] = test::Place("robot", std::move(model), Vector3d(1, 0, 0));
  auto made = Simulation::Make(MakeWorld(spec), Options(seed, step));
  EXPECT_TRUE(made.ok()) << made.error().message;
  return std::move(made).value();
}

TopicMessage Turn(double speed, const std::string& topic = "/robot/turn") {
  TopicMessage message;
  message.topic = topic;
  message.type = "std_msgs/msg/Float64";
  Float64 value;
  value.data = speed;
  msgs::Encode(value, &message.cdr);
  return message;
}

/// All messages of a topic with their times in ms.
class Listener {
 public:
  Listener(Simulation* simulation, const std::string& topic)
      : subscription_(simulation->graph().Subscribe(topic, [this](const graph::Delivery& delivery) {
          times_ms.push_back(static_cast<double>(delivery.time_ns()) * 1e-6);
          values.push_back(delivery.As<Float64>()->data);
        })) {}
  std::vector<double> times_ms;
  std::vector<double> values;

 private:
  graph::Subscription subscription_;
};

TEST(Devices, SampleTimesAreExactInSimulatedTime) {
  const auto simulation = StartRun(Equipped(30.0));
  const Listener listener(simulation.get(), "/robot/count");
  Steps(simulation.get(), 1000);
  ASSERT_EQ(listener.times_ms.size(), 30u);
  for (std::size_t i = 0; i < 30; ++i) {
    EXPECT_EQ(listener.times_ms[i],
              std::ceil((static_cast<double>(i) + 1.0) * 1000.0 / 30.0 - 1e-9));
  }
}

TEST(Devices, RatesThatDivideTheStepHitEveryStep) {
  for (const double rate : {1.0, 7.0, 100.0, 333.0, 1000.0}) {
    const auto simulation = StartRun(Equipped(rate));
    const Listener listener(simulation.get(), "/robot/count");
    Steps(simulation.get(), 3000);
    EXPECT_EQ(listener.values.size(), static_cast<std::size_t>(3.0 * rate)) << rate;
  }
}

TEST(Devices, ARateAboveTheStepsGivesOneSampleAStep) {
  const auto simulation = StartRun(Equipped(1000.0), 0, 0.01);
  const Listener listener(simulation.get(), "/robot/count");
  Steps(simulation.get(), 100);
  EXPECT_EQ(listener.values.size(), 100u);
}

TEST(Devices, LatencyDelaysTheMessage) {
  const auto simulation = StartRun(Equipped(100.0, {{"latency", "0.025"}}));
  const Listener listener(simulation.get(), "/robot/count");
  Steps(simulation.get(), 60);
  EXPECT_THAT(listener.times_ms, ElementsAre(35.0, 45.0, 55.0));
  // What was measured at 10, 20 and 30 ms.
  EXPECT_THAT(std::vector<int>(listener.values.begin(), listener.values.end()),
              ElementsAre(10, 20, 30));
}

TEST(Devices, SlicesSpreadOverThePeriod) {
  const auto simulation = StartRun(Equipped(100.0, {{"slices", "2"}}));
  const Listener listener(simulation.get(), "/robot/count");
  Steps(simulation.get(), 20);
  // 5 + 10 and 15 + 20 steps seen, and two random numbers each.
  ASSERT_EQ(listener.values.size(), 2u);
  EXPECT_NEAR(listener.values[0], 16.0, 1.0);
  EXPECT_NEAR(listener.values[1], 36.0, 1.0);
}

TEST(Devices, NoiseHangsOnTheSeedAndNotOnOtherSensors) {
  const auto values = [](std::unique_ptr<Simulation> simulation) {
    const Listener listener(simulation.get(), "/robot/count");
    Steps(simulation.get(), 50);
    return listener.values;
  };
  auto crowded = std::make_shared<world::Model>(*Equipped(100.0));
  world::Sensor more = crowded->links[0].sensors[0];
  more.name = "another";
  more.topic = "another";
  crowded->links[0].sensors.insert(crowded->links[0].sensors.begin(), more);
  const std::vector<double> alone = values(StartRun(Equipped(100.0), 3));
  EXPECT_EQ(alone, values(StartRun(Equipped(100.0), 3)));
  EXPECT_EQ(alone, values(StartRun(crowded, 3)));
  EXPECT_NE(alone, values(StartRun(Equipped(100.0), 4)));
}

TEST(Devices, SnapshotsContinueInTheMiddleOfASample) {
  const auto simulation = StartRun(Equipped(30.0, {{"latency", "0.05"}, {"slices", "3"}}), 5);
  ASSERT_TRUE(simulation->Apply(Turn(2.0)).ok());
  Steps(simulation.get(), 50);
  const Snapshot snapshot = simulation->machine().Save();
  const auto rest = [](Simulation* run) {
    const Listener listener(run, "/robot/count");
    Steps(run, 200);
    return std::pair(listener.times_ms, listener.values);
  };
  const auto expected = rest(simulation.get());
  const std::uint64_t hash = simulation->hash();
  EXPECT_FALSE(expected.second.empty());
  ASSERT_TRUE(simulation->machine().Restore(snapshot).ok());
  EXPECT_EQ(rest(simulation.get()), expected);
  const auto other = StartRun(Equipped(30.0, {{"latency", "0.05"}, {"slices", "3"}}), 0);
  ASSERT_TRUE(other->machine().Restore(snapshot).ok());
  EXPECT_EQ(rest(other.get()), expected);
  EXPECT_EQ(other->hash(), hash);
}

TEST(Devices, AnEditLeavesOtherModelsDevicesAlone) {
  const auto edited = StartRun(Equipped(30.0));
  const auto left_alone = StartRun(Equipped(30.0));
  const Listener a(edited.get(), "/robot/count");
  const Listener b(left_alone.get(), "/robot/count");
  for (Simulation* run : {edited.get(), left_alone.get()}) {
    ASSERT_TRUE(run->Apply(Turn(2.0)).ok());
    Steps(run, 100);
  }
  ASSERT_TRUE(edited->Apply(Remove{"ball"}).ok());
  ASSERT_TRUE(edited->Apply(Spawn{test::Place("second", Equipped(50.0))}).ok());
  const Listener second(edited.get(), "/second/count");
  for (Simulation* run : {edited.get(), left_alone.get()}) Steps(run, 200);
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.times_ms, b.times_ms);
  // Spawned at 100 ms: the next sample time is 120 ms.
  ASSERT_EQ(second.times_ms.size(), 10u);
  EXPECT_EQ(second.times_ms.front(), 120.0);
  EXPECT_EQ(test::SpeedOf(*edited, "robot::motor"), 2.0);
}

TEST(Devices, ADriveGivesWayToDirectCommandsUntilItIsCommandedAgain) {
  const auto simulation = StartRun(Equipped(30.0));
  ASSERT_TRUE(simulation->Apply(Turn(2.0)).ok());
  Steps(simulation.get(), 1);
  EXPECT_EQ(test::SpeedOf(*simulation, "motor"), 2.0);
  ASSERT_TRUE(
      simulation->Apply(JointCommand{"motor", 0, physics::ControlMode::kVelocity, -1.0}).ok());
  Steps(simulation.get(), 1);
  EXPECT_EQ(test::SpeedOf(*simulation, "motor"), -1.0);
  EXPECT_FALSE(simulation->machine().drives().Statuses()[0].engaged);
  ASSERT_TRUE(simulation->Apply(Turn(3.0)).ok());
  Steps(simulation.get(), 1);
  EXPECT_EQ(test::SpeedOf(*simulation, "motor"), 3.0);
}

TEST(Devices, ACommandInTheFileHoldsUntilTheDriveIsCommanded) {
  const auto simulation = StartRun(Equipped(30.0, {}, true));
  Steps(simulation.get(), 1);
  EXPECT_EQ(test::SpeedOf(*simulation, "motor"), 0.5);
  ASSERT_TRUE(simulation->Apply(Turn(4.0)).ok());
  Steps(simulation.get(), 1);
  EXPECT_EQ(test::SpeedOf(*simulation, "motor"), 4.0);
}

TEST(Devices, ResetStartsAgain) {
  const auto simulation = StartRun(Equipped(100.0), 7);
  const Listener listener(simulation.get(), "/robot/count");
  ASSERT_TRUE(simulation->Apply(Turn(2.0)).ok());
  Steps(simulation.get(), 50);
  ASSERT_TRUE(simulation->machine().Reset().ok());
  Steps(simulation.get(), 50);
  ASSERT_EQ(listener.values.size(), 10u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(listener.values[i], listener.values[i + 5]);
  EXPECT_EQ(test::SpeedOf(*simulation, "motor"), 0.0);
}

TEST(Devices, WrongMessagesAreRefused) {
  const auto simulation = StartRun(Equipped(30.0));
  const auto refusal = [&](const TopicMessage& message) {
    const Status status = simulation->Apply(message);
    return status.ok() ? std::string() : status.error().message;
  };
  TopicMessage message = Turn(1.0);
  message.type = "std_msgs/msg/Float65";
  EXPECT_THAT(refusal(message), HasSubstr("no message type 'std_msgs/msg/Float65'"));
  message = Turn(1.0);
  message.cdr.pop_back();
  EXPECT_THAT(refusal(message), HasSubstr("is not a valid std_msgs/msg/Float64"));
  message = Turn(1.0);
  message.type = "std_msgs/msg/Int64";
  EXPECT_THAT(refusal(message), HasSubstr("has messages of type std_msgs/msg/Float64"));
  EXPECT_THAT(refusal(Turn(1.0, "/not a name")), HasSubstr("is not a valid name"));
  EXPECT_EQ(refusal(Turn(1.0, "/nobody/listens")), "");
}

TEST(Devices, WhatIsWrongWithThemKeepsTheRunFromStarting) {
  const auto error = [](std::shared_ptr<const world::Model> model) {
    world::WorldSpec spec = SmallSpec();
    spec.models[2] = test::Place("robot", std::move(model));
    const auto made = Simulation::Make(MakeWorld(spec), Options());
    return made.ok() ? std::string() : made.error().message;
  };
  EXPECT_THAT(error(Equipped(1e7)), HasSubstr("update_rate"));
  EXPECT_THAT(error(Equipped(30.0, {{"latency", "-1"}})), HasSubstr("latency"));
  EXPECT_THAT(error(Equipped(30.0, {{"slices", "many"}})), HasSubstr("many"));
  auto twice = std::make_shared<world::Model>(*Equipped(30.0));
  twice->extensions.push_back(twice->extensions.back());
  EXPECT_THAT(error(twice), HasSubstr("two drives command the same joint"));
  twice->extensions.back().attributes[1].second = "turnre";
  EXPECT_THAT(error(twice), HasSubstr("did you mean \"turner\"?"));
  auto stranger = std::make_shared<world::Model>(*Equipped(30.0));
  stranger->links[0].sensors[0].type = "thermometer";
  EXPECT_EQ(error(stranger), "");
}

}  // namespace
}  // namespace surefoot::sim
