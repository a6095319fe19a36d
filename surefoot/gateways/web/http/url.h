#pragma once

#include <string>
#include <string_view>

namespace surefoot::gateways::web {

/// "a b" of "a%20b"; what is no escape stays.
std::string Unescape(std::string_view text);

/// "abc" of ("/path?x=1&token=abc", "token"); empty when it is not there.
std::string QueryValue(std::string_view target, std::string_view name);

}  // namespace surefoot::gateways::web
