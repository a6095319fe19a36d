#pragma once

/// Messages as JSON, by the conventions of rosbridge v2 for ROS 2: numbers as numbers, NaN and
/// infinities as null, uint8[] as base64, times as {"sec": 1, "nanosec": 0}.

#include <string>
#include <string_view>

#include "surefoot/base/result.h"
#include "surefoot/msgs/json_reader.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// Appends the message as one line of JSON.
void AppendJson(const TypeInfo& type, const void* message, std::string* out);
std::string ToJson(const TypeInfo& type, const void* message);
template <typename T>
std::string ToJson(const T& message) {
  return ToJson(T::type(), &message);
}

/// Sets the fields that are present; the others keep their values. uint8[] is base64 or a list of
/// numbers; times may also use ROS 1's secs and nsecs. Unknown fields and values that do not fit
/// are errors with their path: "linear.y: expected a number, got \"fast\"". After an error the
/// message is partly set.
Status FromJson(const TypeInfo& type, std::string_view text, void* message);
template <typename T>
Status FromJson(std::string_view text, T* message) {
  return FromJson(T::type(), text, message);
}

/// The same for a value within a larger text; the reader then has the error, too.
Status ReadJson(const TypeInfo& type, JsonReader* reader, void* message);

}  // namespace surefoot::msgs
