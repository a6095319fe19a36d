#include <cstdlib>
#include <map>
#include <optional>

#include "surefoot/evaluation/run/output/report_parts.h"
#include "surefoot/evaluation/run/output/spread.h"

// Figure `bands`: a metric over a value of `for`. All trials with the same x form a distribution,
// of which the median and central ranges are drawn.

namespace surefoot::experiment {
namespace {

using world::ElementReader;

/// The case's value on the x axis; nullopt when it is missing or not a number.
std::optional<double> XOf(const Case& one, const std::string& over) {
  const std::string* text = ValueOf(one.common.values, over);
  if (text == nullptr) return std::nullopt;
  char* end = nullptr;
  const double x = std::strtod(text->c_str(), &end);
  return end != text->c_str() && *end == '\0' ? std::optional<double>(x) : std::nullopt;
}

/// Name of a curve: all other values of the case, and the engine if there are several.
std::string CurveOf(const Case& one, const std::string& over, const std::string& engine) {
  std::string name;
  for (const auto& [key, value] : one.common.values) {
    if (key != over) name += (name.empty() ? "" : ", ") + value;
  }
  if (!engine.empty()) name += (name.empty() ? "" : ", ") + engine;
  return name;
}

}  // namespace

Figure BandsFigure(const ElementReader& reader, const Results& results) {
  const std::string over = reader.Text("over");
  const std::string metric = reader.Text("metric");
  // Curve name -> x -> values of all trials.
  std::vector<std::string> names;
  std::map<std::string, std::map<double, std::vector<double>>> curves;
  for (const Case* one : ChosenCases(reader, results)) {
    const std::optional<double> x = XOf(*one, over);
    if (!x) continue;
    for (const std::string& engine : results.plan.engines) {
      const std::vector<double> values = ValuesOf(OutcomesOf(results, one->name, engine), metric);
      if (values.empty()) continue;
      const std::string name =
          CurveOf(*one, over, results.plan.engines.size() > 1 ? engine : std::string());
      if (curves.count(name) == 0) names.push_back(name);
      std::vector<double>& all = curves[name][*x];
      all.insert(all.end(), values.begin(), values.end());
    }
  }
  report::LinePlot plot;
  plot.title = reader.Text("title");
  plot.x.label = reader.Text("x_label", over);
  plot.y.label = reader.Text("label", metric);
  for (std::size_t i = 0; i < names.size(); ++i) {
    Spread spread;
    for (const auto& [x, values] : curves[names[i]]) spread.Add(x, values);
    spread.Draw(names[i].empty() ? metric : names[i], EngineTone(i), &plot);
  }
  return ToFigure({plot});
}

}  // namespace surefoot::experiment
