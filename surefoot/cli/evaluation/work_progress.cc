#include "surefoot/cli/evaluation/work_progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/progress.h"

// Progress lines are overwritten on a terminal only; in a log file a line every few seconds is
// enough to see that work continues.

namespace surefoot::cli {
namespace {

// Faster updates are not readable on a terminal, and more lines make a log hard to read.
constexpr std::chrono::milliseconds kInterval(100);
constexpr std::chrono::seconds kLogInterval(5);
constexpr int kBarWidth = 40;

using experiment::Timing;

/// A duration in s, min or h, with the precision that an estimate deserves. Units change at 1.5
/// of the larger one: "2 min" for 61 s would be too coarse. Seconds and minutes are rounded up,
/// since "0 s" would state that the work is done.
std::string DurationText(double seconds) {
  if (seconds < 90.0) return StrFormat("%.0f s", std::ceil(seconds));
  if (seconds < 5400.0) return StrFormat("%.0f min", std::ceil(seconds / 60.0));
  return StrFormat("%.1f h", seconds / 3600.0);
}

}  // namespace

WorkProgress::WorkProgress(bool quiet, std::string unit)
    : quiet_(quiet), terminal_(IsTerminal(stderr)), unit_(std::move(unit)) {
  due_ = Clock::now() + (terminal_ ? Clock::duration(kInterval) : Clock::duration(kLogInterval));
}

void WorkProgress::Update(double done, double total) {
  const Clock::time_point now = Clock::now();
  if (quiet_ || now < due_) return;
  const std::string text = StrFormat("%.0f of %.0f %s", done, total, unit_.c_str());
  // \033[K erases the rest of the line, where the line before was longer.
  const double share = total > 0.0 ? done / total : 1.0;
  if (terminal_) {
    std::fprintf(stderr, "\r\033[K%s %s", BarText(share, kBarWidth).c_str(), text.c_str());
    due_ = now + kInterval;
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
    due_ = now + kLogInterval;
  }
  std::fflush(stderr);
  shown_ = true;
}

void WorkProgress::Finish() {
  if (shown_ && terminal_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

TrialProgress::TrialProgress(bool quiet, int jobs)
    : quiet_(quiet), terminal_(IsTerminal(stderr)), jobs_(std::max(jobs, 1)) {}

void TrialProgress::Plan(const experiment::Plan& plan, const std::vector<bool>& finished) {
  total_ = static_cast<int>(plan.trials.size());
  for (std::size_t i = 0; i < plan.trials.size(); ++i) {
    const experiment::Trial& trial = plan.trials[i];
    if (finished[i]) {
      ++finished_;
      continue;
    }
    ++(trial.timing == Timing::kNone ? left_together_ : left_alone_);
    if (trial.timing == Timing::kPaced) left_paced_ += trial.duration;
  }
  if (quiet_) return;
  for (const std::string& note : plan.notes) std::fprintf(stderr, "%s\n", note.c_str());
  if (total_ == 0) return;
  std::fprintf(stderr, "%s", Counted(total_, "trial").c_str());
  if (finished_ > 0) std::fprintf(stderr, ", %d of them finished before", finished_);
  std::fprintf(stderr, "\n");
}

void TrialProgress::Begin(const experiment::Trial& trial) {
  running_[trial.id] = Clock::now();
  Show();
}

void TrialProgress::Finish(const experiment::Trial& trial, const experiment::TrialResult& result) {
  const Clock::time_point began = running_[trial.id];
  const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
  running_.erase(trial.id);
  ++finished_;
  --(trial.timing == Timing::kNone ? left_together_ : left_alone_);
  const bool paced = trial.timing == Timing::kPaced;
  if (paced) left_paced_ -= trial.duration;
  // The simulated time of a paced trial is known in advance; only the excess has to be estimated.
  spent_ += paced ? std::max(seconds - trial.duration, 0.0) : seconds;
  ++measured_;
  if (!result.passed()) ++failed_;
  // On a terminal only errors get a line of their own, which stays above the rewritten one.
  if (!quiet_ && (!terminal_ || !result.error.empty())) {
    if (shown_) std::fprintf(stderr, "\r\x1b[K");
    const char* verdict = result.passed() ? "done" : "failed";
    const std::string left = finished_ < total_ ? LeftText() : "";
    std::fprintf(stderr, "[%d/%d] %s: %s in %.1f s%s\n", finished_, total_, trial.id.c_str(),
                 result.error.empty() ? verdict : result.error.c_str(), seconds, left.c_str());
  }
  Show();
}

double TrialProgress::SecondsLeft() const {
  if (measured_ == 0) return -1.0;
  // Timed trials run one at a time, the others in parallel; paced ones take their simulated time.
  const double each = spent_ / measured_;
  return left_paced_ + each * (left_alone_ + static_cast<double>(left_together_) / jobs_);
}

std::string TrialProgress::LeftText() const {
  const double seconds = SecondsLeft();
  return seconds < 0.0 ? "" : "  about " + DurationText(seconds) + " left";
}

void TrialProgress::Show() {
  if (quiet_ || !terminal_) return;
  std::string rest;
  if (failed_ > 0) rest += StrFormat(" %d failed", failed_);
  rest += LeftText();
  if (!running_.empty()) rest += "  " + running_.begin()->first;
  Write(StrFormat("%d / %d trials ", finished_, total_), rest,
        total_ > 0 ? static_cast<double>(finished_) / total_ : 1.0);
}

void TrialProgress::Study(const std::string& what, double share) {
  if (!quiet_ && terminal_) Write(what + " ", StrFormat(" %.0f %%", 100.0 * share), share);
}

void TrialProgress::Write(std::string text, const std::string& rest, double share) {
  const int width = TerminalWidth(stderr);
  // 4: the bar's brackets, the last column, which must stay free, and one spare.
  const int room = width - 4 - static_cast<int>(text.size() + rest.size());
  constexpr int kShortestBar = 10;
  constexpr int kLongestBar = 40;
  if (room >= kShortestBar) text += BarText(share, std::min(room, kLongestBar));
  text += rest;
  // A line that reaches the last column would wrap, and could not be rewritten. An id of a
  // trial alone may be longer than the terminal is wide.
  text.resize(std::min<std::size_t>(text.size(), static_cast<std::size_t>(std::max(width - 1, 1))));
  std::fprintf(stderr, "\r%s\x1b[K", text.c_str());
  shown_ = true;
}

void TrialProgress::End() {
  if (shown_) std::fprintf(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace surefoot::cli
