#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot::gateways::ros1 {

/// An address of a node, of the master or of a service: "http://host:11311/", "rosrpc://host:4711".
struct Uri {
  /// "http" or "rosrpc".
  std::string scheme;
  /// A name or an address, without the brackets of IPv6.
  std::string host;
  int port = 0;
  /// "/" if absent.
  std::string path = "/";
};

/// Errors name the text. A port is required, because neither protocol has a usual one.
Result<Uri> ParseUri(const std::string& text);

/// "host:11311", with brackets around IPv6 addresses.
std::string HostText(const std::string& host, int port);

}  // namespace surefoot::gateways::ros1
