#pragma once

/// Editable properties of each part of a description. Private to this folder.

#include <memory>
#include <string>
#include <vector>

#include "surefoot/sim/property.h"

namespace surefoot::sim {

using world::Caption;
using world::Fields;
using world::Limits;

/// A copy of a world's description that is being edited.
class Editing {
 public:
  /// The entity may be empty for grounds. The world and the kinds must outlive the object.
  static Result<Editing> Open(const world::World& world, const sensors::SensorRegistry& kinds,
                              const std::string& entity);

  /// The fields of a part; valid as long as this object.
  Result<Fields> Part(const std::string& part);
  /// Names of all parts of a kind: "link", "joint", "sensor", "ground".
  std::vector<std::string> PartsOf(const std::string& kind) const;

  std::string MakeOf(const std::string& kind, const std::string& name);

  world::WorldSpec& spec() { return *spec_; }
  const world::World& world() const { return *world_; }
  /// World id of a link of the model.
  int LinkId(int link) const { return world_->layout(model_id_).links.first + link; }

 private:
  Editing(const world::World& world, const sensors::SensorRegistry& kinds);
  Status NoPart(const std::string& part) const;

  const world::World* world_;
  const sensors::SensorRegistry* kinds_;
  /// On the heap, because fields contain pointers into them.
  std::unique_ptr<world::WorldSpec> spec_;
  std::shared_ptr<world::Model> model_;
  int model_id_ = -1;
};

/// Each adds the fields of one part; labels and groups are shown to the user.
void AddLinkFields(const Editing& editing, int link, world::Model* model, world::WorldSpec* spec,
                   Fields* fields);
void AddWheelFields(const world::Wheel& wheel, world::Link* link, Fields* fields);
void AddJointFields(world::Joint* joint, Fields* fields);
/// `kind` may be nullptr.
void AddSensorFields(world::Sensor* sensor, const sensors::SensorKind* kind, Fields* fields);
void AddGroundFields(world::GroundMaterial* ground, Fields* fields);

/// The sensors of a model: those of its links, then those of its joints.
struct NamedSensor {
  /// "imu", or "base_link/imu" if several have the same name.
  std::string name;
  /// The part before the slash; always set.
  std::string owner;
  world::Sensor* sensor = nullptr;
};
std::vector<NamedSensor> NamedSensors(world::Model* model);

}  // namespace surefoot::sim
