#include "surefoot/gateways/ros1/master/arguments.h"

#include <algorithm>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/gateways/ros1/master/names.h"

namespace surefoot::gateways::ros1 {
namespace {

/// Longer names and types are mistakes or attacks.
constexpr std::size_t kMaxName = 1000;

/// rosmaster's form of messages: "ERROR: parameter [topic] must be ...".
Error Wrong(const char* name, const std::string& what) {
  return Error{std::string("ERROR: parameter [") + name + "] " + what};
}

Result<Value> CheckName(const Value& value, const Parameter& parameter, const std::string& caller) {
  const std::string* text = value.text();
  if (text == nullptr || text->empty()) {
    return Wrong(parameter.name, "must be a non-empty string");
  }
  if (text->find_first_of(": ") != std::string::npos || text->size() > kMaxName) {
    return Wrong(parameter.name, "contains illegal chars");
  }
  if (parameter.check == Check::kTopic && *text == "/") {
    return Wrong(parameter.name, "cannot be the global namespace");
  }
  return Value(ResolveName(*text, caller));
}

Result<Value> CheckText(const Value& value, const Parameter& parameter) {
  if (value.IsFalse()) return Wrong(parameter.name, "must be specified and non-empty");
  const std::string* text = value.text();
  if (text == nullptr) return Wrong(parameter.name, "must be a string");
  if (text->size() > kMaxName) return Wrong(parameter.name, "is too long");
  return value;
}

Result<Value> CheckApi(const Value& value, const Parameter& parameter) {
  const std::string* text = value.text();
  if (text == nullptr || text->empty()) return Wrong(parameter.name, "is not an XMLRPC URI");
  const bool has_scheme = text->starts_with("http://") || text->starts_with("rosrpc://");
  if (!has_scheme || text->size() > kMaxName) return Wrong(parameter.name, "is not an RPC URI");
  return value;
}

Result<Value> CheckType(const Value& value, const Parameter& parameter) {
  const std::string* text = value.text();
  if (text == nullptr || text->empty()) {
    return Wrong(parameter.name, "must be a non-empty string");
  }
  const bool fits = *text == "*" || std::count(text->begin(), text->end(), '/') == 1;
  if (!fits || text->size() > kMaxName) {
    return Wrong(parameter.name, "is not a valid package resource name");
  }
  return value;
}

Result<Value> CheckOne(const Value& value, const Parameter& parameter, const std::string& caller) {
  switch (parameter.check) {
    case Check::kAny:
      return value;
    case Check::kText:
      return CheckText(value, parameter);
    case Check::kApi:
      return CheckApi(value, parameter);
    case Check::kType:
      return CheckType(value, parameter);
    case Check::kNameOrEmpty:
      if (value.text() == nullptr) return Wrong(parameter.name, "must be a string");
      return value.text()->empty() ? Result<Value>(value)
                                   : Value(ResolveName(*value.text(), caller));
    case Check::kTopic:
    case Check::kName:
      break;
  }
  return CheckName(value, parameter, caller);
}

}  // namespace

Result<Value::Array> CheckArguments(const Value::Array& params,
                                    const std::vector<Parameter>& parameters) {
  if (params.empty()) return Error{"missing required caller_id parameter"};
  if (params.size() != parameters.size() + 1) return Error{"Error: bad call arity"};
  const std::string* caller = params[0].text();
  if (caller == nullptr) return Error{"caller_id must be a string"};
  if (caller->size() > kMaxName) return Error{"the caller_id is too long"};
  Value::Array checked{params[0]};
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    checked.push_back(SUREFOOT_TRY(CheckOne(params[i + 1], parameters[i], *caller)));
  }
  return checked;
}

Value Reply(int code, const std::string& message, Value value) {
  return Value::Array{code, message, std::move(value)};
}

}  // namespace surefoot::gateways::ros1
