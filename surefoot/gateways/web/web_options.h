#pragma once

#include <cstdint>
#include <string>

#include "surefoot/gateways/address_limit.h"
#include "surefoot/gateways/gateway.h"
#include "surefoot/gateways/web/http/access.h"
#include "surefoot/gateways/web/limits.h"

namespace surefoot::gateways::web {

/// The settings of the web gateway, checked.
struct WebOptions {
  std::string listen = "127.0.0.1";
  /// 0 for a free one.
  std::uint16_t port = 8080;
  AccessOptions access;
  /// PEM files; both set or both empty (no TLS).
  std::string tls_certificate;
  std::string tls_key;
  /// Folder of the web page; empty for the built-in one.
  std::string page;
  /// A folder with the documentation, offered under /docs/; empty: none.
  std::string docs;
  Limits limits;
  AddressLimits per_address;
};

/// Reads the settings; the error says what is wrong with them. An address that other computers can
/// reach requires TLS or the flag "insecure".
Result<WebOptions> ReadWebOptions(const GatewayKind& kind, const Settings& settings);

}  // namespace surefoot::gateways::web
