#include "surefoot/evaluation/gap/restarts/gap_restarts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/evaluation/run/in_parallel.h"

namespace surefoot::experiment {
namespace {

constexpr double kInterval = 0.05;
/// For automatic horizons: with 20 restarts the bound of 80 % allows one failure, and predictions
/// beyond 8 s are rarely needed.
constexpr int kTargetRestarts = 20;
constexpr double kShortest = 1.0;
constexpr double kLongest = 8.0;
constexpr double kMaxRestarts = 2000;
/// A standing robot is within any tolerance, which proves nothing; such restarts are left out (m,
/// rad).
constexpr double kMinTravel = 0.02;
constexpr double kMinTurn = 0.02;
/// Restarts over longer gaps between poses (s) are left out.
constexpr double kMaxGap = 0.5;
/// Clock offsets (s): search range, step, and the smallest one that is corrected.
constexpr double kMaxOffset = 0.5;
constexpr double kOffsetStep = 0.01;
constexpr double kMinOffset = 0.02;

/// Rounds down to a multiple of the sampling interval.
double RoundedDown(double seconds) { return std::floor(seconds / kInterval + 1e-9) * kInterval; }

/// "imu/data" of "/husky/imu/data" when the robot is called husky.
std::string WithoutScope(const std::string& topic, const std::string& scope) {
  if (topic.starts_with(scope)) return topic.substr(scope.size());
  return topic.empty() || topic[0] != '/' ? topic : topic.substr(1);
}

/// Twice the default of runs: a robot set into hard acceleration with undeformed tyres is some cm/s
/// too slow for a moment.
constexpr double kSpeedTolerance = 0.1;
constexpr double kRateTolerance = 0.1;
constexpr double kAccelerationTolerance = 0.5;

/// Name of a restart: its time in the recording.
std::string RestartName(const RestartSpec& spec) { return StrFormat("%.2f s", spec.from); }

/// Builds the comparison of one quantity, restart by restart.
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

/// Poses as a path for figures.
VerdictContext::Path PathOf(const std::vector<PlanarPose>& poses) {
  VerdictContext::Path path;
  for (const PlanarPose& pose : poses) {
    path.x.push_back(pose.x);
    path.y.push_back(pose.y);
    path.heading.push_back(pose.yaw);
  }
  return path;
}

/// Recorded poses at the sampled times of a restart.
std::vector<PlanarPose> RealPoses(const gap::ReferencePath& path, const RestartSpec& spec,
                                  std::size_t count) {
  std::vector<PlanarPose> poses;
  for (std::size_t k = 0; k < count; ++k) {
    poses.push_back(path.At(spec.from + spec.interval * static_cast<double>(k)));
  }
  return poses;
}

/// Recorded speeds at the sampled times of a restart, m/s.
std::vector<double> RealSpeeds(const gap::ReferencePath& path, const RestartSpec& spec,
                               std::size_t count) {
  std::vector<double> speeds;
  for (std::size_t k = 0; k < count; ++k) {
    speeds.push_back(path.VelocityAt(spec.from + spec.interval * static_cast<double>(k)).ahead);
  }
  return speeds;
}

/// A length in a readable unit.
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

Result<RestartStudy> RestartStudy::Make(const Parts& parts, const RestartWorld& world,
                                        const gap::MotionLog& log, const RestartOptions& options) {
  RestartStudy study(parts, world, log, options);
  SUREFOOT_TRY(study.Prepare());
  return study;
}

Status RestartStudy::Prepare() {
  if (!log_->led_by_wheels() && world_->command_topics.empty()) {
    return Error{world_->file + ": '" + world_->robot +
                 "' has no drive that accepts geometry_msgs/Twist; add one, or choose the topic "
                 "with its wheel speeds (--commands)"};
  }
  notes_ = log_->notes;
  ShareSignals();
  SUREFOOT_TRY(CheckTolerances());
  Align(options_.time_offset.value_or(0.0));
  SUREFOOT_TRY(ChooseTimes());
  SUREFOOT_TRY(ChooseRestarts());
  if (options_.time_offset || log_->in_world_frame) return Status();
  const double offset = SUREFOOT_TRY(FindTimeOffset());
  if (std::abs(offset) < kMinOffset) return Status();
  Align(offset);
  return ChooseRestarts();
}

Status RestartStudy::CheckTolerances() const {
  std::vector<std::string> names = {gap::PositionQuantity().name, gap::HeadingQuantity().name,
                                    gap::SpeedQuantity().name};
  for (const SharedSignal& signal : signals_) {
    names.push_back(signal.recorded->topic + "." + signal.recorded->field);
  }
  return gap::CheckQuantities("--tolerance", options_.tolerances, names);
}

void RestartStudy::Align(double time_offset) {
  gap::PathAlignment alignment;
  alignment.time_offset = time_offset;
  for (const auto& [topic, X_BP] : world_->tracked) {
    if (topic == log_->pose_topic) alignment.X_BP = X_BP;
  }
  // Surefoot runs have poses in the frame of their world. Other recordings are placed so that their
  // first pose is that of the simulated robot.
  if (!log_->in_world_frame) {
    alignment.X_WR = gap::AlignPlanar(world_->X_WB * alignment.X_BP, log_->X_RP.front());
  }
  path_ = std::make_shared<gap::ReferencePath>(*log_, alignment);
}

void RestartStudy::ShareSignals() {
  for (const gap::RecordedSignal& signal : log_->signals) {
    if (signal.values.time.size() < 2) continue;
    std::string same;
    for (const std::string& topic : world_->topics) {
      if (topic == signal.topic) same = topic;
      if (same.empty() && signal.topic.ends_with("/" + WithoutScope(topic, world_->scope)))
        same = topic;
    }
    if (!same.empty()) signals_.push_back({&signal, same});
  }
}

Status RestartStudy::ChooseTimes() {
  const double usable = path_->end() - path_->begin() - kRestartLead;
  if (!(usable > kShortest)) {
    return Error{log_->file + ": the recording has poses for " +
                 NumberText(path_->end() - path_->begin(), 3) + " s; at least " +
                 NumberText(kRestartLead + kShortest, 3) + " s are needed"};
  }
  if (options_.horizon <= 0.0) {
    options_.horizon = options_.every > 0.0
                           ? options_.every
                           : std::clamp(RoundedDown(usable / kTargetRestarts), kShortest, kLongest);
  }
  if (options_.every <= 0.0) options_.every = options_.horizon;
  if (options_.horizon < kInterval || options_.every < kInterval) {
    return Error{"--horizon and --interval take " + NumberText(kInterval, 3) + " s or more"};
  }
  if (options_.horizon > usable) {
    return Error{"--horizon: the recording has poses for " +
                 NumberText(path_->end() - path_->begin(), 3) + " s, too few for " +
                 NumberText(options_.horizon, 3) + " s after a lead of " +
                 NumberText(kRestartLead, 3) + " s"};
  }
  if (usable / options_.every > kMaxRestarts) {
    return Error{"--every: " + NumberText(usable / options_.every, 3) +
                 " restarts are too many; at most " + NumberText(kMaxRestarts, 3)};
  }
  return Status();
}

Status RestartStudy::ChooseRestarts() {
  specs_.clear();
  int standing = 0, gaps = 0, jumps = 0;
  const double first = path_->begin() + kRestartLead;
  for (int i = 0; first + i * options_.every + options_.horizon <= path_->end() + 1e-9; ++i) {
    RestartSpec spec;
    spec.from = first + i * options_.every;
    spec.horizon = options_.horizon;
    spec.interval = kInterval;
    const double to = spec.from + spec.horizon;
    bool has_gap = false;
    for (double t = spec.from - kRestartLead; t < to; t += kInterval) {
      has_gap = has_gap || path_->GapAt(t) > kMaxGap;
    }
    const double offset = path_->alignment().time_offset;
    const bool has_jump = std::any_of(log_->jumps.begin(), log_->jumps.end(), [&](double time) {
      return time - offset > spec.from - kRestartLead - kMaxGap && time - offset < to + kMaxGap;
    });
    if (has_gap) {
      ++gaps;
    } else if (has_jump) {
      ++jumps;
    } else if (path_->WayBetween(spec.from, to) < kMinTravel &&
               path_->TurnBetween(spec.from, to) < kMinTurn) {
      ++standing;
    } else {
      specs_.push_back(spec);
    }
  }
  if (specs_.empty()) {
    return Error{log_->file + ": nothing to compare: of " +
                 std::to_string(standing + gaps + jumps) + " restarts, the robot was at rest in " +
                 std::to_string(standing) + ", " + std::to_string(gaps) +
                 " have gaps of more than " + NumberText(kMaxGap, 3) +
                 " s without a pose, and in " + std::to_string(jumps) + " the poses jump"};
  }
  const auto note = [&](int count, const std::string& why) {
    if (count > 0) notes_.push_back(std::to_string(count) + " restarts are left out: " + why);
  };
  std::erase_if(notes_, [](const std::string& n) {
    return n.find(" restarts are left out: ") != std::string::npos;
  });
  note(standing, "the robot stood still");
  note(jumps, "the recorded poses have a jump");
  note(gaps, "no pose was recorded for more than " + NumberText(kMaxGap, 3) + " s");
  return Status();
}

Result<RestartRuns> RestartStudy::Run(const RestartWorld& world, double command_delay,
                                      const std::vector<std::size_t>& chosen) const {
  RestartReference reference;
  reference.log = log_;
  reference.path = path_.get();
  reference.signals = signals_;
  reference.command_delay = command_delay;
  RestartRuns result;
  const auto seeds = static_cast<std::size_t>(std::max(1, options_.seeds));
  for (std::size_t i : chosen) result.specs.push_back(specs_[i]);
  result.runs.assign(chosen.size(), std::vector<RestartResult>(seeds));
  const std::size_t total = chosen.size() * seeds;
  std::mutex lock;
  std::size_t done = 0;
  std::string failure;
  const bool finished = InParallel(total, options_.jobs, [&](std::size_t task) {
    RestartSpec spec = result.specs[task / seeds];
    spec.seed = 1 + task % seeds + seeds * chosen[task / seeds];
    Result<RestartResult> run = SimulateRestart(*parts_, options_.engine, world, reference, spec);
    const std::lock_guard<std::mutex> guard(lock);
    if (!run.ok()) {
      failure = run.error().message + " (restart at " + StrFormat("%.2f", spec.from) + " s)";
      return false;
    }
    result.runs[task / seeds][task % seeds] = std::move(run).value();
    ++done;
    return !options_.progress ||
           options_.progress(static_cast<double>(done), static_cast<double>(total));
  });
  if (!failure.empty()) return Error{options_.engine + ": " + failure};
  if (!finished) return Error{"interrupted before the end"};
  return result;
}

Result<RestartRuns> RestartStudy::RunAll() const {
  std::vector<std::size_t> all(specs_.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return Run(*world_, options_.command_delay, all);
}

Result<double> RestartStudy::FindTimeOffset() const {
  const RestartRuns runs = SUREFOOT_TRY(RunAll());
  // Sum of squares of turn rates and speeds, each relative to that without offset, so that neither
  // dominates.
  const auto cost = [&](double offset) {
    double turns = 0.0, speeds = 0.0;
    for (std::size_t i = 0; i < runs.specs.size(); ++i) {
      const RestartResult& run = runs.runs[i].front();
      for (std::size_t k = 0; k < run.speed.size(); ++k) {
        const double t = runs.specs[i].from + kInterval * static_cast<double>(k) + offset;
        const PlanarMotion real = path_->VelocityAt(std::clamp(t, path_->begin(), path_->end()));
        speeds += std::pow(run.speed[k] - real.ahead, 2);
        turns += std::pow(run.turn_rate[k] - real.turn, 2);
      }
    }
    return std::make_pair(speeds, turns);
  };
  const auto [speeds, turns] = cost(0.0);
  double best = 0.0, min = 2.0;
  for (double offset = -kMaxOffset; offset <= kMaxOffset + 1e-9; offset += kOffsetStep) {
    const auto [s, w] = cost(offset);
    const double sum = s / std::max(speeds, 1e-12) + w / std::max(turns, 1e-12);
    if (sum < min) {
      min = sum;
      best = offset;
    }
  }
  // At least 10 % better, because noise has a best offset as well.
  return min < 0.9 * 2.0 ? best : 0.0;
}

gap::Quantity RestartStudy::Asked(gap::Quantity quantity) const {
  const auto requested = options_.tolerances.find(quantity.name);
  if (requested != options_.tolerances.end()) quantity.tolerance = requested->second;
  return quantity;
}

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
    const VerdictContext::Path real = PathOf(RealPoses(*path_, spec, count));
    builders[0].Begin(spec, {real.x, real.y});
    builders[1].Begin(spec, {real.heading});
    builders[2].Begin(spec, {RealSpeeds(*path_, spec, count)});
    const double signals_from = spec.from + interval * static_cast<double>(skipped);
    for (std::size_t s = 0; with_signals && s < signals_.size(); ++s) {
      builders[3 + s].Begin(
          spec, {SignalMeans(signals_[s].recorded->values, signals_from, interval, means)});
    }
    for (const RestartResult& run : runs.runs[i]) {
      const VerdictContext::Path simulated = PathOf(run.X_WB);
      builders[0].Add({simulated.x, simulated.y});
      builders[1].Add({simulated.heading});
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
                                PathOf(RealPoses(*path_, runs.specs[i], simulated.size())),
                                PathOf(simulated)});
  }
  return context;
}

RestartGap RestartStudy::Judge(const RestartRuns& runs) const {
  RestartGap result;
  result.verdict = gap::Judge(Compare(runs), options_.every);
  result.verdict.notes.insert(result.verdict.notes.begin(), notes_.begin(), notes_.end());
  result.context = Context(runs);
  return result;
}

}  // namespace surefoot::experiment
