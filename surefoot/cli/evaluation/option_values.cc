#include "surefoot/cli/evaluation/option_values.h"

#include <algorithm>

#include "surefoot/session/parts.h"

namespace surefoot::cli {

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

Result<std::vector<std::string>> EngineNames(const Parts& parts,
                                             const std::vector<std::string>& wanted) {
  std::vector<std::string> all;
  for (const auto& [name, factory] : parts.engines.entries()) all.push_back(name);
  std::vector<std::string> names;
  const auto add = [&names](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const std::string& name : wanted) {
    if (name == "all") {
      for (const std::string& each : DynamicEngines(parts)) add(each);
    } else if (std::find(all.begin(), all.end(), name) == all.end()) {
      return parts.NoSuchEngine(name);
    } else {
      add(name);
    }
  }
  if (names.empty() && !all.empty()) names.push_back(all.front());
  return names;
}

}  // namespace surefoot::cli
