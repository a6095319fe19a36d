#include "surefoot/world/light/find_light.h"

#include <algorithm>
#include <map>

#include "surefoot/base/text.h"

// Lights of the world and of models by their scoped names.

namespace surefoot::world {
namespace {

struct NamedLight {
  LightPlace place;
  /// "lamp", "robot::lamp" (may not be the only one), "robot::head::lamp".
  std::string own;
  std::string in_model;
  std::string in_link;
};

std::vector<NamedLight> LightsOfModels(const WorldSpec& spec) {
  std::vector<NamedLight> lights;
  for (std::size_t m = 0; m < spec.models.size(); ++m) {
    const ModelInstance& instance = spec.models[m];
    for (std::size_t l = 0; l < instance.model->links.size(); ++l) {
      const Link& link = instance.model->links[l];
      for (std::size_t i = 0; i < link.lights.size(); ++i) {
        const std::string& own = link.lights[i].name;
        const LightPlace place{static_cast<int>(m), static_cast<int>(l), static_cast<int>(i)};
        lights.push_back({place, own, instance.name + "::" + own,
                          instance.name + "::" + link.name + "::" + own});
      }
    }
  }
  return lights;
}

/// The only light for which `is` is true; nullptr for none or several.
template <typename Is>
const NamedLight* Only(const std::vector<NamedLight>& lights, const Is& is) {
  const auto found = std::find_if(lights.begin(), lights.end(), is);
  if (found == lights.end() || std::any_of(found + 1, lights.end(), is)) return nullptr;
  return &*found;
}

}  // namespace

std::vector<std::string> LightNames(const WorldSpec& spec) {
  std::vector<std::string> names;
  for (const Light& light : spec.lights) names.push_back(light.name);
  const std::vector<NamedLight> lights = LightsOfModels(spec);
  std::map<std::string, int> counts;
  for (const NamedLight& light : lights) ++counts[light.in_model];
  for (const NamedLight& light : lights) {
    names.push_back(counts[light.in_model] == 1 ? light.in_model : light.in_link);
  }
  return names;
}

Result<LightPlace> FindLight(const WorldSpec& spec, const std::string& name) {
  for (std::size_t i = 0; i < spec.lights.size(); ++i) {
    if (spec.lights[i].name == name) return LightPlace{-1, -1, static_cast<int>(i)};
  }
  const std::vector<NamedLight> lights = LightsOfModels(spec);
  for (const auto part : {&NamedLight::in_link, &NamedLight::in_model, &NamedLight::own}) {
    const NamedLight* found =
        Only(lights, [&](const NamedLight& light) { return light.*part == name; });
    if (found != nullptr) return found->place;
  }
  const std::string names = Joined(LightNames(spec));
  return Error{"the world has no light named '" + name +
               "', or several; lights: " + (names.empty() ? "none" : names)};
}

const Light& LightAt(const WorldSpec& spec, const LightPlace& place) {
  const auto index = static_cast<std::size_t>(place.light);
  if (place.model < 0) return spec.lights[index];
  const Model& model = *spec.models[static_cast<std::size_t>(place.model)].model;
  return model.links[static_cast<std::size_t>(place.link)].lights[index];
}

}  // namespace surefoot::world
