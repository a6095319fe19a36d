#pragma once

/// The behaviour of a robot as a sequence of discrete changes: start, turns, detections, stop. Runs
/// that differ by centimetres but do the same have equal sequences; a run that misses a turn does
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
  /// A turn is a change of heading by at least this angle (rad) without a pause...
  double min_turn = 0.6;
  /// ... faster than this (rad/s).
  double min_turn_rate = 0.4;
  /// Slower than this (m/s) for `min_stop` seconds is a stop.
  double stop_speed = 0.01;
  double min_stop = 0.5;
};

/// Starts, stops and turns of one run with positions (two components or more) at equal intervals.
/// `heading`: if empty, the direction of motion is used, which detects turns on the spot only when
/// the robot moves on. A turn by two right angles counts as two turns.
std::vector<StateChange> ChangesOf(const std::vector<double>& times, const Trace& position,
                                   const std::vector<double>& heading,
                                   const StateChangeOptions& options = {});

/// "detection" at each time a signal (a range) falls below `threshold` after at least 0.3 s above.
std::vector<StateChange> DetectionsOf(const std::vector<double>& times,
                                      const std::vector<double>& signal, double threshold);

/// One change of the most common real sequence, and how simulated runs do it.
struct StateChangeReport {
  std::string what;
  /// Place in the sequence, from 1 on.
  int order = 0;
  /// Share of the runs with this change.
  double real_share = 0.0;
  double simulated_share = 0.0;
  /// Median times in those runs (s).
  double real_t = 0.0;
  double simulated_t = 0.0;
  /// simulated_t - real_t with its 95 % interval.
  double difference = 0.0;
  double difference_low = 0.0;
  double difference_high = 0.0;
  /// Additional changes of simulated runs just before this one, per run; those at the end are in an
  /// entry with empty `what`.
  double extra = 0.0;
};

/// Compares sequences after aligning them to the most common real one: missing and additional
/// changes, and the time differences of the others.
std::vector<StateChangeReport> CompareStateChanges(
    const std::vector<std::vector<StateChange>>& real,
    const std::vector<std::vector<StateChange>>& simulated);

}  // namespace surefoot::gap
