#include "surefoot/sim/world_edit.h"

#include <algorithm>

namespace surefoot::sim {
namespace {

using world::WorldSpec;

std::string ModelNames(const WorldSpec& spec) {
  std::string names;
  for (const world::ModelInstance& instance : spec.models) {
    names += (names.empty() ? "" : ", ") + instance.name;
  }
  return names;
}

auto FindInstance(WorldSpec* spec, const std::string& name) {
  return std::find_if(spec->models.begin(), spec->models.end(),
                      [&](const world::ModelInstance& m) { return m.name == name; });
}

Error NoModel(const WorldSpec& spec, const std::string& name) {
  return Error{"there is no model '" + name + "'; models are: " + ModelNames(spec)};
}

}  // namespace

Result<WorldSpec> WithSpawn(const WorldSpec& spec, const Spawn& edit) {
  WorldSpec out = spec;
  if (FindInstance(&out, edit.instance.name) != out.models.end()) {
    return Error{"a model '" + edit.instance.name + "' exists already; choose another name"};
  }
  out.models.push_back(edit.instance);
  for (const world::GroundMaterial& ground : edit.grounds) {
    const bool known =
        std::any_of(out.grounds.begin(), out.grounds.end(),
                    [&](const world::GroundMaterial& g) { return g.name == ground.name; });
    if (!known) out.grounds.push_back(ground);
  }
  return out;
}

Result<WorldSpec> WithRemove(const WorldSpec& spec, const Remove& edit) {
  WorldSpec out = spec;
  const auto found = FindInstance(&out, edit.model);
  if (found == out.models.end()) return NoModel(spec, edit.model);
  out.models.erase(found);
  // What named the model goes with it.
  auto names_it = [&](const auto& entry) {
    return entry.model_a == edit.model || entry.model_b == edit.model;
  };
  out.attachments.erase(std::remove_if(out.attachments.begin(), out.attachments.end(), names_it),
                        out.attachments.end());
  out.collision_filters.erase(
      std::remove_if(out.collision_filters.begin(), out.collision_filters.end(), names_it),
      out.collision_filters.end());
  return out;
}

Result<WorldSpec> WithMoved(const WorldSpec& spec, const Teleport& edit) {
  WorldSpec out = spec;
  const auto found = FindInstance(&out, edit.model);
  if (found == out.models.end()) return NoModel(spec, edit.model);
  found->X_WM = edit.X_WM;
  return out;
}

Result<WorldSpec> WithAttachment(const WorldSpec& spec, const world::Attachment& attachment) {
  WorldSpec out = spec;
  for (const world::Attachment& other : out.attachments) {
    if (other.name == attachment.name) {
      return Error{"an attachment '" + attachment.name + "' exists already"};
    }
  }
  out.attachments.push_back(attachment);
  return out;
}

Result<WorldSpec> WithoutAttachment(const WorldSpec& spec, const Detach& edit) {
  WorldSpec out = spec;
  const auto found = std::find_if(out.attachments.begin(), out.attachments.end(),
                                  [&](const world::Attachment& a) { return a.name == edit.name; });
  if (found == out.attachments.end()) {
    return Error{"there is no attachment '" + edit.name + "'"};
  }
  out.attachments.erase(found);
  return out;
}

}  // namespace surefoot::sim
