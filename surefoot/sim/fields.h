#pragma once

/// The properties of a part with the places that they are kept in. Private to this folder.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/sim/property.h"

namespace surefoot::sim {

struct Caption {
  std::string name;
  std::string label;
  std::string group;
  std::string unit = {};
};

struct Limits {
  double lower = 0.0;
  double upper = 0.0;
};

class Fields {
 public:
  using SetNumbers = std::function<Status(const std::vector<double>&)>;
  using SetText = std::function<Status(const std::string&)>;
  struct Field {
    Property property;
    SetNumbers set_numbers;
    SetText set_text;
  };

  /// What is set goes there; it must outlive the fields.
  void Number(const Caption& caption, const Limits& limits, double* value);
  void Number(const Caption& caption, const Limits& limits, double value,
              std::function<Status(double)> set);
  void Vector(const Caption& caption, const Limits& limits, Vector3d* value);
  void Vector(const Caption& caption, const Limits& limits, const Vector3d& value,
              std::function<Status(const Vector3d&)> set);
  void Flag(const Caption& caption, bool* value);
  void Choice(const Caption& caption, std::vector<std::string> choices, const std::string& value,
              SetText set);

  const std::vector<Field>& all() const { return all_; }
  /// Checks and sets.
  Status Set(const std::string& name, const std::vector<double>& values, const std::string& text);

 private:
  Field& Add(const Caption& caption, const char* kind, const Limits& limits);
  std::vector<Field> all_;
};

/// A world's description that is being changed.
class Editing {
 public:
  /// The entity may be empty for grounds. The world must outlive this.
  static Result<Editing> Open(const world::World& world, const std::string& entity);

  /// The fields of a part; they are good as long as this is.
  Result<Fields> Part(const std::string& part);
  /// Names of all parts of a kind: "link", "joint", "sensor".
  std::vector<std::string> PartsOf(const std::string& kind) const;

  std::string MakeOf(const std::string& kind, const std::string& name);

  world::WorldSpec& spec() { return *spec_; }
  const world::World& world() const { return *world_; }
  /// World id of a link of the model.
  int LinkId(int link) const { return world_->layout(model_id_).links.first + link; }

 private:
  explicit Editing(const world::World& world);
  Status NoPart(const std::string& part) const;

  const world::World* world_;
  /// On the heap, as fields point into them.
  std::unique_ptr<world::WorldSpec> spec_;
  std::shared_ptr<world::Model> model_;
  int model_id_ = -1;
};

/// Each adds the fields of a part.
void AddLinkFields(const Editing& editing, int link, world::Model* model, world::WorldSpec* spec,
                   Fields* fields);
void AddWheelFields(const world::Wheel& wheel, world::Link* link, Fields* fields);
void AddJointFields(world::Joint* joint, Fields* fields);
void AddSensorFields(world::Sensor* sensor, Fields* fields);
void AddGroundFields(world::GroundMaterial* ground, Fields* fields);

/// The sensors of a model: of its links, then of its joints.
struct NamedSensor {
  /// "imu", or "base_link/imu" where another link has one of the name.
  std::string name;
  /// What is before the slash, always.
  std::string owner;
  world::Sensor* sensor = nullptr;
};
std::vector<NamedSensor> NamedSensors(world::Model* model);

/// The child of that name, with or without "surefoot:" before it; nullptr when there is none.
world::Element* FindChild(world::Element* element, const std::string& name);
/// The child, made where there is none: under `name` as it is given.
world::Element* ChildOf(world::Element* element, const std::string& name);
/// Sets the child of that name, or the attribute where it is written as one.
void SetValue(world::Element* element, const std::string& name, const std::string& text);

}  // namespace surefoot::sim
