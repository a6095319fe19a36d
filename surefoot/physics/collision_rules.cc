#include "surefoot/physics/collision_rules.h"

#include <algorithm>
#include <string>

// Which links may collide: not those of one body, nor neighbours at a joint, nor excluded pairs.

namespace surefoot::physics {
namespace {

std::uint64_t PairOf(int a, int b) {
  const auto low = static_cast<std::uint64_t>(std::min(a, b));
  const auto high = static_cast<std::uint64_t>(std::max(a, b));
  return low << 32 | high;
}

/// World ids of the named link, or of all links of the model when the name is empty.
world::Range LinksOf(const world::World& world, const std::string& model_name,
                     const std::string& link_name) {
  const int model = world.FindModel(model_name);
  if (model < 0) return world::Range{};
  world::Range links = world.layout(model).links;
  if (link_name.empty()) return links;
  const int link = world.model(model).FindLink(link_name);
  return link < 0 ? world::Range{} : world::Range{links.first + link, 1};
}

}  // namespace

/// The pairs are sorted once, so that a query is a binary search: queries are made for every pair
/// of neighbours in every step.
CollisionRules::CollisionRules(const world::World& world) : world_(world) {
  links_.resize(static_cast<std::size_t>(world.link_count()));
  for (int model = 0; model < world.model_count(); ++model) AddModel(model);
  AddFilters();
  std::sort(excluded_links_.begin(), excluded_links_.end());
  excluded_links_.erase(std::unique(excluded_links_.begin(), excluded_links_.end()),
                        excluded_links_.end());
}

/// Assigns bodies to links and excludes pairs of links that a joint connects, because their shapes
/// usually overlap at the joint.
void CollisionRules::AddModel(int model) {
  const world::Tree& tree = world_.tree(model);
  const world::Range& links = world_.layout(model).links;
  std::vector<int> ids(tree.bodies.size(), 0);
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    if (!tree.bodies[i].is_static) ids[i] = body_count_++;
  }
  for (int link = 0; link < links.count; ++link) {
    const auto body = static_cast<std::size_t>(tree.body_of_link[static_cast<std::size_t>(link)]);
    links_[static_cast<std::size_t>(links.first + link)] =
        LinkEntry{model, ids[body], world_.model(model).self_collide};
  }
  const auto join = [&](int link_a, int link_b) {
    if (link_a == world::kWorldLink || link_b == world::kWorldLink) return;
    const auto body_a =
        static_cast<std::size_t>(tree.body_of_link[static_cast<std::size_t>(link_a)]);
    const auto body_b =
        static_cast<std::size_t>(tree.body_of_link[static_cast<std::size_t>(link_b)]);
    for (const int a : tree.bodies[body_a].links) {
      for (const int b : tree.bodies[body_b].links) ExcludeLinks(links.first + a, links.first + b);
    }
  };
  if (!world_.model(model).self_collide) return;
  for (const world::Joint& joint : world_.model(model).joints) join(joint.parent, joint.child);
}

/// Filters and attachments name models or links; both exclude all combinations of their links.
void CollisionRules::AddFilters() {
  const auto exclude = [&](const std::string& model_a, const std::string& link_a,
                           const std::string& model_b, const std::string& link_b) {
    const world::Range a = LinksOf(world_, model_a, link_a);
    const world::Range b = LinksOf(world_, model_b, link_b);
    for (int i = a.first; i < a.end(); ++i) {
      for (int k = b.first; k < b.end(); ++k) ExcludeLinks(i, k);
    }
  };
  for (const world::CollisionFilter& filter : world_.spec().collision_filters) {
    exclude(filter.model_a, filter.link_a, filter.model_b, filter.link_b);
  }
  for (const world::Attachment& attachment : world_.spec().attachments) {
    exclude(attachment.model_a, attachment.link_a, attachment.model_b, attachment.link_b);
  }
}

void CollisionRules::ExcludeLinks(int link_a, int link_b) {
  excluded_links_.push_back(PairOf(link_a, link_b));
}

/// Links of one body never touch: they cannot move relative to each other.
bool CollisionRules::LinksMayTouch(int link_a, int link_b) const {
  const LinkEntry& a = links_[static_cast<std::size_t>(link_a)];
  const LinkEntry& b = links_[static_cast<std::size_t>(link_b)];
  if (a.body == b.body) return false;
  if (a.model == b.model && !a.self_collide) return false;
  if (excluded_links_.empty()) return true;
  return !std::binary_search(excluded_links_.begin(), excluded_links_.end(),
                             PairOf(link_a, link_b));
}

bool CollisionRules::MayTouch(int link_a, int collision_a, int link_b, int collision_b) const {
  const auto mask = [&](int link, int collision) {
    return world_.link(link).collisions[static_cast<std::size_t>(collision)].surface.collide_mask;
  };
  return (mask(link_a, collision_a) & mask(link_b, collision_b)) != 0 &&
         LinksMayTouch(link_a, link_b) && IsForEngine(link_a, collision_a, link_b, collision_b);
}

/// Contacts that Surefoot computes itself (wheels on tyres or in soil) must not get a second force
/// from the engine.
bool CollisionRules::IsForEngine(int link_a, int collision_a, int link_b, int collision_b) const {
  if (!world_.has_own_contacts()) return true;
  const auto engine = world::WheelContact::kEngine;
  return world_.ContactOn(link_a, link_b, collision_b) == engine &&
         world_.ContactOn(link_b, link_a, collision_a) == engine;
}

}  // namespace surefoot::physics
