#include "surefoot/evaluation/gap/restarts/gap_parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>

#include "surefoot/base/text.h"
#include "surefoot/world/wheels/two_sided_drive.h"
#include "surefoot/world/wheels/wheel.h"

namespace surefoot::experiment {
namespace {

constexpr const char* kDelay = "command.delay";
constexpr const char* kMass = "robot.mass";
constexpr const char* kGroundName = "set by surefoot gap";

/// A shape of the ground: the first one that cannot move and that wheels may roll on.
struct Floor {
  int link = 0;
  int collision = 0;
};

std::optional<Floor> FindFloor(const world::World& world) {
  for (int link = 0; link < world.link_count(); ++link) {
    if (world.IsStatic(link) && !world.link(link).collisions.empty()) return Floor{link, 0};
  }
  return std::nullopt;
}

const world::Wheel* FirstWheel(const RestartWorld& world) {
  const int model = world.world->FindModel(world.robot);
  for (const world::Wheel& wheel : world.world->wheels()) {
    if (world.world->joint(wheel.joint).model == model) return &wheel;
  }
  return nullptr;
}

/// What the robot's wheels feel of the ground, and who computes it.
struct UnderWheels {
  world::HardGround hard;
  world::WheelContact contact = world::WheelContact::kEngine;
};

/// Nothing where it is soil, which has other numbers.
std::optional<UnderWheels> GroundUnder(const RestartWorld& world) {
  const std::optional<Floor> floor = FindFloor(*world.world);
  const world::Wheel* wheel = FirstWheel(world);
  if (!floor || wheel == nullptr) return std::nullopt;
  UnderWheels under;
  under.contact = world.world->ContactOn(wheel->link, floor->link, floor->collision);
  const world::GroundMaterial* material = world.world->GroundOf(floor->link, floor->collision);
  const bool is_soil = under.contact == world::WheelContact::kSoil && material != nullptr &&
                       (material->has_soil || !material->map.empty());
  if (is_soil) return std::nullopt;
  under.hard = world.world->HardGroundUnder(*wheel, floor->link, floor->collision);
  return under;
}

struct GroundNumber {
  const char* name;
  const char* label;
  double world::HardGround::*member;
  double low;
  double high;
  bool is_factor;
  /// Also where the engine carries the wheels.
  bool by_engine;
};
constexpr GroundNumber kGround[] = {
    {"ground.mu", "Ground friction", &world::HardGround::mu, 0.05, 2.0, true, true},
    {"ground.slip_stiffness", "Slip stiffness of the ground", &world::HardGround::slip_stiffness,
     0.2, 200.0, true, false},
    {"ground.rolling_resistance", "Rolling resistance", &world::HardGround::rolling_resistance, 0.0,
     0.3, false, false},
};

const GroundNumber* FindGroundNumber(const std::string& name) {
  for (const GroundNumber& number : kGround) {
    if (name == number.name) return &number;
  }
  return nullptr;
}

/// Numbers of a drive with two sides.
struct DriveNumber {
  const char* name;
  const char* child;
  const char* label;
};
constexpr DriveNumber kDrive[] = {
    {"drive.wheel_separation", world::kWheelSeparation, "Distance of the wheels in the controller"},
    {"drive.wheel_radius", world::kWheelRadius, "Radius of the wheels in the controller"},
};

double MassOf(const world::Model& model) {
  double mass = 0.0;
  for (const world::Link& link : model.links) mass += link.inertia.mass;
  return mass;
}

/// A copy of the robot's description in the spec, to be changed.
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

void SetMass(double mass, world::Model* model) {
  const double factor = mass / MassOf(*model);
  for (world::Link& link : model->links) {
    link.inertia.mass *= factor;
    link.inertia.I_BBcm_B *= factor;
  }
}

/// Everything that does not move is made of this ground; where the engine carries the wheels, the
/// friction of both surfaces is set, as the smaller one counts.
void SetGround(const RestartWorld& world, const UnderWheels& under, world::WorldSpec* spec) {
  const bool by_engine = under.contact == world::WheelContact::kEngine;
  for (int i = 0; i < world.world->model_count(); ++i) {
    world::ModelInstance& instance = spec->models[static_cast<std::size_t>(i)];
    auto changed = std::make_shared<world::Model>(*instance.model);
    const int first = world.world->layout(i).links.first;
    for (std::size_t l = 0; l < changed->links.size(); ++l) {
      const int link = first + static_cast<int>(l);
      const bool is_ground = world.world->IsStatic(link);
      const bool is_wheel = instance.name == world.robot && world.world->WheelOf(link) >= 0;
      for (world::Collision& collision : changed->links[l].collisions) {
        if (by_engine && (is_ground || is_wheel)) {
          collision.surface.mu = collision.surface.mu2 = under.hard.mu;
        } else if (!by_engine && is_ground) {
          collision.surface.name = kGroundName;
        }
      }
    }
    instance.model = std::move(changed);
  }
  if (by_engine) return;
  std::erase_if(spec->grounds,
                [](const world::GroundMaterial& ground) { return ground.name == kGroundName; });
  world::GroundMaterial ground;
  ground.name = kGroundName;
  ground.hard = under.hard;
  ground.contact = under.contact;
  spec->grounds.push_back(std::move(ground));
}

Status CheckValue(const std::string& name, double value,
                  const std::vector<GapParameter>& parameters) {
  for (const GapParameter& parameter : parameters) {
    if (parameter.name != name) continue;
    // Twice of what a search would try: people may know better.
    const double least = parameter.is_factor ? 0.5 * parameter.low : parameter.low;
    if (value >= least && value <= 2.0 * parameter.high) return Status();
    return Error{"--set: " + name + " = " + NumberText(value, 17) + " is not between " +
                 NumberText(least, 17) + " and " + NumberText(2.0 * parameter.high, 17)};
  }
  return Error{"--set: this robot in this world has no '" + name +
               "'; there are: " + Joined(parameters, &GapParameter::name)};
}

}  // namespace

std::vector<GapParameter> GapParameters(const RestartWorld& world, bool led_by_wheels) {
  std::vector<GapParameter> parameters;
  if (const std::optional<UnderWheels> under = GroundUnder(world)) {
    for (const GroundNumber& number : kGround) {
      if (under->contact == world::WheelContact::kEngine && !number.by_engine) continue;
      double value = under->hard.*number.member;
      // What the tyre law takes for "from friction".
      if (number.member == &world::HardGround::slip_stiffness && value == 0.0) {
        value = 8.0 * under->hard.mu;
      }
      parameters.push_back(
          {number.name, number.label, "", value, number.low, number.high, number.is_factor});
    }
  }
  const world::Model& model = world.world->model(world.world->FindModel(world.robot));
  if (const int drive = world::FindTwoSidedDrive(model); drive >= 0 && !led_by_wheels) {
    for (const DriveNumber& number : kDrive) {
      const double value = world::TwoSidedNumber(
          model, model.extensions[static_cast<std::size_t>(drive)], number.child);
      if (!(value > 0.0)) continue;
      parameters.push_back({number.name, number.label, "m", value, 0.5 * value, 2.0 * value, true});
    }
  }
  const double mass = MassOf(model);
  if (mass > 0.0) {
    parameters.push_back({kMass, "Mass of the robot", "kg", mass, 0.5 * mass, 2.0 * mass, true});
  }
  parameters.push_back({kDelay, "Delay of commands", "s", 0.0, 0.0, 0.5, false});
  return parameters;
}

Result<SetWorld> WithParameters(const RestartWorld& world, bool led_by_wheels,
                                const std::vector<std::pair<std::string, double>>& values) {
  SetWorld result{world, 0.0};
  if (values.empty()) return result;
  const std::vector<GapParameter> parameters = GapParameters(world, led_by_wheels);
  world::WorldSpec spec = world.world->spec();
  std::optional<UnderWheels> under = GroundUnder(world);
  bool new_ground = false;
  for (const auto& [name, value] : values) {
    if (Status status = CheckValue(name, value, parameters); !status.ok()) return status.error();
    if (name == kDelay) {
      result.command_delay = value;
    } else if (const GroundNumber* number = FindGroundNumber(name)) {
      under->hard.*number->member = value;
      new_ground = true;
    }
  }
  if (new_ground) SetGround(world, *under, &spec);
  world::Model* robot = CopyOfRobot(world.robot, &spec);
  for (const auto& [name, value] : values) {
    if (name == kMass) SetMass(value, robot);
    for (const DriveNumber& number : kDrive) {
      if (name != number.name) continue;
      const int drive = world::FindTwoSidedDrive(*robot);
      world::SetTwoSidedNumber(number.child, value,
                               &robot->extensions[static_cast<std::size_t>(drive)]);
    }
  }
  Result<RestartWorld> changed = InChangedWorld(world, std::move(spec));
  if (!changed.ok()) return changed.error();
  result.world = std::move(changed).value();
  return result;
}

}  // namespace surefoot::experiment
