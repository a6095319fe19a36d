#include "surefoot/evaluation/run/study_outcome.h"

#include <cmath>

#include "surefoot/evaluation/statistics/intervals.h"

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
  for (const RecordSet& set : sets) {
    if (set.name == name) return &set;
  }
  return nullptr;
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

}  // namespace surefoot::experiment
