#include "surefoot/evaluation/report/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "surefoot/base/text.h"

// UTF-8 is decoded here and not by the C library: its functions depend on the locale, and invalid
// input has to be replaced, not refused.

namespace surefoot::report {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::string_view kEllipsis = "\xE2\x80\xA6";     // U+2026

struct Character {
  char32_t code = 0;
  std::size_t size = 0;  // 0: no UTF-8 at this place
};

/// Decodes the first character of `text`, which is not empty.
Character FirstOf(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
  char32_t code = lead & (0xFFu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3Fu);
  }
  const bool overlong = (size == 3 && code < 0x800) || (size == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {code, size};
}

bool IsIn(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

/// Combining marks and other characters without width.
bool IsZeroWidth(char32_t code) {
  return IsIn(code, 0x300, 0x36F) || IsIn(code, 0x483, 0x489) || IsIn(code, 0x591, 0x5BD) ||
         IsIn(code, 0x610, 0x61A) || IsIn(code, 0x64B, 0x65F) || IsIn(code, 0x1AB0, 0x1AFF) ||
         IsIn(code, 0x1DC0, 0x1DFF) || IsIn(code, 0x200B, 0x200F) || IsIn(code, 0x202A, 0x202E) ||
         IsIn(code, 0x2060, 0x206F) || IsIn(code, 0x20D0, 0x20FF) || IsIn(code, 0xFE00, 0xFE0F) ||
         IsIn(code, 0xFE20, 0xFE2F) || code == 0xFEFF || IsIn(code, 0x1F3FB, 0x1F3FF) ||
         IsIn(code, 0xE0000, 0xE0FFF);
}

/// Characters of two terminal columns: East Asian wide ones and most emoji (Unicode annex 11).
bool IsWide(char32_t code) {
  return IsIn(code, 0x1100, 0x115F) || IsIn(code, 0x2E80, 0x303E) || IsIn(code, 0x3041, 0xA4CF) ||
         IsIn(code, 0xAC00, 0xD7A3) || IsIn(code, 0xF900, 0xFAFF) || IsIn(code, 0xFE30, 0xFE6F) ||
         IsIn(code, 0xFF00, 0xFF60) || IsIn(code, 0xFFE0, 0xFFE6) || IsIn(code, 0x1F300, 0x1F64F) ||
         IsIn(code, 0x1F680, 0x1F6FF) || IsIn(code, 0x1F900, 0x1F9FF) ||
         IsIn(code, 0x20000, 0x3FFFD);
}

/// Estimated width in units of the font size: the plots are drawn without knowing the font.
double WidthOf(char32_t code) {
  if (IsZeroWidth(code)) return 0.0;
  if (IsWide(code)) return 1.0;
  if (code >= 0x80) return 0.62;
  const char c = static_cast<char>(code);
  if (std::string_view("ijl.,:;'|! ").find(c) != std::string_view::npos) return 0.33;
  if (std::string_view("ftr()[]{}/-\"").find(c) != std::string_view::npos) return 0.41;
  if (std::string_view("mwMW%@").find(c) != std::string_view::npos) return 0.92;
  return c >= 'A' && c <= 'Z' ? 0.7 : 0.62;
}

/// Replacement for a character that must not reach a page; empty: it may.
std::string StandIn(char32_t code) {
  if (code == '\t' || code == '\n' || code == '\r') return {};
  if (code < 0x20 || code == 0x7F) {
    // U+2400 and the following are the pictures of the control characters, U+2421 that of delete.
    const char32_t picture = code == 0x7F ? 0x21 : code;
    return {'\xE2', '\x90', static_cast<char>(0x80 + picture)};
  }
  const bool no_character =
      IsIn(code, 0x80, 0x9F) || IsIn(code, 0xFDD0, 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
  return no_character ? std::string(kReplacement) : std::string();
}

/// The longest beginning of clean `text` that is at most `width` wide.
std::size_t FittingSize(std::string_view text, double width) {
  std::size_t size = 0;
  double used = 0.0;
  while (size < text.size()) {
    const Character next = FirstOf(text.substr(size));
    used += WidthOf(next.code);
    if (used > width) break;
    size += next.size;
  }
  return size;
}

/// Where a line of clean `text` at most `width` wide ends; at least one character.
std::size_t LineSize(std::string_view text, double width) {
  const std::size_t fitting = FittingSize(text, width);
  if (fitting == text.size()) return fitting;
  const std::size_t space = text.rfind(' ', fitting);
  if (space != std::string_view::npos && space > 0) return space;
  return std::max(fitting, FirstOf(text).size);
}

std::string WithFormat(double value, std::chars_format format, int digits) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, format, digits);
  return error == std::errc() ? std::string(buffer, end) : std::string("-");
}

}  // namespace

/// Replaces invalid bytes and control characters.
std::string Cleaned(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const Character next = FirstOf(text);
    const std::size_t size = std::max<std::size_t>(next.size, 1);
    const std::string stand_in = next.size == 0 ? std::string(kReplacement) : StandIn(next.code);
    clean += stand_in.empty() ? text.substr(0, size) : std::string_view(stand_in);
    text.remove_prefix(size);
  }
  return clean;
}

std::string Escaped(const std::string& text) {
  constexpr std::string_view kSpecial = "&<>\"'";
  constexpr const char* kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : Cleaned(text)) {
    const std::size_t at = kSpecial.find(c);
    if (at == kSpecial.npos) {
      escaped += c;
    } else {
      escaped += kEntities[at];
    }
  }
  return escaped;
}

std::string OneLine(std::string_view text) {
  std::string line = Cleaned(text);
  for (char& c : line) {
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  }
  return line;
}

// Columns of a terminal; wide characters count twice.
std::size_t ColumnsOf(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Character next = FirstOf(text);
    columns += IsZeroWidth(next.code) ? 0 : IsWide(next.code) ? 2 : 1;
    text.remove_prefix(std::max<std::size_t>(next.size, 1));
  }
  return columns;
}

double WidthOf(std::string_view text) {
  double width = 0.0;
  while (!text.empty()) {
    const Character next = FirstOf(text);
    width += WidthOf(next.code);
    text.remove_prefix(std::max<std::size_t>(next.size, 1));
  }
  return width;
}

std::string Shortened(std::string_view text, double width) {
  std::string line = OneLine(text);
  if (FittingSize(line, width) == line.size()) return line;
  line.resize(FittingSize(line, width - WidthOf(kEllipsis)));
  return line.append(kEllipsis);
}

// Breaks at blanks; the last line is shortened.
std::vector<std::string> Wrapped(std::string_view text, double width, std::size_t max) {
  const std::string all = OneLine(text);
  std::string_view rest = all;
  std::vector<std::string> lines;
  while (!rest.empty()) {
    if (lines.size() + 1 >= max) {
      lines.push_back(Shortened(rest, width));
      break;
    }
    const std::size_t size = LineSize(rest, width);
    lines.emplace_back(rest.substr(0, size));
    rest.remove_prefix(size);
    while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  }
  return lines;
}

// Never "-0".
std::string FixedNumber(double value, int decimals) {
  if (!std::isfinite(value)) return "-";
  decimals = std::clamp(decimals, 0, 17);
  if (std::abs(value) >= 1e15) return ScientificNumber(value, 3);
  const std::string text = WithFormat(value, std::chars_format::fixed, decimals);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero && text.front() == '-' ? text.substr(1) : text;
}

std::string ScientificNumber(double value, int decimals) {
  if (!std::isfinite(value)) return "-";
  if (value == 0.0) return "0";
  const std::string text =
      WithFormat(value, std::chars_format::scientific, std::clamp(decimals, 0, 17));
  const std::size_t e = text.find('e');
  const std::size_t digits = text.find_first_not_of("+-0", e + 1);
  const std::string exponent = digits == std::string::npos ? "0" : text.substr(digits);
  return text.substr(0, e + 1) + (text[e + 1] == '-' ? "-" : "") + exponent;
}

// Significant digits, in scientific notation if it is very small or large.
std::string ShortNumber(double value, int digits) {
  if (!std::isfinite(value)) return "-";
  if (value == 0.0) return "0";
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  if (exponent < -5 || exponent > 8) {
    return ScientificNumber(value, digits - 1);
  }
  return FixedNumber(value, digits - 1 - exponent);
}

std::string AmountText(double value, const std::string& unit) {
  if (unit == "rad" || unit == "rad/s") {
    // People read angles in degrees: 0.035 rad is shown as 2 deg.
    const double degrees = value * 180.0 / std::numbers::pi;
    return NumberText(std::abs(degrees) < 1.0 ? degrees : 0.1 * std::round(10.0 * degrees), 3) +
           (unit == "rad" ? " deg" : " deg/s");
  }
  const bool is_length = unit == "m" || unit == "m/s";
  if (is_length && std::abs(value) < 0.00995) return NumberText(value * 1000.0, 3) + " m" + unit;
  if (is_length && std::abs(value) < 0.995) return NumberText(value * 100.0, 3) + " c" + unit;
  return NumberText(value, 3) + (unit.empty() ? "" : " " + unit);
}

}  // namespace surefoot::report
