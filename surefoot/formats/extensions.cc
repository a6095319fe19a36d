#include "surefoot/formats/extensions.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "surefoot/formats/parse.h"

// Surefoot's own elements are the same in every format, so they are applied to the neutral
// description after a format's reader has built it.

namespace surefoot::formats {
namespace {

constexpr std::string_view kPrefix = "surefoot:";
constexpr int kNoJoint = -1;
constexpr int kMaxAxis = 5;

/// The attributes of one element, with reports of missing and unknown ones.
class Attributes {
 public:
  Attributes(const world::Element& element, std::vector<std::string> known, Problems* problems)
      : element_(element), problems_(problems) {
    for (const auto& [name, value] : element.attributes) {
      // Some parsers add namespaces and line numbers as attributes.
      if (name.find(':') != std::string::npos || name == "xmlns") continue;
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      problems->Warning(element.source, "<" + element.name + "> has no attribute of this name",
                        name, NameAdvice(name, known));
    }
  }

  /// Reports when it is missing.
  const std::string* Required(const std::string& name) const {
    const std::string* value = element_.Attribute(name);
    if (value == nullptr) {
      problems_->Error(element_.source, "<" + element_.name + "> needs the attribute " + name, "",
                       "write " + name + "=\"...\"");
    }
    return value;
  }

  std::optional<double> Number(const std::string& name) const {
    const std::string* text = Required(name);
    return text == nullptr ? std::nullopt : ParseDouble(*text, element_.source, problems_);
  }

  /// 0 when it is absent.
  std::optional<int> Axis() const {
    const std::string* text = element_.Attribute("axis");
    if (text == nullptr) return 0;
    const auto value = ParseInteger(*text, 0, kMaxAxis, element_.source, problems_);
    return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
  }

 private:
  const world::Element& element_;
  Problems* problems_;
};

/// Index of the joint that the element names; kNoJoint after reporting.
int NamedJoint(const world::Element& element, const Attributes& attributes,
               const std::string& scope, const world::Model& model, Problems* problems) {
  const std::string* name = attributes.Required("joint");
  if (name == nullptr) return kNoJoint;
  const int joint = model.FindJoint(scope + *name);
  if (joint >= 0) return joint;
  std::vector<std::string> known;
  for (const world::Joint& candidate : model.joints) {
    if (candidate.name.rfind(scope, 0) == 0) known.push_back(candidate.name.substr(scope.size()));
  }
  problems->Error(element.source, "model \"" + model.name + "\" has no joint of this name", *name,
                  NameAdvice(*name, known));
  return kNoJoint;
}

std::optional<world::ControlMode> ModeOf(const world::Element& element,
                                         const Attributes& attributes, Problems* problems) {
  const std::string* text = attributes.Required("mode");
  if (text == nullptr) return std::nullopt;
  if (*text == "effort") return world::ControlMode::kEffort;
  if (*text == "velocity") return world::ControlMode::kVelocity;
  if (*text == "position") return world::ControlMode::kPosition;
  return problems->Error(element.source, "unknown command mode", *text,
                         NameAdvice(*text, {"velocity", "position", "effort"}));
}

/// Replaces the entry of the same axis, so the last one applies.
template <typename T>
void Replace(const T& entry, std::vector<T>* entries) {
  for (T& known : *entries) {
    if (known.joint != entry.joint || known.axis != entry.axis) continue;
    known = entry;
    return;
  }
  entries->push_back(entry);
}

/// Where commands and positions are stored: in the model's start or in a keyframe.
struct Start {
  std::vector<world::InitialCommand>* commands;
  std::vector<world::InitialPosition>* positions;
};

/// `joint` is the joint that contains the element, or kNoJoint.
bool Apply(const world::Element& element, const std::string& scope, int joint,
           const world::Model& model, const Start& start, Problems* problems) {
  const bool is_command = element.name == "surefoot:command";
  if (!is_command && element.name != "surefoot:position") return false;
  std::vector<std::string> known = {"joint", "axis", "value"};
  if (is_command) known.push_back("mode");
  const Attributes attributes(element, known, problems);
  if (joint == kNoJoint) joint = NamedJoint(element, attributes, scope, model, problems);
  const std::optional<int> axis = attributes.Axis();
  const std::optional<double> value = attributes.Number("value");
  if (!is_command) {
    if (joint == kNoJoint || !axis || !value) return true;
    Replace(world::InitialPosition{joint, *axis, *value}, start.positions);
    return true;
  }
  const auto mode = ModeOf(element, attributes, problems);
  if (joint == kNoJoint || !axis || !value || !mode) return true;
  Replace(world::InitialCommand{joint, *axis, *mode, *value}, start.commands);
  return true;
}

/// Seven numbers; the quaternion is normalised.
std::optional<RigidTransform> PoseOf(const world::Element& element, Problems* problems) {
  const auto v = ParseVector(element.text, 7, element.source, problems);
  if (!v) return std::nullopt;
  const Quaterniond q((*v)[3], (*v)[4], (*v)[5], (*v)[6]);
  if (q.norm() > 1e-6) return RigidTransform(q.normalized(), Vector3d((*v)[0], (*v)[1], (*v)[2]));
  return problems->Error(element.source, "a quaternion must not be zero", element.text,
                         "write 1 0 0 0 for no rotation");
}

void ApplyKeyframe(const world::Element& element, const std::string& scope, world::Model* model,
                   Problems* problems) {
  const Attributes attributes(element, {"name"}, problems);
  const std::string* name = attributes.Required("name");
  if (name == nullptr) return;
  world::Keyframe keyframe;
  keyframe.name = Trimmed(*name);
  const Start start{&keyframe.commands, &keyframe.positions};
  for (const world::Element& child : element.children) {
    if (child.name == "surefoot:pose") {
      keyframe.X_MB = PoseOf(child, problems);
    } else if (!Apply(child, scope, kNoJoint, *model, start, problems)) {
      problems->Warning(child.source, "<surefoot:keyframe> does not accept this element",
                        child.name, "accepted: surefoot:pose, surefoot:position, surefoot:command");
    }
  }
  for (world::Keyframe& known : model->keyframes) {
    if (known.name != keyframe.name) continue;
    known = keyframe;
    return;
  }
  model->keyframes.push_back(keyframe);
}

void ApplyArmature(const world::Element& element, world::Joint* joint, Problems* problems) {
  const Attributes attributes(element, {"axis", "value"}, problems);
  const std::optional<int> axis = attributes.Axis();
  const std::optional<double> value = attributes.Number("value");
  if (!axis || !value) return;
  if (*axis > 1) {
    problems->Error(element.source, "a joint has no such axis", std::to_string(*axis),
                    "accepted: 0, 1");
    return;
  }
  joint->axes[*axis].armature = *value;
}

/// `known` are names without the prefix, which would make all names similar.
void WarnIfMisspelt(const world::Element& element, const std::vector<std::string>& known,
                    Problems* problems) {
  if (!IsExtension(element.name)) return;
  const std::string nearest = NearestName(element.name.substr(kPrefix.size()), known);
  if (nearest.empty()) return;
  problems->Warning(element.source, "unknown element", element.name,
                    "did you mean \"surefoot:" + nearest + "\"?");
}

}  // namespace

bool IsExtension(const std::string& element_name) { return element_name.rfind(kPrefix, 0) == 0; }

bool ApplyModelExtension(const world::Element& element, const std::string& scope,
                         world::Model* model, Problems* problems) {
  if (element.name == "surefoot:keyframe") {
    ApplyKeyframe(element, scope, model, problems);
    return true;
  }
  const Start start{&model->initial_commands, &model->initial_positions};
  if (Apply(element, scope, kNoJoint, *model, start, problems)) return true;
  WarnIfMisspelt(element, {"command", "position", "keyframe"}, problems);
  return false;
}

bool ApplyJointExtension(const world::Element& element, int joint, world::Model* model,
                         Problems* problems) {
  if (element.name == "surefoot:armature") {
    ApplyArmature(element, &model->joints[static_cast<std::size_t>(joint)], problems);
    return true;
  }
  const Start start{&model->initial_commands, &model->initial_positions};
  if (Apply(element, "", joint, *model, start, problems)) return true;
  WarnIfMisspelt(element, {"command", "position", "armature"}, problems);
  return false;
}

bool ApplyCollisionExtension(const world::Element& element, world::Collision* collision,
                             Problems* problems) {
  if (element.name != "surefoot:surface") {
    WarnIfMisspelt(element, {"surface"}, problems);
    return false;
  }
  const Attributes attributes(element, {"name"}, problems);
  const std::string* name = attributes.Required("name");
  if (name != nullptr) collision->surface.name = Trimmed(*name);
  return true;
}

}  // namespace surefoot::formats
