#include "surefoot/evaluation/run/measures/contact_watch.h"

#include "surefoot/evaluation/run/measures/model_watch.h"

namespace surefoot::experiment {

Status ContactWatch::Start(const Spec& spec, const Session& session) {
  spec_ = spec;
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{spec.model}, spec.with, spec.except}) {
    for (const std::string& name : names) {
      const Result<int> model = FindModel(session.world(), name);
      if (!model.ok()) return model.error();
    }
  }
  FindModels(session.world());
  return Status();
}

void ContactWatch::FindModels(const world::World& world) {
  world_ = &world;
  model_ = world.FindModel(spec_.model);
  counts_.assign(static_cast<std::size_t>(world.model_count()), spec_.with.empty());
  const auto set = [&](const std::string& name, bool value) {
    const int model = world.FindModel(name);
    if (model >= 0) counts_[static_cast<std::size_t>(model)] = value;
  };
  for (const std::string& name : spec_.with) set(name, true);
  for (const std::string& name : spec_.except) set(name, false);
  set(spec_.model, false);
}

void ContactWatch::Update(const Session& session) {
  const world::World& world = session.world();
  if (&world != world_) FindModels(world);
  Vector3d sum_W = Vector3d::Zero();
  touches_ = false;
  for (const physics::Contact& contact : session.simulation().report().contacts) {
    const int model_a = world.model_of_link(contact.link_a);
    const int model_b = world.model_of_link(contact.link_b);
    if (model_a != model_ && model_b != model_) continue;
    const int other = model_a == model_ ? model_b : model_a;
    if (!counts_[static_cast<std::size_t>(other)]) continue;
    // Engines also list shapes that are near but apart.
    if (contact.depth < 0.0 && contact.f_B_W.isZero(0.0)) continue;
    sum_W += model_b == model_ ? contact.f_B_W : Vector3d(-contact.f_B_W);
    if (touches_) continue;
    touches_ = true;
    own_link_ = model_a == model_ ? contact.link_a : contact.link_b;
    other_link_ = model_a == model_ ? contact.link_b : contact.link_a;
  }
  force_ = sum_W.norm();
}

std::string ContactWatch::OtherLink(const Session& session) const {
  return other_link_ < 0 ? "" : session.world().LinkName(other_link_);
}

std::string ContactWatch::OwnLink(const Session& session) const {
  return own_link_ < 0 ? "" : session.world().LinkName(own_link_);
}

}  // namespace surefoot::experiment
