#include "surefoot/evaluation/gap/drives/gap_ranges.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::experiment {
namespace {

constexpr double kNear = 2.0;
constexpr std::size_t kGyroAxes = 3;

/// Grounds that do not yield.
bool IsHard(const std::string& terrain) {
  const std::string ground = GroundOf(terrain);
  return ground == "asphalt" || ground == "flooring" || ground == "ice";
}

/// The engine of a variant's name: "mujoco" of "mujoco, tyre".
std::string EngineOf(const std::string& variant) { return variant.substr(0, variant.find(',')); }

template <typename Keep>
RangeSummary SummaryOf(const GapResult& result, const std::string& variant, Keep keep) {
  std::vector<const TerrainRunScore*> runs;
  for (const TerrainRunScore& run : result.runs) {
    if (run.engine == variant && keep(run.terrain)) runs.push_back(&run);
  }
  return SummariseRanges(runs);
}

template <typename Keep>
void AddRows(const GapResult& result, const std::string& name, Keep keep,
             std::vector<RangeRow>* rows) {
  for (const std::string& variant : result.variants) {
    RangeRow row;
    row.terrain = name;
    row.model = variant;
    row.summary = SummaryOf(result, variant, keep);
    if (row.summary.runs == 0) continue;
    const RangeSummary engine = SummaryOf(result, EngineOf(variant), keep);
    const auto over = [&](double RangeSummary::*error) {
      const bool both = engine.runs == row.summary.runs && engine.*error > 0.0;
      return both ? row.summary.*error / (engine.*error) : std::numeric_limits<double>::quiet_NaN();
    };
    row.gyro_over_engine = over(&RangeSummary::gyro_error);
    row.accelerometer_over_engine = over(&RangeSummary::accelerometer_error);
    rows->push_back(std::move(row));
  }
}

}  // namespace

RangeSummary SummariseRanges(const std::vector<const TerrainRunScore*>& runs) {
  RangeSummary summary;
  summary.runs = static_cast<int>(runs.size());
  for (std::size_t i = 0; i < summary.within.size(); ++i) {
    std::vector<double> ratios;
    for (const TerrainRunScore* run : runs) {
      const TerrainAxis& axis = run->axes[i];
      const double ratio = axis.simulated.range() / axis.real.range();
      ratios.push_back(ratio);
      if (ratio <= kNear && ratio >= 1.0 / kNear) ++summary.within[i];
      (i < kGyroAxes ? summary.gyro_error : summary.accelerometer_error) += axis.error.total();
    }
    summary.median_ratio[i] = gap::Median(std::move(ratios));
  }
  return summary;
}

std::vector<RangeRow> RangeRows(const GapResult& result) {
  std::vector<RangeRow> rows;
  std::string hard;
  int hard_count = 0;
  for (const TerrainGap& terrain : result.terrains) {
    AddRows(
        result, terrain.name, [&](const std::string& name) { return name == terrain.name; }, &rows);
    if (!IsHard(terrain.name)) continue;
    hard += (hard.empty() ? "" : ", ") + terrain.name;
    ++hard_count;
  }
  if (hard_count > 1) AddRows(result, hard, IsHard, &rows);
  return rows;
}

}  // namespace surefoot::experiment
