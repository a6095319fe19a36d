#include "surefoot/serve/recordings/gap_fix.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "surefoot/sim/property.h"

namespace surefoot::serve {
namespace {

/// "mu" of "mu" and of "SHAPE.mu".
bool IsNamed(const std::string& property, const std::string& name) {
  return property == name || property.ends_with("." + name);
}

Status AddEdits(const world::World& world, const std::string& entity, const std::string& part,
                const std::vector<std::string>& names, double value, std::vector<GapEdit>* edits) {
  // Of links and grounds: what sensors there may be does not matter.
  const auto properties = sim::PropertiesOf(world, {}, entity, part);
  if (!properties.ok()) return properties.error();
  for (const sim::Property& property : properties.value()) {
    const bool wanted = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return IsNamed(property.name, name);
    });
    if (!wanted || property.value.size() != 1) continue;
    edits->push_back({entity, part, property.name, property.value[0], value});
  }
  return Status();
}

/// Whether the engine itself computes what the robot's wheels feel of the first thing that cannot
/// move: its friction is then that of shapes, else that of grounds.
bool IsCarriedByEngine(const world::World& world, int model) {
  for (const world::Wheel& wheel : world.wheels()) {
    if (world.joint(wheel.joint).model != model) continue;
    for (int link = 0; link < world.link_count(); ++link) {
      if (!world.IsStatic(link) || world.link(link).collisions.empty()) continue;
      return world.ContactOn(wheel.link, link, 0) == world::WheelContact::kEngine;
    }
  }
  return true;
}

/// Where the engine carries the wheels the smaller friction of both counts, so both are set.
Status AddFriction(const world::World& world, int robot, bool with_wheels, double value,
                   std::vector<GapEdit>* edits) {
  for (int model = 0; model < world.model_count(); ++model) {
    const int first = world.layout(model).links.first;
    const auto& links = world.model(model).links;
    for (std::size_t l = 0; l < links.size(); ++l) {
      const int link = first + static_cast<int>(l);
      const bool is_wheel = with_wheels && model == robot && world.WheelOf(link) >= 0;
      if (!world.IsStatic(link) && !is_wheel) continue;
      const Status status = AddEdits(world, world.instance(model).name, "link:" + links[l].name,
                                     {"mu", "mu2"}, value, edits);
      if (!status.ok()) return status;
    }
  }
  return Status();
}

Status AddGround(const world::World& world, int robot, const std::string& name, double value,
                 std::vector<GapEdit>* edits) {
  const bool by_engine = IsCarriedByEngine(world, robot);
  if (!by_engine) {
    for (const world::GroundMaterial& ground : world.spec().grounds) {
      const Status status = AddEdits(world, "", "ground:" + ground.name, {name}, value, edits);
      if (!status.ok()) return status;
    }
  }
  return name == "mu" ? AddFriction(world, robot, by_engine, value, edits) : Status();
}

}  // namespace

Result<std::vector<GapEdit>> GapEditsOf(const world::World& world, const std::string& robot,
                                        const std::string& setting) {
  const std::size_t equal = setting.find('=');
  char* end = nullptr;
  const double value =
      equal == std::string::npos ? 0.0 : std::strtod(setting.c_str() + equal + 1, &end);
  if (end == nullptr || *end != '\0' || equal + 1 == setting.size() || !std::isfinite(value)) {
    return Error{"'" + setting.substr(0, 200) + "' is not NAME=NUMBER"};
  }
  const std::string name = setting.substr(0, equal);
  const int model = world.FindModel(robot);
  if (model < 0) return Error{"there is no robot '" + robot + "'"};
  std::vector<GapEdit> edits;
  Status status;
  if (name.starts_with("ground.")) {
    status = AddGround(world, model, name.substr(7), value, &edits);
  } else if (name == "robot.mass") {
    status = AddEdits(world, robot, "", {"mass"}, value, &edits);
  } else {
    status = AddEdits(world, robot, "", {name}, value, &edits);
  }
  if (!status.ok()) return status.error();
  if (edits.empty()) {
    return Error{"'" + name + "' cannot be set in a running world; change it where the world or " +
                 "the controller has it"};
  }
  return edits;
}

}  // namespace surefoot::serve
