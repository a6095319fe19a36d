#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/world/ground.h"
#include "surefoot/world/model.h"

namespace surefoot::world {

/// A model placed in the world under its own name. The description is shared and const.
struct ModelInstance {
  std::string name;
  RigidTransform X_WM;
  std::shared_ptr<const Model> model;
};

/// Two links, of the same or of different models, fixed to each other in the relative pose X_AB.
struct Attachment {
  std::string name;
  std::string model_a;
  std::string link_a;
  std::string model_b;
  std::string link_b;
  RigidTransform X_AB;
};

/// Two links that never collide; an empty link means every link of the model.
struct CollisionFilter {
  std::string model_a;
  std::string link_a;
  std::string model_b;
  std::string link_b;
};

/// Geographic position of the world's origin.
struct SphericalCoordinates {
  std::string surface_model = "EARTH_WGS84";
  double latitude_deg = 0.0;
  double longitude_deg = 0.0;
  double elevation = 0.0;
  /// Angle from east to the world's x axis, counter-clockwise.
  double heading_deg = 0.0;
};

/// The file's physics settings.
struct PhysicsSpec {
  std::string name;
  /// The engine named in the file ("ode" in most files); a hint that is reported but not followed.
  std::string type;
  double step = 0.001;
  double real_time_factor = 1.0;
  Element element;
};

/// The neutral description into which every file format is read. Plain data without validation;
/// MakeWorld() (world.h) validates and indexes it.
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
  /// Properties of named surfaces under wheels: those defined in the world, then those of data
  /// files.
  std::vector<GroundMaterial> grounds;
  /// What computes the contact of all wheels, overriding wheels and surfaces; absent: they decide.
  std::optional<WheelContact> wheel_contact;
  /// <scene>, <gui>, <wind>, <atmosphere>, <actor>, ... as written.
  std::vector<Element> kept;
  /// <surefoot:...> elements of the world.
  std::vector<Element> extensions;
};

}  // namespace surefoot::world
