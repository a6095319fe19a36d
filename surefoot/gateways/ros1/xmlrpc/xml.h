#pragma once

/// The XML of XML-RPC: calls and responses as text. Values are written without white space between
/// tags, which the parser of roscpp (XmlRpc++) requires.

#include <string>
#include <string_view>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/xmlrpc/value.h"

namespace surefoot::gateways::ros1 {

/// A method call.
struct MethodCall {
  std::string method;
  Value::Array params;
};

/// Arrays and structs may contain others to this depth, so that a recursion over a value of a
/// stranger ends.
constexpr int kMaxValueDepth = 32;

/// Reads a <methodCall>. Errors say what is wrong and where.
Result<MethodCall> ParseCall(std::string_view xml);
/// Reads a <methodResponse>: its value, or its fault as the error.
Result<Value> ParseResponse(std::string_view xml);

std::string WriteCall(const MethodCall& call);
std::string WriteResponse(const Value& value);
/// A fault, as the response to a call that could not be understood.
std::string WriteFault(int code, const std::string& text);

}  // namespace surefoot::gateways::ros1
