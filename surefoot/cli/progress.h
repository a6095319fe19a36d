#pragma once

/// The progress of a run on standard error.

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

#include "surefoot/sim/simulation.h"

namespace surefoot::cli {

/// The state of a run, as it is shown in one line.
struct ProgressState {
  /// Simulated seconds since the start of the run, and its length; infinite: until Ctrl-C.
  double time = 0.0;
  double duration = 0.0;
  /// Simulated seconds per second of wall time, over about the last second.
  double real_time_factor = 0.0;
  double steps_per_second = 0.0;
  int contacts = 0;
};

/// "[====>     ]", `width` columns between the brackets.
std::string BarText(double share, int width);

/// "  3.2 / 20.0 s [====>     ]  38.5 x real time  ...", at most `width` columns.
std::string ProgressBarText(const ProgressState& state, int width);

/// "3.2 of 20.0 s simulated, 38.5 x real time, ...", for logs.
std::string ProgressLogText(const ProgressState& state);

/// Prints the progress of a run: on a terminal one line, rewritten ten times a second, otherwise
/// (logs) a line every five seconds.
///
///   progress.Start(simulation);
///   while (...) { session.Step(); progress.Update(simulation); }
///   progress.Finish();
class Progress {
 public:
  /// `duration`: simulated seconds that the run will take; infinite: until Ctrl-C.
  Progress(bool quiet, double duration);

  /// Progress is counted from the simulation's present time, which is not 0 after --restore.
  void Start(const sim::Simulation& simulation);
  /// Call after each step; reads a clock only, unless a line is due.
  void Update(const sim::Simulation& simulation);
  /// Removes the line from the terminal.
  void Finish();

 private:
  using Clock = std::chrono::steady_clock;
  struct Sample {
    Clock::time_point wall;
    SimTimeNs time_ns;
    std::int64_t step;
  };

  void Show(const sim::Simulation& simulation, Clock::time_point now);

  bool quiet_;
  bool terminal_;
  double duration_;
  bool shown_ = false;
  SimTimeNs start_ns_ = 0;
  Clock::time_point due_;
  Clock::time_point log_due_;
  /// Samples of about the last second, oldest first: rates follow changes, but do not flicker.
  std::deque<Sample> samples_;
};

}  // namespace surefoot::cli
