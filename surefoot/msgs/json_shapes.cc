#include "surefoot/msgs/json_shapes.h"

#include <cstring>
#include <limits>

#include "surefoot/msgs/json_reader.h"

namespace surefoot::msgs {
namespace {

using Kind = FieldRef::Kind;
using Rule = OtherField::Rule;

constexpr std::string_view kPackage = "simulation_interfaces/";

constexpr OtherField kFields[] = {
    {"simulation_interfaces/srv/SpawnEntity_Request", "entity_resource", Rule::kResource, ""},
    {"simulation_interfaces/srv/LoadWorld_Request", "world_resource", Rule::kResource, ""},
    {"simulation_interfaces/msg/Spawnable", "entity_resource", Rule::kResource, "", true},
    {"simulation_interfaces/msg/SpawnEntity", "uri", Rule::kInto, "entity_resource"},
    {"simulation_interfaces/msg/SpawnEntity", "resource_string", Rule::kInto, "entity_resource"},
    {"simulation_interfaces/srv/SetEntityState_Request", "set_pose", Rule::kFlag, "state.pose"},
    {"simulation_interfaces/srv/SetEntityState_Request", "set_twist", Rule::kFlag, "state.twist"},
    {"simulation_interfaces/srv/SetEntityState_Request", "set_acceleration", Rule::kFlag,
     "state.acceleration"},
};

bool MayHaveTwo(const TypeInfo& type) {
  return std::strncmp(type.name, kPackage.data(), kPackage.size()) == 0;
}

void AppendText(const TypeInfo& type, void* message, const char* name, std::string* out) {
  std::string_view text;
  VisitFields(type, message, [&](const FieldRef& field) {
    if (std::strcmp(field.name, name) != 0 || field.kind != Kind::kString) return;
    text = *static_cast<const std::string*>(field.items);
  });
  AppendJsonText(text, out);
}

}  // namespace

const OtherField* FindOtherField(const TypeInfo& type, std::string_view name) {
  if (!MayHaveTwo(type)) return nullptr;
  for (const OtherField& field : kFields) {
    if (name == field.name && std::strcmp(type.name, field.type) == 0) return &field;
  }
  return nullptr;
}

void ClearNumbers(const TypeInfo& type, void* message, std::string_view path) {
  const std::string_view first = path.substr(0, path.find('.'));
  const std::string_view rest = path.size() > first.size() ? path.substr(first.size() + 1) : "";
  VisitFields(type, message, [&](const FieldRef& field) {
    if (!first.empty() && first != field.name) return;
    if (field.kind == Kind::kMessage && field.shape == FieldRef::Shape::kSingle) {
      ClearNumbers(*field.type, field.items, rest);
    } else if (field.kind == Kind::kFloat64 && field.shape == FieldRef::Shape::kSingle) {
      *static_cast<double*>(field.items) = std::numeric_limits<double>::quiet_NaN();
    }
  });
}

void AppendOtherFields(const TypeInfo& type, void* message, std::string* out) {
  if (!MayHaveTwo(type)) return;
  for (const OtherField& field : kFields) {
    if (!field.written || std::strcmp(type.name, field.type) != 0) continue;
    *out += ",\"" + std::string(field.name) + "\":{\"uri\":";
    AppendText(type, message, "uri", out);
    *out += ",\"resource_string\":";
    AppendText(type, message, "resource_string", out);
    *out += '}';
  }
}

}  // namespace surefoot::msgs
