#include "surefoot/formats/extensions.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"
#include "surefoot/world/inertia_from_shapes.h"

namespace surefoot::formats {
namespace {

/// Gives a body without any mass, given or from shapes, the default of SDF for a link without
/// <inertial>: 1 kg and 1 kg m2. A link that is fixed to a link with mass needs none.
void FillMassless(world::Model* model, Problems* problems) {
  const Result<world::Tree> tree = world::MakeTree(*model);
  // A model whose joints form no tree is reported by world::Validate().
  if (!tree.ok()) return;
  for (const int index : world::BodiesWithoutMass(*tree)) {
    const world::Body& body = tree->bodies[static_cast<std::size_t>(index)];
    world::Link& link = model->links[static_cast<std::size_t>(body.root_link)];
    // A zero mass in the file is an error that the user must correct.
    if (!link.inertia.I_BBcm_B.isZero(0.0)) continue;
    link.inertia.mass = 1.0;
    link.inertia.I_BBcm_B = Matrix3d::Identity();
    link.inertia_computed = true;
    problems->Warning(link.source,
                      "the link has neither <inertial> nor a shape; SDF's default inertia is used",
                      "1 kg, 1 kg m2", "write <inertial>, or make the model static");
  }
}

/// Flattens a model and its nested models. N is the nested model's frame, M the whole model's;
/// `scope` is the prefix of the names of N's parts ("arm::").
class Builder {
 public:
  Builder(const SdfContext& context, world::Model* model) : context_(context), model_(model) {}

  /// The steps in the order of their dependencies; each visits the model and all nested models.
  void Build(SdfScope* model) {
    // All links first, because joints may refer to links of nested models.
    ForEach(model, RigidTransform(), "", &Builder::AddLinks);
    CheckNotEmpty(*model);
    ForEach(model, RigidTransform(), "", &Builder::AddJoints);
    FixMassless();
    FillMassless(model_, context_.problems());
    ForEach(model, RigidTransform(), "", &Builder::AddFrames);
    ForEach(model, RigidTransform(), "", &Builder::AddRest);
  }

 private:
  using Step = void (Builder::*)(SdfScope*, const RigidTransform&, const std::string&);

  /// Calls `step` for the model and its nested models, outer models first.
  void ForEach(SdfScope* model, const RigidTransform& X_MN, const std::string& scope, Step step) {
    (this->*step)(model, X_MN, scope);
    for (SdfScope::Entry& entry : model->entries()) {
      if (!entry.Is("model")) continue;
      const RigidTransform X_MP = X_MN * model->PoseOf(&entry);
      ForEach(&model->Inner(&entry), X_MP, scope + entry.name + "::", step);
    }
  }

  void CheckNotEmpty(const SdfScope& model) {
    if (!model_->links.empty() || model.node().incomplete) return;
    context_.Error(model.node(), "the model has no link", model.node().Name(),
                   "write <link name=\"...\"> in it");
  }

  void AddLinks(SdfScope* model, const RigidTransform& X_MN, const std::string& scope) {
    for (SdfScope::Entry& entry : model->entries()) {
      if (!entry.Is("link")) continue;
      world::Link link = ReadSdfLink(context_, model, &entry);
      link.name = scope + link.name;
      link.X_ML = X_MN * model->PoseOf(&entry);
      const bool massless = CompleteSdfInertia(context_, *entry.node, model_->is_static, &link);
      if (massless) massless_.push_back(entry.number);
      model_->links.push_back(std::move(link));
    }
  }

  /// The link to which a joint's end refers; std::nullopt after reporting.
  std::optional<int> FindEnd(SdfScope* model, const SdfNode& joint, const char* end) {
    const SdfNode* node = joint.Child(end);
    const std::string name = joint.ChildText(end);
    // A missing one was reported before.
    if (name.empty()) return std::nullopt;
    const auto body = model->BodyOf(name);
    if (!body) model->ReportMissing(*node, "", "no link has this name", name, true);
    static_assert(SdfScope::kWorldBody == world::kWorldLink);
    if (body && *body != SdfScope::kNoBody) return *body;
    if (body && context_.problems()->ok()) {
      context_.Error(*node, "the joint's end is not attached to a link", name,
                     "name a link, or a frame that is attached to one");
    }
    return std::nullopt;
  }

  /// True when the joint connects two different things and its child is a link.
  bool CheckEnds(const SdfNode& node, const world::Joint& joint) {
    const SdfNode* child = node.Child("child");
    if (joint.child == world::kWorldLink) {
      return context_.Error(*child, "the world cannot be a child", Trimmed(child->text),
                            "make it the <parent>");
    }
    if (joint.child == joint.parent) {
      return context_.Error(*child, "the joint connects a link with itself", Trimmed(child->text),
                            "<parent> and <child> must differ");
    }
    return true;
  }

  /// A joint with an error is skipped; the model is rejected later anyway.
  void AddJoints(SdfScope* model, const RigidTransform& X_MN, const std::string& scope) {
    for (SdfScope::Entry& entry : model->entries()) {
      if (!entry.Is("joint")) continue;
      world::Joint joint = ReadSdfJoint(context_, model, &entry);
      joint.name = scope + joint.name;
      const auto parent = FindEnd(model, *entry.node, "parent");
      const auto child = FindEnd(model, *entry.node, "child");
      if (!parent || !child) continue;
      joint.parent = *parent;
      joint.child = *child;
      if (!CheckEnds(*entry.node, joint)) continue;
      Place(model, &entry, X_MN, &joint);
      entry.number = static_cast<int>(model_->joints.size());
      joints_.emplace(joint.name, entry.number);
      model_->joints.push_back(std::move(joint));
    }
  }

  /// At joint position zero, the frames in parent and child coincide at X_MJ.
  void Place(SdfScope* model, SdfScope::Entry* entry, const RigidTransform& X_MN,
             world::Joint* joint) const {
    const RigidTransform X_MJ = X_MN * model->PoseOf(entry);
    // If the pose is relative to the child, its digits are kept as written.
    const std::string child = entry->node->ChildText("child");
    joint->X_CJ = IsPoseInLink(model, *entry->node, child)
                      ? RawPose(entry->node->Child("pose"))
                      : PoseOfLink(joint->child).Inverse() * X_MJ;
    joint->X_PJ =
        joint->parent == world::kWorldLink ? X_MJ : PoseOfLink(joint->parent).Inverse() * X_MJ;
    // SDF places a joint's sensor in the joint's frame, the description in the child link.
    for (world::Sensor& sensor : joint->sensors) sensor.X_LS = joint->X_CJ * sensor.X_LS;
  }

  /// True when the pose of a joint or frame is relative to this link itself.
  static bool IsPoseInLink(SdfScope* model, const SdfNode& node, const std::string& link) {
    const SdfNode* pose = node.Child("pose");
    const std::string relative_to = pose != nullptr ? pose->AttributeOr("relative_to") : "";
    return (relative_to.empty() || relative_to == link) && model->IsLink(link);
  }

  const RigidTransform& PoseOfLink(int link) const {
    return model_->links[static_cast<std::size_t>(link)].X_ML;
  }

  /// A link of mass zero that is not the child of a joint is fixed to the world, as in Bullet.
  void FixMassless() {
    std::vector<bool> held(model_->links.size(), false);
    for (const world::Joint& joint : model_->joints) {
      held[static_cast<std::size_t>(joint.child)] = true;
    }
    for (const int link : massless_) {
      if (held[static_cast<std::size_t>(link)]) continue;
      world::Joint joint;
      joint.name = model_->links[static_cast<std::size_t>(link)].name + "_to_world";
      joint.child = link;
      joint.X_PJ = PoseOfLink(link);
      joint.source = model_->links[static_cast<std::size_t>(link)].source;
      context_.Warning(joint.source, "a link of mass 0 is fixed to the world", "0",
                       "give it a <mass>, or a fixed joint with <parent>world</parent>");
      model_->joints.push_back(std::move(joint));
    }
  }

  /// Frames that are attached to the world have no link and are not kept.
  void AddFrames(SdfScope* model, const RigidTransform& X_MN, const std::string& scope) {
    for (SdfScope::Entry& entry : model->entries()) {
      if (!entry.Is("frame")) continue;
      world::Frame frame;
      frame.name = scope + entry.name;
      frame.link = model->BodyOf(&entry);
      const RigidTransform X_MF = X_MN * model->PoseOf(&entry);
      if (frame.link < 0) continue;
      const std::string link = entry.node->AttributeOr("attached_to");
      frame.X_LF = IsPoseInLink(model, *entry.node, link) ? RawPose(entry.node->Child("pose"))
                                                          : PoseOfLink(frame.link).Inverse() * X_MF;
      model_->frames.push_back(std::move(frame));
    }
  }

  /// Reads what refers to joints.
  void AddRest(SdfScope* model, const RigidTransform&, const std::string& scope) {
    model->CanonicalBody();
    for (SdfScope::Entry& entry : model->entries()) {
      if (entry.Is("joint") && entry.number >= 0) ReadCouplings(*entry.node, entry.number, scope);
    }
    std::vector<world::Plugin> plugins = ReadSdfPlugins(context_, model->node());
    model_->plugins.insert(model_->plugins.end(), plugins.begin(), plugins.end());
    if (scope.empty()) return;
    for (world::Element& extension : ReadSdfExtensions(context_, model->node())) {
      ApplyModelExtension(extension, scope, model_, context_.problems());
      model_->extensions.push_back(std::move(extension));
    }
  }

  /// Reads mimics, initial positions and joint extensions.
  void ReadCouplings(const SdfNode& node, int index, const std::string& scope) {
    world::Joint& joint = model_->joints[static_cast<std::size_t>(index)];
    const SdfNode* mimic = node.Child("surefoot:mimic");
    if (mimic == nullptr) mimic = SdfFind(&node, {"axis", "mimic"});
    if (mimic != nullptr) {
      joint.mimic = ReadMimic(context_.sources->Keep(*mimic), scope, joints_, context_.problems());
    }
    int axis = 0;
    for (const char* axis_name : {"axis", "axis2"}) {
      const SdfNode* start = SdfFind(&node, {axis_name, "initial_position"});
      if (start != nullptr) {
        model_->initial_positions.push_back(
            {index, axis, SdfNumber(node.Child(axis_name), "initial_position", 0.0)});
      }
      ++axis;
    }
    const std::vector<world::Element> extensions = joint.extensions;
    for (const world::Element& extension : extensions) {
      ApplyJointExtension(extension, index, model_, context_.problems());
    }
  }

  const SdfContext& context_;
  world::Model* model_;
  std::map<std::string, int> joints_;
  /// Links whose mass the file gives as zero.
  std::vector<int> massless_;
};

}  // namespace

world::Model ReadSdfModel(const SdfContext& context, SdfScope* model) {
  world::Model read;
  const SdfNode& node = model->node();
  read.name = node.Name();
  read.source = context.sources->Of(node);
  read.is_static = SdfFlag(&node, "static", false);
  read.self_collide = SdfFlag(&node, "self_collide", false);
  Builder(context, &read).Build(model);
  return read;
}

}  // namespace surefoot::formats
