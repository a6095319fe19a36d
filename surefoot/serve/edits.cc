#include "surefoot/serve/edits.h"

namespace surefoot::serve {
namespace {

/// A model was replaced by another one of the same name if its file or its number of links differs;
/// then properties cannot be compared by their place.
bool HasSameLinks(const world::World& a, const world::World& b, const std::string& entity) {
  const int in_a = a.FindModel(entity);
  const int in_b = b.FindModel(entity);
  if (in_a < 0 || in_b < 0) return false;
  return a.model(in_a).source.file == b.model(in_b).source.file &&
         a.model(in_a).links.size() == b.model(in_b).links.size();
}

}  // namespace

void Edits::OnLoaded() {
  unsaved_ = 0;
  spawned_.clear();
}

std::string Edits::RemovedName(const std::string& token) const {
  const auto found = names_.find(token);
  return found != names_.end() ? found->second : "";
}

void Edits::Remember(const sim::Simulation& simulation, const std::string& entity) {
  if (HasSameLinks(simulation.machine().first_world(), simulation.world(), entity)) return;
  const auto known = spawned_.find(entity);
  if (known != spawned_.end() && HasSameLinks(*known->second, simulation.world(), entity)) return;
  spawned_[entity] = simulation.shared_world();
}

std::vector<sim::Property> Edits::Originals(const sim::Simulation& simulation,
                                            const std::string& entity,
                                            const std::string& part) const {
  const world::World* before = &simulation.machine().first_world();
  if (!entity.empty() && !HasSameLinks(*before, simulation.world(), entity)) {
    const auto known = spawned_.find(entity);
    const bool fits =
        known != spawned_.end() && HasSameLinks(*known->second, simulation.world(), entity);
    before = fits ? known->second.get() : &simulation.world();
  }
  Result<std::vector<sim::Property>> properties =
      sim::PropertiesOf(*before, simulation.machine().sensor_kinds(), entity, part);
  return properties.ok() ? std::move(properties).value() : std::vector<sim::Property>();
}

}  // namespace surefoot::serve
