#include "bench/husky/husky_world.h"

#include <cmath>

#include "surefoot/session/load.h"

namespace surefoot::husky {
namespace {

/// A ground of one surface, plane or gentle 2 cm height field, large enough for `robots` robots.
std::shared_ptr<const world::Model> MakeGround(bool height_field, int robots) {
  auto ground = std::make_shared<world::Model>();
  ground->name = "ground";
  ground->is_static = true;
  world::Link link;
  link.name = "link";
  world::Collision collision;
  collision.name = "collision";
  collision.surface.mu = collision.surface.mu2 = kGroundFriction;
  if (height_field) {
    auto field = std::make_shared<HeightField>();
    const double size = 2.0 * (std::ceil(std::sqrt(robots)) + 8.0);
    field->rows = field->cols = static_cast<int>(size / 0.05) + 1;
    field->size_x = field->size_y = size;
    for (int row = 0; row < field->rows; ++row) {
      for (int col = 0; col < field->cols; ++col) {
        field->heights.push_back(
            static_cast<float>(0.01 + 0.005 * (std::sin(0.6 * row) + std::cos(0.47 * col))));
      }
    }
    world::HeightMap map;
    map.field = field;
    collision.geometry = map;
  } else {
    collision.geometry = world::Plane();
  }
  link.collisions.push_back(collision);
  ground->links.push_back(link);
  return ground;
}

/// A robot whose wheels turn from the start; every second one drives along an arc.
std::shared_ptr<const world::Model> MakeHusky(const world::Model& file, int index) {
  auto husky = std::make_shared<world::Model>(file);
  husky->initial_commands.clear();
  // For the engine alone: wheel speeds are set here instead of by the model's drive.
  husky->extensions.clear();
  for (std::size_t j = 0; j < husky->joints.size(); ++j) {
    if (husky->joints[j].type == world::JointType::kFixed) continue;
    const bool left = husky->joints[j].name.find("left") != std::string::npos;
    const double speed = index % 2 == 0 ? 3.0 : (left ? 2.0 : 3.0);
    husky->initial_commands.push_back(
        world::InitialCommand{static_cast<int>(j), 0, world::ControlMode::kVelocity, speed});
  }
  return husky;
}

}  // namespace

std::shared_ptr<const world::World> MakeWorld(const Parts& parts, int robots, bool height_field) {
  world::WorldSpec spec;
  spec.gravity_W = Vector3d(0.0, 0.0, -9.81);
  spec.wheel_contact = world::WheelContact::kEngine;
  spec.models.push_back({"ground", RigidTransform(), MakeGround(height_field, robots)});
  const std::shared_ptr<const world::Model> file =
      LoadModel(parts, "model://husky", nullptr).value();
  const int side = static_cast<int>(std::ceil(std::sqrt(robots)));
  for (int i = 0; i < robots; ++i) {
    // Wheels just above the ground, whose crests are at 2 cm.
    const double height = height_field ? 0.153 : 0.133;
    const Vector3d p(2.0 * (i % side - 0.5 * side), 2.0 * (i / side - 0.5 * side), height);
    spec.models.push_back({"husky" + std::to_string(i), RigidTransform(p), MakeHusky(*file, i)});
  }
  return world::MakeWorld(spec, nullptr).value();
}

std::shared_ptr<const world::World> MakeGravelWorld(const Parts& parts, int robots,
                                                    world::WheelContact contact) {
  world::WorldSpec spec;
  spec.gravity_W = Vector3d(0.0, 0.0, -9.81);
  spec.wheel_contact = contact;
  spec.models.push_back(
      {"ground", RigidTransform(), LoadModel(parts, "model://lab_terrain", nullptr).value()});
  const std::shared_ptr<const world::Model> file =
      LoadModel(parts, "model://husky", nullptr).value();
  for (int i = 0; i < robots; ++i) {
    // In a row across the gravel, which is 12 m long and 5 m wide about y = -6; stones are up to 5
    // cm.
    const Vector3d p(0.8 + 1.4 * i, -7.2 + 1.2 * (i % 3), 0.2);
    spec.models.push_back({"husky" + std::to_string(i), RigidTransform(p), MakeHusky(*file, i)});
  }
  return world::MakeWorld(spec, nullptr).value();
}

}  // namespace surefoot::husky
