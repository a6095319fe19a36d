#include "surefoot/engines/register.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "surefoot/engines/plugin.h"

namespace surefoot::engines {
namespace {

/// Both lists are "mujoco,bullet,...", from the build.
std::vector<std::string> NamesIn(const char* names_with_commas) {
  std::vector<std::string> names;
  std::istringstream list(names_with_commas);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

std::vector<std::string> KnownEngines() { return NamesIn(SUREFOOT_ENGINES); }

}  // namespace

void RegisterBackends(physics::BackendRegistry* registry) {
  std::vector<std::string> names = KnownEngines();
  for (const std::string& name : PluginNames()) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  for (const std::string& name : names) {
    const std::string path = PluginPath(name);
    if (path.empty()) continue;
    physics::BackendFactory factory;
    factory.info = [name, path] { return PluginInfo(name, path); };
    factory.make = [name, path](const physics::BackendArgs& args) {
      return MakeFromPlugin(name, path, args);
    };
    registry->Add(name, std::move(factory));
  }
}

bool IsLight(const std::string& engine) {
  const std::vector<std::string> light = NamesIn(SUREFOOT_LIGHT_ENGINES);
  return std::find(light.begin(), light.end(), engine) != light.end();
}

std::vector<std::string> MissingEngines() {
  std::vector<std::string> missing;
  for (const std::string& name : KnownEngines()) {
    if (PluginPath(name).empty()) missing.push_back(name);
  }
  return missing;
}

}  // namespace surefoot::engines
