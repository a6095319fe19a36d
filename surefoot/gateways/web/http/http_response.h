#pragma once

/// Decides the answer to an HTTP request, independent of the connection it came on.
///
///   const HttpResponse answer = AnswerTo(question, sources);
///   if (!answer.refusal.empty()) audit(answer.refusal);

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

/// What the answer depends on. Views into the request.
struct HttpRequest {
  /// GET or HEAD.
  bool reads = true;
  Visit visit;
  /// The visitor's role; absent if none.
  std::optional<graph::Role> role;
  std::string_view accept_encoding;
  /// The connection uses TLS.
  bool secure = false;
};

/// Status, headers and body of a response.
struct HttpResponse {
  int status = 200;
  std::string type = "text/plain";
  /// The body: a file if `path` is set, else `bytes` if set, else `text`.
  std::string path;
  std::shared_ptr<const Bytes> bytes;
  std::string text;
  /// Headers of these names; empty ones are not sent.
  std::string cache_control = "no-cache";
  std::string disposition;
  std::string content_encoding;
  std::string vary;
  /// Target of a redirection, for status 302.
  std::string location;
  /// Why the visitor was refused, for the audit log; empty if not.
  std::string refusal;
};

/// Sent with every answer. They forbid guessing of content types, framing by other sites
/// (clickjacking), plugins, and embedding by other origins; no Referer is sent, because the page's
/// address may contain the token.
inline constexpr std::pair<const char*, const char*> kSafetyHeaders[] = {
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Content-Security-Policy", "frame-ancestors 'none'; object-src 'none'; base-uri 'self'"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

/// Where answers come from.
struct HttpSources {
  const WebOptions& options;
  /// nullptr: there are none.
  const Files* files;
  /// Makes the text of /metrics.
  std::function<std::string()> metrics;
  /// GatewayHost::trouble.
  std::function<std::string()> trouble = nullptr;
};

/// Network thread; reads files only to look for them.
HttpResponse AnswerTo(const HttpRequest& question, const HttpSources& sources);

}  // namespace surefoot::gateways::web
