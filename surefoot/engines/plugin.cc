#include "surefoot/engines/plugin.h"

#include <dlfcn.h>

#include <filesystem>
#include <set>

namespace surefoot::engines {
namespace {

using MakeFactoryFunction = void(physics::BackendFactory*);
using LayoutFunction = std::size_t();

/// Loaded libraries stay: an engine's instances hold code of theirs.
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

namespace fs = std::filesystem;

const std::string kPrefix = "libsurefoot_";
const std::string kEnding = ".so";

/// Beside libsurefoot, or seen from a test program that holds this code itself.
std::vector<fs::path> Folders() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&PluginPath), &info) == 0) return {};
  std::error_code error;
  const fs::path beside = fs::weakly_canonical(info.dli_fname, error).parent_path();
  return {beside / "surefoot/engines", beside / "../lib/surefoot/engines"};
}

}  // namespace

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

std::string PluginPath(const std::string& engine) {
  std::error_code error;
  for (const fs::path& folder : Folders()) {
    const fs::path path = folder / (kPrefix + engine + kEnding);
    if (fs::is_regular_file(path, error)) return fs::weakly_canonical(path, error).string();
  }
  return "";
}

physics::BackendInfo PluginInfo(const std::string& engine, const std::string& path) {
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

Result<std::unique_ptr<physics::Backend>> MakeFromPlugin(const std::string& engine,
                                                         const std::string& path,
                                                         const physics::BackendArgs& args) {
  const Result<physics::BackendFactory> factory = Load(engine, path);
  if (!factory.ok()) return factory.error();
  return factory.value().make(args);
}

}  // namespace surefoot::engines
