#include "surefoot/evaluation/gap/drives/gap_summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/gap/drive_score.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::experiment {
namespace {

using gap::WindowScore;

/// Yaw of each score, and of the ideal kinematics in the same window.
struct Yaws {
  std::vector<double> real;
  std::vector<double> model;
  std::vector<double> ideal;

  Yaws(const std::vector<WindowScore>& scores, const std::map<int, double>& ideal_yaws,
       const std::set<int>& without) {
    for (const WindowScore& score : scores) {
      if (without.count(score.id) > 0) continue;
      real.push_back(score.yaw_real);
      model.push_back(score.yaw_model);
      ideal.push_back(ideal_yaws.at(score.id));
    }
  }
};

/// The scores whose window is, or is not, in a set.
std::vector<WindowScore> Selected(const std::vector<WindowScore>& scores, const std::set<int>& ids,
                                  bool inside) {
  return Filtered(scores,
                  [&](const WindowScore& score) { return (ids.count(score.id) > 0) == inside; });
}

/// Median over the runs with a finite value.
template <typename Get>
double MedianOver(const std::vector<const TerrainRunScore*>& runs, Get get) {
  std::vector<double> values;
  for (const TerrainRunScore* run : runs) {
    if (const double value = get(*run); std::isfinite(value)) values.push_back(value);
  }
  return gap::Median(std::move(values));
}

/// Medians of the statistics of one axis, of the real or the simulated signals.
gap::SeriesStats MedianStats(const std::vector<const TerrainRunScore*>& runs, std::size_t axis,
                             gap::SeriesStats TerrainAxis::*which) {
  const auto median = [&](double gap::SeriesStats::*part) {
    return MedianOver(runs, [&](const TerrainRunScore& r) { return r.axes[axis].*which.*part; });
  };
  gap::SeriesStats stats;
  stats.mean = median(&gap::SeriesStats::mean);
  stats.top = median(&gap::SeriesStats::top);
  stats.bottom = median(&gap::SeriesStats::bottom);
  return stats;
}

/// Mean spectrum of an axis over runs.
gap::Spectrum MeanOver(const std::vector<const TerrainRunScore*>& runs, std::size_t axis,
                       std::array<gap::Spectrum, 6> TerrainRunScore::*which) {
  std::vector<gap::Spectrum> spectra;
  for (const TerrainRunScore* run : runs) spectra.push_back((run->*which)[axis]);
  return gap::MeanSpectrum(spectra);
}

/// Summary of an engine on a terrain.
TerrainEngine SummariseEngine(const std::string& name,
                              const std::vector<const TerrainRunScore*>& runs) {
  TerrainEngine engine;
  engine.name = name;
  engine.runs = static_cast<int>(runs.size());
  engine.yaw_gain = MedianOver(runs, [](const TerrainRunScore& r) { return r.yaw_gain; });
  for (std::size_t i = 0; i < 6; ++i) {
    const auto median = [&](auto get) {
      return MedianOver(runs, [&](const TerrainRunScore& r) { return get(r.axes[i]); });
    };
    engine.mean_error[i] = median([](const TerrainAxis& a) { return a.error.mean; });
    engine.range_error[i] = median([](const TerrainAxis& a) { return a.error.range; });
    engine.range_ratio[i] =
        median([](const TerrainAxis& a) { return a.simulated.range() / a.real.range(); });
    engine.distance[i] = median([](const TerrainAxis& a) { return a.distance; });
    for (std::size_t b = 0; b < kTerrainBands.size(); ++b) {
      engine.bands[i][b] = median([b](const TerrainAxis& a) { return a.bands[b]; });
    }
    engine.stats[i] = MedianStats(runs, i, &TerrainAxis::simulated);
    engine.spectra[i] = MeanOver(runs, i, &TerrainRunScore::spectra);
  }
  return engine;
}

/// Summary of all engines on a terrain.
TerrainGap SummariseTerrain(const std::string& name,
                            const std::vector<const TerrainRunScore*>& scores,
                            const std::vector<std::string>& engines) {
  TerrainGap terrain;
  terrain.name = name;
  // The real data are the same for every engine: count each run once.
  std::vector<const TerrainRunScore*> once;
  std::set<std::string> seen;
  for (const TerrainRunScore* score : scores) {
    if (seen.insert(score->number).second) once.push_back(score);
  }
  terrain.runs = static_cast<int>(once.size());
  for (const TerrainRunScore* score : once) terrain.seconds += score->seconds;
  terrain.yaw_gain = MedianOver(once, [](const TerrainRunScore& r) { return r.real_yaw_gain; });
  for (std::size_t i = 0; i < 6; ++i) {
    terrain.stats[i] = MedianStats(once, i, &TerrainAxis::real);
    terrain.spectra[i] = MeanOver(once, i, &TerrainRunScore::real_spectra);
  }
  for (const std::string& engine : engines) {
    const auto own =
        Filtered(scores, [&](const TerrainRunScore* score) { return score->engine == engine; });
    if (!own.empty()) terrain.engines.push_back(SummariseEngine(engine, own));
  }
  return terrain;
}

std::vector<DriveSpread> SpreadsOf(const std::vector<DriveModel>& models) {
  std::map<std::string, std::vector<gap::DriveSummary>> by_contact;
  for (const DriveModel& model : models) {
    if (!model.contact.empty() && model.all.windows > 0) {
      by_contact[model.contact].push_back(model.all);
    }
  }
  std::vector<DriveSpread> spreads;
  for (const auto& [contact, summaries] : by_contact) {
    if (summaries.size() < 2) continue;
    spreads.push_back({contact, static_cast<int>(summaries.size()), gap::SpreadOf(summaries)});
  }
  return spreads;
}

constexpr double kNear = 2.0;
constexpr std::size_t kGyroAxes = 3;

/// Grounds that do not deform.
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

/// A comparison with known errors: the real side holds them, the simulated side is zero.
gap::Comparison AsComparison(gap::Quantity quantity,
                             const std::map<std::string, double>& tolerances, double interval,
                             std::vector<std::vector<double>> errors) {
  gap::Comparison comparison;
  comparison.quantity = std::move(quantity);
  const auto requested = tolerances.find(comparison.quantity.name);
  if (requested != tolerances.end()) comparison.quantity.tolerance = requested->second;
  std::size_t longest = 0;
  for (std::vector<double>& row : errors) {
    longest = std::max(longest, row.size());
    comparison.simulated.push_back({{"", {std::vector<double>(row.size(), 0.0)}}});
    comparison.real.push_back({"", {std::move(row)}});
  }
  for (std::size_t k = 0; k < longest; ++k) {
    comparison.times.push_back(interval * static_cast<double>(k));
  }
  return comparison;
}

}  // namespace

DriveGap SummariseDrive(const gap::DriveRecording& recording, std::vector<DriveModel> models,
                        const std::map<std::string, double>& tolerances) {
  DriveGap gap;
  gap.file = recording.file;
  gap.nuisance = recording.nuisance;
  std::map<int, double> ideal;
  for (const WindowScore& score : models.front().scores) ideal[score.id] = score.yaw_model;
  const Yaws all(models.front().scores, ideal, {});
  const std::vector<bool> dug = gap::FindDigIns(all.real, all.ideal);
  for (std::size_t i = 0; i < dug.size(); ++i) {
    if (dug[i]) gap.dug_in.insert(models.front().scores[i].id);
  }
  const Yaws normal(models.front().scores, ideal, gap.dug_in);
  gap.yaw_gain = gap::YawGain(normal.real, normal.ideal);
  for (DriveModel& model : models) {
    const Yaws yaws(model.scores, ideal, gap.dug_in);
    model.yaw_gain = gap::YawGain(yaws.model, yaws.ideal);
    model.all = gap::Summarise(model.scores);
    model.without_dig_ins = gap::Summarise(Selected(model.scores, gap.dug_in, false));
    model.dig_ins = gap::Summarise(Selected(model.scores, gap.dug_in, true));
    model.growth = gap::GrowthOf(model.scores, recording.interval);
    model.trust = TrustOf(model.scores, recording.interval, tolerances);
  }
  gap.spreads = SpreadsOf(models);
  gap.models = std::move(models);
  return gap;
}

void AddFittedKinematics(const gap::DriveRecording& recording,
                         const std::vector<gap::WindowRun>& runs, const gap::SideGeometry& geometry,
                         std::vector<DriveModel>* models) {
  constexpr std::size_t kFewest = 4;
  constexpr double kBefore = 0.25;
  if (runs.size() < kFewest) return;
  for (const auto kind : {gap::KinematicKind::kEffectiveTrack, gap::KinematicKind::kLinear}) {
    DriveModel model;
    model.name = kind == gap::KinematicKind::kLinear ? "linear kinematics (6 fitted)"
                                                     : "effective track (2 fitted)";
    model.is_baseline = true;
    for (std::size_t half : {0u, 1u}) {
      std::vector<gap::WindowRun> fitted;
      for (std::size_t i = half; i < runs.size(); i += 2) fitted.push_back(runs[i]);
      const gap::LinearKinematics kinematics =
          gap::FitKinematics(recording, fitted, geometry, kind);
      for (std::size_t i = 1 - half; i < runs.size(); i += 2) {
        const double length = recording.window_length() * static_cast<double>(runs[i].count);
        const gap::PoseTrack track =
            gap::KinematicTrack(gap::WheelsOf(recording, runs[i]), kinematics, -kBefore, length);
        for (const WindowScore& score : gap::ScoreRun(recording, runs[i], track)) {
          model.scores.push_back(score);
        }
      }
    }
    models->push_back(std::move(model));
  }
}

TerrainRunScore ScoreTerrainRun(const gap::TerrainRun& run, const GapDriveResult& drive,
                                const gap::SideGeometry& geometry) {
  TerrainRunScore score;
  score.terrain = run.terrain;
  score.number = run.number;
  score.alignment = run.alignment;
  score.seconds = run.end() - run.begin();
  score.wheel_error = drive.wheel_error;
  const gap::ImuRecording real = gap::Cut(run.imu, run.begin(), run.end());
  const double rate = gap::RateOf(real);
  const gap::ImuRecording even_real = gap::Resampled(real, rate);
  const double simulated_rate = gap::RateOf(drive.imu);
  const gap::ImuRecording even_simulated = gap::Resampled(drive.imu, simulated_rate);
  for (std::size_t i = 0; i < 6; ++i) {
    TerrainAxis& axis = score.axes[i];
    axis.real = gap::StatsOf(real.axes[i]);
    axis.simulated = gap::StatsOf(drive.imu.axes[i]);
    axis.error = gap::ErrorOf(axis.simulated, axis.real);
    score.real_spectra[i] = gap::WelchSpectrum(even_real.axes[i], rate);
    score.spectra[i] = gap::WelchSpectrum(even_simulated.axes[i], simulated_rate);
    axis.distance = gap::SpectrumDistance(score.spectra[i], score.real_spectra[i]);
    for (std::size_t b = 0; b < kTerrainBands.size(); ++b) {
      axis.bands[b] =
          gap::LevelDifference(score.spectra[i], score.real_spectra[i], kTerrainBands[b]);
    }
  }
  score.real_yaw_gain = gap::YawRateGain(real, run.wheels, geometry.radius, geometry.track);
  score.yaw_gain = gap::YawRateGain(drive.imu, run.wheels, geometry.radius, geometry.track);
  return score;
}

std::vector<TerrainGap> SummariseTerrains(const std::vector<TerrainRunScore>& runs,
                                          const std::vector<std::string>& engines) {
  std::vector<std::string> names;
  std::map<std::string, std::vector<const TerrainRunScore*>> by_terrain;
  for (const TerrainRunScore& run : runs) {
    if (by_terrain.count(run.terrain) == 0) names.push_back(run.terrain);
    by_terrain[run.terrain].push_back(&run);
  }
  return Mapped<TerrainGap>(names, [&](const std::string& name) {
    return SummariseTerrain(name, by_terrain[name], engines);
  });
}

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

std::vector<gap::QuantityVerdict> TrustOf(const std::vector<gap::WindowScore>& scores,
                                          double interval,
                                          const std::map<std::string, double>& tolerances) {
  if (scores.empty()) return {};
  gap::RowErrors errors = gap::ErrorsByRow(scores);
  gap::Quantity position = gap::PositionQuantity();
  position.components = 1;  // The distance.
  gap::Quantity heading = gap::HeadingQuantity();
  heading.is_angle = false;  // The angle between, not wrapped.
  return gap::Judge({AsComparison(position, tolerances, interval, std::move(errors.translations)),
                     AsComparison(heading, tolerances, interval, std::move(errors.headings))})
      .quantities;
}

}  // namespace surefoot::experiment
