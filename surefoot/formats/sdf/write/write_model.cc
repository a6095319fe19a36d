#include "surefoot/formats/markup.h"
#include "surefoot/formats/sdf/write/write_parts.h"

namespace surefoot::formats {
namespace {

using world::Element;

/// Writes a model with its links, joints, frames and nested models.
class ModelWriter {
 public:
  ModelWriter(const SdfWriter& writer, const world::Model& model)
      : writer_(writer), model_(model), names_(model) {}

  void Write(Element* element) const {
    if (model_.is_static) AddChild(element, "static", "true");
    if (model_.self_collide) AddChild(element, "self_collide", "true");
    WriteScope(names_.root(), element);
    for (const world::Plugin& plugin : model_.plugins) {
      element->children.push_back(WriteSdfPlugin(plugin));
    }
    AddFrameNames(element);
    for (const world::InitialPosition& position : model_.initial_positions) {
      AddPosition(position, element);
    }
    for (const world::InitialCommand& command : model_.initial_commands) {
      AddCommand(command, element);
    }
    for (const world::Keyframe& keyframe : model_.keyframes) AddKeyframe(keyframe, element);
    AddSdfExtensions(model_.extensions, element);
  }

 private:
  /// Links, joints and frames of one nesting level, then the nested models: the order in which the
  /// reader numbers them.
  void WriteScope(const SdfNesting& scope, Element* element) const {
    for (const int i : scope.links) {
      const std::string name = SdfModelNames::Within(scope, names_.link(i));
      Element link =
          WriteSdfLink(writer_, model_.links[static_cast<std::size_t>(i)], model_.is_static, name);
      AddSdfName(model_.links[static_cast<std::size_t>(i)].name, names_.link(i), &link);
      element->children.push_back(std::move(link));
    }
    for (const int i : scope.joints) {
      element->children.push_back(WriteSdfJoint(model_, names_, scope, i));
    }
    for (const int i : scope.frames) WriteFrame(scope, i, element);
    for (const SdfNesting& nested : scope.nested) {
      Element& child = AddChild(element, "model");
      SetAttribute(&child, "name", nested.name);
      WriteScope(nested, &child);
    }
  }

  /// A frame is attached to its link, and its pose is relative to that link.
  void WriteFrame(const SdfNesting& scope, int index, Element* element) const {
    const world::Frame& frame = model_.frames[static_cast<std::size_t>(index)];
    Element& child = AddChild(element, "frame");
    SetAttribute(&child, "name", SdfModelNames::Within(scope, names_.frame(index)));
    SetAttribute(&child, "attached_to", SdfModelNames::Within(scope, names_.link(frame.link)));
    AddSdfPose(frame.X_LF, &child);
  }

  /// SDF's <frame> cannot contain extensions, so the model contains the names of its frames.
  void AddFrameNames(Element* element) const {
    for (std::size_t i = 0; i < model_.frames.size(); ++i) {
      const std::string& written = names_.frame(static_cast<int>(i));
      if (model_.frames[i].name == written) continue;
      AddChild(element, "surefoot:frame_name").attributes = {{"frame", written},
                                                             {"value", model_.frames[i].name}};
    }
  }

  void AddPosition(const world::InitialPosition& position, Element* element) const {
    AddChild(element, "surefoot:position").attributes = {{"joint", names_.joint(position.joint)},
                                                         {"axis", std::to_string(position.axis)},
                                                         {"value", NumberText(position.position)}};
  }

  /// The initial commands of joints, as extensions: SDF has none.
  void AddCommand(const world::InitialCommand& command, Element* element) const {
    if (command.mode == world::ControlMode::kNone) return;
    AddChild(element, "surefoot:command").attributes = {
        {"joint", names_.joint(command.joint)},
        {"axis", std::to_string(command.axis)},
        {"mode", world::kControlModeNames[static_cast<std::size_t>(command.mode)]},
        {"value", NumberText(command.target)}};
  }

  /// <surefoot:keyframe> with positions and commands of joints, and optionally the model's pose.
  void AddKeyframe(const world::Keyframe& keyframe, Element* element) const {
    Element& child = AddChild(element, "surefoot:keyframe");
    SetAttribute(&child, "name", keyframe.name);
    for (const world::InitialPosition& position : keyframe.positions) {
      AddPosition(position, &child);
    }
    for (const world::InitialCommand& command : keyframe.commands) AddCommand(command, &child);
    if (keyframe.X_MB) AddChild(&child, "surefoot:pose", PoseText(*keyframe.X_MB));
  }

  const SdfWriter& writer_;
  const world::Model& model_;
  SdfModelNames names_;
};

}  // namespace

/// Without a rotation the usual six numbers are written; else a quaternion, since roll, pitch and
/// yaw cannot preserve its bits.
void AddSdfPose(const RigidTransform& X, Element* parent) {
  if (SameBits(X, RigidTransform())) return;
  if (SameBits(RigidTransform(X.q, Vector3d::Zero()), RigidTransform())) {
    AddChild(parent, "pose", NumberText(X.p) + " 0 0 0");
    return;
  }
  const Eigen::Vector4d xyzw(X.q.x(), X.q.y(), X.q.z(), X.q.w());
  Element& pose = AddChild(parent, "pose", NumberText(X.p) + " " + NumberText(xyzw));
  SetAttribute(&pose, "rotation_format", "quat_xyzw");
}

void AddSdfName(const std::string& name, const std::string& written, Element* parent) {
  if (name == written) return;
  SetAttribute(&AddChild(parent, "surefoot:name"), "value", name);
}

/// Elements of other programs are wrapped, because the reader keeps only elements with a prefix.
/// One wrapper for consecutive ones preserves the order.
void AddSdfExtensions(const std::vector<Element>& extensions, Element* parent) {
  Element* wrapper = nullptr;
  for (const Element& extension : extensions) {
    if (extension.name.rfind("surefoot:", 0) == 0) {
      wrapper = nullptr;
      parent->children.push_back(extension);
      continue;
    }
    if (wrapper == nullptr) wrapper = &AddChild(parent, "surefoot:kept");
    wrapper->children.push_back(extension);
  }
}

Element WriteSdfModel(const SdfWriter& writer, const world::ModelInstance& instance,
                      const std::string& name) {
  Element element = MakeElement("model");
  SetAttribute(&element, "name", name);
  AddSdfPose(instance.X_WM, &element);
  AddSdfName(instance.name, name, &element);
  ModelWriter(writer, *instance.model).Write(&element);
  return element;
}

}  // namespace surefoot::formats
