#pragma once

#include <string>
#include <vector>

#include "surefoot/physics/capability.h"
#include "surefoot/session/parts.h"

namespace surefoot {

/// Names of the engines with forces: all except those that move robots by their wheels alone.
inline std::vector<std::string> EnginesWithForces(const Parts& parts) {
  std::vector<std::string> names;
  for (const physics::BackendInfo& info : parts.EngineInfos()) {
    if (!IsUsable(info)) continue;
    if (info.Of(physics::Capability::kEffortControl).supported) names.push_back(info.name);
  }
  return names;
}

}  // namespace surefoot
