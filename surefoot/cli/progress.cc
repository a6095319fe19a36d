#include "surefoot/cli/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "surefoot/base/text.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

/// Of the line on a terminal, and of lines in logs.
constexpr std::chrono::milliseconds kInterval(100);
constexpr std::chrono::seconds kLogInterval(5);
/// Over which rates are measured.
constexpr std::chrono::seconds kWindow(1);
/// Columns of the bar. A shorter one shows nothing, so the numbers stand alone then.
constexpr int kShortestBar = 10;
constexpr int kLongestBar = 40;

}  // namespace

std::string BarText(double share, int width) {
  const int done = static_cast<int>(std::clamp(share, 0.0, 1.0) * width);
  std::string bar(static_cast<std::size_t>(width), ' ');
  std::fill_n(bar.begin(), done, '=');
  if (done < width) bar[static_cast<std::size_t>(done)] = '>';
  return "[" + bar + "]";
}

std::string ProgressBarText(const ProgressState& state, int width) {
  const std::string rates =
      StrFormat("%5.1f x real time %4d contacts %7.0f steps/s", state.real_time_factor,
                state.contacts, state.steps_per_second);
  std::string text = StrFormat("%6.1f s", state.time);
  if (std::isfinite(state.duration)) {
    text = StrFormat("%6.1f / %.1f s ", state.time, state.duration);
    const int room = width - 4 - static_cast<int>(text.size() + rates.size());
    if (room >= kShortestBar) {
      const double share = state.duration > 0.0 ? state.time / state.duration : 1.0;
      text += BarText(share, std::min(room, kLongestBar));
    }
  }
  text += " " + rates;
  // A line that reaches the last column would wrap, and could not be rewritten.
  return text.substr(0, static_cast<std::size_t>(std::max(width - 1, 1)));
}

// Without padding and bar: lines of a log are read by people and by grep.
std::string ProgressLogText(const ProgressState& state) {
  std::string text = StrFormat("%.1f s simulated", state.time);
  if (std::isfinite(state.duration)) {
    text = StrFormat("%.1f of %.1f s simulated", state.time, state.duration);
  }
  return text + StrFormat(", %.1f x real time, %s, %.0f steps/s", state.real_time_factor,
                          Counted(state.contacts, "contact").c_str(), state.steps_per_second);
}

Progress::Progress(bool quiet, double duration)
    : quiet_(quiet), terminal_(IsTerminal(stderr)), duration_(duration) {}

void Progress::Start(const sim::Simulation& simulation) {
  const Clock::time_point now = Clock::now();
  start_ns_ = simulation.time_ns();
  due_ = now + kInterval;
  log_due_ = now + kLogInterval;
  samples_ = {Sample{now, simulation.time_ns(), simulation.step_count()}};
}

// Called after each step, 100000 times a second in small worlds: returns after reading the clock.
void Progress::Update(const sim::Simulation& simulation) {
  if (quiet_) return;
  const Clock::time_point now = Clock::now();
  if (now < due_) return;
  due_ = now + kInterval;
  Show(simulation, now);
  samples_.push_back(Sample{now, simulation.time_ns(), simulation.step_count()});
  while (samples_.size() > 1 && now - samples_.front().wall > kWindow) samples_.pop_front();
}

void Progress::Show(const sim::Simulation& simulation, Clock::time_point now) {
  if (!terminal_ && now < log_due_) return;
  const Sample& since = samples_.front();
  const double wall = std::chrono::duration<double>(now - since.wall).count();
  ProgressState state;
  state.time = ToSeconds(simulation.time_ns() - start_ns_);
  state.duration = duration_;
  state.real_time_factor = ToSeconds(simulation.time_ns() - since.time_ns) / wall;
  state.steps_per_second = static_cast<double>(simulation.step_count() - since.step) / wall;
  state.contacts = static_cast<int>(simulation.report().contacts.size());
  if (terminal_) {
    std::fprintf(stderr, "\r%s\x1b[K", ProgressBarText(state, TerminalWidth(stderr)).c_str());
    shown_ = true;
  } else {
    std::fprintf(stderr, "%s\n", ProgressLogText(state).c_str());
    log_due_ = now + kLogInterval;
  }
}

void Progress::Finish() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

}  // namespace surefoot::cli
