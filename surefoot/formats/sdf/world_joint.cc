/// Reads joints of a world (SDF 1.10), between links of two models or of a model and the world.

#include <map>

#include "surefoot/base/index.h"
#include "surefoot/formats/parse.h"
#include "surefoot/formats/sdf/convert.h"

namespace surefoot::formats {
namespace {

/// A link in the world; `instance` is -1 for the world itself.
struct End {
  int instance = -1;
  int link = world::kWorldLink;
};

/// Appends the parts of `model` to `into`, in the frame A of `into` and with the model's name as a
/// prefix. Indices of links and joints are shifted.
void Append(const world::Model& model, const std::string& name, const RigidTransform& X_AB,
            world::Model* into) {
  const int links = static_cast<int>(into->links.size());
  const int joints = static_cast<int>(into->joints.size());
  const std::string scope = name + "::";
  for (world::Link link : model.links) {
    link.name = scope + link.name;
    link.X_ML = X_AB * link.X_ML;
    into->links.push_back(std::move(link));
  }
  for (world::Joint joint : model.joints) {
    joint.name = scope + joint.name;
    if (joint.parent == world::kWorldLink) {
      joint.X_PJ = X_AB * joint.X_PJ;
    } else {
      joint.parent += links;
    }
    joint.child += links;
    if (joint.mimic) joint.mimic->leader += joints;
    into->joints.push_back(std::move(joint));
  }
  for (world::Frame frame : model.frames) {
    frame.name = scope + frame.name;
    frame.link += links;
    into->frames.push_back(std::move(frame));
  }
  for (world::InitialCommand command : model.initial_commands) {
    command.joint += joints;
    into->initial_commands.push_back(command);
  }
  for (world::InitialPosition position : model.initial_positions) {
    position.joint += joints;
    into->initial_positions.push_back(position);
  }
  into->plugins.insert(into->plugins.end(), model.plugins.begin(), model.plugins.end());
  into->extensions.insert(into->extensions.end(), model.extensions.begin(), model.extensions.end());
}

/// Adds the joints one by one. Models that a movable joint connects are merged, so later joints
/// may refer to a model that has moved.
class Builder {
 public:
  Builder(const SdfContext& context, SdfScope* world, world::WorldSpec* spec)
      : context_(context), world_(*world), spec_(*spec) {}

  void Add(SdfScope::Entry* entry) {
    const auto parent = FindEnd(*entry->node, "parent");
    const auto child = FindEnd(*entry->node, "child");
    if (!parent || !child) return;
    world::Joint joint = ReadSdfJoint(context_, &world_, entry);
    const RigidTransform X_WJ = world_.PoseOf(entry);
    if (child->instance < 0 ||
        (child->instance == parent->instance && child->link == parent->link)) {
      context_.Error(*entry->node, "the joint's child must be a link other than its parent",
                     entry->name, "name two links, or the world as <parent>");
    } else if (IsStill(*parent) || parent->instance == child->instance) {
      AddTo(*parent, *child, X_WJ, std::move(joint));
    } else if (joint.type == world::JointType::kFixed) {
      Attach(*parent, *child, entry->name);
    } else {
      const End in_parent = Merge(*parent, *child);
      AddTo(*parent, in_parent, X_WJ, std::move(joint));
    }
  }

  /// Removes the models that were merged into others.
  void RemoveMerged() {
    for (auto moved = moved_.rbegin(); moved != moved_.rend(); ++moved) {
      spec_.models.erase(spec_.models.begin() + moved->first);
    }
  }

 private:
  std::optional<End> FindEnd(const SdfNode& joint, const char* end) {
    const std::string name = joint.ChildText(end);
    // A missing one was reported before.
    if (name.empty()) return std::nullopt;
    if (name == "world") return End{};
    const SdfScope::LinkPlace place = world_.FindLink(name);
    if (place.model == nullptr && place.link == SdfScope::kWorldBody) return End{};
    for (std::size_t i = 0; place.model != nullptr && i < spec_.models.size(); ++i) {
      const world::ModelInstance& instance = spec_.models[i];
      if (instance.name != place.model->name || place.link < 0) continue;
      End found{static_cast<int>(i), place.link};
      for (auto moved = moved_.find(found.instance); moved != moved_.end();
           moved = moved_.find(found.instance)) {
        found = End{moved->second.instance, moved->second.link + found.link};
      }
      const auto& links = spec_.models[At(found.instance)].model->links;
      if (found.link < static_cast<int>(links.size())) return found;
    }
    world_.ReportMissing(*joint.Child(end), "", "no link of the world has this name", name, false);
    return std::nullopt;
  }

  bool IsStill(const End& end) const {
    if (end.instance < 0) return true;
    return spec_.models[At(end.instance)].model->is_static;
  }

  RigidTransform PoseOf(const End& end) {
    const world::ModelInstance& instance = spec_.models[At(end.instance)];
    return instance.X_WM * instance.model->links[At(end.link)].X_ML;
  }

  /// Adds a joint within the child's model, or between it and a static link, which is the world
  /// here.
  void AddTo(const End& parent, const End& child, const RigidTransform& X_WJ, world::Joint joint) {
    world::ModelInstance& instance = spec_.models[At(child.instance)];
    auto model = std::make_shared<world::Model>(*instance.model);
    const bool inside = parent.instance == child.instance;
    joint.parent = inside ? parent.link : world::kWorldLink;
    joint.child = child.link;
    joint.X_CJ = PoseOf(child).Inverse() * X_WJ;
    joint.X_PJ = (inside ? PoseOf(parent) : instance.X_WM).Inverse() * X_WJ;
    for (world::Sensor& sensor : joint.sensors) sensor.X_LS = joint.X_CJ * sensor.X_LS;
    model->joints.push_back(std::move(joint));
    instance.model = std::move(model);
  }

  /// Two models that a fixed joint connects stay separate models and are held together by an
  /// attachment.
  void Attach(const End& parent, const End& child, const std::string& name) {
    world::Attachment attachment;
    attachment.name = name;
    const auto fill = [&](const End& end, std::string* model, std::string* link) {
      *model = spec_.models[At(end.instance)].name;
      *link = spec_.models[At(end.instance)].model->links[At(end.link)].name;
    };
    fill(parent, &attachment.model_a, &attachment.link_a);
    fill(child, &attachment.model_b, &attachment.link_b);
    attachment.X_AB = PoseOf(parent).Inverse() * PoseOf(child);
    spec_.attachments.push_back(std::move(attachment));
  }

  /// Merges the child's model into the parent's. Its entry in the list remains, without a model,
  /// so that indices stay valid until RemoveMerged().
  End Merge(const End& parent, const End& child) {
    world::ModelInstance& a = spec_.models[At(parent.instance)];
    world::ModelInstance& b = spec_.models[At(child.instance)];
    auto model = std::make_shared<world::Model>(*a.model);
    const End moved{parent.instance, child.link + static_cast<int>(model->links.size())};
    Append(*b.model, b.name, a.X_WM.Inverse() * b.X_WM, model.get());
    context_.Warning(b.model->source, "a joint of the world makes this model part of " + a.name,
                     b.name, "its links are named " + a.name + "::" + b.name + "::...");
    a.model = std::move(model);
    b.model = std::make_shared<const world::Model>();
    moved_[child.instance] = End{moved.instance, moved.link - child.link};
    return moved;
  }

  const SdfContext& context_;
  SdfScope& world_;
  world::WorldSpec& spec_;
  /// Merged models: the model they are part of, and the index of their first link there.
  std::map<int, End> moved_;
};

}  // namespace

void ReadSdfWorldJoints(const SdfContext& context, SdfScope* world, world::WorldSpec* spec) {
  Builder builder(context, world, spec);
  for (SdfScope::Entry& entry : world->entries()) {
    if (entry.Is("joint")) builder.Add(&entry);
  }
  builder.RemoveMerged();
}

}  // namespace surefoot::formats
