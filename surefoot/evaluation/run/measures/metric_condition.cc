#include <limits>

#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/world/parse.h"

// Condition `metric`: a number of another metric within limits. It is evaluated after all metrics
// have been finished.

namespace surefoot::experiment {
namespace {

using world::ElementReader;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Compares a number of the result with limits.
class MetricLimit : public TimedMeasure {
 public:
  MetricLimit(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader),
        metric_(RequiredText(reader, "name", "gyro.mean")),
        at_least_(reader.Number("at_least", -kInfinity)),
        at_most_(reader.Number("at_most", kInfinity)) {
    RefuseUnknown(reader, {"name", "at_least", "at_most"});
    if (!reader.Has("at_least") && !reader.Has("at_most")) {
      reader.Error("at_least", "no limit", "", "write at_least: or at_most:");
    }
    if (at_least_ > at_most_) {
      reader.Error("at_least", "is above at_most", Short(at_least_));
    }
  }

  Status Begin(Session*) override { return Status(); }
  bool Update(const Session&) override { return false; }

  void Finish(const Session&, TrialResult* result) override {
    std::vector<std::string> names;
    for (const auto& [name, value] : result->metrics) {
      names.push_back(name);
      if (name != metric_) continue;
      Judge(value >= at_least_ && value <= at_most_,
            metric_ + " is " + Short(value) + "; " + LimitText(), result);
      return;
    }
    Judge(false,
          "no number '" + metric_ + "'; " +
              (names.empty() ? "the trial measures nothing" : world::NameAdvice(metric_, names)),
          result);
  }

 private:
  std::string LimitText() const {
    if (at_least_ == -kInfinity) return "at most " + Short(at_most_);
    if (at_most_ == kInfinity) return "at least " + Short(at_least_);
    return "from " + Short(at_least_) + " to " + Short(at_most_);
  }

  std::string metric_;
  double at_least_;
  double at_most_;
};

}  // namespace

MeasureKind MetricCondition() {
  return KindOf<MetricLimit>("a number of a metric lies within limits");
}

}  // namespace surefoot::experiment
