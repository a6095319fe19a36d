#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::world {

/// Where a light stands in the description.
struct LightPlace {
  /// Indices into WorldSpec::models and Model::links; -1: a light of the world itself.
  int model = -1;
  int link = -1;
  /// Index into the lights of the world, or of the link.
  int light = 0;
};

/// The names of all lights: those of the world, then those of the models, link by link. "lamp" in
/// the world, "robot::lamp" in a model, "robot::head::lamp" where several links have one of the
/// name.
std::vector<std::string> LightNames(const WorldSpec& spec);

/// By such a name. "robot::head::lamp" is always understood, the name alone where it is the only
/// one. The error says which lights there are.
Result<LightPlace> FindLight(const WorldSpec& spec, const std::string& name);

const Light& LightAt(const WorldSpec& spec, const LightPlace& place);

}  // namespace surefoot::world
