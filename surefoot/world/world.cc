#include "surefoot/world/world.h"

#include <map>
#include <utility>

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/world/content_hash.h"
#include "surefoot/world/validate/validate.h"

// Lookups by name and id, built once; a World never changes afterwards.

namespace surefoot::world {
namespace {

int Lookup(const std::unordered_map<std::string, int>& ids, const std::string& name) {
  const auto found = ids.find(name);
  return found == ids.end() ? -1 : found->second;
}

/// The trees of all models; equal models share one.
Result<std::vector<std::shared_ptr<const Tree>>> MakeTrees(const WorldSpec& spec) {
  std::map<const Model*, std::shared_ptr<const Tree>> known;
  std::vector<std::shared_ptr<const Tree>> trees;
  for (const ModelInstance& instance : spec.models) {
    std::shared_ptr<const Tree>& tree = known[instance.model.get()];
    if (tree == nullptr) {
      tree = std::make_shared<const Tree>(SUREFOOT_TRY(MakeTree(*instance.model)));
    }
    trees.push_back(tree);
  }
  return trees;
}

}  // namespace

const Link& World::link(int link_id) const {
  const int owner = model_of_link(link_id);
  return model(owner).links[At(link_id - layout(owner).links.first)];
}

bool World::IsStatic(int link_id) const {
  const int owner = model_of_link(link_id);
  const Tree& bodies = tree(owner);
  return bodies.bodies[At(bodies.body_of_link[At(link_id - layout(owner).links.first)])].is_static;
}

const Joint& World::joint_spec(int joint_id) const {
  const JointLayout& place = joint(joint_id);
  return model(place.model).joints[At(place.joint)];
}

std::string World::LinkName(int link_id) const {
  return instance(model_of_link(link_id)).name + "::" + link(link_id).name;
}

std::string World::JointName(int joint_id) const {
  return instance(joint(joint_id).model).name + "::" + joint_spec(joint_id).name;
}

int World::FindModel(const std::string& name) const { return Lookup(model_ids_, name); }

int World::FindLink(const std::string& scoped_name) const { return Lookup(link_ids_, scoped_name); }

int World::FindJoint(const std::string& scoped_name) const {
  return Lookup(joint_ids_, scoped_name);
}

void World::AddModel(int model) {
  const Model& spec = *instance(model).model;
  ModelLayout layout;
  layout.links = Range{link_count_, static_cast<int>(spec.links.size())};
  layout.joints = Range{joint_count(), static_cast<int>(spec.joints.size())};
  layout.q.first = q_count_;
  layout.v.first = v_count_;
  for (std::size_t j = 0; j < spec.joints.size(); ++j) {
    JointLayout place;
    place.model = model;
    place.joint = static_cast<int>(j);
    place.q = q_count_;
    place.q_count = PositionCount(spec.joints[j].type);
    place.v = v_count_;
    place.v_count = VelocityCount(spec.joints[j].type);
    joints_.push_back(place);
    q_count_ += place.q_count;
    v_count_ += place.v_count;
  }
  layout.q.count = q_count_ - layout.q.first;
  layout.v.count = v_count_ - layout.v.first;
  model_of_link_.insert(model_of_link_.end(), spec.links.size(), model);
  link_count_ += layout.links.count;
  layouts_.push_back(layout);
}

void World::IndexNames() {
  for (int i = 0; i < model_count(); ++i) model_ids_.emplace(instance(i).name, i);
  // Scoped names first: they take precedence over an equal bare name.
  for (int i = 0; i < link_count(); ++i) link_ids_.emplace(LinkName(i), i);
  for (int i = 0; i < joint_count(); ++i) joint_ids_.emplace(JointName(i), i);
  const auto add_bare_names = [](Ids* ids, int count, const auto& name_of) {
    Ids bare;
    for (int i = 0; i < count; ++i) {
      const auto added = bare.emplace(name_of(i), i);
      if (!added.second) added.first->second = -1;
    }
    ids->insert(bare.begin(), bare.end());
  };
  add_bare_names(&link_ids_, link_count(), [this](int i) { return link(i).name; });
  add_bare_names(&joint_ids_, joint_count(), [this](int i) { return joint_spec(i).name; });
}

Result<std::shared_ptr<const World>> MakeWorld(WorldSpec spec, Problems* problems) {
  Problems found;
  const auto pass_on_problems = [&]() {
    if (problems == nullptr) return;
    for (const Problem& problem : found.all()) {
      problems->Add(problem.severity, problem.source, problem.message, problem.value,
                    problem.advice);
    }
  };
  Validate(spec, &found);
  if (!found.ok()) {
    pass_on_problems();
    return Error{found.ErrorText()};
  }
  auto trees = MakeTrees(spec);
  if (!trees.ok()) return trees.error();
  auto world = std::make_shared<World>();
  world->spec_ = std::move(spec);
  world->trees_ = std::move(*trees);
  for (int i = 0; i < world->model_count(); ++i) world->AddModel(i);
  world->IndexNames();
  world->AddGroundShapes(&found);
  world->AddWheels(&found);
  pass_on_problems();
  if (!found.ok()) return Error{found.ErrorText()};
  world->content_hash_ = ContentHash(world->spec_);
  return std::shared_ptr<const World>(std::move(world));
}

}  // namespace surefoot::world
