#pragma once

/// The checks of arguments that ROS 1's masters and nodes make, with rosmaster's texts. Each check
/// returns the argument in the form in which it is used: names are global.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/xmlrpc/value.h"

namespace surefoot::gateways::ros1 {

/// What an argument must be.
enum class Check {
  kAny,
  /// A text that is not empty.
  kText,
  /// An http or rosrpc URI.
  kApi,
  /// The name of a topic or service; not the root.
  kTopic,
  /// A name, or the root.
  kName,
  /// The same, or an empty text.
  kNameOrEmpty,
  /// "package/Type" or "*".
  kType,
};

/// An argument of a method.
struct Parameter {
  /// For messages.
  const char* name;
  Check check;
};

/// Checks the parameters of a call after the caller's name, which is the first one. The result has
/// `name` first, then all parameters in their final form.
Result<Value::Array> CheckArguments(const Value::Array& params,
                                    const std::vector<Parameter>& parameters);

/// [code, status message, value].
Value Reply(int code, const std::string& message, Value value);

}  // namespace surefoot::gateways::ros1
