#include "surefoot/evaluation/gap/drives/gap_figures.h"

#include <algorithm>
#include <map>
#include <utility>

#include "surefoot/evaluation/recordings/imu_recording.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::experiment {
namespace {

using report::Line;
using report::LinePlot;
using report::Tone;

/// The engine's own colour in all figures.
Tone EngineTone(std::size_t index) {
  constexpr Tone kTones[] = {Tone::kFirst,  Tone::kSecond, Tone::kThird,
                             Tone::kFourth, Tone::kFifth,  Tone::kSixth};
  return kTones[index % std::size(kTones)];
}

/// Of a model in a list that begins with the baseline.
Tone ModelTone(std::size_t index) { return index == 0 ? Tone::kFaint : EngineTone(index - 1); }

const char* UnitOf(std::size_t axis) { return axis < 3 ? "rad/s" : "m/s²"; }

/// Medians of y in groups of points that are next to each other in x.
struct Binned {
  std::vector<double> x;
  std::vector<double> median;
  std::vector<double> low;
  std::vector<double> high;

  Binned(std::vector<std::pair<double, double>> points, std::size_t bins) {
    std::sort(points.begin(), points.end());
    bins = std::clamp<std::size_t>(points.size() / 8, 1, bins);
    for (std::size_t bin = 0; bin < bins && !points.empty(); ++bin) {
      const std::size_t begin = bin * points.size() / bins;
      const std::size_t end = (bin + 1) * points.size() / bins;
      std::vector<double> xs, ys;
      for (std::size_t i = begin; i < end; ++i) {
        xs.push_back(points[i].first);
        ys.push_back(points[i].second);
      }
      x.push_back(gap::Median(xs));
      median.push_back(gap::Median(ys));
      low.push_back(gap::Quantile(ys, 0.1));
      high.push_back(gap::Quantile(ys, 0.9));
    }
  }
};

LinePlot GrowthPlot(const DriveGap& drive, const std::string& title, const std::string& label,
                    std::vector<double> gap::ErrorGrowth::*median,
                    std::vector<double> gap::ErrorGrowth::*p90) {
  LinePlot plot;
  plot.title = title;
  plot.x.label = "time in the window (s)";
  plot.y.label = label;
  for (std::size_t i = 0; i < drive.models.size(); ++i) {
    const DriveModel& model = drive.models[i];
    if (i > 0 && model.is_baseline) continue;
    const Tone tone = ModelTone(i);
    plot.lines.push_back({model.name, tone, model.growth.time, model.growth.*median, false});
    plot.lines.push_back({model.name + ", 90 %", tone, model.growth.time, model.growth.*p90, true});
  }
  return plot;
}

}  // namespace

std::vector<std::string> GrowthFigures(const DriveGap& drive) {
  if (drive.models.empty() || drive.models.front().growth.time.empty()) return {};
  return {
      ToSvg(GrowthPlot(drive, "Error of the position", "m", &gap::ErrorGrowth::translation_median,
                       &gap::ErrorGrowth::translation_p90)),
      ToSvg(GrowthPlot(drive, "Error of the heading", "rad", &gap::ErrorGrowth::heading_median,
                       &gap::ErrorGrowth::heading_p90))};
}

std::string YawFigure(const DriveGap& drive) {
  constexpr std::size_t kBins = 24;
  std::map<int, double> ideal;
  std::vector<std::pair<double, double>> real;
  for (const gap::WindowScore& score : drive.models.front().scores) {
    ideal[score.id] = score.yaw_model;
    real.emplace_back(score.yaw_model, score.yaw_real);
  }
  LinePlot plot;
  plot.title = "Turned in 2 s";
  plot.x.label = "by ideal kinematics (rad)";
  plot.y.label = "rad";
  const Binned measured(real, kBins);
  plot.lines.push_back({"real", Tone::kReal, measured.x, measured.median, false});
  plot.lines.push_back({"real, 10 %", Tone::kReal, measured.x, measured.low, true});
  plot.lines.push_back({"real, 90 %", Tone::kReal, measured.x, measured.high, true});
  for (std::size_t i = 1; i < drive.models.size(); ++i) {
    if (drive.models[i].is_baseline) continue;
    std::vector<std::pair<double, double>> points;
    for (const gap::WindowScore& score : drive.models[i].scores) {
      points.emplace_back(ideal.at(score.id), score.yaw_model);
    }
    const Binned binned(std::move(points), kBins);
    plot.lines.push_back({drive.models[i].name, ModelTone(i), binned.x, binned.median, false});
  }
  return ToSvg(plot);
}

std::vector<std::string> RangeFigures(const std::vector<TerrainGap>& terrains) {
  std::vector<std::string> figures;
  for (std::size_t axis = 0; axis < 6; ++axis) {
    report::RangePlot plot;
    plot.title = gap::kImuAxes[axis];
    plot.y.label = UnitOf(axis);
    for (const TerrainGap& terrain : terrains) {
      const auto bar = [axis](const std::string& name, Tone tone, const auto& stats) {
        const gap::SeriesStats& s = stats[axis];
        return report::RangeBar{name, tone, s.bottom, s.top, s.mean};
      };
      report::RangeGroup group{terrain.name, {bar("real", Tone::kReal, terrain.stats)}};
      for (std::size_t i = 0; i < terrain.engines.size(); ++i) {
        group.bars.push_back(bar(terrain.engines[i].name, EngineTone(i), terrain.engines[i].stats));
      }
      plot.groups.push_back(std::move(group));
    }
    figures.push_back(ToSvg(plot));
  }
  return figures;
}

std::vector<std::string> SpectrumFigures(const TerrainGap& terrain) {
  std::vector<std::string> figures;
  for (std::size_t axis = 0; axis < 6; ++axis) {
    LinePlot plot;
    plot.title = terrain.name + ", " + gap::kImuAxes[axis];
    plot.x.label = "Hz";
    plot.x.logarithmic = true;
    plot.x.range = std::pair(0.3, 50.0);
    plot.y.label = axis < 3 ? "(rad/s)²/Hz" : "(m/s²)²/Hz";
    plot.y.logarithmic = true;
    const auto add = [&](const std::string& name, Tone tone, const gap::Spectrum& spectrum) {
      if (spectrum.frequency.size() < 3) return;
      // 0 and the highest frequency have no place or no meaning here.
      plot.lines.push_back({name,
                            tone,
                            {spectrum.frequency.begin() + 1, spectrum.frequency.end() - 1},
                            {spectrum.density.begin() + 1, spectrum.density.end() - 1},
                            false});
    };
    add("real", Tone::kReal, terrain.spectra[axis]);
    for (std::size_t i = 0; i < terrain.engines.size(); ++i) {
      add(terrain.engines[i].name, EngineTone(i), terrain.engines[i].spectra[axis]);
    }
    figures.push_back(ToSvg(plot));
  }
  return figures;
}

}  // namespace surefoot::experiment
