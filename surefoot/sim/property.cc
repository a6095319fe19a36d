#include "surefoot/sim/property.h"

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/sim/fields/fields.h"
#include "surefoot/world/parse.h"
#include "surefoot/world/wheels/two_sided_drive.h"

// A property is named by model, part and name, such as "husky", "link:base_link", "mass".

namespace surefoot::sim {
namespace {

/// "link:base" as "link" and "base"; an empty name for text without a colon.
std::pair<std::string, std::string> Split(const std::string& part) {
  const std::size_t colon = part.find(':');
  if (colon == std::string::npos) return {part, ""};
  return {part.substr(0, colon), part.substr(colon + 1)};
}

void AddModelFields(world::Model* model, Fields* fields) {
  double total = 0.0;
  for (const world::Link& link : model->links) total += link.inertia.mass;
  if (!(total > 0.0)) return;
  fields->Number({"mass", "Mass of all links", "Inertia", "kg"}, {1e-6, 1e6}, total,
                 [model, total](double requested) {
                   for (world::Link& link : model->links) {
                     // Scaling all masses alike keeps the centre of mass and scales the inertias.
                     link.inertia.mass *= requested / total;
                     link.inertia.I_BBcm_B *= requested / total;
                     link.inertia_computed = false;
                   }
                   return Status();
                 });
}

/// Dimensions used by the controller of a two-sided robot; they may differ from the real ones on
/// purpose.
void AddDriveFields(world::Model* model, Fields* fields) {
  const int index = world::FindTwoSidedDrive(*model);
  if (index < 0) return;
  world::Element* drive = &model->extensions[At(index)];
  const std::pair<const char*, const char*> numbers[] = {
      {world::kWheelSeparation, "Wheel separation (controller)"},
      {world::kWheelRadius, "Wheel radius (controller)"}};
  for (const auto& [name, label] : numbers) {
    const double value = world::TwoSidedNumber(*model, *drive, name);
    if (!(value > 0.0)) continue;
    fields->Number({std::string("drive.") + name, label, "Drive", "m"}, {1e-3, 1e3}, value,
                   [drive, name = std::string(name)](double requested) {
                     world::SetTwoSidedNumber(name, requested, drive);
                     return Status();
                   });
  }
}

bool IsSame(const Property& a, const Property& b) {
  return a.name == b.name && a.label == b.label && a.value == b.value && a.text == b.text;
}

}  // namespace

Editing::Editing(const world::World& world, const sensors::SensorRegistry& kinds)
    : world_(&world), kinds_(&kinds), spec_(std::make_unique<world::WorldSpec>(world.spec())) {}

Result<Editing> Editing::Open(const world::World& world, const sensors::SensorRegistry& kinds,
                              const std::string& entity) {
  Editing editing(world, kinds);
  if (entity.empty()) return editing;
  const int model = world.FindModel(entity);
  if (model < 0) {
    return Error{"there is no model '" + entity + "'; " +
                 world::NameAdvice(entity, NamesOf(world.spec().models))};
  }
  editing.model_id_ = model;
  editing.model_ = std::make_shared<world::Model>(world.model(model));
  editing.spec_->models[static_cast<std::size_t>(model)].model = editing.model_;
  return editing;
}

std::vector<std::string> Editing::PartsOf(const std::string& kind) const {
  if (kind == "ground") return NamesOf(spec_->grounds);
  if (model_ == nullptr) return {};
  if (kind == "link") return NamesOf(model_->links);
  if (kind == "joint") return NamesOf(model_->joints);
  if (kind == "sensor") return NamesOf(NamedSensors(model_.get()));
  return {};
}

Status Editing::NoPart(const std::string& part) const {
  const auto [kind, name] = Split(part);
  if (kind == "ground" || (model_ != nullptr && !PartsOf(kind).empty())) {
    return Error{"there is no " + kind + " '" + name + "'; " +
                 world::NameAdvice(name, PartsOf(kind))};
  }
  return Error{"there is no part '" + part +
               "'; write link:NAME, joint:NAME, sensor:NAME or ground:NAME, or nothing for the "
               "model itself"};
}

Result<Fields> Editing::Part(const std::string& part) {
  Fields fields;
  const auto [kind, name] = Split(part);
  if (kind == "ground") {
    const int ground = FindNamed(spec_->grounds, name);
    if (ground < 0) return NoPart(part).error();
    AddGroundFields(&spec_->grounds[At(ground)], &fields);
    return fields;
  }
  if (model_ == nullptr) return NoPart(part).error();
  if (part.empty() && model_->links.size() != 1) {
    if (!model_->is_static) {
      AddModelFields(model_.get(), &fields);
      AddDriveFields(model_.get(), &fields);
    }
    return fields;
  }
  if (part.empty() || kind == "link") {
    const int link = part.empty() ? 0 : model_->FindLink(name);
    if (link < 0) return NoPart(part).error();
    AddLinkFields(*this, link, model_.get(), spec_.get(), &fields);
    return fields;
  }
  if (kind == "joint" && model_->FindJoint(name) >= 0) {
    AddJointFields(&model_->joints[static_cast<std::size_t>(model_->FindJoint(name))], &fields);
    return fields;
  }
  if (kind != "sensor") return NoPart(part).error();
  for (const NamedSensor& sensor : NamedSensors(model_.get())) {
    if (sensor.name != name && sensor.owner + "/" + sensor.sensor->name != name) continue;
    AddSensorFields(sensor.sensor, sensors::FindKind(*kinds_, sensor.sensor->type), &fields);
    return fields;
  }
  return NoPart(part).error();
}

Result<std::vector<Property>> PropertiesOf(const world::World& world,
                                           const sensors::SensorRegistry& kinds,
                                           const std::string& entity, const std::string& part) {
  Editing editing = SUREFOOT_TRY(Editing::Open(world, kinds, entity));
  const Fields fields = SUREFOOT_TRY(editing.Part(part));
  return Mapped<Property>(fields.all(), &Fields::Field::property);
}

/// The class of a part: parts of one class are alike, so a change of one may be meant for all.
std::string Editing::MakeOf(const std::string& kind, const std::string& name) {
  if (kind == "link") {
    const int link = model_->FindLink(name);
    return link >= 0 && world_->WheelOf(LinkId(link)) >= 0 ? "wheel" : "";
  }
  if (kind == "joint") {
    const int joint = model_->FindJoint(name);
    if (joint < 0) return "";
    return world::JointTypeName(model_->joints[At(joint)].type);
  }
  for (const NamedSensor& sensor : NamedSensors(model_.get())) {
    if (sensor.name == name) return sensor.sensor->type;
  }
  return "";
}

std::vector<std::vector<std::string>> SharedWith(const world::World& world,
                                                 const sensors::SensorRegistry& kinds,
                                                 const std::string& entity, const std::string& part,
                                                 const std::vector<Property>& properties) {
  std::vector<std::vector<std::string>> same(properties.size());
  const auto [kind, name] = Split(part);
  if (kind != "link" && kind != "joint" && kind != "sensor") return same;
  Result<Editing> editing = Editing::Open(world, kinds, entity);
  if (!editing.ok() || entity.empty()) return same;
  const std::string make = editing->MakeOf(kind, name);
  if (make.empty()) return same;
  for (const std::string& other : editing->PartsOf(kind)) {
    if (other == name || editing->MakeOf(kind, other) != make) continue;
    const Result<Fields> fields = editing->Part(kind + ":" + other);
    if (!fields.ok()) continue;
    for (const Fields::Field& field : fields->all()) {
      for (std::size_t i = 0; i < properties.size(); ++i) {
        if (IsSame(field.property, properties[i])) same[i].push_back(kind + ":" + other);
      }
    }
  }
  return same;
}

Result<world::WorldSpec> WithProperty(const world::World& world,
                                      const sensors::SensorRegistry& kinds,
                                      const PropertyChange& change) {
  if (change.parts.empty())
    return Error{"property '" + change.property + "' needs at least one part"};
  Editing editing = SUREFOOT_TRY(Editing::Open(world, kinds, change.entity));
  for (const world::GroundMaterial& ground : change.grounds) {
    if (world.FindGround(ground.name) < 0) editing.spec().grounds.push_back(ground);
  }
  for (const std::string& part : change.parts) {
    Fields fields = SUREFOOT_TRY(editing.Part(part));
    SUREFOOT_TRY(fields.Set(change.property, change.values, change.text));
  }
  return std::move(editing.spec());
}

}  // namespace surefoot::sim
