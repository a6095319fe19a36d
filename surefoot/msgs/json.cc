#include "surefoot/msgs/json.h"

#include <type_traits>

#include "surefoot/msgs/base64.h"
#include "surefoot/msgs/json_shapes.h"
#include "surefoot/msgs/visit_item.h"

namespace surefoot::msgs {
namespace {

using Kind = FieldRef::Kind;
using Shape = FieldRef::Shape;

void AppendMessage(const TypeInfo& type, void* message, std::string* out);

void AppendItem(const FieldRef& field, void* item, std::string* out) {
  VisitItem(field.kind, item, [&](auto* value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_void_v<T>) {
      AppendMessage(*field.type, value, out);
    } else if constexpr (std::is_same_v<T, bool>) {
      out->append(*value ? "true" : "false");
    } else if constexpr (std::is_same_v<T, std::string>) {
      AppendJsonText(*value, out);
    } else {
      AppendJsonNumber(*value, out);
    }
  });
}

void AppendField(const FieldRef& field, std::string* out) {
  if (field.shape == Shape::kSingle) return AppendItem(field, field.items, out);
  if (field.kind == Kind::kUint8) {
    *out += '"';
    AppendBase64(static_cast<const std::uint8_t*>(field.items), field.count, out);
    *out += '"';
    return;
  }
  *out += '[';
  for (std::size_t i = 0; i < field.count; ++i) {
    if (i > 0) *out += ',';
    AppendItem(field, field.item(i), out);
  }
  *out += ']';
}

void AppendMessage(const TypeInfo& type, void* message, std::string* out) {
  *out += '{';
  bool first = true;
  VisitFields(type, message, [&](const FieldRef& field) {
    out->append(first ? "\"" : ",\"");
    first = false;
    out->append(field.name);
    out->append("\":");
    AppendField(field, out);
  });
  AppendOtherFields(type, message, out);
  *out += '}';
}

}  // namespace

void AppendJson(const TypeInfo& type, const void* message, std::string* out) {
  // Visiting does not change anything.
  AppendMessage(type, const_cast<void*>(message), out);
}

std::string ToJson(const TypeInfo& type, const void* message) {
  std::string text;
  AppendJson(type, message, &text);
  return text;
}

}  // namespace surefoot::msgs
