// What an edit replaces is destroyed where the owner of the run wants.

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "surefoot/msgs/std_msgs.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using msgs::std_msgs::Float64;

/// Lets a thread wait until another one opens it.
class Gate {
 public:
  void Open() {
    const std::lock_guard<std::mutex> lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  /// False after a minute: the one that opens it is stuck.
  bool Pass() {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::minutes(1), [this] { return open_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool open_ = false;
};

/// A camera whose picture takes until the gate is open.
class SlowCamera final : public sensors::Sensor {
 public:
  SlowCamera(const sensors::SensorArgs& args, Gate* begun, Gate* gate, bool* passed)
      : topic_(args.topics->Add<Float64>(args.place.TopicFor("picture"))),
        begun_(*begun),
        gate_(*gate),
        passed_(*passed) {}
  Rays rays() const override { return Rays::kVisuals; }
  bool can_wait() const override { return true; }
  void Measure(const sensors::Truth& /*truth*/, std::int64_t /*sample*/, int /*slice*/) override {
    begun_.Open();
    passed_ = gate_.Pass();
  }
  void Publish(sensors::SensorTopics* topics) override { topics->Publish(topic_, Float64()); }

 private:
  int topic_;
  Gate& begun_;
  Gate& gate_;
  bool& passed_;
};

std::shared_ptr<const world::Model> WithCamera() {
  auto model = std::make_shared<world::Model>(*test::Robot());
  world::Sensor sensor;
  sensor.name = "camera";
  sensor.type = "slow";
  sensor.update_rate = 1000.0;
  sensor.element.name = "sensor";
  model->links[0].sensors.push_back(sensor);
  return model;
}

TEST(Dispose, AnEditDoesNotWaitForPictures) {
  Gate begun;
  Gate gate;
  bool passed = false;
  std::shared_ptr<void> old;
  SimulationOptions options = test::FakeOptions();
  sensors::SensorKind slow;
  slow.types = {"slow"};
  slow.make = [&](const sensors::SensorArgs& args) {
    return std::make_unique<SlowCamera>(args, &begun, &gate, &passed);
  };
  options.sensors.Add("slow", slow);
  options.dispose = [&](std::shared_ptr<void> parts) { old = std::move(parts); };
  world::WorldSpec spec = test::SmallSpec();
  spec.models[2] = test::Place("robot", WithCamera(), Vector3d(1, 0, 0));
  auto made = Simulation::Make(test::MakeWorld(spec), options);
  ASSERT_TRUE(made.ok()) << made.error().message;
  Simulation& simulation = **made;
  const graph::Subscription viewer =
      simulation.graph().Subscribe("/robot/picture", [](const graph::Delivery&) {});
  simulation.stepper().set_pictures(sensors::ImagePolicy::kParallel);
  test::Steps(&simulation, 1);
  ASSERT_TRUE(begun.Pass());
  EXPECT_EQ(old, nullptr);
  ASSERT_TRUE(simulation.Apply(Remove{"ball"}).ok());
  EXPECT_NE(old, nullptr) << "the picture is still being traced";
  simulation.stepper().set_pictures(sensors::ImagePolicy::kDropLate);
  gate.Open();
  old = nullptr;
  EXPECT_TRUE(passed);
  test::Steps(&simulation, 3);
}

TEST(Dispose, WithoutAnOwnerPartsAreDestroyedAtOnce) {
  auto simulation = test::MakeRun();
  ASSERT_TRUE(simulation->Apply(Remove{"ball"}).ok());
  test::Steps(simulation.get(), 3);
}

}  // namespace
}  // namespace surefoot::sim
