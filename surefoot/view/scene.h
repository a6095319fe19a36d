#pragma once

#include <map>
#include <string>
#include <vector>

#include "surefoot/sim/simulation.h"
#include "surefoot/view/assets.h"

namespace surefoot::view {

/// What a simulation does not know of itself.
struct SceneContext {
  std::string world_file;
  /// Topics that command a model, by its name.
  std::map<std::string, std::vector<std::string>> commands;
};

/// ViewScene.json of docs/reference/view.md. The files that it names are put into `assets`.
std::string SceneJson(const sim::Simulation& simulation, const SceneContext& context,
                      Assets* assets);

}  // namespace surefoot::view
