#include "surefoot/evaluation/studies/simulators/study_features.h"

#include <algorithm>

namespace surefoot::experiment {
namespace {

gap::RosSupport RosSupportOf(const GatewayRegistry& gateways) {
  auto best = gap::RosSupport::kNone;
  for (const auto& [name, gateway] : gateways.entries()) {
    if (gateway.middleware.rfind("ROS", 0) != 0) continue;
    best = std::max(best, gateway.on_installation ? gap::RosSupport::kOnInstallation
                                                  : gap::RosSupport::kPlugin);
  }
  return best;
}

/// Those of one window: abilities that are spread over several do not add up to full control.
gap::UiControls ControlsOf(const UserInterface& ui) {
  const auto has = [&](UiAbility ability) {
    return std::find(ui.abilities.begin(), ui.abilities.end(), ability) != ui.abilities.end();
  };
  gap::UiControls controls;
  controls.visualize = has(UiAbility::kVisualize);
  controls.start = has(UiAbility::kStart);
  controls.stop = has(UiAbility::kStop);
  controls.step = has(UiAbility::kStep);
  controls.add_models = has(UiAbility::kAddModels);
  return controls;
}

gap::UiControls BestUi(const UserInterfaceRegistry& interfaces) {
  gap::Features best;
  for (const auto& [name, ui] : interfaces.entries()) {
    gap::Features candidate;
    candidate.ui = ControlsOf(ui);
    if (gap::ScoresOf(candidate).ui > gap::ScoresOf(best).ui) best = candidate;
  }
  return best.ui;
}

template <typename T>
std::vector<std::string> NamesOf(const Registry<T>& registry) {
  std::vector<std::string> names;
  for (const auto& entry : registry.entries()) names.push_back(entry.first);
  return names;
}

}  // namespace

gap::Features FeaturesOf(const Parts& parts) {
  gap::Features features;
  features.free_to_use = parts.licence.free_to_use;
  features.open_source = parts.licence.open_source;
  features.ros = RosSupportOf(parts.gateways);
  features.languages = NamesOf(parts.languages);
  features.ui = BestUi(parts.interfaces);
  features.formats = NamesOf(parts.formats);
  for (const physics::BackendInfo& engine : parts.EngineInfos()) {
    if (IsUsable(engine)) features.engines.push_back(engine.name);
  }
  return features;
}

}  // namespace surefoot::experiment
