#include "surefoot/evaluation/gap/drives/gap_robot.h"

#include <algorithm>
#include <utility>

#include "surefoot/formats/grounds.h"
#include "surefoot/session/load.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/wheels/wheel.h"

namespace surefoot::experiment {
namespace {

std::vector<int> FindJoints(const world::Model& model, const std::vector<std::string>& names) {
  std::vector<int> joints;
  for (const std::string& name : names) {
    if (const int joint = model.FindJoint(name); joint >= 0) joints.push_back(joint);
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

/// Everything that does not move, made of that ground.
void CoverWith(const std::string& ground, const std::vector<bool>& is_static,
               world::WorldSpec* spec) {
  for (std::size_t i = 0; i < spec->models.size(); ++i) {
    if (!is_static[i]) continue;
    auto covered = std::make_shared<world::Model>(*spec->models[i].model);
    for (world::Link& link : covered->links) {
      for (world::Collision& collision : link.collisions) collision.surface.name = ground;
    }
    spec->models[i].model = std::move(covered);
  }
}

/// Whether no link of it can move.
std::vector<bool> StaticModels(const world::World& world) {
  std::vector<bool> all(world.spec().models.size(), true);
  for (int link = 0; link < world.link_count(); ++link) {
    if (!world.IsStatic(link)) all[static_cast<std::size_t>(world.model_of_link(link))] = false;
  }
  return all;
}

/// The ground's material in the world, from its file or as given.
Status PutGround(const Parts& parts, const GapGround& ground, const std::string& file,
                 world::WorldSpec* spec, Problems* problems) {
  auto& grounds = spec->grounds;
  if (ground.hard) {
    std::erase_if(grounds, [&](const world::GroundMaterial& g) { return g.name == ground.name; });
    world::GroundMaterial material;
    material.name = ground.name;
    material.hard = *ground.hard;
    grounds.push_back(std::move(material));
    return Status();
  }
  const formats::UriResolver resolver = formats::UriResolver::FromEnvironment(parts.data_folders);
  formats::AddGrounds(resolver, file, spec, problems);
  for (const world::GroundMaterial& known : grounds) {
    if (known.name == ground.name) return Status();
  }
  return Error{"there is no ground '" + ground.name + "': no file grounds/" + ground.name +
               ".xml beside the world or among the data folders"};
}

/// Fills in what only a whole world tells.
void FindRobotIn(const GapRobot& robot, int instance, GapWorld* result) {
  result->wheels.clear();
  for (const auto* side : {&robot.left, &robot.right}) {
    for (const std::string& name : *side) {
      const std::string joint = result->robot + "::" + name;
      const int id = result->world->FindJoint(joint);
      result->wheels.push_back({joint, result->world->joint(id).v, side == &robot.left});
    }
  }
  result->base_link = world::BaseLink(*result->world, instance);
}

}  // namespace

Result<GapRobot> FindGapRobot(const std::string& name) {
  GapRobot robot;
  robot.left = {"front_left_wheel", "rear_left_wheel"};
  robot.right = {"front_right_wheel", "rear_right_wheel"};
  if (name == "husky" || name == "husky_75") {
    robot.name = "husky";
    robot.model = "husky_75";
    robot.ground = "drive_husky";
    return robot;
  }
  if (name == "warthog") {
    robot.name = "warthog";
    robot.model = "warthog";
    robot.ground = "drive_warthog";
    return robot;
  }
  return Error{"no robot '" + name + "' is known by its recordings; --model takes husky, warthog"};
}

Result<GapWorld> MakeGapWorld(const Parts& parts, const std::string& file, const GapRobot& robot,
                              Problems* problems, const GapGround& ground) {
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
  spec.wheel_contact = ground.contact;
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
  FindRobotIn(robot, static_cast<int>(*place), &result);
  const bool is_plain = ground.contact == world::WheelContact::kEngine && ground.name.empty();
  return is_plain ? Result<GapWorld>(std::move(result)) : OnGround(parts, result, ground, problems);
}

Result<GapWorld> OnGround(const Parts& parts, const GapWorld& world, const GapGround& ground,
                          Problems* problems) {
  GapWorld result = world;
  world::WorldSpec spec = world.world->spec();
  spec.wheel_contact = ground.contact;
  if (!ground.name.empty()) {
    CoverWith(ground.name, StaticModels(*world.world), &spec);
    if (Status status = PutGround(parts, ground, world.file, &spec, problems); !status.ok()) {
      return status.error();
    }
  }
  Result<std::shared_ptr<const world::World>> made = world::MakeWorld(std::move(spec), problems);
  if (!made.ok()) return made.error().Within(world.file);
  // Links and joints are the same ones: their ids stay.
  result.world = std::move(made).value();
  return result;
}

}  // namespace surefoot::experiment
