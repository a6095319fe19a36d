// The metric `contacts` and the condition `no_collision`.

#include <algorithm>
#include <optional>

#include "surefoot/evaluation/run/measures/contact_watch.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/yaml.h"

namespace surefoot::experiment {
namespace {

using world::ElementReader;

ContactWatch::Spec ReadSpec(const ElementReader& reader) {
  return {RequiredText(reader, "model", "husky"), Texts(reader, "with"), Texts(reader, "except")};
}

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
    // Most likely it stands there.
    if (*hit_ < 2.0 * session.simulation().step_size()) {
      text_ += ": from the start; name what may be touched in `except`";
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
  return KindOf<ContactsMeasure>("how long, how often and how hard a model touches others");
}

MeasureKind NoCollisionCondition() {
  return KindOf<NoCollision>("a model touches nothing but what it may; ends the trial");
}

}  // namespace surefoot::experiment
