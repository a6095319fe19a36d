// The metric `contacts` and the condition `no_collision`.

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/model_watch.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/session/session.h"

namespace surefoot::experiment {
namespace {

/// Detects contact of a model with others at each step.
class ContactWatch {
 public:
  /// `with`: only these models count; empty: all. `except`: these do not count. Contacts of the
  /// model with itself never count.
  struct Spec {
    std::string model;
    std::vector<std::string> with;
    std::vector<std::string> except;
  };

  Status Start(const Spec& spec, const Session& session);

  /// Evaluates the contacts of the last step.
  void Update(const Session& session);

  bool touches() const { return touches_; }
  /// Magnitude of the resultant contact force on the model, N.
  double force() const { return force_; }
  /// "wall::link": the other link of the first contact in the last step with contact.
  std::string OtherLink(const Session& session) const;
  std::string OwnLink(const Session& session) const;

 private:
  void FindModels(const world::World& world);

  Spec spec_;
  const world::World* world_ = nullptr;
  int model_ = -1;
  /// Whether a model counts, by its id.
  std::vector<bool> counts_;
  bool touches_ = false;
  double force_ = 0.0;
  int own_link_ = -1;
  int other_link_ = -1;
};

Status ContactWatch::Start(const Spec& spec, const Session& session) {
  spec_ = spec;
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{spec.model}, spec.with, spec.except}) {
    for (const std::string& name : names) SUREFOOT_TRY(FindModel(session.world(), name));
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
    // Engines also report pairs of shapes that are close but do not touch; these carry no force.
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

using world::ElementReader;

/// Reads the keys that the metric and the condition have in common.
ContactWatch::Spec ReadSpec(const ElementReader& reader) {
  return {RequiredText(reader, "model", "husky"), Texts(reader, "with"), Texts(reader, "except")};
}

/// Counts contacts: time in contact, number of separate contacts, largest force.
class ContactsMeasure : public TimedMeasure {
 public:
  ContactsMeasure(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader), spec_(ReadSpec(reader)) {
    RefuseUnknown(reader, {"kind", "model", "with", "except"});
  }

  Status Begin(Session* session) override { return watch_.Start(spec_, *session); }

  bool Update(const Session& session) override {
    const bool before = watch_.touches();
    watch_.Update(session);
    if (!watch_.touches()) return false;
    seconds_ += session.simulation().step_size();
    peak_force_ = std::max(peak_force_, watch_.force());
    if (!before) ++count_;
    if (!first_) first_ = Elapsed(session);
    return false;
  }

  void Finish(const Session&, TrialResult* result) override {
    Add("seconds", seconds_, result);
    Add("count", count_, result);
    Add("peak_force", peak_force_, result);
    if (first_) Add("first", *first_, result);
  }

 private:
  ContactWatch::Spec spec_;
  ContactWatch watch_;
  double seconds_ = 0.0;
  int count_ = 0;
  double peak_force_ = 0.0;
  std::optional<double> first_;
};

/// Fails, and ends the trial, at the first contact.
class NoCollision : public TimedMeasure {
 public:
  NoCollision(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader), spec_(ReadSpec(reader)) {
    RefuseUnknown(reader, {"model", "with", "except"});
  }

  Status Begin(Session* session) override { return watch_.Start(spec_, *session); }

  bool Update(const Session& session) override {
    if (hit_) return true;
    watch_.Update(session);
    if (!watch_.touches()) return false;
    hit_ = Elapsed(session);
    text_ = watch_.OwnLink(session) + " touched " + watch_.OtherLink(session) + " after " +
            Short(*hit_) + " s with " + Short(watch_.force()) + " N";
    // The model most likely stands on this one.
    if (*hit_ < 2.0 * session.simulation().step_size()) {
      text_ += ": from the start; name permitted partners in `except`";
    }
    return true;
  }

  void Finish(const Session& session, TrialResult* result) override {
    const std::string none =
        spec_.model + " touched nothing that it may not in " + Short(Elapsed(session)) + " s";
    Judge(!hit_, hit_ ? text_ : none, result);
  }

 private:
  ContactWatch::Spec spec_;
  ContactWatch watch_;
  std::optional<double> hit_;
  std::string text_;
};

}  // namespace

MeasureKind ContactsMetric() {
  return KindOf<ContactsMeasure>("duration, number and force of a model's contacts");
}

MeasureKind NoCollisionCondition() {
  return KindOf<NoCollision>("a model touches only permitted partners; ends the trial");
}

}  // namespace surefoot::experiment
