#include "surefoot/gateways/ros1/net/uri.h"

#include <algorithm>
#include <cctype>

#include "surefoot/base/text.h"

namespace surefoot::gateways::ros1 {
namespace {

/// RFC 1035, section 2.3.4: 253 characters as text.
constexpr std::size_t kMaxHost = 253;
constexpr std::size_t kMaxPath = 1000;
constexpr int kLastPort = 65535;

bool IsHostLetter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_' ||
         c == ':' || c == '%';
}

bool IsHost(const std::string& host) {
  return !host.empty() && host.size() <= kMaxHost &&
         std::all_of(host.begin(), host.end(), IsHostLetter);
}

bool IsPath(const std::string& path) {
  return path.size() <= kMaxPath &&
         std::all_of(path.begin(), path.end(), [](char c) { return c > ' ' && c <= '~'; });
}

/// Splits "host:port" or "[::1]:port".
bool SplitHost(const std::string& text, std::string* host, std::string* port) {
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : std::string::npos;
  const std::size_t colon =
      bracket == std::string::npos ? text.rfind(':') : text.find(':', bracket);
  if (colon == std::string::npos) return false;
  *port = text.substr(colon + 1);
  if (bracket == std::string::npos) {
    *host = text.substr(0, colon);
    return host->find(':') == std::string::npos;
  }
  *host = text.substr(1, bracket - 1);
  return colon == bracket + 1;
}

}  // namespace

Result<Uri> ParseUri(const std::string& text) {
  const Error wrong{"'" + text.substr(0, 200) +
                    "' is not an address of ROS 1, accepted: http://HOST:PORT/, "
                    "rosrpc://HOST:PORT"};
  Uri uri;
  const std::size_t mark = text.find("://");
  if (mark == std::string::npos) return wrong;
  uri.scheme = text.substr(0, mark);
  if (uri.scheme != "http" && uri.scheme != "rosrpc") return wrong;
  const std::string rest = text.substr(mark + 3);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  if (slash < rest.size()) uri.path = rest.substr(slash);
  std::string port;
  if (!SplitHost(rest.substr(0, slash), &uri.host, &port)) return wrong;
  const bool fits = FromChars(port, &uri.port) && uri.port > 0 && uri.port <= kLastPort;
  if (!fits || !IsHost(uri.host) || !IsPath(uri.path)) return wrong;
  return uri;
}

std::string HostText(const std::string& host, int port) {
  const bool six = host.find(':') != std::string::npos;
  return (six ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace surefoot::gateways::ros1
