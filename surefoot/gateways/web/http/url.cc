#include "surefoot/gateways/web/http/url.h"

#include <algorithm>
#include <cctype>

namespace surefoot::gateways::web {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int letter = std::tolower(static_cast<unsigned char>(c));
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

}  // namespace

std::string Unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size() && HexDigit(text[i + 1]) >= 0 &&
                        HexDigit(text[i + 2]) >= 0;
    if (!escape) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(HexDigit(text[i + 1]) * 16 + HexDigit(text[i + 2]));
    i += 2;
  }
  return out;
}

std::string QueryValue(std::string_view target, std::string_view name) {
  std::size_t at = target.find('?');
  while (at != target.npos) {
    const std::size_t end = std::min(target.find('&', at + 1), target.size());
    const std::string_view pair = target.substr(at + 1, end - at - 1);
    const std::size_t equal = pair.find('=');
    if (equal != pair.npos && pair.substr(0, equal) == name)
      return Unescape(pair.substr(equal + 1));
    at = end < target.size() ? end : target.npos;
  }
  return {};
}

}  // namespace surefoot::gateways::web
