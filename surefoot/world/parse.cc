#include "surefoot/world/parse.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <system_error>

#include "surefoot/base/text.h"

// Texts of files as numbers. Anything but a complete number is an error with advice, such as for a
// decimal comma.

namespace surefoot::world {
namespace {

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The number that the whole word represents, including infinities and NaN. std::from_chars does
/// not depend on the locale.
std::optional<double> NumberOf(const std::string& word) {
  const char* first = word.data();
  const char* last = first + word.size();
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') ++first;
  double value = 0.0;
  const auto [end, error] = std::from_chars(first, last, value);
  if (end != last || first == last) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Underflow gives zero, overflow an infinity, which the caller may reject.
    if (word.find("e-") != std::string::npos || word.find("E-") != std::string::npos) return 0.0;
    const double infinity = std::numeric_limits<double>::infinity();
    return word[0] == '-' ? -infinity : infinity;
  }
  if (error != std::errc()) return std::nullopt;
  return value;
}

/// Advice for a word that is not a finite number.
std::string NumberAdvice(const std::string& word) {
  if (word.empty()) return "write a number, for example 1.5";
  if (word.find(',') != std::string::npos) {
    return "write a decimal point instead of a comma, and spaces between numbers";
  }
  if (word.find('{') != std::string::npos || word.find('$') != std::string::npos) {
    return "this looks like xacro; run xacro on the file first";
  }
  return "write a finite number, for example 1.5 or 2e-3";
}

std::optional<double> ParseWord(const std::string& word, bool allow_infinite, const Source& source,
                                const std::string& whole, Problems* problems) {
  const std::optional<double> value = NumberOf(word);
  if (!value) {
    return problems->Error(source, word.empty() ? "a number is missing" : "not a number", whole,
                           NumberAdvice(word));
  }
  if (std::isnan(*value) || (std::isinf(*value) && !allow_infinite)) {
    return problems->Error(source, "not a finite number", whole, NumberAdvice(word));
  }
  return value;
}

/// The edit distance with insertions, removals, replacements and swaps of adjacent letters
/// (optimal string alignment distance; Damerau, 1964).
int TypingMistakes(const std::string& a, const std::string& b) {
  const std::size_t columns = b.size() + 1;
  std::vector<int> before(columns), last(columns), now(columns);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int change = a[i - 1] == b[j - 1] ? 0 : 1;
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        now[j] = std::min(now[j], before[j - 2] + 1);
      }
    }
    before = last;
    last = now;
  }
  return last[b.size()];
}

}  // namespace

std::string Trimmed(const std::string& text) {
  std::size_t first = 0, last = text.size();
  while (first < last && IsBlank(text[first])) ++first;
  while (last > first && IsBlank(text[last - 1])) --last;
  return text.substr(first, last - first);
}

std::vector<std::string> SplitWords(const std::string& text) {
  std::vector<std::string> words;
  std::size_t i = 0;
  while (i < text.size()) {
    while (i < text.size() && IsBlank(text[i])) ++i;
    const std::size_t first = i;
    while (i < text.size() && !IsBlank(text[i])) ++i;
    if (i > first) words.push_back(text.substr(first, i - first));
  }
  return words;
}

std::optional<double> ParseDouble(const std::string& text, const Source& source,
                                  Problems* problems) {
  return ParseWord(Trimmed(text), false, source, text, problems);
}

std::optional<double> ParseLimit(const std::string& text, const Source& source,
                                 Problems* problems) {
  return ParseWord(Trimmed(text), true, source, text, problems);
}

std::optional<long long> ParseInteger(const std::string& text, long long min, long long max,
                                      const Source& source, Problems* problems) {
  const std::string word = Trimmed(text);
  const bool hex = word.rfind("0x", 0) == 0 || word.rfind("0X", 0) == 0;
  long long value = 0;
  const auto [end, error] =
      std::from_chars(word.data() + (hex ? 2 : 0), word.data() + word.size(), value, hex ? 16 : 10);
  if (error != std::errc() || end != word.data() + word.size() || value < min || value > max) {
    return problems->Error(source, "not a whole number in range", text,
                           "accepted: " + std::to_string(min) + " to " + std::to_string(max));
  }
  return value;
}

std::optional<bool> ParseBool(const std::string& text, const Source& source, Problems* problems) {
  const std::string word = Lower(Trimmed(text));
  if (word == "true" || word == "1") return true;
  if (word == "false" || word == "0") return false;
  problems->Error(source, "neither true nor false", text, "accepted: true, false, 1, 0");
  return std::nullopt;
}

std::optional<std::vector<double>> ParseVector(const std::string& text, int count,
                                               const Source& source, Problems* problems) {
  const std::vector<std::string> words = SplitWords(text);
  std::vector<double> values;
  for (const std::string& word : words) {
    const std::optional<double> value = ParseWord(word, false, source, text, problems);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  if (static_cast<int>(values.size()) != count) {
    return problems->Error(source,
                           std::to_string(values.size()) +
                               (values.size() == 1 ? " number" : " numbers") + " where " +
                               std::to_string(count) + " are needed",
                           text, "write " + std::to_string(count) + " numbers separated by spaces");
  }
  return values;
}

std::optional<Vector3d> ParseVector3(const std::string& text, const Source& source,
                                     Problems* problems) {
  const auto values = ParseVector(text, 3, source, problems);
  if (!values) return std::nullopt;
  return Vector3d((*values)[0], (*values)[1], (*values)[2]);
}

std::optional<Eigen::Vector4d> ParseColor(const std::string& text, const Source& source,
                                          Problems* problems) {
  const int count = SplitWords(text).size() == 3 ? 3 : 4;
  const auto values = ParseVector(text, count, source, problems);
  if (!values) return std::nullopt;
  Eigen::Vector4d color(0.0, 0.0, 0.0, 1.0);
  bool clamped = false;
  for (int i = 0; i < count; ++i) {
    const double value = (*values)[static_cast<std::size_t>(i)];
    color[i] = std::clamp(value, 0.0, 1.0);
    clamped = clamped || color[i] != value;
  }
  if (clamped) {
    problems->Warning(source, "a colour outside [0, 1] is clamped", text,
                      "write red, green, blue and alpha as numbers from 0 to 1");
  }
  return color;
}

std::string NearestName(const std::string& name, const std::vector<std::string>& candidates) {
  // The comparison costs the product of the lengths; longer names occur in hostile files only.
  constexpr std::size_t kMaxNameLength = 200;
  std::string nearest;
  if (name.size() > kMaxNameLength) return nearest;
  const std::string requested = Lower(name);
  // At most one error in three letters; with more it is another word.
  const std::size_t allowed = name.size() < 2 ? 0 : std::max<std::size_t>(name.size() / 3, 1);
  int fewest = static_cast<int>(allowed) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kMaxNameLength) continue;
    const int mistakes = TypingMistakes(requested, Lower(candidate));
    if (mistakes < fewest) {
      fewest = mistakes;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string NameAdvice(const std::string& name, const std::vector<std::string>& candidates) {
  const std::string nearest = NearestName(name, candidates);
  if (!nearest.empty()) return "did you mean \"" + nearest + "\"?";
  std::string text = "accepted: ";
  for (std::size_t i = 0; i < candidates.size(); ++i) text += (i > 0 ? ", " : "") + candidates[i];
  return candidates.empty() ? "nothing of that kind exists here" : text;
}

}  // namespace surefoot::world
