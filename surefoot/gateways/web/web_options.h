#pragma once

#include <cstdint>
#include <string>

#include "surefoot/gateways/address_limit.h"
#include "surefoot/gateways/gateway.h"
#include "surefoot/gateways/web/http/access.h"
#include "surefoot/gateways/web/limits.h"

namespace surefoot::gateways::web {

struct WebOptions {
  std::string listen = "127.0.0.1";
  /// 0: a free one.
  std::uint16_t port = 8080;
  AccessOptions access;
  /// Files in PEM; both or none.
  std::string tls_certificate;
  std::string tls_key;
  /// A folder with the web page; empty for the built-in one.
  std::string page;
  /// A folder with the documentation, offered under /docs/; empty: none.
  std::string docs;
  Limits limits;
  AddressLimits per_address;
};

/// Tells what is wrong with the settings: an address off this computer needs TLS or insecure.
Result<WebOptions> ReadWebOptions(const GatewayKind& kind, const Settings& settings);

}  // namespace surefoot::gateways::web
