#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/world/ground.h"
#include "surefoot/world/model.h"

namespace surefoot::world {

/// A model placed in the world under a name of its own. The description is shared and const.
struct ModelInstance {
  std::string name;
  RigidTransform X_WM;
  std::shared_ptr<const Model> model;
};

/// Two links, of the same or of different models, held together as they were when attached.
struct Attachment {
  std::string name;
  std::string model_a;
  std::string link_a;
  std::string model_b;
  std::string link_b;
  RigidTransform X_AB;
};

/// Two links that never collide: "model", "link"; an empty link means every link of the model.
struct CollisionFilter {
  std::string model_a;
  std::string link_a;
  std::string model_b;
  std::string link_b;
};

/// Where the world's origin is on a planet.
struct SphericalCoordinates {
  std::string surface_model = "EARTH_WGS84";
  double latitude_deg = 0.0;
  double longitude_deg = 0.0;
  double elevation = 0.0;
  /// Angle of the world's x axis from east, counter-clockwise.
  double heading_deg = 0.0;
};

/// How the file wants physics to run.
struct PhysicsSpec {
  std::string name;
  /// The engine the file names ("ode" in most files); a hint, reported but not obeyed.
  std::string type;
  double step = 0.001;
  double real_time_factor = 1.0;
  Element element;
};

/// The neutral description: what every file format is read into. Plain data, no rules checked yet;
/// MakeWorld (world.h) checks and indexes it.
struct WorldSpec {
  std::string name = "world";
  Vector3d gravity_W = Vector3d(0.0, 0.0, -9.8);
  Vector3d magnetic_field_W = Vector3d(6e-6, 2.3e-5, -4.2e-5);
  PhysicsSpec physics;
  std::optional<SphericalCoordinates> spherical_coordinates;
  std::vector<ModelInstance> models;
  std::vector<Light> lights;
  std::vector<Plugin> plugins;
  std::vector<SurfacePair> surface_pairs;
  std::vector<CollisionFilter> collision_filters;
  std::vector<Attachment> attachments;
  /// What named surfaces are like under wheels: those written in the world, then data files.
  std::vector<GroundMaterial> grounds;
  /// Who computes the contact of all wheels, whatever they and the surfaces say; absent: as they
  /// say.
  std::optional<WheelContact> wheel_contact;
  /// <scene>, <gui>, <wind>, <atmosphere>, <actor>, ... as written.
  std::vector<Element> kept;
  /// <surefoot:...> elements of the world.
  std::vector<Element> extensions;
};

}  // namespace surefoot::world
