#pragma once

/// Network addresses as the gateways judge them: local or not, and grouped for limits.

#include <optional>
#include <string>
#include <string_view>

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways {

/// Whether an address or name refers to this computer only: 127.0.0.0/8, ::1 or localhost.
bool IsLoopback(std::string_view host);

/// The key that limits count by. A customer of a network usually has a whole IPv6 /64 prefix and
/// may use any address in it, so IPv6 addresses are grouped by their first 64 bits,
/// "2001:db8:0:1::/64". IPv4-mapped IPv6 addresses (::ffff:a.b.c.d) count as IPv4. Other text is
/// returned unchanged.
std::string AddressGroup(const std::string& address);

/// How a gateway without tokens serves.
struct Exposure {
  /// A text for the log; empty for none.
  std::string note;
  /// The role of its clients; absent: it must not listen.
  std::optional<graph::Role> role;
};

/// For gateways whose protocol has no tokens, with the options "listen" and "insecure": without the
/// flag, an address that other computers can reach is noted as an error in `reader`, and clients on
/// this computer have the role of `guests`.
Exposure CheckExposure(const std::string& protocol, std::optional<graph::Role> guests,
                       SettingsReader* reader);
/// The description of the option "insecure" of such a gateway.
Option InsecureOption();

}  // namespace surefoot::gateways
