#include "surefoot/msgs/json.h"

#include <charconv>
#include <cmath>

#include "surefoot/msgs/base64.h"
#include "surefoot/msgs/json_shapes.h"

namespace surefoot::msgs {
namespace {

using Kind = FieldRef::Kind;
using Shape = FieldRef::Shape;

template <typename T>
void AppendInteger(const void* item, std::string* out) {
  char text[24];
  const auto end = std::to_chars(text, text + sizeof text, *static_cast<const T*>(item)).ptr;
  out->append(text, static_cast<std::size_t>(end - text));
}

void AppendFloat(float value, std::string* out) {
  if (!std::isfinite(value)) {
    out->append("null");
    return;
  }
  char text[24];
  const auto end = std::to_chars(text, text + sizeof text, value).ptr;
  out->append(text, static_cast<std::size_t>(end - text));
}

void AppendMessage(const TypeInfo& type, void* message, std::string* out);

void AppendItem(const FieldRef& field, void* item, std::string* out) {
  switch (field.kind) {
    case Kind::kBool:
      out->append(*static_cast<bool*>(item) ? "true" : "false");
      return;
    case Kind::kInt8:
      return AppendInteger<std::int8_t>(item, out);
    case Kind::kUint8:
      return AppendInteger<std::uint8_t>(item, out);
    case Kind::kInt16:
      return AppendInteger<std::int16_t>(item, out);
    case Kind::kUint16:
      return AppendInteger<std::uint16_t>(item, out);
    case Kind::kInt32:
      return AppendInteger<std::int32_t>(item, out);
    case Kind::kUint32:
      return AppendInteger<std::uint32_t>(item, out);
    case Kind::kInt64:
      return AppendInteger<std::int64_t>(item, out);
    case Kind::kUint64:
      return AppendInteger<std::uint64_t>(item, out);
    case Kind::kFloat32:
      return AppendFloat(*static_cast<float*>(item), out);
    case Kind::kFloat64:
      return AppendJsonNumber(*static_cast<double*>(item), out);
    case Kind::kString:
      return AppendJsonText(*static_cast<std::string*>(item), out);
    case Kind::kMessage:
      return AppendMessage(*field.type, item, out);
  }
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
