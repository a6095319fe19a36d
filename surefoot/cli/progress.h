#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

#include "surefoot/sim/simulation.h"

namespace surefoot::cli {

/// Where a run is, for one line of text.
struct ProgressState {
  /// Simulated seconds since the run began, and those wanted; infinite: until Ctrl-C.
  double time = 0.0;
  double duration = 0.0;
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

/// Tells how a run goes, on standard error: on a terminal one line, rewritten ten times a second,
/// elsewhere a line every five seconds.
class Progress {
 public:
  /// `duration`: simulated seconds that the run will take; infinite: until Ctrl-C.
  Progress(bool quiet, double duration);

  /// Begins at the simulation's present time.
  void Start(const sim::Simulation& simulation);
  /// After each step; cheap when nothing is due.
  void Update(const sim::Simulation& simulation);
  /// Takes the line away again.
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
  /// Those of about the last second, oldest first.
  std::deque<Sample> samples_;
};

}  // namespace surefoot::cli
