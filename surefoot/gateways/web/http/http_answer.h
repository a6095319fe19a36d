#pragma once

/// What a browser's request gets, without the connection it came on.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "surefoot/base/bytes.h"
#include "surefoot/gateways/files.h"
#include "surefoot/gateways/web/web_options.h"

namespace surefoot::gateways::web {

struct HttpQuestion {
  /// GET or HEAD.
  bool reads = true;
  Visit visit;
  /// Absent: none.
  std::optional<graph::Role> role;
  std::string_view accept_encoding;
  bool secure = false;
};

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain";
  /// The content is one of these: a file, bytes, or else the text.
  std::string path;
  std::shared_ptr<const Bytes> bytes;
  std::string text;
  /// Headers.
  std::string cache_control = "no-cache";
  std::string disposition;
  std::string content_encoding;
  std::string vary;
  /// Where else to look; of status 302.
  std::string location;
  /// Why the visitor was refused; empty: it was not.
  std::string refusal;
};

/// Of every answer: nobody else shows the page in a frame, and the token in its address goes
/// nowhere.
inline constexpr std::pair<const char*, const char*> kSafetyHeaders[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Content-Security-Policy", "frame-ancestors 'none'; object-src 'none'; base-uri 'self'"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

struct HttpSources {
  const WebOptions& options;
  /// nullptr: there are none.
  const Files* files;
  /// In Prometheus' form.
  std::function<std::string()> metrics;
  /// GatewayHost::trouble.
  std::function<std::string()> trouble = nullptr;
};

HttpAnswer AnswerTo(const HttpQuestion& question, const HttpSources& sources);

}  // namespace surefoot::gateways::web
