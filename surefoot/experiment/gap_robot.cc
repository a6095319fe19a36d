#include "surefoot/experiment/gap_robot.h"

#include <algorithm>
#include <utility>

#include "surefoot/session/load.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/wheel.h"

namespace surefoot::experiment {
namespace {

/// Index of a joint in a model; -1 when there is none.
int FindJoint(const world::Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (model.joints[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

std::vector<int> FindJoints(const world::Model& model, const std::vector<std::string>& names) {
  std::vector<int> joints;
  for (const std::string& name : names) {
    if (const int joint = FindJoint(model, name); joint >= 0) joints.push_back(joint);
  }
  return joints;
}

bool HasWheels(const world::Model& model, const GapRobot& robot) {
  return FindJoints(model, robot.left).size() == robot.left.size() &&
         FindJoints(model, robot.right).size() == robot.right.size();
}

/// The instance with the robot's wheels, added when there is none.
Result<std::size_t> PlaceRobot(const Parts& parts, const GapRobot& robot, world::WorldSpec* spec,
                               Problems* problems) {
  for (std::size_t i = 0; i < spec->models.size(); ++i) {
    if (HasWheels(*spec->models[i].model, robot)) return i;
  }
  Result<std::shared_ptr<const world::Model>> model = LoadModel(parts, robot.model, problems);
  if (!model.ok()) return model.error();
  if (!HasWheels(**model, robot)) {
    return Error{"the model '" + robot.model + "' has no joints " + robot.left.front() + ", ..."};
  }
  world::ModelInstance instance;
  instance.name = robot.name;
  instance.X_WM.p.z() = -LowestPoint(**model);
  instance.model = *model;
  spec->models.push_back(std::move(instance));
  return spec->models.size() - 1;
}

void AddFiles(const Parts& parts, const std::string& description, std::vector<std::string>* files) {
  Problems known;
  const Result<std::vector<std::string>> more = FilesOf(parts, description, &known);
  if (more.ok()) files->insert(files->end(), more->begin(), more->end());
}

/// The model with wheels that turn as fast as they are told.
std::shared_ptr<const world::Model> WithFreeSpeeds(const world::Model& model,
                                                   const GapRobot& robot) {
  auto free = std::make_shared<world::Model>(model);
  for (const auto* side : {&robot.left, &robot.right}) {
    for (int joint : FindJoints(model, *side)) {
      free->joints[static_cast<std::size_t>(joint)].axes[0].velocity = world::kInfinity;
    }
  }
  // Those of the world's file would drive it away.
  free->initial_commands.clear();
  return free;
}

}  // namespace

Result<GapRobot> FindGapRobot(const std::string& name) {
  if (name == "husky") {
    GapRobot husky;
    husky.name = "husky";
    husky.model = "husky_75";
    husky.left = {"front_left_wheel", "rear_left_wheel"};
    husky.right = {"front_right_wheel", "rear_right_wheel"};
    return husky;
  }
  if (name == "warthog") {
    return Error{"there is no model of a Warthog; --model takes husky"};
  }
  return Error{"no robot '" + name + "' is known by its recordings; --model takes husky"};
}

Result<GapWorld> MakeGapWorld(const Parts& parts, const std::string& file, const GapRobot& robot,
                              Problems* problems) {
  Result<std::shared_ptr<const world::World>> plain = LoadWorld(parts, file, problems);
  if (!plain.ok()) return plain.error();
  world::WorldSpec spec = (*plain)->spec();
  const Result<std::size_t> place = PlaceRobot(parts, robot, &spec, problems);
  if (!place.ok()) return place.error();
  world::ModelInstance& instance = spec.models[*place];
  instance.model = WithFreeSpeeds(*instance.model, robot);
  GapWorld result;
  result.file = file;
  AddFiles(parts, file, &result.files);
  if (*place >= (*plain)->spec().models.size()) AddFiles(parts, robot.model, &result.files);
  result.robot = instance.name;
  result.model = instance.model->name;
  const std::vector<int> left = FindJoints(*instance.model, robot.left);
  const std::vector<int> right = FindJoints(*instance.model, robot.right);
  result.geometry.track = world::TrackOf(*instance.model, left, right);
  result.geometry.radius = world::WheelRadius(*instance.model, left.front()).value_or(0.0);
  if (!(result.geometry.track > 0.0 && result.geometry.radius > 0.0)) {
    return Error{file + ": the wheels of '" + result.robot + "' have no radius or no track"};
  }
  Result<std::shared_ptr<const world::World>> world = world::MakeWorld(std::move(spec), problems);
  if (!world.ok()) return world.error().Within(file);
  result.world = std::move(world).value();
  for (const auto* side : {&robot.left, &robot.right}) {
    for (const std::string& name : *side) {
      const std::string joint = result.robot + "::" + name;
      const int id = result.world->FindJoint(joint);
      result.wheels.push_back({joint, result.world->joint(id).v, side == &robot.left});
    }
  }
  result.base_link = world::BaseLink(*result.world, static_cast<int>(*place));
  return result;
}

}  // namespace surefoot::experiment
