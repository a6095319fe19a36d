#include "surefoot/gateways/usarsim/net/first_bytes.h"

#include <algorithm>
#include <cctype>

// The protocol has no handshake, so the first bytes decide whether a client speaks it: a browser
// that is lured to the port by a web page sends HTTP.

namespace surefoot::gateways::usarsim {
namespace {

constexpr std::size_t kMaxKeyword = 32;
constexpr std::size_t kMaxBlanks = 64;
constexpr std::string_view kLineEnds("\r\n\0", 3);
constexpr std::string_view kSpaces = " \t";
constexpr std::string_view kBlanks = " \t\r\n";

bool IsLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool IsWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool Has(std::string_view set, char c) { return set.find(c) != set.npos; }

/// Number of leading characters of the set.
std::size_t After(std::string_view bytes, std::string_view set) {
  return std::min(bytes.find_first_not_of(set), bytes.size());
}

FirstBytes MoreUpTo(std::size_t size, std::size_t max) {
  return size > max ? FirstBytes::kRefused : FirstBytes::kIncomplete;
}

}  // namespace

// Each part has a limit, so that a client cannot make the server collect bytes without end.
FirstBytes JudgeLine(std::string_view bytes) {
  const std::size_t blanks = After(bytes, kBlanks);
  bytes.remove_prefix(blanks);
  if (bytes.empty() || blanks > kMaxBlanks) return MoreUpTo(blanks, kMaxBlanks);
  if (bytes[0] == '{') return FirstBytes::kAccepted;
  if (!IsLetter(bytes[0])) return FirstBytes::kRefused;
  const std::size_t word = static_cast<std::size_t>(
      std::find_if_not(bytes.begin(), bytes.end(), IsWordPart) - bytes.begin());
  bytes.remove_prefix(word);
  if (bytes.empty() || word > kMaxKeyword) return MoreUpTo(word, kMaxKeyword);
  const std::size_t spaces = After(bytes, kSpaces);
  bytes.remove_prefix(spaces);
  if (bytes.empty() || spaces > kMaxBlanks) return MoreUpTo(spaces, kMaxBlanks);
  const bool fits = bytes[0] == '{' || Has(kLineEnds, bytes[0]);
  return fits ? FirstBytes::kAccepted : FirstBytes::kRefused;
}

FirstBytes JudgeImageRequest(std::string_view bytes) {
  const std::size_t blanks = After(bytes, kBlanks);
  bytes.remove_prefix(blanks);
  if (bytes.empty() || blanks > kMaxBlanks) return MoreUpTo(blanks, kMaxBlanks);
  if (bytes[0] != 'O' && bytes[0] != 'U') return FirstBytes::kRefused;
  if (bytes.size() == 1) return FirstBytes::kIncomplete;
  if (bytes[0] == 'U') return bytes[1] == '\0' ? FirstBytes::kAccepted : FirstBytes::kRefused;
  // "OK" followed by a blank may be an HTTP request with an invented method.
  const bool is_method = bytes.size() > 2 && Has(kSpaces, bytes[2]);
  return bytes[1] == 'K' && !is_method ? FirstBytes::kAccepted : FirstBytes::kRefused;
}

std::string DescribeFirstBytes(std::string_view bytes) {
  // The header of a TLS handshake record: type 22, major version 3.
  if (bytes.size() > 1 && bytes[0] == '\x16' && bytes[1] == '\x03') return "a TLS handshake";
  const std::string_view line = bytes.substr(0, bytes.find_first_of(kLineEnds));
  const std::size_t space = line.find(' ');
  const char target = space < line.size() - 1 ? line[space + 1] : '\0';
  if (line.find(" HTTP/") != line.npos || target == '/' || target == '*') return "an HTTP request";
  return "bytes that are not of the protocol";
}

}  // namespace surefoot::gateways::usarsim
