#pragma once

#include <string>
#include <utility>
#include <vector>

namespace surefoot::experiment {

/// Plots that stand beside each other, and their numbers.
struct Figure {
  std::vector<std::string> svgs;
  /// Name and CSV text of each.
  std::vector<std::pair<std::string, std::string>> data;
};

}  // namespace surefoot::experiment
