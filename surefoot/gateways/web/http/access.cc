#include "surefoot/gateways/web/http/access.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "surefoot/base/text.h"
#include "surefoot/gateways/web/http/static_files.h"

namespace surefoot::gateways::web {
namespace {

constexpr std::int64_t kMostClockError = 30;

/// "host" of "host:8080" and "[::1]:8080".
std::string_view WithoutPort(std::string_view host) {
  if (!host.empty() && host[0] == '[') return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

/// "host:8080" of "http://host:8080"; empty for others.
std::string_view HostOfOrigin(std::string_view origin) {
  const std::size_t scheme = origin.find("://");
  return scheme == origin.npos ? std::string_view() : origin.substr(scheme + 3);
}

/// Names can be made to point anywhere by whoever owns them, numbers cannot.
bool IsNumeric(std::string_view host) {
  if (!host.empty() && host[0] == '[') return true;
  return !host.empty() && std::all_of(host.begin(), host.end(), [](char c) {
    return c == '.' || std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

}  // namespace

bool IsEqual(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

bool HasToken(const AccessOptions& options, const Visit& visit) {
  if (options.token.empty()) return true;
  constexpr std::string_view kBearer = "bearer ";
  if (Lower(visit.authorization.substr(0, kBearer.size())) == kBearer &&
      IsEqual(visit.authorization.substr(kBearer.size()), options.token)) {
    return true;
  }
  return IsEqual(QueryValue(visit.target, "token"), options.token);
}

bool IsLoopback(std::string_view host) {
  const std::string name = Lower(host);
  return name == "localhost" || name == "[::1]" || name == "::1" ||
         (name.rfind("127.", 0) == 0 && IsNumeric(name));
}

bool IsOriginAllowed(const AccessOptions& options, const Visit& visit) {
  if (visit.origin.empty()) return true;
  const std::string origin = Lower(visit.origin);
  for (const std::string& allowed : options.origins) {
    if (allowed == "*" || Lower(allowed) == origin) return true;
  }
  const std::string host = Lower(visit.host);
  const std::string from = std::string(HostOfOrigin(origin));
  const std::string_view host_name = WithoutPort(host);
  if (IsLoopback(WithoutPort(from)) && IsLoopback(host_name)) return true;
  const bool own = !from.empty() && from == host;
  // With a token a page that guesses our name still cannot come in.
  return own && (IsNumeric(host_name) || IsLoopback(host_name) || !options.token.empty());
}

bool IsAuthGood(const std::string& token, const Request& request, std::int64_t now) {
  if (std::abs(now - request.t) > kMostClockError || request.end < now) return false;
  const std::string text = token + request.client + request.dest + request.rand +
                           std::to_string(request.t) + request.level + std::to_string(request.end);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha512(), nullptr) != 1) {
    return false;
  }
  std::string mac;
  for (unsigned i = 0; i < size; ++i) {
    mac += "0123456789abcdef"[digest[i] >> 4];
    mac += "0123456789abcdef"[digest[i] & 15];
  }
  return IsEqual(Lower(request.mac), mac);
}

}  // namespace surefoot::gateways::web
