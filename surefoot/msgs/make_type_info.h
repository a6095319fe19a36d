#pragma once

/// Builds TypeInfo from the generated structs; included by generated sources only.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "surefoot/msgs/cdr.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

template <typename T>
constexpr FieldRef::Kind KindOf() {
  using Kind = FieldRef::Kind;
  if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, BoolItem>) return Kind::kBool;
  if constexpr (std::is_same_v<T, std::int8_t>) return Kind::kInt8;
  if constexpr (std::is_same_v<T, std::uint8_t>) return Kind::kUint8;
  if constexpr (std::is_same_v<T, std::int16_t>) return Kind::kInt16;
  if constexpr (std::is_same_v<T, std::uint16_t>) return Kind::kUint16;
  if constexpr (std::is_same_v<T, std::int32_t>) return Kind::kInt32;
  if constexpr (std::is_same_v<T, std::uint32_t>) return Kind::kUint32;
  if constexpr (std::is_same_v<T, std::int64_t>) return Kind::kInt64;
  if constexpr (std::is_same_v<T, std::uint64_t>) return Kind::kUint64;
  if constexpr (std::is_same_v<T, float>) return Kind::kFloat32;
  if constexpr (std::is_same_v<T, double>) return Kind::kFloat64;
  if constexpr (std::is_same_v<T, std::string>) return Kind::kString;
  return Kind::kMessage;
}

/// Sets what follows from the item's type; the overloads below set the rest.
template <typename T>
FieldRef MakeFieldRef(const char* name, FieldRef::Shape shape, T* items, std::size_t count) {
  FieldRef ref{name, KindOf<T>(), shape, nullptr, items, count, sizeof(T), nullptr, nullptr};
  if constexpr (KindOf<T>() == FieldRef::Kind::kMessage) ref.type = &T::type();
  return ref;
}

template <typename T>
FieldRef RefTo(const char* name, T* field) {
  return MakeFieldRef(name, FieldRef::Shape::kSingle, field, 1);
}
template <typename T, std::size_t n>
FieldRef RefTo(const char* name, std::array<T, n>* field) {
  return MakeFieldRef(name, FieldRef::Shape::kFixedArray, field->data(), n);
}
template <typename T>
FieldRef RefTo(const char* name, std::vector<T>* field) {
  FieldRef ref = MakeFieldRef(name, FieldRef::Shape::kArray, field->data(), field->size());
  ref.vector = field;
  ref.resize = [](void* vector, std::size_t count) -> void* {
    auto* items = static_cast<std::vector<T>*>(vector);
    items->resize(count);
    return items->data();
  };
  return ref;
}

template <typename T>
void SetBounds([[maybe_unused]] FieldRef* field) {
  if constexpr (kHasBounds<T>) {
    for (const FieldBounds& bounds : T::kBounds) {
      if (bounds.name != field->name) continue;
      if (bounds.items > 0) field->max_items = bounds.items;
      if (bounds.text > 0) field->max_text = bounds.text;
    }
  }
}

/// Type erasure by plain function pointers, so that TypeInfo can be constant data.
template <typename T>
TypeInfo MakeTypeInfo(const char* name, const char* type_hash, const char* definition) {
  TypeInfo info{};
  info.name = name;
  info.type_hash = type_hash;
  info.definition = definition;
  info.encode = [](const void* message, Bytes* out) {
    CdrWriter writer(out);
    writer.Write(*static_cast<const T*>(message));
  };
  info.decode = [](const std::uint8_t* data, std::size_t size, void* message) {
    CdrReader reader(data, size);
    reader.Read(static_cast<T*>(message));
    return reader.ok();
  };
  info.make = []() -> std::shared_ptr<void> { return std::make_shared<T>(); };
  info.fields = [](void* message, [[maybe_unused]] void* context,
                   [[maybe_unused]] void (*visit)(void*, const FieldRef&)) {
    T::VisitFields(*static_cast<T*>(message), [&](const char* field_name, auto& field) {
      FieldRef ref = RefTo(field_name, &field);
      SetBounds<T>(&ref);
      visit(context, ref);
    });
  };
  return info;
}

}  // namespace surefoot::msgs
