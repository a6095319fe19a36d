#include "surefoot/session/parts.h"

#include <algorithm>

// Lookups in the registries that a program filled, with errors that list what exists.

namespace surefoot {
namespace {

std::vector<physics::BackendInfo> InfosOf(const physics::BackendRegistry& engines) {
  std::vector<physics::BackendInfo> infos;
  for (const auto& entry : engines.entries()) infos.push_back(entry.second.info());
  return infos;
}

}  // namespace

// Without a name, the first engine that was registered.
const physics::BackendFactory* Parts::FindEngine(const std::string& name) const {
  if (!name.empty()) return engines.Find(name);
  return engines.entries().empty() ? nullptr : &engines.entries().front().second;
}

std::vector<physics::BackendInfo> Parts::EngineInfos() const { return InfosOf(engines); }

physics::EngineChoice Parts::Choice() const {
  return [engines = engines] { return InfosOf(engines); };
}

// Distinguishes unknown engines from those that are not installed.
Error Parts::NoSuchEngine(const std::string& name) const {
  const bool missing =
      std::find(missing_engines.begin(), missing_engines.end(), name) != missing_engines.end();
  return Error{(missing ? "the engine '" + name + "' was left out of this build"
                        : "there is no engine '" + name + "'") +
               "; this build has: " + engines.NameList()};
}

// Engines with forces.
std::vector<std::string> DynamicEngines(const Parts& parts) {
  using physics::Capability;
  std::vector<std::string> names;
  for (const auto& [name, factory] : parts.engines.entries()) {
    const physics::BackendInfo info = factory.info();
    // An engine that cannot be loaded has no capabilities: it is kept, and reports the reason when
    // it is used.
    const bool light = info.Of(Capability::kVelocityControl).supported &&
                       !info.Of(Capability::kExternalWrench).supported;
    if (!light) names.push_back(name);
  }
  return names;
}

bool IsUsable(const physics::BackendInfo& engine) {
  return std::any_of(engine.support.begin(), engine.support.end(),
                     [](const physics::Support& support) { return support.supported; });
}

}  // namespace surefoot
