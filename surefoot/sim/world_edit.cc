#include "surefoot/sim/world_edit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/world/light/find_light.h"

// Edits change a copy of the description, which is then validated as a whole: an edit cannot make a
// world that a file could not describe.

namespace surefoot::sim {
namespace {

using world::WorldSpec;

std::string ModelNames(const WorldSpec& spec) {
  return Joined(spec.models, &world::ModelInstance::name);
}

void SetChild(const char* name, const std::string& text, world::Element* element) {
  const int found = FindNamed(element->children, name);
  world::Element& child =
      found >= 0 ? element->children[At(found)] : element->children.emplace_back();
  child.name = name;
  child.text = text;
}

/// Whether it is the model of the start, whose numbers may have been edited since.
bool IsSameModel(const world::Model& a, const world::Model& b) {
  if (&a == &b) return true;
  const auto same_name = [](const auto& x, const auto& y) { return x.name == y.name; };
  return a.source.file == b.source.file && a.name == b.name &&
         std::equal(a.links.begin(), a.links.end(), b.links.begin(), b.links.end(), same_name) &&
         std::equal(a.joints.begin(), a.joints.end(), b.joints.begin(), b.joints.end(), same_name);
}

Status CheckLight(const LightChange& edit) {
  if (!std::isfinite(edit.intensity) || edit.intensity > 10.0) {
    return Error{"the intensity of light '" + edit.name + "' must lie between 0 and 10, not " +
                 StrFormat("%g", edit.intensity)};
  }
  if (!edit.color.allFinite() || edit.color.maxCoeff() > 1.0) {
    return Error{"the color of light '" + edit.name + "' must lie between 0 and 1"};
  }
  return Status();
}

void ChangeLight(const LightChange& edit, world::Light* light) {
  SetChild("light_on", edit.on ? "true" : "false", &light->element);
  if (edit.intensity >= 0.0) {
    SetChild("intensity", NumberText(edit.intensity, 17), &light->element);
  }
  if (edit.color.minCoeff() < 0.0) return;
  SetChild("diffuse",
           StrFormat("%.17g ", edit.color.x()) + StrFormat("%.17g ", edit.color.y()) +
               StrFormat("%.17g 1", edit.color.z()),
           &light->element);
}

/// The model with the lights of the start; its links are the same.
std::shared_ptr<const world::Model> WithLightsOf(const world::Model& start,
                                                 const std::shared_ptr<const world::Model>& now) {
  const bool dark = std::all_of(start.links.begin(), start.links.end(),
                                [](const world::Link& link) { return link.lights.empty(); });
  if (dark || now.get() == &start) return now;
  auto out = std::make_shared<world::Model>(*now);
  for (std::size_t i = 0; i < out->links.size(); ++i) out->links[i].lights = start.links[i].lights;
  return out;
}

}  // namespace

bool IsFreeModel(const world::World& world, int model) {
  for (const world::Body& body : world.tree(model).bodies) {
    if (body.parent >= 0) continue;
    const bool hangs = body.joint >= 0 && world.model(model).joints[At(body.joint)].type !=
                                              world::JointType::kFloating;
    if (body.is_static || hangs) return false;
  }
  return true;
}

Error NoModel(const WorldSpec& spec, const std::string& name) {
  return Error{"there is no model '" + name + "'; models are: " + ModelNames(spec)};
}

Result<WorldSpec> WithLight(const WorldSpec& spec, const LightChange& edit) {
  const world::LightPlace place = SUREFOOT_TRY(world::FindLight(spec, edit.name));
  SUREFOOT_TRY(CheckLight(edit));
  WorldSpec out = spec;
  const auto index = static_cast<std::size_t>(place.light);
  if (place.model < 0) {
    ChangeLight(edit, &out.lights[index]);
    return out;
  }
  // The description may be shared with other models, so it is copied.
  world::ModelInstance& instance = out.models[static_cast<std::size_t>(place.model)];
  auto model = std::make_shared<world::Model>(*instance.model);
  ChangeLight(edit, &model->links[At(place.link)].lights[index]);
  instance.model = std::move(model);
  return out;
}

WorldSpec WithStart(const WorldSpec& now, const WorldSpec& start) {
  WorldSpec out = now;
  out.lights = start.lights;
  out.attachments.clear();
  for (world::ModelInstance& instance : out.models) {
    for (const world::ModelInstance& first : start.models) {
      const bool same = first.name == instance.name && IsSameModel(*first.model, *instance.model);
      if (!same) continue;
      instance.X_WM = first.X_WM;
      instance.model = WithLightsOf(*first.model, instance.model);
    }
  }
  for (const world::Attachment& attachment : start.attachments) {
    const bool whole = FindNamed(out.models, attachment.model_a) >= 0 &&
                       FindNamed(out.models, attachment.model_b) >= 0;
    if (whole) out.attachments.push_back(attachment);
  }
  return out;
}

Result<WorldSpec> WithSpawn(const WorldSpec& spec, const Spawn& edit) {
  WorldSpec out = spec;
  if (FindNamed(out.models, edit.instance.name) >= 0) {
    return Error{"a model '" + edit.instance.name + "' exists already; choose another name"};
  }
  out.models.push_back(edit.instance);
  for (const world::GroundMaterial& ground : edit.grounds) {
    if (FindNamed(out.grounds, ground.name) < 0) out.grounds.push_back(ground);
  }
  return out;
}

Result<WorldSpec> WithRemove(const WorldSpec& spec, const Remove& edit) {
  WorldSpec out = spec;
  const int found = FindNamed(out.models, edit.model);
  if (found < 0) return NoModel(spec, edit.model);
  out.models.erase(out.models.begin() + found);
  // Attachments and filters that refer to the model are removed with it.
  auto names_it = [&](const auto& entry) {
    return entry.model_a == edit.model || entry.model_b == edit.model;
  };
  std::erase_if(out.attachments, names_it);
  std::erase_if(out.collision_filters, names_it);
  return out;
}

Result<WorldSpec> WithMoved(const WorldSpec& spec, const Teleport& edit) {
  WorldSpec out = spec;
  const int found = FindNamed(out.models, edit.model);
  if (found < 0) return NoModel(spec, edit.model);
  out.models[At(found)].X_WM = edit.X_WM;
  return out;
}

Result<WorldSpec> WithAttachment(const WorldSpec& spec, const world::Attachment& attachment) {
  WorldSpec out = spec;
  if (FindNamed(out.attachments, attachment.name) >= 0) {
    return Error{"an attachment '" + attachment.name + "' exists already"};
  }
  out.attachments.push_back(attachment);
  return out;
}

Result<WorldSpec> WithoutAttachment(const WorldSpec& spec, const Detach& edit) {
  WorldSpec out = spec;
  const int found = FindNamed(out.attachments, edit.name);
  if (found < 0) return Error{"there is no attachment '" + edit.name + "'"};
  out.attachments.erase(out.attachments.begin() + found);
  return out;
}

}  // namespace surefoot::sim
