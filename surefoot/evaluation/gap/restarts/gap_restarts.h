#pragma once

/// How long the simulation stays near one long recording, when it is put into the recorded state
/// every few seconds (docs/guides/gap.md).

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
  /// Seconds for which the error is followed, and from one restart to the next; 0: chosen, so that
  /// restarts do not overlap and there are enough of them.
  double horizon = 0.0;
  double every = 0.0;
  /// Simulated runs of each restart.
  int seeds = 1;
  /// By quantity.
  std::map<std::string, double> tolerances;
  /// Standard deviations of the recorded poses (m, rad); absent: what the messages tell.
  std::optional<double> position_deviation;
  std::optional<double> heading_deviation;
  /// Seconds that poses are later than commands; absent: found.
  std::optional<double> time_offset;
  /// Told in the result; the world has them already.
  std::map<std::string, double> set;
  double command_delay = 0.0;
  /// Drives at once; 0: one per core.
  int jobs = 0;
  /// Told drives done and wanted, by one thread at a time. False: stop.
  std::function<bool(double done, double total)> progress;
};

/// Simulated runs of the restarts that are judged.
struct RestartRuns {
  std::vector<RestartSpec> specs;
  /// runs[restart][seed].
  std::vector<std::vector<RestartResult>> runs;
};

struct RestartGap {
  gap::GapVerdict verdict;
  VerdictContext context;
};

/// A recording that is aligned to a world, ready to be repeated.
class RestartStudy {
 public:
  /// An error when the robot cannot be driven by what was recorded, or nothing is left to compare.
  /// The arguments must outlive it.
  static Result<RestartStudy> Make(const Parts& parts, const RestartWorld& world,
                                   const gap::MotionLog& log, const RestartOptions& options);

  /// All restarts in that world, or those whose index is in `chosen`.
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
  /// Position, heading, speed, signals; restarts that failed are not there.
  std::vector<gap::Comparison> Compare(const RestartRuns& runs) const;
  RestartGap Judge(const RestartRuns& runs) const;

 private:
  RestartStudy(const Parts& parts, const RestartWorld& world, const gap::MotionLog& log,
               const RestartOptions& options)
      : parts_(&parts), world_(&world), log_(&log), options_(options) {}

  Status Prepare();
  void Align(double time_offset);
  void ShareSignals();
  Status ChooseTimes();
  Status ChooseRestarts();
  /// How much poses are later than the simulated motion.
  Result<double> FindTimeOffset() const;
  /// With the tolerance that was asked for.
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
