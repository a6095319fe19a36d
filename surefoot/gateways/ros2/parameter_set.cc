#include "surefoot/gateways/ros2/parameter_set.h"

#include <algorithm>

namespace surefoot::gateways::ros2 {
namespace {

using rcl::ParameterType;

/// Levels of a name are separated by dots.
std::size_t Depth(std::string_view name) {
  return static_cast<std::size_t>(std::count(name.begin(), name.end(), '.')) + 1;
}

/// Whether a request for `prefix` and so many levels lists this name; without a prefix levels count
/// from the first one.
bool IsListed(const std::string& name, const std::string& prefix, std::uint64_t depth) {
  std::string_view rest = name;
  if (!prefix.empty()) {
    if (name == prefix) return true;
    if (!name.starts_with(prefix + ".")) return false;
    rest.remove_prefix(prefix.size() + 1);
  }
  return depth == rcl::ListParameters::Request::DEPTH_RECURSIVE || Depth(rest) <= depth;
}

bool IsListed(const std::string& name, const rcl::ListParameters::Request& request) {
  if (request.prefixes.empty()) return IsListed(name, "", request.depth);
  return std::any_of(
      request.prefixes.begin(), request.prefixes.end(),
      [&](const std::string& prefix) { return IsListed(name, prefix, request.depth); });
}

}  // namespace

rcl::ParameterValue BoolValue(bool value) {
  rcl::ParameterValue out;
  out.type_ = ParameterType::PARAMETER_BOOL;
  out.bool_value = value;
  return out;
}

rcl::ParameterValue IntegerValue(std::int64_t value) {
  rcl::ParameterValue out;
  out.type_ = ParameterType::PARAMETER_INTEGER;
  out.integer_value = value;
  return out;
}

rcl::ParameterValue TextValue(const std::string& value) {
  rcl::ParameterValue out;
  out.type_ = ParameterType::PARAMETER_STRING;
  out.string_value = value;
  return out;
}

rcl::ParameterEvent ParameterSet::Set(const std::string& name, const std::string& description,
                                      const rcl::ParameterValue& value) {
  rcl::ParameterEvent event;
  const auto [entry, is_new] = entries_.try_emplace(name);
  const rcl::Parameter parameter{.name = name, .value = value};
  if (is_new) {
    event.new_parameters.push_back(parameter);
  } else if (!(entry->second.value == value)) {
    event.changed_parameters.push_back(parameter);
  }
  entry->second = {description, value};
  return event;
}

// A parameter that is not declared has a value without a type.
rcl::GetParameters::Response ParameterSet::Get(const rcl::GetParameters::Request& request) const {
  rcl::GetParameters::Response response;
  for (const std::string& name : request.names) {
    const auto found = entries_.find(name);
    response.values.push_back(found == entries_.end() ? rcl::ParameterValue()
                                                      : found->second.value);
  }
  return response;
}

rcl::GetParameterTypes::Response ParameterSet::Types(
    const rcl::GetParameterTypes::Request& request) const {
  rcl::GetParameterTypes::Response response;
  for (const std::string& name : request.names) {
    const auto found = entries_.find(name);
    response.types.push_back(found == entries_.end() ? ParameterType::PARAMETER_NOT_SET
                                                     : found->second.value.type_);
  }
  return response;
}

rcl::DescribeParameters::Response ParameterSet::Describe(
    const rcl::DescribeParameters::Request& request) const {
  rcl::DescribeParameters::Response response;
  for (const std::string& name : request.names) {
    rcl::ParameterDescriptor descriptor;
    descriptor.name = name;
    if (const auto found = entries_.find(name); found != entries_.end()) {
      descriptor.type_ = found->second.value.type_;
      descriptor.description = found->second.description;
      descriptor.read_only = true;
    }
    response.descriptors.push_back(descriptor);
  }
  return response;
}

rcl::ListParameters::Response ParameterSet::List(
    const rcl::ListParameters::Request& request) const {
  rcl::ListParameters::Response response;
  std::vector<std::string>& prefixes = response.result.prefixes;
  for (const auto& [name, entry] : entries_) {
    if (!IsListed(name, request)) continue;
    response.result.names.push_back(name);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string::npos) continue;
    const std::string prefix = name.substr(0, dot);
    if (std::find(prefixes.begin(), prefixes.end(), prefix) == prefixes.end()) {
      prefixes.push_back(prefix);
    }
  }
  return response;
}

rcl::SetParametersResult ParameterSet::Try(const rcl::Parameter& parameter) const {
  rcl::SetParametersResult result;
  const auto found = entries_.find(parameter.name);
  if (found == entries_.end()) {
    result.reason = "parameter '" + parameter.name + "' has not been declared";
  } else if (found->second.value == parameter.value) {
    result.successful = true;
  } else {
    result.reason = "parameter '" + parameter.name + "' cannot be set because it is read-only";
  }
  return result;
}

}  // namespace surefoot::gateways::ros2
