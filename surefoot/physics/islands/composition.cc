#include "surefoot/physics/islands/composition.h"

#include <algorithm>
#include <utility>

#include "surefoot/base/bytes.h"
#include "surefoot/base/index.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/content_hash.h"

namespace surefoot::islands {
namespace {

/// Compositions kept; the least recently requested one is dropped.
constexpr std::size_t kMaxKnown = 256;

std::string StaticName(std::size_t index) { return "static_" + std::to_string(index); }
std::string MemberName(std::size_t index) { return "member_" + std::to_string(index); }

/// For each model, the indices of the pairs that name it.
template <typename Pair>
std::vector<std::vector<int>> IndexByModel(const world::World& world,
                                           const std::vector<Pair>& pairs) {
  std::vector<std::vector<int>> found(At(world.model_count()));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (const int model : {world.FindModel(pairs[i].model_a), world.FindModel(pairs[i].model_b)}) {
      if (model < 0) continue;
      std::vector<int>& own = found[At(model)];
      if (own.empty() || own.back() != static_cast<int>(i)) own.push_back(static_cast<int>(i));
    }
  }
  return found;
}

/// Indices of the pairs that name one of the members, in file order.
std::vector<int> Named(const std::vector<std::vector<int>>& by_model,
                       const std::vector<int>& members) {
  std::vector<int> found;
  for (const int model : members) {
    found.insert(found.end(), by_model[At(model)].begin(), by_model[At(model)].end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Replaces all occurrences.
void Replace(const std::string& from, const std::string& to, std::string* text) {
  for (std::size_t at = text->find(from); at != std::string::npos;
       at = text->find(from, at + to.size())) {
    text->replace(at, from.size(), to);
  }
}

}  // namespace

/// Whether any body of the model can move, so that it belongs to an island.
bool IsMovable(const world::World& world, int model) {
  const std::vector<world::Body>& bodies = world.tree(model).bodies;
  return std::any_of(bodies.begin(), bodies.end(),
                     [](const world::Body& body) { return !body.is_static; });
}

// Static models are part of every composition, movable ones only of those that contain them.
Compositions::Compositions(std::shared_ptr<const world::World> world,
                           std::shared_ptr<physics::PartCache> parts)
    : world_(std::move(world)), parts_(std::move(parts)) {
  std::map<const world::Model*, ModelPtr> known;
  for (int model = 0; model < world_->model_count(); ++model) {
    const ModelPtr& given = world_->instance(model).model;
    const bool movable = IsMovable(*world_, model);
    ModelPtr& description = known[given.get()];
    if (description == nullptr) description = movable ? DescriptionOf(given) : given;
    descriptions_.push_back(description);
    if (movable) continue;
    statics_.push_back(model);
    const world::Range& links = world_->layout(model).links;
    for (int link = links.first; link < links.end(); ++link) static_links_.push_back(link);
  }
  attachments_ = IndexByModel(*world_, world_->spec().attachments);
  filters_ = IndexByModel(*world_, world_->spec().collision_filters);
}

// Models with equal content share one description, so their compositions are equal too. Initial
// commands are not part of it, because the session applies them.
Compositions::ModelPtr Compositions::DescriptionOf(const ModelPtr& model) {
  ModelPtr plain = model;
  if (!model->initial_commands.empty()) {
    auto stripped = std::make_shared<world::Model>(*model);
    stripped->initial_commands.clear();
    plain = stripped;
  }
  world::WorldSpec spec;
  spec.models.push_back({"model", RigidTransform(), plain});
  return description_of_hash_.emplace(world::ContentHash(spec), plain).first->second;
}

// Engines compile a world once; islands with the same members in any number share it.
Result<std::shared_ptr<const world::World>> Compositions::Get(const std::vector<int>& members) {
  const std::string key = KeyOf(members);
  const auto found = known_.find(key);
  if (found != known_.end()) {
    found->second.asked = ++clock_;
    return found->second.world;
  }
  auto made = world::MakeWorld(SpecOf(members), nullptr);
  if (!made.ok()) return Error{WithNames(members, made.error().message)};
  // An edit makes a new World. Where this composition is unchanged, the previous one is used, which
  // engines have already compiled.
  const std::string kind = "composition " + std::to_string(made.value()->content_hash());
  std::shared_ptr<const world::World> world = parts_->Find<world::World>(kind, nullptr);
  if (world == nullptr) {
    world = made.value();
    parts_->Put(kind, nullptr, world);
  }
  if (known_.size() >= kMaxKnown) {
    known_.erase(std::min_element(known_.begin(), known_.end(), [](const auto& a, const auto& b) {
      return a.second.asked < b.second.asked;
    }));
  }
  known_[key] = Known{world, ++clock_};
  return world;
}

/// Everything the composition depends on: descriptions by address, poses of anchored members, and
/// pairs by the names inside. Free members have no pose here, see the class.
std::string Compositions::KeyOf(const std::vector<int>& members) const {
  Bytes key;
  ByteWriter writer(&key);
  for (const int model : members) {
    const world::ModelInstance& instance = world_->instance(model);
    writer.Put(descriptions_[At(model)].get());
    const bool anchored = world::IsAnchored(*world_, model);
    writer.Put<std::uint8_t>(anchored ? 1 : 0);
    if (!anchored) continue;
    writer.PutDoubles(instance.X_WM.p.data(), 3);
    writer.PutDoubles(instance.X_WM.q.coeffs().data(), 4);
  }
  const auto put_pair = [&](const auto& pair) {
    const std::string a = NameIn(members, pair.model_a);
    const std::string b = NameIn(members, pair.model_b);
    if (a.empty() || b.empty()) return false;
    for (const std::string* text : {&a, &pair.link_a, &b, &pair.link_b}) writer.PutString(*text);
    return true;
  };
  for (const int i : Named(attachments_, members)) {
    const world::Attachment& attachment = world_->spec().attachments[At(i)];
    if (!put_pair(attachment)) continue;
    writer.PutDoubles(attachment.X_AB.p.data(), 3);
    writer.PutDoubles(attachment.X_AB.q.coeffs().data(), 4);
  }
  writer.PutString("filters");
  for (const int i : Named(filters_, members)) {
    put_pair(world_->spec().collision_filters[At(i)]);
  }
  return std::string(key.begin(), key.end());
}

// Members have neutral names in a composition, so that it fits all models of a description.
std::string Compositions::NameIn(const std::vector<int>& members, const std::string& name) const {
  const int model = world_->FindModel(name);
  const auto place = [model](const std::vector<int>& models) {
    return static_cast<std::size_t>(std::lower_bound(models.begin(), models.end(), model) -
                                    models.begin());
  };
  const std::size_t member = place(members);
  if (member < members.size() && members[member] == model) return MemberName(member);
  const std::size_t fixed = place(statics_);
  if (fixed < statics_.size() && statics_[fixed] == model) return StaticName(fixed);
  return "";
}

// The static models and the members under neutral names. Members that are not anchored are at the
// origin, so that compositions at different places are equal.
world::WorldSpec Compositions::SpecOf(const std::vector<int>& members) const {
  const world::WorldSpec& whole = world_->spec();
  // Only the parts of a world that engines read.
  world::WorldSpec spec;
  spec.name = whole.name;
  spec.gravity_W = whole.gravity_W;
  spec.physics = whole.physics;
  spec.surface_pairs = whole.surface_pairs;
  spec.grounds = whole.grounds;
  spec.wheel_contact = whole.wheel_contact;
  spec.extensions = whole.extensions;
  for (std::size_t i = 0; i < statics_.size(); ++i) {
    spec.models.push_back(world_->instance(statics_[i]));
    spec.models.back().name = StaticName(i);
  }
  for (std::size_t k = 0; k < members.size(); ++k) {
    spec.models.push_back(world_->instance(members[k]));
    spec.models.back().name = MemberName(k);
    spec.models.back().model = descriptions_[At(members[k])];
    if (!world::IsAnchored(*world_, members[k])) spec.models.back().X_WM = RigidTransform();
  }
  const auto rename = [&](auto* pair) {
    pair->model_a = NameIn(members, pair->model_a);
    pair->model_b = NameIn(members, pair->model_b);
    return !pair->model_a.empty() && !pair->model_b.empty();
  };
  for (const int i : Named(attachments_, members)) {
    world::Attachment attachment = whole.attachments[At(i)];
    if (!rename(&attachment)) continue;
    attachment.name = "attachment_" + std::to_string(spec.attachments.size());
    spec.attachments.push_back(attachment);
  }
  for (const int i : Named(filters_, members)) {
    world::CollisionFilter filter = whole.collision_filters[At(i)];
    if (rename(&filter)) spec.collision_filters.push_back(filter);
  }
  return spec;
}

// Errors of engines name members by their neutral names; users know the real ones.
std::string Compositions::WithNames(const std::vector<int>& members, std::string message) const {
  // In descending order, so that member_1 is not replaced inside member_12.
  for (std::size_t k = members.size(); k-- > 0;) {
    Replace(MemberName(k), world_->instance(members[k]).name, &message);
  }
  for (std::size_t i = statics_.size(); i-- > 0;) {
    Replace(StaticName(i), world_->instance(statics_[i]).name, &message);
  }
  return message;
}

}  // namespace surefoot::islands
