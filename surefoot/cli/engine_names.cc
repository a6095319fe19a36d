#include "surefoot/cli/engine_names.h"

#include <algorithm>

#include "surefoot/session/parts.h"

namespace surefoot::cli {

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
