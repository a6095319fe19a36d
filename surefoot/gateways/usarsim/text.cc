#include "surefoot/gateways/usarsim/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace surefoot::gateways::usarsim {
namespace {

/// Limits: segments per line, and numbers in output.
constexpr std::size_t kMaxSegments = 4096;
constexpr double kBiggest = 1e9;

bool IsBlank(char c) { return c == ' ' || c == '\t'; }
bool IsEnd(char c) { return c == '\r' || c == '\n' || c == '\0'; }

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

Segment ParseSegment(std::string_view text) {
  text = Trimmed(text);
  const auto blank = std::find_if(text.begin(), text.end(), IsBlank);
  const auto length = static_cast<std::size_t>(blank - text.begin());
  return {std::string(text.substr(0, length)), std::string(Trimmed(text.substr(length)))};
}

/// Parses a number at the front of `text` and removes it. Independent of the locale.
std::optional<double> TakeNumber(std::string_view* text) {
  std::string_view rest = *text;
  if (!rest.empty() && rest.front() == '+') rest.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text->remove_prefix(static_cast<std::size_t>(end - text->data()));
  return value;
}

}  // namespace

bool SameWord(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

const std::string* Line::Find(std::string_view key) const {
  for (const Segment& segment : segments) {
    if (SameWord(segment.key, key)) return &segment.value;
  }
  return nullptr;
}

std::string Line::Text(std::string_view key) const {
  const std::string* value = Find(key);
  return value == nullptr ? std::string() : *value;
}

std::optional<double> Line::Number(std::string_view key) const {
  const std::string* value = Find(key);
  return value == nullptr ? std::nullopt : ParseNumber(*value);
}

std::optional<bool> Line::Flag(std::string_view key) const {
  const std::string* value = Find(key);
  if (value == nullptr) return std::nullopt;
  return SameWord(*value, "true") || *value == "1";
}

// Never fails: the protocol has no error reply, and clients differ in spacing.
Line ParseLine(std::string_view text) {
  Line line;
  text = Trimmed(text);
  const std::size_t word = std::min(text.find_first_of(" \t{"), text.size());
  line.keyword = std::string(text.substr(0, word));
  std::size_t at = text.find('{', word);
  while (at != std::string_view::npos && line.segments.size() < kMaxSegments) {
    const std::size_t end = text.find_first_of("{}", at + 1);
    const std::string_view inside = text.substr(at + 1, end == text.npos ? end : end - at - 1);
    if (!Trimmed(inside).empty()) line.segments.push_back(ParseSegment(inside));
    if (end == text.npos) break;
    at = text.find('{', end);
  }
  return line;
}

std::optional<double> ParseNumber(std::string_view text) {
  text = Trimmed(text);
  return TakeNumber(&text);
}

std::optional<std::vector<double>> ParseNumbers(std::string_view text, std::size_t max) {
  const auto separates = [](char c) { return IsBlank(c) || c == ',' || c == ';'; };
  std::vector<double> numbers;
  for (;;) {
    while (!text.empty() && separates(text.front())) text.remove_prefix(1);
    if (text.empty()) return numbers;
    const std::optional<double> number = TakeNumber(&text);
    if (!number || numbers.size() == max) return std::nullopt;
    if (!text.empty() && !separates(text.front())) return std::nullopt;
    numbers.push_back(*number);
  }
}

std::optional<Vector3d> ParseVector(std::string_view text) {
  std::optional<std::vector<double>> numbers = ParseNumbers(text, 3);
  if (!numbers || numbers->empty()) return std::nullopt;
  numbers->resize(3, 0.0);
  return Vector3d((*numbers)[0], (*numbers)[1], (*numbers)[2]);
}

void LineSplitter::Add(std::string_view bytes) {
  if (begin_ > 0 && begin_ == buffer_.size()) {
    buffer_.clear();
    begin_ = seen_ = 0;
  }
  buffer_.append(bytes);
}

// Each byte is searched once, also when a line arrives in many pieces.
std::optional<std::string> LineSplitter::Next() {
  for (;;) {
    const auto end =
        std::find_if(buffer_.begin() + static_cast<std::ptrdiff_t>(seen_), buffer_.end(), IsEnd);
    seen_ = static_cast<std::size_t>(end - buffer_.begin());
    const std::size_t length = seen_ - begin_;
    if (length > longest_ && !skipping_) {
      skipping_ = true;
      ++too_long_;
    }
    if (end == buffer_.end()) {
      buffer_.erase(0, skipping_ ? seen_ : begin_);
      begin_ = 0;
      seen_ = buffer_.size();
      return std::nullopt;
    }
    std::string line = skipping_ ? std::string() : buffer_.substr(begin_, length);
    skipping_ = false;
    begin_ = ++seen_;
    if (!Trimmed(line).empty()) return line;
  }
}

Out& Out::Add(std::string_view key, std::string_view value) {
  if (!text_.empty()) text_ += ' ';
  text_.append("{").append(key);
  if (!value.empty()) text_.append(" ").append(value);
  text_ += '}';
  return *this;
}

Out& Out::Add(std::string_view key, double value, int decimals) {
  return Add(key, FormatNumber(value, decimals));
}

Out& Out::Add(std::string_view key, const Vector3d& value, int decimals) {
  return Add(key, FormatVector(value, decimals));
}

Out& Out::AddInteger(std::string_view key, long long value) {
  return Add(key, std::to_string(value));
}

Out& Out::AddRaw(std::string_view text) { return Add(text, std::string_view()); }

std::string Out::Take() {
  text_ += "\r\n";
  return std::move(text_);
}

// Rounds to the nearest, where UDK truncates: at most one unit of the last decimal differs.
std::string FormatNumber(double value, int decimals) {
  if (std::isnan(value)) value = 0.0;
  value = std::clamp(value, -kBiggest, kBiggest);
  char text[40];
  const int length = std::snprintf(text, sizeof(text), "%.*f", decimals, value);
  std::string_view number(text, static_cast<std::size_t>(length));
  const bool is_zero = number.find_first_not_of("-0.") == std::string_view::npos;
  if (is_zero && number.front() == '-') number.remove_prefix(1);
  return std::string(number);
}

std::string FormatVector(const Vector3d& value, int decimals) {
  return FormatNumber(value.x(), decimals) + "," + FormatNumber(value.y(), decimals) + "," +
         FormatNumber(value.z(), decimals);
}

std::string Clean(std::string_view text) {
  std::string clean(text);
  for (char& c : clean) {
    if (c == '{' || c == '}' || static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return clean;
}

std::string BareName(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(dot + 1);
}

std::string EntityName(const std::string& requested, const std::string& otherwise) {
  std::string name = (requested.empty() ? otherwise : requested).substr(0, 64);
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

}  // namespace surefoot::gateways::usarsim
