/// From simulated restarts to what is judged.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/gap/restarts/gap_restarts.h"
#include "surefoot/evaluation/gap/run.h"

namespace surefoot::experiment {
namespace {

/// Twice that of runs: a robot that is put into a hard acceleration with unbent tyres lacks some
/// cm/s for a moment.
constexpr double kSpeedTolerance = 0.1;
constexpr double kRateTolerance = 0.1;
constexpr double kAccelerationTolerance = 0.5;

std::string RestartName(const RestartSpec& spec) { return StrFormat("%.2f s", spec.from); }

/// One quantity of all restarts, filled restart by restart.
struct Builder {
  gap::Comparison comparison;

  Builder(gap::Quantity quantity, double first, double interval, std::size_t count) {
    comparison.quantity = std::move(quantity);
    for (std::size_t k = 0; k < count; ++k) {
      comparison.times.push_back(first + interval * static_cast<double>(k));
    }
  }
  void Begin(const RestartSpec& spec, std::vector<std::vector<double>> real) {
    comparison.real.push_back({RestartName(spec), std::move(real)});
    comparison.simulated.emplace_back();
  }
  void Add(std::vector<std::vector<double>> simulated) {
    comparison.simulated.back().push_back({"", std::move(simulated)});
  }
};

struct Columns {
  std::vector<double> x, y, yaw;
};

Columns ColumnsOf(const std::vector<PlanarPose>& poses) {
  Columns columns;
  for (const PlanarPose& pose : poses) {
    columns.x.push_back(pose.x);
    columns.y.push_back(pose.y);
    columns.yaw.push_back(pose.yaw);
  }
  return columns;
}

std::vector<PlanarPose> RealPoses(const gap::ReferencePath& path, const RestartSpec& spec,
                                  std::size_t count) {
  std::vector<PlanarPose> poses;
  for (std::size_t k = 0; k < count; ++k) {
    poses.push_back(path.At(spec.from + spec.interval * static_cast<double>(k)));
  }
  return poses;
}

std::vector<double> RealSpeeds(const gap::ReferencePath& path, const RestartSpec& spec,
                               std::size_t count) {
  std::vector<double> speeds;
  for (std::size_t k = 0; k < count; ++k) {
    speeds.push_back(path.VelocityAt(spec.from + spec.interval * static_cast<double>(k)).ahead);
  }
  return speeds;
}

VerdictContext::Path ToPath(const std::vector<PlanarPose>& poses) {
  const Columns columns = ColumnsOf(poses);
  return {columns.x, columns.y, columns.yaw};
}

std::string Length(double metres) {
  char text[32];
  if (metres < 0.001) return "less than 1 mm";
  if (metres < 0.0995) {
    std::snprintf(text, sizeof text, "%.3g mm", 1000.0 * metres);
  } else {
    std::snprintf(text, sizeof text, "%.2g m", metres);
  }
  return text;
}

}  // namespace

std::vector<gap::Comparison> RestartStudy::Compare(const RestartRuns& runs) const {
  if (runs.runs.empty()) return {};
  const std::size_t count = runs.runs.front().front().X_WB.size();
  const double interval = runs.specs.front().interval;
  gap::Quantity position = Asked(gap::PositionQuantity());
  position.reference_deviation = options_.position_deviation.value_or(log_->position_deviation);
  gap::Quantity heading = Asked(gap::HeadingQuantity());
  heading.reference_deviation = options_.heading_deviation.value_or(log_->heading_deviation);
  std::vector<Builder> builders;
  builders.emplace_back(position, 0.0, interval, count);
  builders.emplace_back(heading, 0.0, interval, count);
  gap::Quantity speed = gap::SpeedQuantity();
  speed.tolerance = kSpeedTolerance;
  builders.emplace_back(Asked(std::move(speed)), 0.0, interval, count);
  const std::size_t skipped = SkippedIntervals(interval);
  const std::size_t means = count - 1 > skipped ? count - 1 - skipped : 0;
  const bool with_signals = means > 0;
  for (const SharedSignal& signal : signals_) {
    if (!with_signals) break;
    gap::Quantity quantity;
    quantity.name = signal.recorded->topic + "." + signal.recorded->field;
    quantity.unit = signal.recorded->unit;
    quantity.tolerance = quantity.unit == "rad/s" ? kRateTolerance : kAccelerationTolerance;
    builders.emplace_back(Asked(std::move(quantity)), interval * static_cast<double>(skipped + 1),
                          interval, means);
  }
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    const RestartSpec& spec = runs.specs[i];
    const Columns real = ColumnsOf(RealPoses(*path_, spec, count));
    builders[0].Begin(spec, {real.x, real.y});
    builders[1].Begin(spec, {real.yaw});
    builders[2].Begin(spec, {RealSpeeds(*path_, spec, count)});
    const double signals_from = spec.from + interval * static_cast<double>(skipped);
    for (std::size_t s = 0; with_signals && s < signals_.size(); ++s) {
      builders[3 + s].Begin(
          spec, {SignalMeans(signals_[s].recorded->values, signals_from, interval, means)});
    }
    for (const RestartResult& run : runs.runs[i]) {
      const Columns simulated = ColumnsOf(run.X_WB);
      builders[0].Add({simulated.x, simulated.y});
      builders[1].Add({simulated.yaw});
      builders[2].Add({run.speed});
      for (std::size_t s = 0; with_signals && s < signals_.size(); ++s) {
        builders[3 + s].Add({run.signals[s]});
      }
    }
  }
  std::vector<gap::Comparison> comparisons;
  for (Builder& builder : builders) comparisons.push_back(std::move(builder.comparison));
  return comparisons;
}

VerdictContext RestartStudy::Context(const RestartRuns& runs) const {
  VerdictContext context;
  context.mode = "restarts";
  context.files = {log_->file};
  context.robot = world_->model;
  context.model = world_->robot;
  context.duration = log_->end();
  context.pose_topic = log_->pose_topic;
  context.command_topic = log_->command_topic;
  context.start = log_->start;
  const PlanarMotion scatter = path_->Scatter();
  context.alignment.residual = log_->in_world_frame ? 0.0 : std::hypot(scatter.ahead, scatter.left);
  context.alignment.time_offset = path_->alignment().time_offset;
  context.alignment.sentence = log_->in_world_frame
                                   ? "in the world's own frame"
                                   : "aligned to " + Length(context.alignment.residual);
  context.world = world_->file;
  context.engine = options_.engine;
  context.seeds = options_.seeds;
  context.runs = options_.seeds;
  context.set = options_.set;
  context.horizon = options_.horizon;
  context.every = options_.every;
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    const std::vector<PlanarPose>& simulated = runs.runs[i].front().X_WB;
    context.restarts.push_back({runs.specs[i].from,
                                ToPath(RealPoses(*path_, runs.specs[i], simulated.size())),
                                ToPath(simulated)});
  }
  return context;
}

RestartGap RestartStudy::Judge(const RestartRuns& runs) const {
  RestartGap result;
  gap::JudgeOptions options;
  options.restart_interval = options_.every;
  result.verdict = gap::Judge(Compare(runs), options);
  result.verdict.notes.insert(result.verdict.notes.begin(), notes_.begin(), notes_.end());
  result.context = Context(runs);
  return result;
}

}  // namespace surefoot::experiment
