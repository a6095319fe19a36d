#pragma once

/// Who may connect, and in which role (graph/role.h). docs/guides/security.md has the whole table.
///
/// A visitor that brings a token has the role of the token. A program on this computer that brings
/// none is a guest, a driver unless the owner says otherwise. A web browser always needs a token,
/// because any web site can make it connect here; and a request whose Host or Origin is not this
/// server's is refused whatever it brings.

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

/// One token for each role. Those of the driver and the viewer are made from the owner's, which is
/// the only one that has to be kept.
class Tokens {
 public:
  /// No token: nobody can bring one.
  Tokens() = default;
  explicit Tokens(const std::string& owner);
  /// 128 random bits.
  static Tokens Generate();

  /// Empty without tokens.
  const std::string& of(graph::Role role) const { return tokens_[static_cast<std::size_t>(role)]; }
  /// The role of a token; compared in the same time for all guesses of one length.
  std::optional<graph::Role> RoleOf(std::string_view token) const;

 private:
  std::string tokens_[3];
};

struct AccessOptions {
  Tokens tokens;
  /// Of programs on this computer without a token; absent: they need one, too.
  std::optional<graph::Role> guests = graph::Role::kDriver;
  /// Everybody is the owner.
  bool open = false;
  /// Origins of web pages beside this server's own: "https://example.org:8080", "*" for all. Their
  /// hosts are names of this server, too.
  std::vector<std::string> origins;
  /// The port that is listened on.
  std::uint16_t port = 0;
};

/// The parts of an HTTP request that matter here.
struct Visit {
  /// "/path?token=abc".
  std::string_view target;
  std::string_view host;
  /// Empty where it was not sent.
  std::string_view origin;
  std::string_view authorization;
  /// A web browser: it sends Origin or Sec-Fetch-Site.
  bool browser = false;
  /// From this computer.
  bool local = false;
};

/// Whether the Host is a name of this server and the Origin, if any, one of its pages. Names of
/// others can be made to point here (DNS rebinding), addresses in numbers and localhost cannot.
bool IsPlaceAllowed(const AccessOptions& options, const Visit& visit);

/// What ?token= or "Authorization: Bearer" brings; empty when there is none.
std::string TokenOf(const Visit& visit);

/// The role of a visitor; absent: none, a token is needed or the one that was brought is wrong.
std::optional<graph::Role> RoleOf(const AccessOptions& options, const Visit& visit);

/// The op "auth" with a token as its secret (rosauth of ROS 1): a mac of the token, a random text
/// and the time, so that the token itself is not sent. Each mac is accepted once.
class Authenticator {
 public:
  explicit Authenticator(const Tokens& tokens) : tokens_(tokens) {}
  /// `now` is in seconds since 1970.
  std::optional<graph::Role> Check(const Request& request, std::int64_t now);

 private:
  const Tokens& tokens_;
  /// Accepted ones, and until when they would be good.
  std::map<std::string, std::int64_t> used_;
};

/// Slows guessing down: after some wrong tokens from one address further ones are refused unseen
/// for a while.
class FailureLimit {
 public:
  static constexpr double kBurst = 10.0;
  static constexpr std::chrono::seconds kEach{6};

  /// Whether the address has tries left.
  bool Allows(const std::string& address, TimePoint now);
  /// Whether even the right token is refused. Not on this computer, where any program could lock
  /// the owner out; there the length of a token has to do.
  bool LocksOut(const std::string& address, TimePoint now);
  void Count(const std::string& address, TimePoint now);

 private:
  struct Bucket {
    double left = kBurst;
    TimePoint at;
  };
  void Refill(Bucket* bucket, TimePoint now) const;
  std::map<std::string, Bucket> buckets_;
};

/// The same time for all guesses of the same length.
bool IsEqual(std::string_view a, std::string_view b);

}  // namespace surefoot::gateways::web
