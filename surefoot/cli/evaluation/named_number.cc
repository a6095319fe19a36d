#include "surefoot/cli/evaluation/named_number.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/text.h"

namespace surefoot::cli {

std::optional<double> ParseNumber(const std::string& text) {
  double value = 0.0;
  if (!FromChars(text, &value) || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::vector<double> ParseNumbers(const std::string& text) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const std::optional<double> number = ParseNumber(text.substr(begin, comma - begin));
    if (!number) return {};
    numbers.push_back(*number);
    begin = comma + 1;
  }
  return numbers;
}

Result<std::pair<std::string, double>> ParseNamedNumber(const std::string& option,
                                                        const std::string& text) {
  const std::size_t equal = text.find('=');
  if (equal != std::string::npos && equal > 0) {
    if (const std::optional<double> number = ParseNumber(text.substr(equal + 1))) {
      return std::make_pair(text.substr(0, equal), *number);
    }
  }
  return Error{option + ": '" + text + "' is not NAME=NUMBER"};
}

}  // namespace surefoot::cli
