#include "surefoot/formats/edit_models.h"

#include <map>
#include <memory>
#include <utility>

namespace surefoot::formats {

void EditModels(const std::function<bool(const world::Model&)>& concerns,
                const std::function<void(world::Model*)>& edit, world::WorldSpec* spec) {
  std::map<const world::Model*, std::shared_ptr<const world::Model>> changed;
  for (world::ModelInstance& instance : spec->models) {
    if (instance.model == nullptr || !concerns(*instance.model)) continue;
    std::shared_ptr<const world::Model>& now = changed[instance.model.get()];
    if (now == nullptr) {
      auto model = std::make_shared<world::Model>(*instance.model);
      edit(model.get());
      now = std::move(model);
    }
    instance.model = now;
  }
}

}  // namespace surefoot::formats
