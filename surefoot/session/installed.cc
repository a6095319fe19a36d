#include "surefoot/session/installed.h"

#include <filesystem>
#include <functional>
#include <set>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/uri.h"
#include "surefoot/geometry/mesh/uri_options.h"

// Names of worlds and models that a user may type: everything on the search path with a
// description.

namespace surefoot {
namespace {

namespace fs = std::filesystem;

/// Entries of a folder that are looked at. SUREFOOT_PATH may name a large folder by mistake.
constexpr int kMaxEntries = 10000;

/// Bounded, because a search path may contain a huge folder.
void AddNames(const fs::path& folder,
              const std::function<std::string(const fs::path& entry)>& name_of,
              std::set<std::string>* names) {
  std::error_code error;
  int count = 0;
  for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end && ++count <= kMaxEntries; it.increment(error)) {
    const std::string name = name_of(it->path());
    if (!name.empty()) names->insert(name);
  }
}

std::vector<std::string> SearchPath(const Parts& parts) {
  return formats::UriResolver::FromEnvironment(parts.data_folders).search_path();
}

/// Only SDF worlds can be named without their ending (load.cc).
std::string WorldName(const fs::path& entry) {
  return entry.extension() == ".sdf" ? entry.stem().string() : "";
}

std::string ModelName(const fs::path& entry) {
  std::error_code error;
  const bool holds_model =
      fs::exists(entry / "model.config", error) || fs::exists(entry / "model.sdf", error);
  return holds_model ? entry.filename().string() : "";
}

}  // namespace

// Worlds in the folders of the search path.
std::vector<std::string> InstalledWorlds(const Parts& parts) {
  std::set<std::string> names;
  for (const std::string& folder : SearchPath(parts)) {
    AddNames(fs::path(folder) / "worlds", WorldName, &names);
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> InstalledModels(const Parts& parts) {
  std::set<std::string> names;
  for (const std::string& folder : SearchPath(parts)) {
    AddNames(folder, ModelName, &names);
    AddNames(fs::path(folder) / "models", ModelName, &names);
  }
  return {names.begin(), names.end()};
}

// For errors about names that are misspelt.
std::string InstalledNameAdvice(const Parts& parts, const std::string& file) {
  std::vector<std::string> names = InstalledWorlds(parts);
  for (std::string& model : InstalledModels(parts)) names.push_back(std::move(model));
  const std::string name = fs::path(WithoutOptions(file)).stem().string();
  const std::string nearest = formats::NearestName(name, names);
  return nearest.empty() ? "" : "did you mean \"" + nearest + "\"?";
}

}  // namespace surefoot
