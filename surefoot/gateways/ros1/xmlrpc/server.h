#pragma once

#include <functional>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/net/stream.h"
#include "surefoot/gateways/ros1/xmlrpc/value.h"
#include "surefoot/gateways/ros1/xmlrpc/xml.h"

namespace surefoot::gateways::ros1 {

/// What a server of XML-RPC needs.
struct XmlRpcHost {
  /// Answers a call; an error becomes a fault.
  std::function<Result<Value>(const MethodCall& call, const std::string& address)> answer;
  /// Called for each refused request. May be absent.
  std::function<void(const std::string& address, const std::string& reason)> refused = nullptr;
  /// Bytes of a request.
  std::size_t max_bytes = std::size_t{4} << 20;
};

/// Serves XML-RPC on one connection. Requests that a browser may have sent for a page are refused:
/// any page can make it send a POST to a port of this computer, so a request needs the type
/// text/xml, for which browsers ask first, and must lack the headers that browsers add. `host`
/// outlives the handler.
std::unique_ptr<Handler> ServeXmlRpc(const XmlRpcHost* host, Stream* stream);

}  // namespace surefoot::gateways::ros1
