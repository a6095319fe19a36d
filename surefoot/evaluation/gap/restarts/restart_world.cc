#include "surefoot/evaluation/gap/restarts/restart_world.h"

#include <algorithm>
#include <set>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/motion/motion_topics.h"
#include "surefoot/evaluation/run/locked_simulation.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/world/base_link.h"

namespace surefoot::experiment {
namespace {

using msgs::nav_msgs::Odometry;

/// Settling time (s).
constexpr double kSettle = 0.5;

/// "/husky/".
std::string ScopeOf(const std::string& robot) {
  const std::string any = graph::TopicName(graph::TopicName("", robot), "x");
  return any.substr(0, any.size() - 1);
}

/// Names of models with wheels.
std::vector<std::string> Vehicles(const world::World& world) {
  std::set<int> models;
  for (const world::Wheel& wheel : world.wheels()) models.insert(world.joint(wheel.joint).model);
  return Mapped<std::string>(models, [&](int model) { return world.instance(model).name; });
}

/// The name of the robot in the spec; if `model` is not in the world, that model is added.
Result<std::string> ChooseRobot(const Parts& parts, const world::World& world,
                                const std::string& model, world::WorldSpec* spec,
                                Problems* problems) {
  const std::vector<std::string> vehicles = Vehicles(world);
  if (model.empty()) {
    if (vehicles.size() == 1) return vehicles.front();
    if (vehicles.empty()) {
      return Error{
          "the world has no wheeled robot; --model NAME adds one of Surefoot's at its origin "
          "(husky, warthog, ...)"};
    }
    return Error{"the world has several robots: " + Joined(vehicles) +
                 "; choose the recorded one with --model"};
  }
  std::vector<std::string> described;
  for (const world::ModelInstance& instance : spec->models) {
    if (instance.name == model) return model;
    if (instance.model->name == model) described.push_back(instance.name);
  }
  if (described.size() == 1) return described.front();
  if (described.size() > 1) {
    return Error{"--model: the world has several of '" + model + "': " + Joined(described) +
                 "; choose one of these names"};
  }
  Result<std::shared_ptr<const world::Model>> loaded = LoadModel(parts, model, problems);
  if (!loaded.ok()) {
    return Error{"--model: the world has no robot '" + model +
                 "' (it has: " + (vehicles.empty() ? "none" : Joined(vehicles)) +
                 "), and no such model exists: " + loaded.error().message};
  }
  world::ModelInstance instance;
  instance.name = (*loaded)->name;
  instance.X_WM.p.z() = -LowestPoint(**loaded);
  instance.model = *loaded;
  spec->models.push_back(instance);
  return instance.name;
}

/// Finds base link, wheels and sensors of the robot.
void FindParts(RestartWorld* result) {
  const world::World& world = *result->world;
  const int model = world.FindModel(result->robot);
  result->model = world.model(model).name;
  result->base_link = world::BaseLink(world, model);
  result->X_MB = world.link(result->base_link).X_ML;
  result->wheels.clear();
  for (const world::Wheel& wheel : world.wheels()) {
    const world::JointLayout& joint = world.joint(wheel.joint);
    if (joint.model != model) continue;
    // The last axis rolls; the first axis of a universal joint steers.
    result->wheels.push_back({world.JointName(wheel.joint), world.joint_spec(wheel.joint).name,
                              joint.v + joint.v_count - 1});
  }
}

/// Finds by a short run: where the robot comes to rest, and its topics.
Status Probe(const Parts& parts, const std::string& engine, RestartWorld* result) {
  LockedSimulation made = SUREFOOT_TRY(LockedSimulation::Make(parts, engine, result->world, 0));
  sim::Simulation& simulation = *made.get();
  const std::string scope = ScopeOf(result->robot);
  std::vector<std::pair<std::string, RigidTransform>> places;
  const auto base = static_cast<std::size_t>(result->base_link);
  const graph::Subscription subscription = simulation.graph().SubscribeAll(
      [&](const graph::Delivery& delivery) {
        const Odometry* place = delivery.As<Odometry>();
        if (place == nullptr) return;
        const auto& o = place->pose.pose.orientation;
        const auto& p = place->pose.pose.position;
        const RigidTransform X_WP(Quaterniond(o.w, o.x, o.y, o.z), Vector3d(p.x, p.y, p.z));
        const RigidTransform X_BP = simulation.state().X_WL[base].Inverse() * X_WP;
        for (auto& [topic, known] : places) {
          if (topic == delivery.topic().name) return void(known = X_BP);
        }
        places.emplace_back(delivery.topic().name, X_BP);
      },
      [&](const graph::Topic& topic) {
        return topic.type == &Odometry::type() && topic.name.starts_with(scope) &&
               gap::ReferenceKindOf(topic.name) == gap::ReferenceKind::kPlace;
      });
  const auto steps = static_cast<long long>(kSettle / simulation.step_size());
  for (long long i = 0; i < steps; ++i) SUREFOOT_TRY(simulation.Step());
  result->scope = scope;
  result->X_WB = simulation.state().X_WL[base];
  result->tracked = std::move(places);
  const auto& graph = simulation.graph();
  for (const std::string& name : graph.ListenedTopics()) {
    const graph::Topic* topic = graph.FindTopic(name);
    const bool is_twist = topic != nullptr && topic->type == &msgs::geometry_msgs::Twist::type();
    if (is_twist && name.starts_with(scope)) result->command_topics.push_back(name);
  }
  std::stable_partition(result->command_topics.begin(), result->command_topics.end(),
                        [&](const std::string& name) { return name == scope + "cmd_vel"; });
  for (const auto& topic : graph.topics()) {
    if (topic->name.starts_with(scope)) result->topics.push_back(topic->name);
  }
  return Status();
}

}  // namespace

gap::MotionNames RestartWorld::Names() const {
  gap::MotionNames names;
  names.robot = robot;
  names.listened = command_topics;
  for (const Wheel& wheel : wheels) names.wheels.push_back(wheel.name);
  return names;
}

Result<RestartWorld> MakeRestartWorld(const Parts& parts, const std::string& engine,
                                      const std::string& file, const std::string& model,
                                      const std::string& contact, Problems* problems) {
  std::shared_ptr<const world::World> plain =
      SUREFOOT_TRY(LoadWorld(parts, file, problems, "", contact));
  world::WorldSpec spec = plain->spec();
  std::string robot =
      SUREFOOT_TRY(Within(file, ChooseRobot(parts, *plain, model, &spec, problems)));
  // Initial commands of the world's file would drive the robot away.
  CopyOfRobot(robot, &spec)->initial_commands.clear();
  RestartWorld result;
  result.file = file;
  result.robot = std::move(robot);
  result.world = SUREFOOT_TRY(Within(file, world::MakeWorld(std::move(spec), problems)));
  if (world::BaseLink(*result.world, result.world->FindModel(result.robot)) < 0) {
    return Error{file + ": '" + result.robot + "' cannot move"};
  }
  FindParts(&result);
  SUREFOOT_TRY(Within(file, Probe(parts, engine, &result)));
  return result;
}

Result<RestartWorld> InChangedWorld(const RestartWorld& world, world::WorldSpec spec) {
  RestartWorld result = world;
  Problems problems;
  result.world = SUREFOOT_TRY(Within(world.file, world::MakeWorld(std::move(spec), &problems)));
  FindParts(&result);
  return result;
}

Result<RestartWorld> WithFreeWheels(const RestartWorld& world) {
  world::WorldSpec spec = world.world->spec();
  for (world::Joint& joint : CopyOfRobot(world.robot, &spec)->joints) {
    const bool is_wheel =
        std::any_of(world.wheels.begin(), world.wheels.end(),
                    [&](const RestartWorld::Wheel& wheel) { return wheel.name == joint.name; });
    if (is_wheel) joint.axes[0].velocity = world::kInfinity;
  }
  return InChangedWorld(world, std::move(spec));
}

world::Model* CopyOfRobot(const std::string& robot, world::WorldSpec* spec) {
  for (world::ModelInstance& instance : spec->models) {
    if (instance.name != robot) continue;
    auto copy = std::make_shared<world::Model>(*instance.model);
    world::Model* model = copy.get();
    instance.model = std::move(copy);
    return model;
  }
  return nullptr;
}

}  // namespace surefoot::experiment
