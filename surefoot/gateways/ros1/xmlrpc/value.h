#pragma once

/// Values of XML-RPC (http://xmlrpc.com/spec.md), the protocol of ROS 1's master and nodes.

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace surefoot::gateways::ros1 {

/// A value of any type. Its text and its binary types keep what the sender wrote.
///
///   const Value answer = Value::Array{1, "current topics", Value::Array{}};
class Value {
 public:
  using Array = std::vector<Value>;
  using Struct = std::map<std::string, Value>;
  /// ISO 8601, as received: "20261118T17:33:43".
  struct DateTime {
    std::string text;
    bool operator==(const DateTime&) const = default;
  };
  /// Bytes of a <base64>.
  struct Binary {
    std::string bytes;
    bool operator==(const Binary&) const = default;
  };

  Value() : data_(std::string()) {}
  Value(bool value) : data_(value) {}                      // NOLINT: implicit on purpose
  Value(std::int32_t value) : data_(value) {}              // NOLINT: implicit on purpose
  Value(double value) : data_(value) {}                    // NOLINT: implicit on purpose
  Value(const char* value) : data_(std::string(value)) {}  // NOLINT: implicit on purpose
  Value(std::string value) : data_(std::move(value)) {}    // NOLINT: implicit on purpose
  Value(DateTime value) : data_(std::move(value)) {}       // NOLINT: implicit on purpose
  Value(Binary value) : data_(std::move(value)) {}         // NOLINT: implicit on purpose
  Value(Array value) : data_(std::move(value)) {}          // NOLINT: implicit on purpose
  Value(Struct value) : data_(std::move(value)) {}         // NOLINT: implicit on purpose
  Value(const std::vector<std::string>& texts)
      : data_(Array(texts.begin(), texts.end())) {}  // NOLINT

  /// nullptr if the value has another type.
  template <typename T>
  const T* As() const {
    return std::get_if<T>(&data_);
  }
  template <typename T>
  T* As() {
    return std::get_if<T>(&data_);
  }
  const std::string* text() const { return As<std::string>(); }
  const Array* array() const { return As<Array>(); }
  const Struct* members() const { return As<Struct>(); }
  Struct* members() { return As<Struct>(); }

  /// Whether Python, in which ROS 1's master is written, takes the value for false: 0, "", [].
  bool IsFalse() const;

  /// Calls use(value) with the value as its C++ type.
  template <typename Use>
  auto Visit(Use&& use) const {
    return std::visit(use, data_);
  }

  bool operator==(const Value&) const = default;

 private:
  std::variant<bool, std::int32_t, double, std::string, DateTime, Binary, Array, Struct> data_;
};

/// About how many bytes the value takes in memory, for limits.
std::size_t SizeOf(const Value& value);

}  // namespace surefoot::gateways::ros1
