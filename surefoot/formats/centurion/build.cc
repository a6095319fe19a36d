#include "surefoot/formats/centurion/build.h"

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::formats::centurion {
namespace {

constexpr double kDegree = M_PI / 180.0;
/// Ours: the file knows two dimensions only.
constexpr double kHeight = 0.1;
constexpr double kThickness = 0.005;
constexpr int kTries = 1000;

RigidTransform PlaceAt(double x, double y, double z, double angle) {
  return RigidTransform(Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ())),
                        Vector3d(x, y, z));
}

void AddStanding(const std::string& name, const RigidTransform& X_WM, const world::Geometry& shape,
                 const Vector3d& color, const Source& source, world::WorldSpec* spec) {
  auto model = std::make_shared<world::Model>();
  model->name = name;
  model->is_static = true;
  model->source = source;
  world::Link link;
  link.name = "link";
  link.source = source;
  world::Collision collision;
  collision.name = "shape";
  collision.geometry = shape;
  collision.source = source;
  link.collisions.push_back(std::move(collision));
  world::Visual visual;
  visual.name = "shape";
  visual.geometry = shape;
  visual.source = source;
  visual.material.emplace();
  visual.material->ambient.head<3>() = visual.material->diffuse.head<3>() = color;
  link.visuals.push_back(std::move(visual));
  model->links.push_back(std::move(link));
  spec->models.push_back({name, X_WM, std::move(model)});
}

void AddLine(const std::string& name, double x, double y, double end_x, double end_y,
             const Source& source, world::WorldSpec* spec) {
  const double length = std::hypot(end_x - x, end_y - y);
  AddStanding(name,
              PlaceAt(0.5 * (x + end_x), 0.5 * (y + end_y), 0.5 * kHeight,
                      std::atan2(end_y - y, end_x - x)),
              world::Box{Vector3d(length, kThickness, kHeight)}, Vector3d(0.6, 0.6, 0.58), source,
              spec);
}

void AddObject(const std::string& name, const Shape& shape, world::WorldSpec* spec) {
  const Vector3d color(0.7, 0.3, 0.2);
  const double z = 0.5 * kHeight;
  if (shape.kind == Shape::Kind::kRectangle) {
    AddStanding(name, PlaceAt(shape.x, shape.y, z, shape.rotation_deg * kDegree),
                world::Box{Vector3d(2.0 * shape.half_x, 2.0 * shape.half_y, kHeight)}, color,
                shape.source, spec);
  } else if (shape.kind == Shape::Kind::kCircle) {
    AddStanding(name, PlaceAt(shape.x, shape.y, z, 0.0), world::Cylinder{shape.radius, kHeight},
                color, shape.source, spec);
  } else {
    AddLine(name, shape.x, shape.y, shape.end_x, shape.end_y, shape.source, spec);
  }
}

double ReachOf(const Shape& shape) {
  return shape.kind == Shape::Kind::kCircle ? shape.radius : std::hypot(shape.half_x, shape.half_y);
}

/// Circles around what stands there already.
struct Room {
  std::vector<Eigen::Vector3d> circles;

  bool IsFree(double x, double y, double reach) const {
    for (const Eigen::Vector3d& c : circles) {
      if (std::hypot(c.x() - x, c.y() - y) < c.z() + reach) return false;
    }
    return true;
  }
  void Take(double x, double y, double reach) { circles.emplace_back(x, y, reach); }
};

Room RoomOf(const Document& document) {
  Room room;
  for (const Shape& shape : document.objects) {
    if (shape.kind == Shape::Kind::kLine) {
      room.Take(0.5 * (shape.x + shape.end_x), 0.5 * (shape.y + shape.end_y),
                0.5 * std::hypot(shape.end_x - shape.x, shape.end_y - shape.y));
    } else {
      room.Take(shape.x, shape.y, ReachOf(shape));
    }
  }
  for (const AgentGroup& group : document.groups) {
    for (const AgentPlace& place : group.places) room.Take(place.x, place.y, ReachOf(group.shape));
  }
  return room;
}

/// Places at random, apart from each other and all else. False: there is no room.
bool PlaceAtRandom(const Document& document, RandomStream* random, Room* room, AgentGroup* group) {
  const double reach = ReachOf(group->shape);
  for (int i = 0; i < group->count; ++i) {
    bool found = false;
    for (int k = 0; k < kTries && !found; ++k) {
      const double x = random->Uniform(reach, std::max(reach, document.size_x - reach));
      const double y = random->Uniform(reach, std::max(reach, document.size_y - reach));
      if (!room->IsFree(x, y, reach)) continue;
      room->Take(x, y, reach);
      group->places.push_back({x, y, random->Uniform(0.0, 360.0)});
      found = true;
    }
    if (!found) return false;
  }
  return true;
}

void AddFloor(const Document& document, const Source& source, world::WorldSpec* spec) {
  AddStanding("floor", PlaceAt(0.5 * document.size_x, 0.5 * document.size_y, 0.0, 0.0),
              world::Plane{Eigen::Vector2d(document.size_x, document.size_y)},
              Vector3d(0.78, 0.78, 0.75), source, spec);
  if (!document.walls) return;
  const double w = document.size_x;
  const double h = document.size_y;
  AddLine("wall_south", 0.0, 0.0, w, 0.0, source, spec);
  AddLine("wall_east", w, 0.0, w, h, source, spec);
  AddLine("wall_north", w, h, 0.0, h, source, spec);
  AddLine("wall_west", 0.0, h, 0.0, 0.0, source, spec);
}

void AddBeacons(const Document& document, world::WorldSpec* spec) {
  const auto text = [](double a, double b) { return std::to_string(a) + " " + std::to_string(b); };
  for (const Beacon& beacon : document.beacons) {
    world::Element element;
    element.name = "surefoot:beacon";
    element.source = beacon.source;
    element.attributes = {{"place", text(beacon.x, beacon.y)},
                          {"vector", text(beacon.vector_x, beacon.vector_y)}};
    spec->extensions.push_back(std::move(element));
  }
}

}  // namespace

void BuildWorld(const Document& document, const std::string& path, Problems* problems,
                world::WorldSpec* spec) {
  const Source source{path, 1, "centurion_config"};
  spec->name = "centurion";
  spec->gravity_W = Vector3d(0.0, 0.0, -9.81);
  spec->physics.step = document.epoch;
  AddFloor(document, source, spec);
  int number = 0;
  for (const Shape& shape : document.objects) {
    AddObject("object_" + std::to_string(++number), shape, spec);
  }
  Room room = RoomOf(document);
  RandomStream random(document.seed, "centurion agents");
  int agent = 0;
  for (AgentGroup group : document.groups) {
    if (group.random && !PlaceAtRandom(document, &random, &room, &group)) {
      problems->Error(group.source, "there is no room for all agents of this group",
                      std::to_string(group.count), "fewer or smaller agents, or a larger arena");
      continue;
    }
    const auto model = std::make_shared<const world::Model>(BuildRobot(group));
    for (const AgentPlace& place : group.places) {
      spec->models.push_back({"robot_" + std::to_string(++agent),
                              PlaceAt(place.x, place.y, 0.0, place.angle_deg * kDegree), model});
    }
  }
  AddBeacons(document, spec);
  if (!document.beacons.empty()) {
    problems->Warning(document.beacons.front().source,
                      "beacons are kept as they are; no sensor of ours sees them");
  }
}

}  // namespace surefoot::formats::centurion
