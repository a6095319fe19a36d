#pragma once

/// Static files of the web page, and the parts of URLs (RFC 3986) that the gateway needs.

#include <optional>
#include <string>
#include <string_view>

namespace surefoot::gateways::web {

/// The file below `folder` that a request's target names, "index.html" for folders. Nullopt if
/// there is none, or if it is outside of the folder.
std::optional<std::string> FindStaticFile(const std::string& folder, std::string_view target);

/// MIME type by the file's ending: "text/html; charset=utf-8" for "index.html".
const char* ContentType(std::string_view path);

/// The file compressed by gzip, FILE.gz beside it; nullopt if there is none.
std::optional<std::string> FindPacked(const std::string& path);

/// Whether the header Accept-Encoding accepts gzip.
bool TakesGzip(std::string_view accepted);

/// Whether the name contains a hash of the content, as in "main-4XTB7KQ2.js". Such files never
/// change and may be cached for good.
bool HasHashedName(std::string_view path);

/// The page at "/" without a folder: what runs here and how to connect.
std::string BuiltinPage(std::string_view host, bool tls);

/// Decodes percent-encoding (RFC 3986, section 2.1): "a b" from "a%20b". Invalid escapes are kept.
std::string Unescape(std::string_view text);

/// A parameter of the query: "abc" for ("/path?x=1&token=abc", "token"); empty if absent.
std::string QueryValue(std::string_view target, std::string_view name);

}  // namespace surefoot::gateways::web
