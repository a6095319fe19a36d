#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "surefoot/evaluation/run/plan.h"

namespace surefoot::cli {

/// Reports progress of some work on standard error: on a terminal one line that is rewritten,
/// elsewhere a line every five seconds.
///
///   WorkProgress progress(quiet, "restarts");
///   options.progress = [&](double done, double total) { progress.Update(done, total); ... };
///   ...
///   progress.Finish();
///
/// No locks: callers may be different threads, but one at a time.
class WorkProgress {
 public:
  /// `unit`: what is counted, "s simulated".
  WorkProgress(bool quiet, std::string unit);

  void Update(double done, double total);
  /// Erases the line.
  void Finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool terminal_;
  std::string unit_;
  bool shown_ = false;
  Clock::time_point due_;
};

/// Reports progress of an experiment on standard error: on a terminal one line that is rewritten,
/// elsewhere a line for each finished trial. Methods may be called from different threads, but by
/// one at a time, as RunPool() does.
class TrialProgress {
 public:
  TrialProgress(bool quiet, int jobs);

  /// `finished`: for each trial, whether an earlier run of the experiment has its result.
  void Plan(const experiment::Plan& plan, const std::vector<bool>& finished);
  void Begin(const experiment::Trial& trial);
  void Finish(const experiment::Trial& trial, const experiment::TrialResult& result);
  /// `share` of the study that is done, from 0 to 1.
  void Study(const std::string& what, double share);
  /// Erases the line.
  void End();

  int failed() const { return failed_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// Estimated remaining time, s; negative: not known yet.
  double SecondsLeft() const;
  /// "  about 3 min left"; "" if not known yet.
  std::string LeftText() const;
  void Show();
  void Write(std::string text, const std::string& rest, double share);

  bool quiet_;
  bool terminal_;
  int jobs_;
  int total_ = 0;
  int finished_ = 0;
  int failed_ = 0;
  bool shown_ = false;
  /// Remaining trials without and with timing, and the time that paced ones take, s.
  int left_together_ = 0;
  int left_alone_ = 0;
  double left_paced_ = 0.0;
  /// Wall time of the trials finished in this run without the simulated time of paced ones, s, and
  /// the number of these trials.
  double spent_ = 0.0;
  int measured_ = 0;
  /// Start of each running trial, by id.
  std::map<std::string, Clock::time_point> running_;
};

}  // namespace surefoot::cli
