#include "surefoot/session/keyframe.h"

#include <map>
#include <memory>
#include <set>

#include "surefoot/base/text.h"

namespace surefoot {
namespace {

using world::Keyframe;
using world::Model;

const Keyframe* Find(const Model& model, const std::string& name) {
  for (const Keyframe& keyframe : model.keyframes) {
    if (keyframe.name == name) return &keyframe;
  }
  return nullptr;
}

std::string NameList(const world::WorldSpec& spec) {
  std::set<std::string> names;
  for (const world::ModelInstance& instance : spec.models) {
    for (const Keyframe& keyframe : instance.model->keyframes) names.insert(keyframe.name);
  }
  return Joined(names);
}

}  // namespace

Status StartInKeyframe(const std::string& name, world::WorldSpec* spec) {
  // Instances that share a description go on sharing it.
  std::map<const Model*, std::shared_ptr<const Model>> changed;
  for (world::ModelInstance& instance : spec->models) {
    const Keyframe* keyframe = Find(*instance.model, name);
    if (keyframe == nullptr) continue;
    if (keyframe->X_MB && !instance.model->links.empty()) {
      const RigidTransform& X_ML = instance.model->links.front().X_ML;
      instance.X_WM = instance.X_WM * *keyframe->X_MB * X_ML.Inverse();
    }
    std::shared_ptr<const Model>& model = changed[instance.model.get()];
    if (model == nullptr) {
      auto copy = std::make_shared<Model>(*instance.model);
      copy->initial_positions = keyframe->positions;
      copy->initial_commands = keyframe->commands;
      model = copy;
    }
    instance.model = model;
  }
  if (!changed.empty()) return Status();
  const std::string names = NameList(*spec);
  return Error{"there is no keyframe '" + name + "'; " +
               (names.empty() ? "the file has none" : "there are: " + names)};
}

}  // namespace surefoot
