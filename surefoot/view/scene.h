#pragma once

#include <map>
#include <string>
#include <vector>

#include "surefoot/sim/simulation.h"
#include "surefoot/view/assets.h"

namespace surefoot::view {

/// What a scene contains besides the simulation.
struct SceneContext {
  std::string world_file;
  /// Topics that accept commands, by model name.
  std::map<std::string, std::vector<std::string>> commands;
};

/// ViewScene.json of docs/reference/view.md. The files that it refers to are added to `assets`.
std::string SceneJson(const sim::Simulation& simulation, const SceneContext& context,
                      Assets* assets);

}  // namespace surefoot::view
