#pragma once

/// Who may connect, and in which role (graph/role.h). docs/guides/security.md has the complete
/// table.
///
/// A visitor with a valid token has the role of the token. A program on this computer without a
/// token is a guest: a driver unless the owner configures otherwise. A web browser always needs a
/// token, because any web site can make it connect here (cross-site request forgery). A request
/// whose Host or Origin is not this server's is refused even with a token.
///
/// All of it runs on the gateway's network thread.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/addresses.h"
#include "surefoot/gateways/web/limits.h"
#include "surefoot/gateways/web/rosbridge/request.h"
#include "surefoot/graph/role.h"

namespace surefoot::gateways::web {

/// One token per role. The tokens of driver and viewer are derived from the owner's, so only that
/// one has to be stored.
class Tokens {
 public:
  /// No tokens: no token is accepted.
  Tokens() = default;
  explicit Tokens(const std::string& owner);
  /// 128 random bits from OpenSSL's generator.
  static Tokens Generate();

  /// The token of a role; empty without tokens.
  const std::string& of(graph::Role role) const { return tokens_[static_cast<std::size_t>(role)]; }
  /// The role of a token; nullopt for a wrong one. Compared in constant time for guesses of one
  /// length, so that response times reveal nothing.
  std::optional<graph::Role> RoleOf(std::string_view token) const;

 private:
  std::string tokens_[3];
};

/// The settings that decide about access.
struct AccessOptions {
  Tokens tokens;
  /// Role of programs on this computer without a token; absent: they need a token as well.
  std::optional<graph::Role> guests = graph::Role::kDriver;
  /// Everybody is an owner (--open).
  bool open = false;
  /// Origins of web pages accepted besides this server's own: "https://example.org:8080", "*" for
  /// all. Their hosts are accepted as names of this server, too.
  std::vector<std::string> origins;
  /// The port the server listens on.
  std::uint16_t port = 0;
};

/// The parts of an HTTP request that access depends on. Views into the request.
struct Visit {
  /// "/path?token=abc".
  std::string_view target;
  std::string_view host;
  /// Empty if not sent.
  std::string_view origin;
  std::string_view authorization;
  /// Sent by a web browser, as shown by Origin or Sec-Fetch-Site.
  bool browser = false;
  /// The connection comes from this computer.
  bool local = false;
};

/// Whether Host is a name of this server and Origin, if present, one of its pages. Against DNS
/// rebinding: a foreign name can be made to resolve to this server, numeric addresses and localhost
/// cannot.
bool IsHostAndOriginAllowed(const AccessOptions& options, const Visit& visit);

/// The token from "Authorization: Bearer" or ?token=; empty if there is none.
std::string TokenOf(const Visit& visit);

/// The role of a visitor; absent if a token is required or the one given is wrong.
std::optional<graph::Role> RoleOf(const AccessOptions& options, const Visit& visit);

/// Checks the op "auth" (rosauth of ROS 1) with a token as its secret: the client sends a hash of
/// the token, a random text and the time, so that the token itself does not cross the network. Each
/// mac is accepted once, against replay.
class Authenticator {
 public:
  explicit Authenticator(const Tokens& tokens) : tokens_(tokens) {}
  /// `now` in seconds since 1970. Returns the role of the token, or nullopt.
  std::optional<graph::Role> Check(const Request& request, std::int64_t now);

 private:
  const Tokens& tokens_;
  /// Accepted macs and the time until which each would be valid.
  std::map<std::string, std::int64_t> used_;
};

/// Slows down guessing: after kBurst wrong tokens from one address, further ones are refused
/// unchecked until one more is allowed, every kRefillPeriod. IPv6 addresses count by their first 64
/// bits: every computer has 2^64 of them.
class FailureLimit {
 public:
  /// Token bucket: wrong tokens accepted at once, and the time for one more.
  static constexpr double kBurst = 10.0;
  static constexpr std::chrono::seconds kRefillPeriod{6};

  /// Whether the address has attempts left.
  bool Allows(const std::string& address, TimePoint now);
  /// Whether even the right token is refused. Never on this computer, where any program could lock
  /// the owner out; the length of the tokens must suffice there.
  bool LocksOut(const std::string& address, TimePoint now);
  /// Counts a wrong token.
  void Count(const std::string& address, TimePoint now);

 private:
  struct Bucket {
    double left = kBurst;
    TimePoint at;
  };
  void Refill(Bucket* bucket, TimePoint now) const;
  std::map<std::string, Bucket> buckets_;
};

/// Comparison in constant time for guesses of the same length.
bool IsEqual(std::string_view a, std::string_view b);

}  // namespace surefoot::gateways::web
