#include "surefoot/base/index.h"
#include "surefoot/base/items.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/arena/arena.h"
#include "surefoot/formats/sdf/arena/rocks.h"
#include "surefoot/formats/sdf/extensions.h"
#include "surefoot/world/ground_reader.h"
#include "surefoot/world/light/daylight.h"

namespace surefoot::formats {
namespace {

/// A link in the world, such as "husky::base_link".
struct LinkName {
  std::string model;
  std::string link;
  const world::ModelInstance* instance = nullptr;
  /// Index into the model's links; -1: all of them.
  int index = -1;
};

/// The links of a model as they are written in attributes, for the advice of an error.
std::vector<std::string> LinkNames(const world::ModelInstance& instance) {
  return Mapped<std::string>(instance.model->links, [&](const world::Link& link) {
    return instance.name + "::" + link.name;
  });
}

/// The link or model that an attribute names; reports when it does not exist.
LinkName FindLink(const world::WorldSpec& spec, const std::string& key,
                  ExtensionAttributes* attributes) {
  LinkName name;
  const std::string text = attributes->Text(key);
  if (text.empty()) return name;
  const std::size_t colons = text.find("::");
  name.model = text.substr(0, colons);
  if (colons != std::string::npos) name.link = text.substr(colons + 2);
  for (const world::ModelInstance& instance : spec.models) {
    if (instance.name == name.model && instance.model != nullptr) name.instance = &instance;
  }
  if (name.instance == nullptr) {
    attributes->Wrong(key, "no model has this name", name.model,
                      NameAdvice(name.model, NamesOf(spec.models)));
    return name;
  }
  if (name.link.empty()) return name;
  name.index = name.instance->model->FindLink(name.link);
  if (name.index < 0) {
    attributes->Wrong(key, "no link has this name", text,
                      NameAdvice(text, LinkNames(*name.instance)));
  }
  return name;
}

/// Contact parameters for a pair of materials, which override the combination of two surfaces.
void ReadSurfacePair(const world::Element& element, world::WorldSpec* spec, Problems* problems) {
  ExtensionAttributes attributes(element, problems);
  world::SurfacePair pair;
  pair.a = attributes.Text("a");
  pair.b = attributes.Text("b");
  pair.mu = attributes.SizeOr("mu", pair.mu);
  pair.mu2 = attributes.SizeOr("mu2", pair.mu);
  pair.restitution = attributes.SizeOr("restitution", pair.restitution);
  if (pair.restitution > 1.0) {
    attributes.Wrong("restitution", "the value is out of range",
                     attributes.TextOr("restitution", ""), "accepted: 0 to 1");
  }
  if (attributes.ok()) spec->surface_pairs.push_back(pair);
}

/// A pair of links or whole models that do not collide.
void ReadCollisionFilter(const world::Element& element, world::WorldSpec* spec,
                         Problems* problems) {
  ExtensionAttributes attributes(element, problems);
  const LinkName a = FindLink(*spec, "a", &attributes);
  const LinkName b = FindLink(*spec, "b", &attributes);
  if (attributes.ok()) {
    spec->collision_filters.push_back({a.model, a.link, b.model, b.link});
  }
}

RigidTransform PoseOf(const LinkName& name) {
  return name.instance->X_WM *
         name.instance->model->links[static_cast<std::size_t>(name.index)].X_ML;
}

/// The relative pose of the attached links is that in which the world begins.
void ReadAttachment(const world::Element& element, world::WorldSpec* spec, Problems* problems) {
  ExtensionAttributes attributes(element, problems);
  world::Attachment attachment;
  attachment.name =
      attributes.TextOr("name", "attachment_" + std::to_string(spec->attachments.size() + 1));
  LinkName ends[2] = {FindLink(*spec, "parent", &attributes),
                      FindLink(*spec, "child", &attributes)};
  if (!attributes.ok()) return;
  for (LinkName& end : ends) {
    // A model without a link means its first link.
    if (end.index < 0 && !end.instance->model->links.empty()) {
      end.index = 0;
      end.link = end.instance->model->links[0].name;
    }
    if (end.index < 0) return;
    if (!end.instance->model->initial_positions.empty()) {
      problems->Note(element.source, "links are attached in their poses with all joints at zero",
                     end.model + "::" + end.link, "joints of this model start elsewhere");
    }
  }
  if (ends[0].model == ends[1].model && ends[0].index == ends[1].index) {
    attributes.Wrong("child", "a link cannot be attached to itself", ends[1].link,
                     "name two different links");
    return;
  }
  attachment.model_a = ends[0].model;
  attachment.link_a = ends[0].link;
  attachment.model_b = ends[1].model;
  attachment.link_b = ends[1].link;
  attachment.X_AB = PoseOf(ends[0]).Inverse() * PoseOf(ends[1]);
  spec->attachments.push_back(attachment);
}

/// With a name it is a material; without one it selects what computes the contacts of all wheels.
void ReadGround(const world::Element& element, world::WorldSpec* spec, Problems* problems) {
  if (element.Attribute("name") != nullptr) {
    spec->grounds.push_back(world::ReadGround(element, problems));
    return;
  }
  ExtensionAttributes attributes(element, problems);
  attributes.Text("contact");
  if (attributes.ok()) spec->wheel_contact = world::ReadContact(element, problems);
}

}  // namespace

/// Several passes over the extensions: each kind may refer to what the kinds before have created.
void ApplyWorldExtensions(const std::vector<world::Element>& extensions, world::WorldSpec* spec,
                          Problems* problems) {
  // Arenas and rocks first, since other extensions may name a door or a rock; rocks lie on arenas.
  for (const world::Element& element : extensions) {
    if (element.name == "surefoot:arena") BuildArena(element, spec, problems);
  }
  for (const world::Element& element : extensions) {
    if (element.name == "surefoot:rocks") ScatterRocks(element, spec, problems);
  }
  world::ReadDaylight(*spec, problems);
  for (const world::Element& element : extensions) {
    if (element.name == "surefoot:surface_pair") ReadSurfacePair(element, spec, problems);
    if (element.name == "surefoot:collision_filter") ReadCollisionFilter(element, spec, problems);
    if (element.name == "surefoot:attach") ReadAttachment(element, spec, problems);
    if (element.name == "surefoot:ground") ReadGround(element, spec, problems);
  }
}

}  // namespace surefoot::formats
