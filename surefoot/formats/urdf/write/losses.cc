/// What a description has and URDF has not.

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/formats/markup.h"
#include "surefoot/formats/urdf/write/write_parts.h"

namespace surefoot::formats::urdf {
namespace {

/// Names in one warning; the others are counted.
constexpr std::size_t kMaxNames = 5;

bool IsPlainSurface(const world::Surface& surface) {
  const world::Surface plain;
  return surface.mu == plain.mu && surface.mu2 == plain.mu2 &&
         surface.torsional_friction == plain.torsional_friction &&
         surface.rolling_friction == plain.rolling_friction &&
         surface.restitution == plain.restitution && surface.stiffness == plain.stiffness &&
         surface.damping == plain.damping && surface.collide_mask == plain.collide_mask &&
         surface.friction_direction.isZero(0.0) && surface.name.empty();
}

void FindLinkLosses(const world::Link& link, Losses* losses) {
  for (const world::Sensor& sensor : link.sensors) {
    losses->Add("sensors", sensor.name, sensor.source);
  }
  for (const world::Light& light : link.lights) losses->Add("lamps", light.name, light.source);
  for (const world::Plugin& plugin : link.plugins) {
    losses->Add("plugins", plugin.name, plugin.source);
  }
  for (const world::Collision& collision : link.collisions) {
    if (IsPlainSurface(collision.surface)) continue;
    losses->Add("friction and other contact properties", link.name, link.source);
    break;
  }
  if (!link.gravity) losses->Add("links without gravity", link.name, link.source);
  if (link.kinematic) losses->Add("kinematic links", link.name, link.source);
  for (const world::Element& extension : link.extensions) {
    losses->Add("elements of simulators", extension.name, extension.source);
  }
}

void FindJointLosses(const world::Model& model, const RobotTree& tree, Losses* losses) {
  for (const int loop : tree.loops) {
    const world::Joint& joint = model.joints[At(loop)];
    losses->Add("closed loops: these joints", joint.name, joint.source);
  }
  for (const int follower : tree.lost_mimics) {
    const world::Joint& joint = model.joints[At(follower)];
    losses->Add("couplings of joints with several axes", joint.name, joint.source);
  }
  for (const world::Joint& joint : model.joints) {
    for (const world::Sensor& sensor : joint.sensors) {
      losses->Add("sensors", sensor.name, sensor.source);
    }
    const bool frozen = model.is_static && joint.type != world::JointType::kFixed;
    if (frozen) {
      losses->Changed("nothing moves in a static model; its joints are written as fixed",
                      joint.name, joint.source);
    }
  }
}

}  // namespace

void Losses::Note(const std::string& message, const std::string& name, const Source& source) {
  const auto known = std::find_if(losses_.begin(), losses_.end(),
                                  [&](const Loss& loss) { return loss.message == message; });
  if (known != losses_.end()) {
    std::vector<std::string>& names = known->names;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    return;
  }
  losses_.push_back({message, source, {name}});
}

void Losses::Add(const std::string& what, const std::string& name, const Source& source) {
  Note("URDF has no " + what + "; they are left out", name, source);
}

void Losses::Changed(const std::string& what, const std::string& name, const Source& source) {
  Note(what, name, source);
}

void Losses::Report(Problems* problems) const {
  for (const Loss& loss : losses_) {
    std::vector<std::string> names = loss.names;
    std::string more;
    if (names.size() > kMaxNames) {
      more = " and " + std::to_string(names.size() - kMaxNames) + " more";
      names.resize(kMaxNames);
    }
    problems->Warning(loss.source, loss.message, Joined(names) + more,
                      "write SDF to keep everything");
  }
}

void FindLosses(const world::ModelInstance& instance, const RobotTree& tree, Losses* losses) {
  const world::Model& model = *instance.model;
  const std::string& name = instance.name;
  for (const world::Link& link : model.links) FindLinkLosses(link, losses);
  FindJointLosses(model, tree, losses);
  for (const world::Plugin& plugin : model.plugins) {
    losses->Add("plugins", plugin.name, plugin.source);
  }
  for (const world::Element& extension : model.extensions) {
    losses->Add("elements of simulators", extension.name, extension.source);
  }
  if (model.self_collide) losses->Add("models that collide with themselves", name, model.source);
  if (!SameBits(instance.X_WM, RigidTransform())) losses->Add("start poses", name, model.source);
  if (!model.initial_positions.empty() || !model.initial_commands.empty() ||
      !model.keyframes.empty()) {
    losses->Add("start positions and commands of joints", name, model.source);
  }
}

}  // namespace surefoot::formats::urdf
