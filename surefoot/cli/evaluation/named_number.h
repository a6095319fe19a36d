#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::cli {

/// A finite number and nothing else.
std::optional<double> ParseNumber(const std::string& text);

/// "0.1,0.2": finite numbers with commas between; empty when one is none.
std::vector<double> ParseNumbers(const std::string& text);

/// "position=0.05". The error names the option.
Result<std::pair<std::string, double>> ParseNamedNumber(const std::string& option,
                                                        const std::string& text);

}  // namespace surefoot::cli
