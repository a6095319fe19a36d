#include "surefoot/backends/register.h"

#include <sstream>
#include <utility>

#include "surefoot/backends/plugin.h"

namespace surefoot::backends {
namespace {

/// SUREFOOT_ENGINES is "mujoco,bullet,...", from the build.
std::vector<std::string> KnownEngines() {
  std::vector<std::string> names;
  std::istringstream list(SUREFOOT_ENGINES);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

}  // namespace

void RegisterBackends(physics::BackendRegistry* registry) {
  for (const std::string& name : KnownEngines()) {
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

std::vector<std::string> MissingEngines() {
  std::vector<std::string> missing;
  for (const std::string& name : KnownEngines()) {
    if (PluginPath(name).empty()) missing.push_back(name);
  }
  return missing;
}

}  // namespace surefoot::backends
