#include "surefoot/view/json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace surefoot::view {
namespace {

/// Bytes of the character at `at`; 0 when they are no UTF-8.
std::size_t CharacterLength(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  const std::size_t length = first < 0x80                     ? 1
                             : first >= 0xc2 && first < 0xe0  ? 2
                             : first >= 0xe0 && first < 0xf0  ? 3
                             : first >= 0xf0 && first <= 0xf4 ? 4
                                                              : 0;
  if (length == 0 || at + length > text.size()) return 0;
  std::uint32_t code = length == 1 ? first : first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xc0U) != 0x80U) return 0;
    code = code << 6U | (byte(at + i) & 0x3fU);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_half = code >= 0xd800 && code < 0xe000;
  return code < kLeast[length] || code > 0x10ffff || is_half ? 0 : length;
}

void AppendEscaped(char letter, std::string* out) {
  constexpr char kDigits[] = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(letter);
  if (letter == '"' || letter == '\\') {
    *out += '\\';
    *out += letter;
  } else {
    *out += "\\u00";
    *out += kDigits[code >> 4U];
    *out += kDigits[code & 15U];
  }
}

}  // namespace

void JsonText::Separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

JsonText& JsonText::Open(char bracket) {
  Separate();
  text_ += bracket;
  return *this;
}

JsonText& JsonText::Close(char bracket) {
  text_ += bracket;
  return *this;
}

JsonText& JsonText::Key(const std::string& name) {
  Text(name);
  text_ += ':';
  return *this;
}

JsonText& JsonText::Text(const std::string& text) {
  Separate();
  text_ += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = CharacterLength(text, i);
    const char letter = text[i];
    if (length == 0) {
      text_ += "\xef\xbf\xbd";
    } else if (length == 1 && (letter == '"' || letter == '\\' || (letter >= 0 && letter < 32))) {
      AppendEscaped(letter, &text_);
    } else {
      text_.append(text, i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  text_ += '"';
  return *this;
}

JsonText& JsonText::Number(double value) {
  Separate();
  if (!std::isfinite(value)) {
    text_ += "null";
    return *this;
  }
  // Nine digits tell all that is drawn.
  char buffer[40];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value == 0.0 ? 0.0 : value,
                                 std::chars_format::general, 9)
                       .ptr;
  text_.append(buffer, end);
  return *this;
}

JsonText& JsonText::Integer(long long value) {
  Separate();
  text_ += std::to_string(value);
  return *this;
}

JsonText& JsonText::Flag(bool value) {
  Separate();
  text_ += value ? "true" : "false";
  return *this;
}

JsonText& JsonText::Texts(const std::string& key, const std::vector<std::string>& texts) {
  Key(key).BeginArray();
  for (const std::string& text : texts) Text(text);
  return EndArray();
}

JsonText& JsonText::Numbers(const std::string& key, const double* values, int count) {
  Key(key).BeginArray();
  for (int i = 0; i < count; ++i) Number(values[i]);
  return EndArray();
}

JsonText& JsonText::Pose(const std::string& key, const RigidTransform& X) {
  const double values[7] = {X.p.x(), X.p.y(), X.p.z(), X.q.x(), X.q.y(), X.q.z(), X.q.w()};
  return Numbers(key, values, 7);
}

}  // namespace surefoot::view
