#include <sdf/Element.hh>
#include <sdf/Error.hh>
#include <sdf/Frame.hh>
#include <sdf/Joint.hh>
#include <sdf/Link.hh>
#include <sdf/Model.hh>

#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"
#include "surefoot/formats/sdf/extensions.h"
#include "surefoot/formats/sdf/newer.h"
#include "surefoot/world/inertia_from_shapes.h"

namespace surefoot::formats {
namespace {

/// Flattens a model and those nested in it. N is the nested model's frame, M the whole model's;
/// `scope` is what stands before the names of N's parts ("arm::").
class Builder {
 public:
  Builder(const SdfContext& context, world::Model* model) : context_(context), model_(model) {}

  void Build(const sdf::Model& model) {
    // All links first: joints may name links of models nested below.
    ForEach(model, RigidTransform(), "", &Builder::AddLinks);
    ForEach(model, RigidTransform(), "", &Builder::AddJoints);
    FillMassless(model_, context_.problems());
    ForEach(model, RigidTransform(), "", &Builder::AddFrames);
    ForEach(model, RigidTransform(), "", &Builder::AddRest);
  }

 private:
  using Step = void (Builder::*)(const sdf::Model&, const RigidTransform&, const std::string&);

  void ForEach(const sdf::Model& model, const RigidTransform& X_MN, const std::string& scope,
               Step step) {
    (this->*step)(model, X_MN, scope);
    for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
      const sdf::Model& nested = *model.ModelByIndex(i);
      const RigidTransform X_NP = ReadSdfPose(context_, nested.SemanticPose(), nested.Element());
      ForEach(nested, X_MN * X_NP, scope + nested.Name() + "::", step);
    }
  }

  void AddLinks(const sdf::Model& model, const RigidTransform& X_MN, const std::string& scope) {
    for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
      world::Link link = ReadSdfLink(context_, *model.LinkByIndex(i));
      link.name = scope + link.name;
      link.X_ML = X_MN * link.X_ML;
      CompleteInertia(model.LinkByIndex(i)->Element(), &link);
      model_->links.push_back(std::move(link));
    }
  }

  void CompleteInertia(const sdf::ElementPtr& element, world::Link* link) {
    if (model_->is_static) {
      if (!IsPhysical(link->inertia)) link->inertia = Inertia();
      return;
    }
    if (SdfFind(element, {"inertial"}) != nullptr) return;
    double density = world::kDefaultDensity;
    const sdf::ElementPtr automatic = SdfFind(element, {kAutoInertia});
    if (automatic != nullptr && automatic->HasAttribute("density")) {
      const std::string text = automatic->GetAttribute("density")->GetAsString();
      const Source source = context_.sources->Of(*automatic);
      density = ParseDouble(text, source, context_.problems()).value_or(density);
      if (!(density > 0.0)) {
        context_.problems()->Error(source, "the density must be above zero", text,
                                   "give kg/m3; water has 1000");
      }
    }
    world::FillMissingInertia(link, density, context_.problems());
  }

  /// Index of the link that a joint's end means; nothing after reporting.
  std::optional<int> FindEnd(const sdf::Errors& errors, const std::string& name,
                             const std::string& scope, const world::Joint& joint) {
    for (const sdf::Error& error : errors) {
      context_.problems()->Error(joint.source, error.Message(), name,
                                 "name a link or a frame of the model");
    }
    if (!errors.empty()) return std::nullopt;
    if (name == "world" || name == "__root__") return world::kWorldLink;
    const int link = model_->FindLink(scope + name);
    if (link >= 0) return link;
    context_.problems()->Error(joint.source, "there is no such link", scope + name,
                               NameAdvice(scope + name, LinkNames()));
    return std::nullopt;
  }

  void AddJoints(const sdf::Model& model, const RigidTransform& X_MN, const std::string& scope) {
    for (std::uint64_t i = 0; i < model.JointCount(); ++i) {
      const sdf::Joint& joint = *model.JointByIndex(i);
      world::Joint read = ReadSdfJoint(context_, joint);
      read.name = scope + read.name;
      std::string parent_name, child_name;
      const sdf::Errors parent_errors = joint.ResolveParentLink(parent_name);
      const sdf::Errors child_errors = joint.ResolveChildLink(child_name);
      const auto parent = FindEnd(parent_errors, parent_name, scope, read);
      const auto child = FindEnd(child_errors, child_name, scope, read);
      if (!parent || !child || *child == world::kWorldLink) continue;
      read.parent = *parent;
      read.child = *child;
      const RigidTransform X_NJ =
          ReadSdfPose(context_, joint.SemanticPose(), joint.Element(), "__model__");
      Place(X_MN * X_NJ, &read);
      model_->joints.push_back(std::move(read));
    }
  }

  /// At zero the frames in parent and child coincide at X_MJ.
  void Place(const RigidTransform& X_MJ, world::Joint* joint) const {
    const RigidTransform& X_MC = model_->links[static_cast<std::size_t>(joint->child)].X_ML;
    joint->X_CJ = X_MC.Inverse() * X_MJ;
    joint->X_PJ = X_MJ;
    if (joint->parent != world::kWorldLink) {
      const RigidTransform& X_MP = model_->links[static_cast<std::size_t>(joint->parent)].X_ML;
      joint->X_PJ = X_MP.Inverse() * X_MJ;
    }
    // A joint's sensor stands in the joint's frame; we tell where it is on the child.
    for (world::Sensor& sensor : joint->sensors) sensor.X_LS = joint->X_CJ * sensor.X_LS;
  }

  void AddFrames(const sdf::Model& model, const RigidTransform& X_MN, const std::string& scope) {
    for (std::uint64_t i = 0; i < model.FrameCount(); ++i) {
      const sdf::Frame& frame = *model.FrameByIndex(i);
      std::string body;
      if (!frame.ResolveAttachedToBody(body).empty()) continue;
      world::Frame read;
      read.name = scope + frame.Name();
      read.link = model_->FindLink(scope + body);
      // In a static model frames hang on the model, whose links do not move either.
      if (read.link < 0 && !model_->links.empty()) read.link = 0;
      if (read.link < 0) continue;
      const RigidTransform X_NF =
          ReadSdfPose(context_, frame.SemanticPose(), frame.Element(), "__model__");
      read.X_LF = model_->links[static_cast<std::size_t>(read.link)].X_ML.Inverse() * (X_MN * X_NF);
      model_->frames.push_back(std::move(read));
    }
  }

  void AddRest(const sdf::Model& model, const RigidTransform&, const std::string& scope) {
    for (std::uint64_t i = 0; i < model.JointCount(); ++i) {
      ReadCouplings(model.JointByIndex(i)->Element(), scope + model.JointByIndex(i)->Name(), scope);
    }
    std::vector<world::Plugin> plugins = ReadSdfPlugins(context_, model.Element());
    model_->plugins.insert(model_->plugins.end(), plugins.begin(), plugins.end());
    if (scope.empty()) return;
    const auto extensions = ReadSdfExtensions(context_, model.Element());
    ApplyModelExtensions(extensions, scope, model_, context_.problems());
  }

  /// Mimic and starting position, which need all joints.
  void ReadCouplings(const sdf::ElementPtr& element, const std::string& name,
                     const std::string& scope) {
    const int index = model_->FindJoint(name);
    if (index < 0) return;
    world::Joint& joint = model_->joints[static_cast<std::size_t>(index)];
    sdf::ElementPtr mimic = SdfFind(element, {"surefoot:mimic"});
    if (mimic == nullptr) mimic = SdfFind(element, {"axis", "mimic"});
    if (mimic != nullptr) {
      joint.mimic = ReadMimic(context_.sources->Keep(mimic), scope, *model_, context_.problems());
    }
    int axis = 0;
    for (const char* axis_name : {"axis", "axis2"}) {
      const sdf::ElementPtr start = SdfFind(element, {axis_name, "initial_position"});
      if (start != nullptr) {
        const auto value =
            ParseDouble(SdfTextOf(*start), context_.sources->Of(*start), context_.problems());
        if (value) model_->initial_positions.push_back({index, axis, *value});
      }
      ++axis;
    }
  }

  std::vector<std::string> LinkNames() const {
    std::vector<std::string> names;
    for (const world::Link& link : model_->links) names.push_back(link.name);
    return names;
  }

  const SdfContext& context_;
  world::Model* model_;
};

}  // namespace

world::Model ReadSdfModel(const SdfContext& context, const sdf::Model& model) {
  world::Model read;
  read.name = model.Name();
  read.source = context.sources->Of(*model.Element());
  read.is_static = model.Static();
  read.self_collide = model.SelfCollide();
  Builder(context, &read).Build(model);
  return read;
}

}  // namespace surefoot::formats
