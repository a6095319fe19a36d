#pragma once

/// Restarts: how long the simulation stays close to one long recording when it is set to the
/// recorded state every few seconds (docs/guides/gap.md). One recording gives many independent
/// comparisons.
///
///   const RestartStudy study = SUREFOOT_TRY(RestartStudy::Make(parts, world, log, options));
///   const RestartGap gap = study.Judge(SUREFOOT_TRY(study.RunAll()));

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/restarts/restart_drive.h"
#include "surefoot/evaluation/gap/restarts/restart_world.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_report.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"

namespace surefoot::experiment {

struct RestartOptions {
  std::string engine;
  /// Duration of a restart and interval between restarts (s); 0: chosen so that restarts do not
  /// overlap and there are about 20.
  double horizon = 0.0;
  double every = 0.0;
  /// Simulated runs per restart.
  int seeds = 1;
  /// By quantity.
  std::map<std::string, double> tolerances;
  /// Standard deviations of the recorded poses (m, rad); empty: from the covariances in the
  /// messages.
  std::optional<double> position_deviation;
  std::optional<double> heading_deviation;
  /// Delay of poses relative to commands (s); empty: estimated.
  std::optional<double> time_offset;
  /// Parameters for the report; they are already set in the world.
  std::map<std::string, double> set;
  double command_delay = 0.0;
  /// Drives at once; 0: one per core.
  int jobs = 0;
  /// Receives drives done and in total, from one thread at a time. Returns false to stop.
  std::function<bool(double done, double total)> progress;
};

/// The simulated runs of restarts.
struct RestartRuns {
  std::vector<RestartSpec> specs;
  /// runs[restart][seed].
  std::vector<std::vector<RestartResult>> runs;
};

struct RestartGap {
  gap::GapVerdict verdict;
  VerdictContext context;
};

/// A recording aligned to a world, ready to be repeated. Const methods may be called from one
/// thread; they use threads themselves.
class RestartStudy {
 public:
  /// An error when the robot cannot be driven by the recorded commands, or when no restart is
  /// usable. The arguments must outlive the study.
  static Result<RestartStudy> Make(const Parts& parts, const RestartWorld& world,
                                   const gap::MotionLog& log, const RestartOptions& options);

  /// Simulates the restarts whose indices are in `chosen`.
  Result<RestartRuns> Run(const RestartWorld& world, double command_delay,
                          const std::vector<std::size_t>& chosen) const;
  Result<RestartRuns> RunAll() const;

  std::size_t count() const { return specs_.size(); }
  bool led_by_wheels() const { return log_->led_by_wheels(); }
  const RestartWorld& world() const { return *world_; }
  const RestartOptions& options() const { return options_; }
  void set_progress(std::function<bool(double, double)> progress) {
    options_.progress = std::move(progress);
  }
  /// Position, heading, speed, then signals, on a common clock.
  std::vector<gap::Comparison> Compare(const RestartRuns& runs) const;
  RestartGap Judge(const RestartRuns& runs) const;

 private:
  RestartStudy(const Parts& parts, const RestartWorld& world, const gap::MotionLog& log,
               const RestartOptions& options)
      : parts_(&parts), world_(&world), log_(&log), options_(options) {}

  Status Prepare();
  void Align(double time_offset);
  void ShareSignals();
  Status CheckTolerances() const;
  Status ChooseTimes();
  Status ChooseRestarts();
  /// Estimates the delay of poses relative to the simulated motion.
  Result<double> FindTimeOffset() const;
  /// The quantity with the tolerance of the options, if given.
  gap::Quantity Asked(gap::Quantity quantity) const;
  VerdictContext Context(const RestartRuns& runs) const;

  const Parts* parts_;
  const RestartWorld* world_;
  const gap::MotionLog* log_;
  RestartOptions options_;
  std::shared_ptr<const gap::ReferencePath> path_;
  std::vector<SharedSignal> signals_;
  std::vector<RestartSpec> specs_;
  std::vector<std::string> notes_;
};

}  // namespace surefoot::experiment
