#include "surefoot/engines/register.h"

#include <dlfcn.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "surefoot/base/items.h"

// Engines are libraries that are opened by dlopen() at their first use. RTLD_LOCAL keeps their
// dependencies apart.

namespace surefoot::engines {
namespace {

namespace fs = std::filesystem;

/// Each engine is in its own library: lib/surefoot/engines/libsurefoot_<engine>.so, with two C
/// symbols.
using MakeFactoryFunction = void(physics::BackendFactory*);
using LayoutFunction = std::size_t();

/// Libraries are never unloaded: engine instances refer to their code.
Result<physics::BackendFactory> Load(const std::string& engine, const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return Error{"the engine '" + engine + "' cannot be loaded: " + dlerror()};
  }
  const auto make = reinterpret_cast<MakeFactoryFunction*>(dlsym(library, "surefoot_engine"));
  const auto layout = reinterpret_cast<LayoutFunction*>(dlsym(library, "surefoot_engine_layout"));
  if (make == nullptr || layout == nullptr) {
    return Error{"the engine '" + engine + "' cannot be loaded: " + path +
                 " is not an engine of Surefoot"};
  }
  if (layout() != physics::kBackendLayout) {
    return Error{"the engine '" + engine + "' cannot be loaded: " + path +
                 " belongs to another version of Surefoot; build or install both together"};
  }
  physics::BackendFactory factory;
  make(&factory);
  return factory;
}

const std::string kPrefix = "libsurefoot_";
const std::string kEnding = ".so";

/// Beside libsurefoot, or relative to a test program that contains this code.
std::vector<fs::path> Folders() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&Load), &info) == 0) return {};
  std::error_code error;
  const fs::path beside = fs::weakly_canonical(info.dli_fname, error).parent_path();
  return {beside / "surefoot/engines", beside / "../lib/surefoot/engines"};
}

/// Names of engines with an installed library, in alphabetical order.
std::vector<std::string> PluginNames() {
  std::set<std::string> names;
  for (const fs::path& folder : Folders()) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(kPrefix) || !name.ends_with(kEnding)) continue;
      names.insert(name.substr(kPrefix.size(), name.size() - kPrefix.size() - kEnding.size()));
    }
  }
  return {names.begin(), names.end()};
}

/// Path of the engine's library; empty when there is none.
std::string PluginPath(const std::string& engine) {
  std::error_code error;
  for (const fs::path& folder : Folders()) {
    const fs::path path = folder / (kPrefix + engine + kEnding);
    if (fs::is_regular_file(path, error)) return fs::weakly_canonical(path, error).string();
  }
  return "";
}

/// The engine's description. If its library cannot be loaded, it declares no capability, and help
/// and remarks state the reason.
physics::BackendInfo InfoOf(const std::string& engine, const std::string& path) {
  const Result<physics::BackendFactory> factory = Load(engine, path);
  if (factory.ok()) return factory.value().info();
  physics::BackendInfo info;
  info.name = engine;
  info.help = factory.error().message;
  for (int i = 0; i < static_cast<int>(physics::Capability::kCount); ++i) {
    info.support.push_back({static_cast<physics::Capability>(i), false, info.help});
  }
  return info;
}

/// Both lists have the form "mujoco,bullet,..." and are set by the build.
std::vector<std::string> NamesIn(const char* names_with_commas) {
  std::vector<std::string> names;
  std::istringstream list(names_with_commas);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

std::vector<std::string> KnownEngines() { return NamesIn(SUREFOOT_ENGINES); }

}  // namespace

/// Engines are libraries that are loaded at the first use of their info or factory: a run loads one
/// engine instead of all, and their dependencies cannot clash. Libraries that are found beside the
/// known ones are registered after them, so that an engine can be added to an installation without
/// a rebuild.
void RegisterBackends(physics::BackendRegistry* registry) {
  std::vector<std::string> names = KnownEngines();
  for (const std::string& name : PluginNames()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  for (const std::string& name : names) {
    const std::string path = PluginPath(name);
    if (path.empty()) continue;
    physics::BackendFactory factory;
    factory.info = [name, path] { return InfoOf(name, path); };
    factory.make = [name, path](const physics::BackendArgs& args) {
      const Result<physics::BackendFactory> loaded = Load(name, path);
      return loaded.ok() ? loaded.value().make(args) : loaded.error();
    };
    registry->Add(name, std::move(factory));
  }
}

bool IsLight(const std::string& engine) {
  const std::vector<std::string> light = NamesIn(SUREFOOT_LIGHT_ENGINES);
  return std::find(light.begin(), light.end(), engine) != light.end();
}

std::vector<std::string> MissingEngines() {
  return Filtered(KnownEngines(),
                  [&](const std::string& name) { return PluginPath(name).empty(); });
}

}  // namespace surefoot::engines
