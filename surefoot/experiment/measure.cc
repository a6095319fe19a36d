#include "surefoot/experiment/measure.h"

#include "surefoot/experiment/measure_kinds.h"
#include "surefoot/experiment/yaml.h"
#include "surefoot/world/parse.h"

namespace surefoot::experiment {
namespace {

using world::Element;
using world::ElementReader;

std::vector<std::string> NamesOf(const MeasureRegistry& registry) {
  std::vector<std::string> names;
  for (const auto& entry : registry.entries()) names.push_back(entry.first);
  return names;
}

/// Reports a kind that there is not.
std::unique_ptr<Measure> MakeOne(const MeasureRegistry& registry, const std::string& kind,
                                 const std::string& name, const Element& element,
                                 Problems* problems) {
  const MeasureKind* found = registry.Find(kind);
  if (found == nullptr) {
    problems->Error(element.source, kind.empty() ? "the kind is missing" : "there is no such kind",
                    kind, world::NameAdvice(kind, NamesOf(registry)));
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
  return registry;
}

MeasureRegistry BuiltinConditions() {
  MeasureRegistry registry;
  return registry;
}

std::vector<std::unique_ptr<Measure>> MakeMetrics(const Element& metrics, Problems* problems) {
  const MeasureRegistry registry = BuiltinMetrics();
  std::vector<std::unique_ptr<Measure>> made;
  for (const Element& child : metrics.children) {
    if (child.name == "item") {
      problems->Error(child.source, "metrics are no list", child.text,
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

}  // namespace surefoot::experiment
