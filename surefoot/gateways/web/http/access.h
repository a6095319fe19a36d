#pragma once

/// Who may connect.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/gateways/web/rosbridge/request.h"

namespace surefoot::gateways::web {

struct AccessOptions {
  /// Empty: none is asked for.
  std::string token;
  /// Origins of web pages beside this server's own: "https://example.org:8080", "*" for all.
  std::vector<std::string> origins;
};

/// The parts of an HTTP request that matter here.
struct Visit {
  /// "/path?token=abc".
  std::string_view target;
  std::string_view host;
  /// Empty where it was not sent: no browser.
  std::string_view origin;
  std::string_view authorization;
};

/// Whether the visit brings the token, as ?token= or as "Authorization: Bearer"; true when there
/// is none.
bool HasToken(const AccessOptions& options, const Visit& visit);

/// Pages of other sites must not reach a simulator through their visitors' browsers: allowed are
/// this server's own pages, pages from this computer when the visit is to this computer, and the
/// origins of the options.
bool IsOriginAllowed(const AccessOptions& options, const Visit& visit);

/// The op "auth" with the token as its secret (rosauth of ROS 1). Times are in seconds since 1970.
bool IsAuthGood(const std::string& token, const Request& request, std::int64_t now);

/// Whether an address is of this computer only.
bool IsLoopback(std::string_view host);

/// The same time for all guesses of the same length.
bool IsEqual(std::string_view a, std::string_view b);

}  // namespace surefoot::gateways::web
