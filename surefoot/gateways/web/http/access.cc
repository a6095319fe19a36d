#include "surefoot/gateways/web/http/access.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/base/text.h"
#include "surefoot/gateways/web/http/static_files.h"

// Access control: tokens are compared in constant time, and Host and Origin are checked against DNS
// rebinding and requests of foreign pages.

namespace surefoot::gateways::web {
namespace {

using graph::Role;

/// Seconds that the clocks of client and server may differ in the op "auth".
constexpr std::int64_t kMaxClockError = 30;
/// 128 bits: guessing is hopeless even without FailureLimit.
constexpr std::size_t kTokenBytes = 16;
/// Upper bound of the table of failures; beyond it, addresses whose bucket is full again are
/// dropped.
constexpr std::size_t kMaxAddresses = 4096;

/// "host" from "host:8080", "[::1]" from "[::1]:8080" (RFC 3986, section 3.2.2).
std::string_view WithoutPort(std::string_view host) {
  if (!host.empty() && host[0] == '[') return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

/// "host:8080" from "http://host:8080"; empty for anything else, such as the origin "null".
std::string_view HostOfOrigin(std::string_view origin) {
  const std::size_t scheme = origin.find("://");
  return scheme == origin.npos ? std::string_view() : origin.substr(scheme + 3);
}

/// An address written in numbers cannot be rebound by DNS, a name can: whoever owns it chooses
/// where it points.
bool IsNumeric(std::string_view host) {
  if (!host.empty() && host[0] == '[') return true;
  return !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
    return c == '.' || std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

std::string Hex(const unsigned char* bytes, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    text += "0123456789abcdef"[bytes[i] >> 4];
    text += "0123456789abcdef"[bytes[i] & 15];
  }
  return text;
}

/// HMAC-SHA-256 (RFC 2104) of the role with the owner's token as key, cut to 128 bits. The owner's
/// token cannot be computed from it.
std::string DerivedToken(const std::string& owner, const std::string& role) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const auto* text = reinterpret_cast<const unsigned char*>(role.data());
  const bool made = HMAC(EVP_sha256(), owner.data(), static_cast<int>(owner.size()), text,
                         role.size(), digest.data(), &size) != nullptr;
  SUREFOOT_CHECK(made && size >= kTokenBytes, "HMAC");
  return Hex(digest.data(), kTokenBytes);
}

/// The mac of the op "auth" as ROS 1's rosauth computes it: hexadecimal SHA-512 of the secret
/// followed by the request's fields. Replay is prevented by the caller, which accepts each mac
/// once.
std::string MacOf(const std::string& token, const Request& request) {
  const std::string text = token + request.client + request.dest + request.rand +
                           std::to_string(request.t) + request.level + std::to_string(request.end);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  const int made =
      EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha512(), nullptr);
  return made == 1 ? Hex(digest.data(), size) : "";
}

/// The number after the last colon; 0 if there is none, as in "[::1]".
int PortOf(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon == host.npos || host.find(']', colon) != host.npos) return 0;
  int port = 0;
  return FromChars(host.substr(colon + 1), &port) ? port : 0;
}

/// Default ports where an origin has none: 443 for https, else 80 (RFC 6454, section 4).
int PortOfOrigin(std::string_view origin) {
  const int port = PortOf(HostOfOrigin(origin));
  if (port != 0) return port;
  return origin.starts_with("https:") ? 443 : 80;
}

/// Protects against DNS rebinding: numeric addresses, this computer and listed names only.
bool IsHostAllowed(const AccessOptions& options, const std::string& host) {
  const std::string_view name = WithoutPort(host);
  if (IsNumeric(name) || IsLoopback(name)) return true;
  return std::any_of(options.origins.begin(), options.origins.end(),
                     [&](const std::string& origin) {
                       return origin == "*" || WithoutPort(HostOfOrigin(Lower(origin))) == name;
                     });
}

/// Pages of this server, and of listed origins.
bool IsOriginAllowed(const AccessOptions& options, const std::string& origin,
                     const std::string& host) {
  for (const std::string& allowed : options.origins) {
    if (allowed == "*" || Lower(allowed) == origin) return true;
  }
  // Same origin (RFC 6454, section 5) except for the scheme. The port must match, because pages on
  // other ports of this computer belong to other programs.
  return HostOfOrigin(origin) == host && PortOfOrigin(origin) == options.port;
}

}  // namespace

bool IsEqual(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

// The other tokens follow from the owner's, so that one secret is enough.
Tokens::Tokens(const std::string& owner) {
  tokens_[static_cast<std::size_t>(Role::kOwner)] = owner;
  for (const Role role : {Role::kViewer, Role::kDriver}) {
    tokens_[static_cast<std::size_t>(role)] = DerivedToken(owner, graph::RoleName(role));
  }
}

Tokens Tokens::Generate() {
  std::array<unsigned char, kTokenBytes> bytes{};
  SUREFOOT_CHECK(RAND_bytes(bytes.data(), kTokenBytes) == 1, "no random numbers for a token");
  return Tokens(Hex(bytes.data(), bytes.size()));
}

std::optional<Role> Tokens::RoleOf(std::string_view token) const {
  // No early exit: the time must not depend on which token matches.
  std::optional<Role> found;
  for (const Role role : {Role::kViewer, Role::kDriver, Role::kOwner}) {
    if (!of(role).empty() && IsEqual(token, of(role))) found = role;
  }
  return found;
}

bool IsHostAndOriginAllowed(const AccessOptions& options, const Visit& visit) {
  const std::string host = Lower(visit.host);
  // Only a browser can be directed here by a foreign page, and browsers always send a Host.
  if (host.empty()) return !visit.browser;
  if (!IsHostAllowed(options, host)) return false;
  return visit.origin.empty() || IsOriginAllowed(options, Lower(visit.origin), host);
}

std::string TokenOf(const Visit& visit) {
  // RFC 6750, section 2.1. The query is for browsers, whose WebSocket API cannot set headers.
  constexpr std::string_view kBearer = "bearer ";
  if (Lower(visit.authorization.substr(0, kBearer.size())) == kBearer) {
    return std::string(visit.authorization.substr(kBearer.size()));
  }
  return QueryValue(visit.target, "token");
}

// Programs on this computer are guests without a token; browsers never are.
std::optional<Role> RoleOf(const AccessOptions& options, const Visit& visit) {
  if (options.open) return Role::kOwner;
  const std::string token = TokenOf(visit);
  if (!token.empty()) return options.tokens.RoleOf(token);
  if (visit.local && !visit.browser) return options.guests;
  return std::nullopt;
}

// The rosauth protocol; each mac is accepted once.
std::optional<Role> Authenticator::Check(const Request& request, std::int64_t now) {
  // A mac older than kMaxClockError is refused by its time, so it need not be remembered.
  std::erase_if(used_, [now](const auto& used) { return used.second < now; });
  if (std::abs(now - request.t) > kMaxClockError || request.end < now) return std::nullopt;
  const std::string mac = Lower(request.mac);
  for (const Role role : {Role::kOwner, Role::kDriver, Role::kViewer}) {
    if (tokens_.of(role).empty() || !IsEqual(mac, MacOf(tokens_.of(role), request))) continue;
    if (!used_.emplace(mac, request.t + kMaxClockError).second) return std::nullopt;
    return role;
  }
  return std::nullopt;
}

// A token bucket per address.
void FailureLimit::Refill(Bucket* bucket, TimePoint now) const {
  const std::chrono::duration<double> passed = now - bucket->at;
  bucket->left = std::min(kBurst, bucket->left + passed / kRefillPeriod);
  bucket->at = now;
}

bool FailureLimit::LocksOut(const std::string& address, TimePoint now) {
  return !IsLoopback(AddressGroup(address)) && !Allows(address, now);
}

// Addresses without failures are not stored.
bool FailureLimit::Allows(const std::string& address, TimePoint now) {
  const auto found = buckets_.find(AddressGroup(address));
  if (found == buckets_.end()) return true;
  Refill(&found->second, now);
  return found->second.left >= 1.0;
}

void FailureLimit::Count(const std::string& address, TimePoint now) {
  if (buckets_.size() >= kMaxAddresses) {
    for (auto& [known, bucket] : buckets_) Refill(&bucket, now);
    std::erase_if(buckets_, [](const auto& entry) { return entry.second.left >= kBurst; });
  }
  // Full of recent failures: an attack from many addresses. Forgetting them is better than filling
  // the memory; the length of the tokens still protects.
  if (buckets_.size() >= kMaxAddresses) buckets_.clear();
  Bucket& bucket = buckets_.try_emplace(AddressGroup(address), Bucket{kBurst, now}).first->second;
  Refill(&bucket, now);
  bucket.left -= 1.0;
}

}  // namespace surefoot::gateways::web
