#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::world {

/// Position of a light in the description.
struct LightPlace {
  /// Indices into WorldSpec::models and Model::links; -1: a light of the world itself.
  int model = -1;
  int link = -1;
  /// Index into the lights of the world, or of the link.
  int light = 0;
};

/// The names of all lights: those of the world, then those of the models, link by link. "lamp" in
/// the world, "robot::lamp" in a model, "robot::head::lamp" where several links have a light of
/// that name.
std::vector<std::string> LightNames(const WorldSpec& spec);

/// Finds a light by such a name. "robot::head::lamp" always works, the bare name if it is unique.
/// The error lists the lights.
Result<LightPlace> FindLight(const WorldSpec& spec, const std::string& name);

const Light& LightAt(const WorldSpec& spec, const LightPlace& place);

}  // namespace surefoot::world
