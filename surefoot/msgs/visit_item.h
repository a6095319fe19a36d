#pragma once

#include <cstdint>
#include <string>

#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// Calls use(T*) with one item of a field as its C++ type; a message stays a void*.
template <typename Use>
auto VisitItem(FieldRef::Kind kind, void* item, Use&& use) {
  using Kind = FieldRef::Kind;
  switch (kind) {
    case Kind::kBool:
      return use(static_cast<bool*>(item));
    case Kind::kInt8:
      return use(static_cast<std::int8_t*>(item));
    case Kind::kUint8:
      return use(static_cast<std::uint8_t*>(item));
    case Kind::kInt16:
      return use(static_cast<std::int16_t*>(item));
    case Kind::kUint16:
      return use(static_cast<std::uint16_t*>(item));
    case Kind::kInt32:
      return use(static_cast<std::int32_t*>(item));
    case Kind::kUint32:
      return use(static_cast<std::uint32_t*>(item));
    case Kind::kInt64:
      return use(static_cast<std::int64_t*>(item));
    case Kind::kUint64:
      return use(static_cast<std::uint64_t*>(item));
    case Kind::kFloat32:
      return use(static_cast<float*>(item));
    case Kind::kFloat64:
      return use(static_cast<double*>(item));
    case Kind::kString:
      return use(static_cast<std::string*>(item));
    case Kind::kMessage:
      break;
  }
  return use(item);
}

}  // namespace surefoot::msgs
