#include "surefoot/gateways/addresses.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>

#include "surefoot/base/text.h"

// Only numeric addresses of loopback count as local: a name could be changed by its owner at any
// time (DNS rebinding).

namespace surefoot::gateways {
namespace {

/// Rejects names such as "127.0.0.1.example.org", which begin like an address but resolve to
/// whatever their owner chooses (DNS rebinding).
bool IsDotted(std::string_view host) {
  return std::all_of(host.begin(), host.end(), [](char c) {
    return c == '.' || std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

}  // namespace

bool IsLoopback(std::string_view host) {
  const std::string name = Lower(host);
  return name == "localhost" || name == "[::1]" || name == "::1" ||
         (name.rfind("127.", 0) == 0 && IsDotted(name));
}

std::string AddressGroup(const std::string& address) {
  in6_addr number{};
  // Without the zone index of a link-local address (RFC 4007, section 11): "fe80::1%eth0".
  const std::string bare = address.substr(0, address.find('%'));
  if (inet_pton(AF_INET6, bare.c_str(), &number) != 1) return address;
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (IN6_IS_ADDR_V4MAPPED(&number)) {
    inet_ntop(AF_INET, &number.s6_addr[12], text.data(), text.size());
    return text.data();
  }
  if (IN6_IS_ADDR_LOOPBACK(&number)) return "::1";
  // The lower 64 bits are the interface identifier (RFC 4291, section 2.5.1).
  std::memset(&number.s6_addr[8], 0, 8);
  inet_ntop(AF_INET6, &number, text.data(), text.size());
  return std::string(text.data()) + "/64";
}

Exposure CheckExposure(const std::string& protocol, std::optional<graph::Role> guests,
                       SettingsReader* reader) {
  const std::string listen = reader->Text("listen");
  const bool insecure = reader->Choice("insecure", {"off", "on"}) == 1;
  // Whoever opens it to everybody does not exclude the programs on this computer.
  if (insecure && !guests) guests = graph::Role::kDriver;
  if (IsLoopback(listen)) {
    if (guests) return {"", guests};
    return {protocol + " is off, because its clients have no tokens (--guests off)", std::nullopt};
  }
  if (!insecure) {
    reader->Note(Error{"listen is '" + listen + "', which other computers can reach, and " +
                       protocol +
                       " has neither passwords nor encryption: listen on 127.0.0.1, or give "
                       "insecure if everybody who can reach that address may drive robots"});
    return {"", guests};
  }
  return {"WARNING: " + protocol + " listens on " + listen +
              " without passwords and encryption: everybody who can reach that address can add and "
              "drive robots",
          guests};
}

Option InsecureOption() {
  return {"insecure", "accept clients of other computers; the protocol has no passwords", "off",
          true};
}

}  // namespace surefoot::gateways
