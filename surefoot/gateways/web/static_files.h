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

/// What "/" shows when there is no folder: what this is and how to connect.
std::string BuiltinPage(std::string_view host, bool tls);

}  // namespace surefoot::gateways::web
