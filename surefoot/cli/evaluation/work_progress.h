#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "surefoot/evaluation/run/plan.h"

namespace surefoot::cli {

/// Tells on standard error how much of some work is done: on a terminal one line that is rewritten,
/// elsewhere a line every five seconds.
class WorkProgress {
 public:
  /// `unit`: what is counted, "s simulated".
  WorkProgress(bool quiet, std::string unit);

  void Update(double done, double total);
  /// Takes the line away again.
  void Finish();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool terminal_;
  std::string unit_;
  bool shown_ = false;
  Clock::time_point due_;
};

/// Tells how an experiment goes, on standard error: on a terminal one line, rewritten, elsewhere a
/// line for each trial that is finished.
class TrialProgress {
 public:
  TrialProgress(bool quiet, int jobs);

  void Plan(const experiment::Plan& plan, const std::vector<bool>& finished);
  void Begin(const experiment::Trial& trial);
  void Finish(const experiment::Trial& trial, const experiment::TrialResult& result);
  void Study(const std::string& what, double share);
  /// Takes the line away.
  void End();

  int failed() const { return failed_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// Seconds that the rest will take; negative: not known yet.
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
  /// Trials without and with timing that are left, and seconds that paced ones take by themselves.
  int left_together_ = 0;
  int left_alone_ = 0;
  double left_paced_ = 0.0;
  double spent_ = 0.0;
  int measured_ = 0;
  std::map<std::string, Clock::time_point> running_;
};

}  // namespace surefoot::cli
