#include "surefoot/ground/soil/ruts.h"

#include <algorithm>

namespace surefoot::ground {
namespace {

constexpr double kCell = 0.02;
/// 32 cm each: some hundred metres of a robot's two tracks.
constexpr int kTilesOfEach = 2048;

std::vector<std::string> ModelsOnWheels(const world::World& world) {
  std::vector<std::string> models{""};
  for (const world::Wheel& wheel : world.wheels()) {
    const std::string& name = world.instance(world.model_of_link(wheel.link)).name;
    if (models.back() != name) models.push_back(name);
  }
  return models;
}

}  // namespace

Ruts::Ruts(const world::World& world)
    : models_(ModelsOnWheels(world)), map_(kCell, kTilesOfEach, static_cast<int>(models_.size())) {}

int Ruts::OwnerOf(const std::string& model) const {
  const auto found = std::find(models_.begin(), models_.end(), model);
  return found == models_.end() ? 0 : static_cast<int>(found - models_.begin());
}

void Ruts::CarryOver(const Ruts& from, const std::vector<std::string>& same_models) {
  map_.Clear();
  for (std::size_t i = 0; i < from.models_.size(); ++i) {
    const std::string& name = from.models_[i];
    const bool same = std::find(same_models.begin(), same_models.end(), name) != same_models.end();
    map_.Take(from.map_, static_cast<int>(i), same ? OwnerOf(name) : 0);
  }
}

}  // namespace surefoot::ground
