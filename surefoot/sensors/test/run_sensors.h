#pragma once

/// Runs the sensors of a world through states that a test prescribes.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/sensors/sensor_set.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors::test {

/// A static model of one link with the sensor; the caller adds its shapes.
inline std::shared_ptr<world::Model> MakeCarrier(const world::Sensor& sensor) {
  auto model = std::make_shared<world::Model>();
  model->name = "robot";
  model->is_static = true;
  model->links.emplace_back().name = "base";
  model->links[0].sensors.push_back(sensor);
  return model;
}

class SensorRun {
 public:
  /// Poses of all links at a time in seconds; those of the world if the function is absent.
  using Motion = std::function<void(double time, std::vector<RigidTransform>* X_WL)>;

  explicit SensorRun(std::shared_ptr<const world::World> world, Motion motion = nullptr,
                     std::uint64_t seed = 1)
      : world_(std::move(world)),
        motion_(std::move(motion)),
        state_(physics::MakeInitialState(*world_)),
        set_(*world_, BuiltinSensors(), seed, 0, &graph_, &problems_) {
    for (const Problem& problem : problems_.all()) EXPECT_EQ(ToString(problem), "");
  }

  void StepTo(double end, double step = 0.001) {
    while (ToSeconds(time_ns_) < end - 1e-9) {
      time_ns_ += ToNanoseconds(step);
      if (motion_) motion_(ToSeconds(time_ns_), &state_.X_WL);
      const Truth truth{*world_, state_, report_, inputs_, time_ns_, step};
      const Status status = set_.Measure(truth);
      ASSERT_TRUE(status.ok()) << status.error().message;
      set_.Publish(time_ns_);
    }
  }

  graph::Graph& graph() { return graph_; }
  SensorSet& set() { return set_; }
  const physics::State& state() const { return state_; }
  const world::World& world() const { return *world_; }
  SimTimeNs time_ns() const { return time_ns_; }
  void set_time_ns(SimTimeNs time_ns) { time_ns_ = time_ns; }

 private:
  std::shared_ptr<const world::World> world_;
  Motion motion_;
  Problems problems_;
  graph::Graph graph_;
  physics::State state_;
  physics::StepReport report_;
  physics::Inputs inputs_;
  SimTimeNs time_ns_ = 0;
  SensorSet set_;
};

/// Keeps all messages of a topic.
template <typename T>
class Inbox {
 public:
  Inbox(SensorRun* run, const std::string& topic)
      : subscription_(run->graph().Subscribe(topic, [this](const graph::Delivery& delivery) {
          messages.push_back(*delivery.As<T>());
          bytes.push_back(delivery.cdr());
        })) {}

  std::vector<T> messages;
  std::vector<Bytes> bytes;

 private:
  graph::Subscription subscription_;
};

}  // namespace surefoot::sensors::test
