#include "surefoot/cli/known_names.h"

#include <filesystem>
#include <set>

#include "surefoot/builtin/builtin.h"
#include "surefoot/session/installed.h"

namespace surefoot::cli {
namespace {

/// Names of the files experiments/NAME.yaml that come with Surefoot.
std::vector<std::string> Experiments(const Parts& parts) {
  std::set<std::string> names;
  for (const std::string& folder : parts.data_folders) {
    std::error_code error;
    const std::filesystem::path experiments = std::filesystem::path(folder) / "experiments";
    for (std::filesystem::directory_iterator it(experiments, error), end; !error && it != end;
         it.increment(error)) {
      if (it->path().extension() == ".yaml") names.insert(it->path().stem().string());
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace

std::vector<std::string> KnownNames(NameKind kind) {
  const Parts parts = BuiltinParts();
  if (kind == NameKind::kWorlds) return InstalledWorlds(parts);
  if (kind == NameKind::kModels) return InstalledModels(parts);
  if (kind == NameKind::kExperiments) return Experiments(parts);
  std::vector<std::string> engines;
  // Names only: asking an engine for its description would load its library.
  for (const auto& entry : parts.engines.entries()) engines.push_back(entry.first);
  return engines;
}

}  // namespace surefoot::cli
