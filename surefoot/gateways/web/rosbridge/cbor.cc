#include "surefoot/gateways/web/rosbridge/cbor.h"

#include <array>
#include <bit>
#include <type_traits>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/type_info.h"

// CBOR as rosbridge uses it: maps in the order of the fields, arrays of numbers as typed arrays
// (RFC 8746), which browsers read without copying.

namespace surefoot::gateways::web {
namespace {

using msgs::FieldRef;
using Kind = FieldRef::Kind;

static_assert(std::endian::native == std::endian::little, "typed arrays are copied as they are");

/// Major types (RFC 8949, section 3.1).
enum Major : std::uint8_t {
  kUnsigned = 0,
  kNegative = 1,
  kBytes = 2,
  kText = 3,
  kArray = 4,
  kMap = 5,
  kTag = 6
};

void AppendBigEndian(std::uint64_t value, int bytes, std::string* out) {
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
    out->push_back(static_cast<char>(value >> shift & 0xff));
  }
}

/// The initial byte and the argument in the shortest form (RFC 8949, sections 3 and 4.1).
void AppendHead(Major major, std::uint64_t value, std::string* out) {
  const auto first = [&](unsigned low) { out->push_back(static_cast<char>(major << 5 | low)); };
  if (value < 24) return first(static_cast<unsigned>(value));
  const int log_bytes = value <= 0xff ? 0 : value <= 0xffff ? 1 : value <= 0xffffffff ? 2 : 3;
  first(24u + static_cast<unsigned>(log_bytes));
  AppendBigEndian(value, 1 << log_bytes, out);
}

/// Major type 7 with 4 bytes (RFC 8949, section 3.3); infinities and NaN are kept, unlike in JSON.
void AppendFloat(float value, std::string* out) {
  out->push_back(static_cast<char>(0xfa));
  AppendBigEndian(std::bit_cast<std::uint32_t>(value), 4, out);
}

void AppendDouble(double value, std::string* out) {
  out->push_back(static_cast<char>(0xfb));
  AppendBigEndian(std::bit_cast<std::uint64_t>(value), 8, out);
}

/// Tags of little-endian typed arrays (RFC 8746, section 2.1); 0 for arrays of other types.
int TypedArrayTag(Kind kind) {
  switch (kind) {
    case Kind::kUint16:
      return 69;
    case Kind::kUint32:
      return 70;
    case Kind::kUint64:
      return 71;
    case Kind::kInt8:
      return 72;
    case Kind::kInt16:
      return 77;
    case Kind::kInt32:
      return 78;
    case Kind::kInt64:
      return 79;
    case Kind::kFloat32:
      return 85;
    case Kind::kFloat64:
      return 86;
    default:
      return 0;
  }
}

void AppendMessage(const msgs::TypeInfo& type, void* message, std::string* out);

void AppendItem(const FieldRef& field, void* item, std::string* out) {
  msgs::VisitItem(field.kind, item, [&](auto* value) {
    using T = std::remove_pointer_t<decltype(value)>;
    if constexpr (std::is_void_v<T>) {
      AppendMessage(*field.type, value, out);
    } else if constexpr (std::is_same_v<T, bool>) {
      out->push_back(static_cast<char>(*value ? 0xf5 : 0xf4));
    } else if constexpr (std::is_same_v<T, std::string>) {
      AppendCborText(*value, out);
    } else if constexpr (std::is_same_v<T, float>) {
      AppendFloat(*value, out);
    } else if constexpr (std::is_same_v<T, double>) {
      AppendDouble(*value, out);
    } else if constexpr (std::is_same_v<T, std::uint64_t>) {
      AppendHead(kUnsigned, *value, out);
    } else {
      AppendCborInteger(*value, out);
    }
  });
}

/// Arrays of numbers are copied as they are in memory; this is why clients request CBOR.
void AppendField(const FieldRef& field, std::string* out) {
  if (field.shape == FieldRef::Shape::kSingle) return AppendItem(field, field.items, out);
  const auto* data = static_cast<const std::uint8_t*>(field.items);
  if (field.kind == Kind::kUint8) return AppendCborBytes(data, field.count, out);
  if (const int tag = TypedArrayTag(field.kind); tag != 0) {
    AppendHead(kTag, static_cast<std::uint64_t>(tag), out);
    return AppendCborBytes(data, field.count * field.item_size, out);
  }
  AppendHead(kArray, field.count, out);
  for (std::size_t i = 0; i < field.count; ++i) AppendItem(field, field.item(i), out);
}

void AppendMessage(const msgs::TypeInfo& type, void* message, std::string* out) {
  std::uint64_t count = 0;
  msgs::VisitFields(type, message, [&](const FieldRef&) { ++count; });
  AppendHead(kMap, count, out);
  msgs::VisitFields(type, message, [&](const FieldRef& field) {
    AppendCborText(field.name, out);
    AppendField(field, out);
  });
}

/// The frame's map up to the value of "msg".
std::string BeginPublish(const std::string& topic) {
  std::string out;
  AppendHead(kMap, 3, &out);
  AppendCborText("op", &out);
  AppendCborText("publish", &out);
  AppendCborText("topic", &out);
  AppendCborText(topic, &out);
  AppendCborText("msg", &out);
  return out;
}

}  // namespace

void AppendCborText(std::string_view text, std::string* out) {
  AppendHead(kText, text.size(), out);
  out->append(text);
}

void AppendCborBytes(const std::uint8_t* data, std::size_t size, std::string* out) {
  AppendHead(kBytes, size, out);
  if (size > 0) out->append(reinterpret_cast<const char*>(data), size);
}

void AppendCborInteger(std::int64_t value, std::string* out) {
  if (value >= 0) return AppendHead(kUnsigned, static_cast<std::uint64_t>(value), out);
  // Major type 1 encodes -1 - n, which is ~n in two's complement.
  AppendHead(kNegative, ~static_cast<std::uint64_t>(value), out);
}

void AppendCborMessage(const msgs::TypeInfo& type, const void* message, std::string* out) {
  // VisitFields takes a mutable pointer, but nothing is changed.
  AppendMessage(type, const_cast<void*>(message), out);
}

std::string CborPublish(const std::string& topic, const msgs::TypeInfo& type, const Bytes& cdr) {
  std::string out = BeginPublish(topic);
  const std::shared_ptr<void> message = type.make();
  // After a failure the message contains the fields decoded so far.
  static_cast<void>(type.decode(cdr.data(), cdr.size(), message.get()));
  AppendCborMessage(type, message.get(), &out);
  return out;
}

std::string CborRawPublish(const std::string& topic, SimTimeNs time_ns, const Bytes& cdr) {
  std::string out = BeginPublish(topic);
  const msgs::builtin_interfaces::Time time = msgs::ToTime(time_ns);
  AppendHead(kMap, 3, &out);
  AppendCborText("secs", &out);
  AppendCborInteger(time.sec, &out);
  AppendCborText("nsecs", &out);
  AppendCborInteger(time.nanosec, &out);
  AppendCborText("bytes", &out);
  AppendCborBytes(cdr.data(), cdr.size(), &out);
  return out;
}

}  // namespace surefoot::gateways::web
