#pragma once

/// One model with sensors in a prescribed motion: the test sets the pose of its link after each
/// step.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/physics/state.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/sensors/test/markup.h"
#include "surefoot/world/test/build_model.h"

namespace surefoot::sensors::test {

/// A <sensor> of a link from its text.
inline world::Sensor MakeSensor(const std::string& text, const RigidTransform& X_LS = {}) {
  world::Sensor sensor;
  sensor.element = ParseMarkup(text);
  sensor.source = sensor.element.source;
  sensor.name = *sensor.element.Attribute("name");
  sensor.type = *sensor.element.Attribute("type");
  sensor.X_LS = X_LS;
  if (const world::Element* rate = sensor.element.Child("update_rate")) {
    sensor.update_rate = std::stod(rate->text);
  }
  if (const world::Element* topic = sensor.element.Child("topic")) sensor.topic = topic->text;
  return sensor;
}

class Rig {
 public:
  /// A model "bot" of one link "base" with the sensors.
  explicit Rig(std::vector<world::Sensor> described, world::WorldSpec spec = {},
               double step = 0.001, std::uint64_t seed = 1)
      : step_ns_(ToNanoseconds(step)), step_(step) {
    auto model = std::make_shared<world::Model>();
    model->name = "bot";
    model->links.push_back(world::test::MakeLink("base", 2.0));
    model->links[0].sensors = std::move(described);
    Start(std::move(model), std::move(spec), seed);
  }
  Rig(std::shared_ptr<const world::Model> model, world::WorldSpec spec, double step = 0.001)
      : step_ns_(ToNanoseconds(step)), step_(step) {
    Start(std::move(model), std::move(spec), 1);
  }

  bool ok() const { return problems.ok(); }

  /// Takes one step that ends with the link in this state.
  void Step(const RigidTransform& X_WL = {}, const Twist& V_WL_W = {}) {
    state.X_WL[0] = X_WL;
    state.V_WL_W[0] = V_WL_W;
    time_ns += step_ns_;
    const Truth truth{*world, state, report, inputs, time_ns, step_};
    const Status status = sensors->Measure(truth);
    ASSERT_TRUE(status.ok()) << status.error().message;
    sensors->Publish(time_ns);
  }
  void Rest(int steps) {
    for (int i = 0; i < steps; ++i) Step(state.X_WL[0]);
  }

  /// Keeps all further messages of a topic.
  template <typename T>
  std::shared_ptr<std::vector<T>> Collect(const std::string& topic) {
    auto messages = std::make_shared<std::vector<T>>();
    subscriptions_.push_back(graph.Subscribe(topic, [messages](const graph::Delivery& delivery) {
      messages->push_back(*delivery.As<T>());
    }));
    return messages;
  }

  Bytes Save() const { return SavedState(sensors.get()); }
  bool Restore(const Bytes& bytes) { return RestoreState(bytes, sensors.get()); }

  Problems problems;
  std::shared_ptr<const world::World> world;
  physics::State state;
  physics::StepReport report;
  physics::Inputs inputs;
  graph::Graph graph;
  std::unique_ptr<SensorSet> sensors;
  SimTimeNs time_ns = 0;

 private:
  void Start(std::shared_ptr<const world::Model> model, world::WorldSpec spec, std::uint64_t seed) {
    const std::string name = model->name;
    spec.models.push_back(world::ModelInstance{name, {}, std::move(model)});
    auto made = world::MakeWorld(std::move(spec), nullptr);
    ASSERT_TRUE(made.ok()) << made.error().message;
    world = made.value();
    state = physics::MakeInitialState(*world);
    inputs.gravity_W = world->spec().gravity_W;
    inputs.motors.resize(static_cast<std::size_t>(world->v_count()));
    sensors = std::make_unique<SensorSet>(*world, BuiltinSensors(), seed, 0, &graph, &problems);
  }

  SimTimeNs step_ns_;
  double step_;
  std::vector<graph::Subscription> subscriptions_;
};

}  // namespace surefoot::sensors::test
