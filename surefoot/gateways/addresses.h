#pragma once

/// What gateways have to know of network addresses.

#include <string>
#include <string_view>

#include "surefoot/gateways/gateway.h"

namespace surefoot::gateways {

/// Whether an address or name is of this computer only.
bool IsLoopback(std::string_view host);

/// What limits count by: one customer of a network can have as many IPv6 addresses as it likes, so
/// these are counted by their first 64 bits, "2001:db8:0:1::/64". IPv4 in IPv6 is IPv4.
std::string AddressGroup(const std::string& address);

/// For gateways whose protocol has no tokens, with the options "listen" and "insecure": an address
/// that other computers can reach is an error without the flag. With it, the result is a warning
/// for the log; otherwise it is empty.
std::string CheckExposure(const std::string& protocol, SettingsReader* reader);
/// The option "insecure" of such a gateway.
Option InsecureOption();

}  // namespace surefoot::gateways
