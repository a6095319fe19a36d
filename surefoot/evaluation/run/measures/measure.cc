#include "surefoot/evaluation/run/measures/measure.h"

#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/world/parse.h"

// Registry of the kinds of metrics and conditions. Kinds are created when the file is checked and
// again when the trial runs, by the same code.

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

/// Names of all kinds, for advice.
std::vector<std::string> NamesOf(const MeasureRegistry& registry) {
  return Mapped<std::string>(registry.entries(), [&](const auto& entry) { return entry.first; });
}

/// Reports an unknown kind.
std::unique_ptr<Measure> MakeOne(const MeasureRegistry& registry, const std::string& kind,
                                 const std::string& name, const Element& element,
                                 Problems* problems) {
  const MeasureKind* found = registry.Find(kind);
  if (found == nullptr) {
    problems->Error(element.source, kind.empty() ? "the kind is missing" : "no such kind", kind,
                    world::NameAdvice(kind, NamesOf(registry)));
    return nullptr;
  }
  const int before = problems->error_count();
  std::unique_ptr<Measure> made = found->make(name, ElementReader(element, problems));
  return problems->error_count() > before ? nullptr : std::move(made);
}

}  // namespace

MeasureRegistry BuiltinMetrics() {
  MeasureRegistry registry;
  registry.Add("series", SeriesMetric());
  registry.Add("path", PathMetric());
  registry.Add("slip", SlipMetric());
  registry.Add("contacts", ContactsMetric());
  registry.Add("odometry_error", OdometryErrorMetric());
  registry.Add("energy", EnergyMetric());
  registry.Add("wheels", WheelsMetric());
  return registry;
}

MeasureRegistry BuiltinConditions() {
  MeasureRegistry registry;
  registry.Add("goal", GoalCondition());
  registry.Add("no_collision", NoCollisionCondition());
  registry.Add("time", TimeCondition());
  registry.Add("slip", SlipCondition());
  registry.Add("upright", UprightCondition());
  registry.Add("inside", InsideCondition());
  registry.Add("metric", MetricCondition());
  return registry;
}

std::vector<std::unique_ptr<Measure>> MakeMetrics(const Element& metrics, Problems* problems) {
  const MeasureRegistry registry = BuiltinMetrics();
  std::vector<std::unique_ptr<Measure>> made;
  for (const Element& child : metrics.children) {
    if (child.name == "item") {
      problems->Error(child.source, "metrics are a mapping, not a list", child.text,
                      "write a mapping of names: {gyro: {kind: series, ...}}");
      continue;
    }
    const std::string kind = ElementReader(child, problems).Text("kind");
    std::unique_ptr<Measure> one = MakeOne(registry, kind, child.name, child, problems);
    if (one != nullptr) made.push_back(std::move(one));
  }
  return made;
}

std::vector<std::unique_ptr<Measure>> MakeConditions(const Element& pass, Problems* problems) {
  const MeasureRegistry registry = BuiltinConditions();
  std::vector<std::unique_ptr<Measure>> made;
  for (const Element& item : pass.children) {
    if (item.name != "item" || item.children.size() != 1) {
      problems->Error(item.source, "not a condition", item.text,
                      "write a list: [{goal: {model: husky, at: [5, 0]}}, {no_collision: ...}]");
      continue;
    }
    const Element& condition = item.children.front();
    std::unique_ptr<Measure> one =
        MakeOne(registry, condition.name, condition.name, condition, problems);
    if (one != nullptr) made.push_back(std::move(one));
  }
  return made;
}

void AddMetric(const std::string& name, const std::string& what, double value,
               TrialResult* result) {
  result->metrics.emplace_back(name + "." + what, value);
}

std::string Short(double value) {
  // "-0" after rounding becomes "0".
  return NumberText(value == 0.0 ? 0.0 : value, 4);
}

TimedMeasure::TimedMeasure(std::string name, const ElementReader& reader)
    : name_(std::move(name)), where_(PlaceOf(reader.element())) {}

Status TimedMeasure::Start(Session* session) {
  start_ns_ = session->simulation().time_ns();
  const Status status = Begin(session);
  return status.ok() ? status : Status(status.error().Within(where_));
}

void TimedMeasure::Judge(bool passed, const std::string& text, TrialResult* result) const {
  result->verdicts.push_back(Verdict{name_, passed, text});
}

double TimedMeasure::Elapsed(const Session& session) const {
  return static_cast<double>(session.simulation().time_ns() - start_ns_) / 1e9;
}

}  // namespace surefoot::experiment
