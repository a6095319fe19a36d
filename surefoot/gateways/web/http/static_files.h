#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace surefoot::gateways::web {

/// The file below `folder` that a request's target names, "index.html" for folders. Nothing when
/// there is none, or when it would be outside.
std::optional<std::string> FindStaticFile(const std::string& folder, std::string_view target);

/// "text/html; charset=utf-8" of "index.html".
const char* ContentType(std::string_view path);

/// The same file, packed by gzip: FILE.gz beside it. Nothing when there is none.
std::optional<std::string> FindPacked(const std::string& path);

/// Whether a client takes gzip, by its Accept-Encoding.
bool TakesGzip(std::string_view accepted);

/// Whether the name holds a hash of the content, as "main-4XTB7KQ2.js" does.
bool HasHashedName(std::string_view path);

/// What "/" shows when there is no folder: what this is and how to connect.
std::string BuiltinPage(std::string_view host, bool tls);

/// "a b" of "a%20b"; what is no escape stays.
std::string Unescape(std::string_view text);

/// "abc" of ("/path?x=1&token=abc", "token"); empty when it is not there.
std::string QueryValue(std::string_view target, std::string_view name);

}  // namespace surefoot::gateways::web
