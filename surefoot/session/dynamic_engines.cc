#include "surefoot/session/dynamic_engines.h"

namespace surefoot {

std::vector<std::string> DynamicEngines(const Parts& parts) {
  using physics::Capability;
  std::vector<std::string> names;
  for (const auto& [name, factory] : parts.engines.entries()) {
    const physics::BackendInfo info = factory.info();
    // One that cannot be loaded can do nothing at all: it stays, and says so when it is used.
    const bool light = info.Of(Capability::kVelocityControl).supported &&
                       !info.Of(Capability::kExternalWrench).supported;
    if (!light) names.push_back(name);
  }
  return names;
}

}  // namespace surefoot
