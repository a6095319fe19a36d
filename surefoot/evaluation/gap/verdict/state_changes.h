#pragma once

/// What a robot does, as a sequence of changes of its state: it starts, turns, detects, stops. Two
/// runs that differ by centimetres but do the same are alike in this; a run that misses a turn is
/// not.

#include <string>
#include <vector>

#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

struct StateChange {
  double t = 0.0;
  /// "start", "stop", "turn left", "turn right", "detection".
  std::string what;
};

struct StateChangeOptions {
  /// A turn is where the heading changes by at least this angle (rad) without a pause...
  double least_turn = 0.6;
  /// ... faster than this (rad/s).
  double least_turn_rate = 0.4;
  /// Slower than this (m/s) for `least_stop` seconds is a stop.
  double stop_speed = 0.01;
  double least_stop = 0.5;
};

/// Starts, stops and turns of one run: position (two components or more) at equal intervals. The
/// heading is that of `heading` when that is not empty, else the direction of motion, which cannot
/// tell turns on the spot until the robot moves on. A turn by two right angles is two turns.
std::vector<StateChange> ChangesOf(const std::vector<double>& times, const Trace& position,
                                   const std::vector<double>& heading,
                                   const StateChangeOptions& options = {});

/// "detection" where a signal goes below `threshold` (a range) and was not for a while.
std::vector<StateChange> DetectionsOf(const std::vector<double>& times,
                                      const std::vector<double>& signal, double threshold);

/// One step of what most real runs do, and how simulated runs do it.
struct StateChangeReport {
  std::string what;
  /// Place in the sequence, from 1 on.
  int order = 0;
  /// Share of the runs that do it there.
  double real_share = 0.0;
  double simulated_share = 0.0;
  /// Median times of those that do (s).
  double real_t = 0.0;
  double simulated_t = 0.0;
  /// simulated_t - real_t with its 95 % interval.
  double difference = 0.0;
  double difference_low = 0.0;
  double difference_high = 0.0;
  /// Changes of simulated runs just before this one that most real runs do not have, per run; those
  /// at the end are told with an entry whose `what` is empty.
  double extra = 0.0;
};

/// Compares sequences in their order, aligned to the one that most real runs have: what is missed,
/// what is extra, and how much earlier or later the rest is.
std::vector<StateChangeReport> CompareStateChanges(
    const std::vector<std::vector<StateChange>>& real,
    const std::vector<std::vector<StateChange>>& simulated);

}  // namespace surefoot::gap
