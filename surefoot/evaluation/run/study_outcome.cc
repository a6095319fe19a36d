#include "surefoot/evaluation/run/study_outcome.h"

#include <cmath>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/statistics/intervals.h"

// Figures carry their data, so that every plot of a report is also available as CSV.

namespace surefoot::experiment {

const Value* Record::Find(const std::string& name) const {
  for (const Field& field : fields_) {
    if (field.name == name) return &field.value;
  }
  return nullptr;
}

RecordSet& StudyOutcome::Set(const std::string& name) {
  for (RecordSet& set : sets) {
    if (set.name == name) return set;
  }
  sets.push_back({name, {}, "", {}});
  return sets.back();
}

const RecordSet* StudyOutcome::FindSet(const std::string& name) const {
  return FindIf(sets, [&](const RecordSet& set) { return set.name == name; });
}

void SetQuantiles(const std::string& name, const std::vector<std::vector<double>>& samples,
                  const std::string& unit, Record* record) {
  const std::pair<const char*, double> quantiles[] = {
      {".q05", 0.05}, {".q25", 0.25}, {".q50", 0.5}, {".q75", 0.75}, {".q95", 0.95}};
  std::vector<double> curves[std::size(quantiles)];
  const std::size_t count = samples.empty() ? 0 : samples.front().size();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> values;
    for (const std::vector<double>& sample : samples) {
      if (i < sample.size() && std::isfinite(sample[i])) values.push_back(sample[i]);
    }
    for (std::size_t q = 0; q < std::size(quantiles); ++q) {
      curves[q].push_back(gap::Quantile(values, quantiles[q].second));
    }
  }
  for (std::size_t q = 0; q < std::size(quantiles); ++q) {
    record->Set(name + quantiles[q].first, std::move(curves[q]), unit);
  }
}

Figure ToFigure(const std::vector<report::LinePlot>& plots) {
  Figure figure;
  for (const report::LinePlot& plot : plots) {
    figure.svgs.push_back(ToSvg(plot));
    std::string name = "series";
    if (plots.size() > 1) name += "_" + std::to_string(figure.svgs.size());
    figure.data.emplace_back(name, report::ToCsv(plot));
  }
  return figure;
}

Figure ToFigure(const std::vector<report::RangePlot>& plots) {
  Figure figure;
  report::Table data;
  data.header = {"plot", "group", "name", "low", "mean", "high"};
  for (const report::RangePlot& plot : plots) {
    figure.svgs.push_back(ToSvg(plot));
    for (const report::RangeGroup& group : plot.groups) {
      for (const report::RangeBar& bar : group.bars) {
        data.rows.push_back({plot.title, group.label, bar.name, report::Cell::Number(bar.low, 6),
                             report::Cell::Number(bar.mean, 6), report::Cell::Number(bar.high, 6)});
      }
    }
  }
  figure.data.emplace_back("ranges", ToCsv(data));
  return figure;
}

}  // namespace surefoot::experiment
