#include "surefoot/evaluation/gap/drives/gap_ranges.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;

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

Table RangeShareTable(const std::vector<RangeRow>& rows) {
  Table table;
  table.id = "range_share";
  table.caption = "BorealTC: runs whose range is within a factor of 2, and equation (7)";
  const auto right = [](std::string text) {
    Cell cell(std::move(text));
    cell.is_number = true;
    return cell;
  };
  table.header = {"terrain", "model", right("runs")};
  for (const char* axis : gap::kImuAxes) table.header.push_back(right(axis));
  for (const char* sensor : {"gyro", "accelerometer"}) {
    table.header.push_back(right(sensor + std::string(" / engine")));
  }
  for (const RangeRow& row : rows) {
    std::vector<Cell> cells = {row.terrain, row.model, Cell::Number(row.summary.runs, 0)};
    for (std::size_t i = 0; i < row.summary.within.size(); ++i) {
      const double ratio = row.summary.median_ratio[i];
      cells.push_back(right(Cell::Number(100.0 * row.summary.share(i), 0).text + " % (x" +
                            Cell::Number(ratio, ratio < 0.1 ? 3 : 2).text + ")"));
    }
    for (double ratio : {row.gyro_over_engine, row.accelerometer_over_engine}) {
      cells.push_back(Cell::Number(ratio, 2));
    }
    table.rows.push_back(std::move(cells));
  }
  table.notes.push_back(
      "In parentheses: the median of simulated over real range. Last columns: errors of equation "
      "(7), summed over runs and axes, over those of the engine's own contact on the same runs.");
  return table;
}

}  // namespace surefoot::experiment
