#include "surefoot/evaluation/studies/simulators/study_figures.h"

#include <cmath>

// The article prints no time series of the real robot in numbers; figure 6 therefore shows its
// printed mean and range as horizontal lines unless a recording is given.

namespace surefoot::experiment {
namespace {

constexpr const char* kTitles[6] = {"Angular velocity X",    "Angular velocity Y",
                                    "Angular velocity Z",    "Linear acceleration X",
                                    "Linear acceleration Y", "Linear acceleration Z"};

/// Unit of an axis of the IMU.
const char* UnitOf(std::size_t axis) { return axis < 3 ? "rad/s" : "m/s^2"; }

/// Axes in the order of a recording: three of the gyroscope, three of the accelerometer.
gap::SeriesStats AxisOf(const gap::ImuStats& stats, std::size_t axis) {
  return axis < 3 ? stats.gyro[axis] : stats.accel[axis - 3];
}

report::RangeBar BarOf(const std::string& name, report::Tone tone, const gap::SeriesStats& stats) {
  return {name, tone, stats.bottom, stats.top, stats.mean};
}

/// Horizontal lines over the time range of the others, as one line with gaps.
report::Line Levels(const std::string& name, const std::vector<double>& values, bool dashed,
                    const std::vector<double>& time) {
  report::Line line{name, report::Tone::kReal, {}, {}, dashed};
  if (time.empty()) return line;
  const double gap = std::nan("");
  for (double value : values) {
    line.x.insert(line.x.end(), {time.front(), time.back(), gap});
    line.y.insert(line.y.end(), {value, value, gap});
  }
  return line;
}

}  // namespace

std::vector<report::LinePlot> Figure6(const Figure6Input& input) {
  const gap::ImuRecording simulated = gap::ZDown(input.simulated);
  std::optional<gap::ImuRecording> real;
  if (input.real) real = gap::ZDown(*input.real);
  std::vector<report::LinePlot> plots;
  for (std::size_t axis = 0; axis < 6; ++axis) {
    report::LinePlot plot;
    plot.title = kTitles[axis];
    plot.x.label = "time (s)";
    plot.y.label = UnitOf(axis);
    if (real) {
      plot.lines.push_back({"real", report::Tone::kReal, real->time, real->axes[axis], false});
    }
    plot.lines.push_back(
        {input.simulated_name, input.tone, simulated.time, simulated.axes[axis], false});
    if (!real) {
      const gap::ImuStats stats = gap::ZDown(input.printed);
      const gap::SeriesStats band = AxisOf(stats, axis);
      plot.lines.push_back(Levels("real, mean", {band.mean}, false, simulated.time));
      plot.lines.push_back(
          Levels("real, range around it", {band.top, band.bottom}, true, simulated.time));
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

std::vector<report::RangePlot> Figure7(const std::vector<NamedStats>& compared) {
  std::vector<report::RangePlot> plots(2);
  plots[0].title = "Angular velocity";
  plots[1].title = "Linear acceleration";
  for (std::size_t axis = 0; axis < 6; ++axis) {
    report::RangePlot& plot = plots[axis / 3];
    plot.y.label = UnitOf(axis);
    report::RangeGroup group{std::string(1, "XYZ"[axis % 3]), {}};
    for (const NamedStats& one : compared) {
      group.bars.push_back(BarOf(one.name, one.tone, AxisOf(gap::ZDown(one.stats), axis)));
    }
    plot.groups.push_back(std::move(group));
  }
  return plots;
}

std::vector<report::RangePlot> Figure8(const std::string& engine,
                                       const std::vector<TestStats>& tests, report::Tone tone) {
  std::vector<report::RangePlot> plots;
  for (std::size_t axis = 0; axis < 6; ++axis) {
    report::RangePlot plot;
    plot.title = kTitles[axis];
    plot.y.label = UnitOf(axis);
    for (const TestStats& test : tests) {
      report::RangeGroup group{test.title, {}};
      group.bars.push_back(BarOf(engine, tone, AxisOf(gap::ZDown(test.simulated), axis)));
      if (test.real) {
        group.bars.push_back(
            BarOf("real", report::Tone::kReal, AxisOf(gap::ZDown(*test.real), axis)));
      }
      plot.groups.push_back(std::move(group));
    }
    plots.push_back(std::move(plot));
  }
  return plots;
}

}  // namespace surefoot::experiment
