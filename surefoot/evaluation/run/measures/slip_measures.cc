// The metric and the condition `slip`.

#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/slip_watch.h"
#include "surefoot/evaluation/run/yaml.h"

namespace surefoot::experiment {
namespace {

using world::ElementReader;

SlipWatch::Spec ReadSpec(const ElementReader& reader) {
  SlipWatch::Spec spec;
  spec.model = RequiredText(reader, "model", "husky");
  spec.wheels = Texts(reader, "wheels");
  if (reader.Has("radius")) spec.radius = reader.Number("radius", 0.1, 1e-4, 100.0);
  spec.window = reader.Number("window", spec.window, 1e-3, 60.0);
  spec.least_speed = reader.Number("least_speed", spec.least_speed, 1e-6, 100.0);
  return spec;
}

class SlipMeasure : public TimedMeasure {
 public:
  SlipMeasure(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader), spec_(ReadSpec(reader)) {
    RefuseUnknown(reader, {"kind", "model", "wheels", "radius", "window", "least_speed"});
  }

  Status Begin(Session* session) override { return watch_.Start(spec_, *session); }
  bool Update(const Session& session) override {
    watch_.Update(session);
    return false;
  }
  void Finish(const Session&, TrialResult* result) override {
    Add("mean", watch_.mean(), result);
    Add("max", watch_.max(), result);
    if (watch_.turned()) Add("turning", watch_.turning(), result);
  }

 private:
  SlipWatch::Spec spec_;
  SlipWatch watch_;
};

class SlipLimit : public TimedMeasure {
 public:
  SlipLimit(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader),
        spec_(ReadSpec(reader)),
        limit_(reader.Number("limit", 0.2, 0.0, 1.0)) {
    RefuseUnknown(reader, {"model", "wheels", "radius", "window", "least_speed", "limit"});
    if (!reader.Has("limit")) reader.Error("limit", "is missing", "", "write limit: 0.2");
  }

  Status Begin(Session* session) override { return watch_.Start(spec_, *session); }
  bool Update(const Session& session) override {
    watch_.Update(session);
    return false;
  }
  void Finish(const Session&, TrialResult* result) override {
    std::string text = "wheels of " + spec_.model + " slipped by at most " + Short(watch_.max());
    if (watch_.max() > 0.0) {
      text += " (" + watch_.max_wheel() + ", after " + Short(watch_.max_time()) + " s)";
    }
    Judge(watch_.max() <= limit_, text + "; the limit is " + Short(limit_), result);
  }

 private:
  SlipWatch::Spec spec_;
  double limit_;
  SlipWatch watch_;
};

}  // namespace

MeasureKind SlipMetric() { return KindOf<SlipMeasure>("slip of wheels, along and when turning"); }

MeasureKind SlipCondition() { return KindOf<SlipLimit>("no wheel slips by more than a limit"); }

}  // namespace surefoot::experiment
