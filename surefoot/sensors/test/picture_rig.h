#pragma once

/// Sensors on a world without physics: the test moves the links.

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/physics/state.h"
#include "surefoot/sensors/sensor_set.h"
#include "surefoot/sensors/test/markup.h"

namespace surefoot::sensors::test {

inline world::Visual Colored(const world::Geometry& geometry, const Vector3d& color,
                             const Vector3d& p_LG = Vector3d::Zero()) {
  world::Visual visual;
  visual.geometry = geometry;
  visual.X_LG.p = p_LG;
  visual.material.emplace();
  visual.material->diffuse << color, 1.0;
  return visual;
}

/// A static model of one link with these visuals.
inline world::ModelInstance Thing(const std::string& name, std::vector<world::Visual> visuals) {
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->is_static = true;
  world::Link link;
  link.name = "link";
  for (std::size_t i = 0; i < visuals.size(); ++i) visuals[i].name = "v" + std::to_string(i);
  link.visuals = std::move(visuals);
  model->links.push_back(link);
  return world::ModelInstance{name, RigidTransform(), model};
}

/// A static model "robot" of one link with this sensor, whose name is "eye".
inline world::ModelInstance Robot(const std::string& type, double rate, const std::string& inside) {
  world::ModelInstance robot = Thing("robot", {});
  auto model = std::make_shared<world::Model>(*robot.model);
  world::Sensor sensor;
  sensor.name = "eye";
  sensor.type = type;
  sensor.update_rate = rate;
  sensor.element = ParseMarkup("<sensor>" + inside + "</sensor>");
  model->links[0].sensors.push_back(sensor);
  robot.model = model;
  return robot;
}

inline world::Light Sun(const std::string& direction, const std::string& diffuse = "0.8 0.8 0.8") {
  world::Light sun;
  sun.name = "sun";
  sun.type = "directional";
  sun.element = ParseMarkup("<light><diffuse>" + diffuse + "</diffuse><direction>" + direction +
                            "</direction></light>");
  return sun;
}

class PictureRig {
 public:
  explicit PictureRig(world::WorldSpec spec, std::uint64_t seed = 1) {
    Problems problems;
    auto made = world::MakeWorld(std::move(spec), &problems);
    EXPECT_TRUE(made.ok()) << problems.ErrorText();
    world = made.value();
    state = physics::MakeInitialState(*world);
    set = std::make_unique<SensorSet>(*world, BuiltinSensors(), seed, 0, &graph, &problems);
    EXPECT_TRUE(problems.ok()) << problems.ErrorText();
  }

  /// Keeps the messages of all topics, or of those whose name ends with `ending`.
  void Listen(const std::string& ending = "") {
    subscriptions.push_back(graph.SubscribeAll(
        [this](const graph::Delivery& delivery) {
          heard[delivery.topic().name].push_back(delivery.cdr());
        },
        [ending](const graph::Topic& topic) {
          return topic.name.size() >= ending.size() &&
                 topic.name.compare(topic.name.size() - ending.size(), ending.size(), ending) == 0;
        }));
  }

  void Step(double dt, ImagePolicy pictures = ImagePolicy::kWithinStep) {
    time_ns += ToNanoseconds(dt);
    physics::StepReport report;
    physics::Inputs inputs;
    Truth truth{*world, state, report, inputs};
    truth.time_ns = time_ns;
    truth.step = dt;
    const Status status = set->Measure(truth, nullptr, pictures);
    EXPECT_TRUE(status.ok());
    set->Publish(time_ns);
  }

  RigidTransform& PoseOf(const std::string& model) {
    return state.X_WL[static_cast<std::size_t>(world->layout(world->FindModel(model)).links.first)];
  }

  /// The last message of a topic.
  template <typename T>
  T Last(const std::string& topic) {
    T message;
    EXPECT_FALSE(heard[topic].empty()) << topic;
    if (heard[topic].empty()) return message;
    const Bytes& cdr = heard[topic].back();
    EXPECT_TRUE(T::type().decode(cdr.data(), cdr.size(), &message));
    return message;
  }

  std::shared_ptr<const world::World> world;
  physics::State state;
  graph::Graph graph;
  std::unique_ptr<SensorSet> set;
  SimTimeNs time_ns = 0;
  std::map<std::string, std::vector<Bytes>> heard;
  std::vector<graph::Subscription> subscriptions;
};

}  // namespace surefoot::sensors::test
