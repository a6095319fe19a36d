/// Reads <option><flag>, which disables features for the whole file. Only the flags of the main
/// document count; attached models do not change them.

#include "surefoot/formats/mjcf/scene.h"

namespace surefoot::formats::mjcf {
namespace {

/// The flags that have an equivalent here; true is MuJoCo's default.
struct Flags {
  bool contact = true;
  bool limit = true;
  bool frictionloss = true;
  bool equality = true;
  bool spring = true;
  bool damper = true;
  bool actuation = true;
};

/// `passive` and `constraint` each stand for several flags. Absent flags keep their value, so
/// several <flag> elements add up.
void ReadFlags(const Node& node, Reader* reader, Flags* flags) {
  const Attributes attributes(node, reader);
  const auto read = [&](const char* name, bool before) {
    const std::string word = attributes.Choice(name, {"enable", "disable"}, "");
    return word.empty() ? before : word == "enable";
  };
  flags->contact = read("contact", flags->contact);
  flags->limit = read("limit", flags->limit);
  flags->frictionloss = read("frictionloss", flags->frictionloss);
  flags->equality = read("equality", flags->equality);
  flags->spring = read("spring", flags->spring);
  flags->damper = read("damper", flags->damper);
  flags->actuation = read("actuation", flags->actuation);
  if (!read("passive", true)) flags->spring = flags->damper = false;
  if (!read("constraint", true)) {
    flags->contact = flags->limit = flags->frictionloss = flags->equality = false;
  }
  if (!read("filterparent", true)) {
    reader->WarnOnce("filterparent", SourceOf(node, "filterparent"),
                     "this flag has no effect: a body never collides with its parent");
  }
}

void ApplyToJoint(const Flags& flags, world::JointAxis* axis) {
  if (!flags.limit) {
    axis->lower = -world::kInfinity;
    axis->upper = world::kInfinity;
  }
  if (!flags.frictionloss) axis->friction = 0.0;
  if (!flags.spring) axis->spring_stiffness = 0.0;
  if (!flags.damper) axis->damping = 0.0;
}

}  // namespace

void ApplyFlags(Reader* reader, Scene* scene) {
  Flags flags;
  for (const Node* node : scene->parts.front().document->Section("option")) {
    if (node->name == "flag") ReadFlags(*node, reader, &flags);
  }
  scene->has_equality = flags.equality;
  scene->has_actuation = flags.actuation;
  for (MjBody& body : scene->bodies) {
    for (MjJoint& joint : body.joints) ApplyToJoint(flags, &joint.axis);
    if (flags.contact) continue;
    for (MjGeom& geom : body.geoms) geom.collides = false;
  }
}

}  // namespace surefoot::formats::mjcf
