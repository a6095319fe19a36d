#include "surefoot/gateways/ros1/xmlrpc/value.h"

#include <type_traits>

namespace surefoot::gateways::ros1 {
namespace {

/// Overhead of a node of std::map, by its three pointers and its colour.
constexpr std::size_t kMapNode = 32;

}  // namespace

bool Value::IsFalse() const {
  return std::visit(
      [](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_arithmetic_v<T>) {
          return value == T{};
        } else if constexpr (std::is_same_v<T, DateTime> || std::is_same_v<T, Binary>) {
          // xmlrpc.client.DateTime and Binary are objects, which are true.
          return false;
        } else {
          return value.empty();
        }
      },
      data_);
}

std::size_t SizeOf(const Value& value) {
  std::size_t size = sizeof(Value);
  if (const std::string* text = value.text()) size += text->size();
  if (const auto* binary = value.As<Value::Binary>()) size += binary->bytes.size();
  if (const auto* time = value.As<Value::DateTime>()) size += time->text.size();
  if (const Value::Array* array = value.array()) {
    for (const Value& item : *array) size += SizeOf(item);
  }
  if (const Value::Struct* members = value.members()) {
    for (const auto& [name, member] : *members) {
      size += kMapNode + sizeof(std::string) + name.size() + SizeOf(member);
    }
  }
  return size;
}

}  // namespace surefoot::gateways::ros1
