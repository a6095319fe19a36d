#pragma once

/// Numbers of a world and its robot that a recording can tell better than data sheets, and which of
/// them would close the gap.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/restarts/gap_restarts.h"
#include "surefoot/evaluation/gap/restarts/restart_world.h"

namespace surefoot::experiment {

struct GapParameter {
  /// "ground.mu".
  std::string name;
  /// "Ground friction".
  std::string label;
  std::string unit;
  /// As the world has it.
  double value = 0.0;
  /// What is sensible.
  double low = 0.0;
  double high = 0.0;
  /// True: positive and of unknown size, so that factors are tried. False: parts of high - low.
  bool is_factor = true;
};

/// Those that this robot in this world has. `led_by_wheels`: it is told wheel speeds, so that its
/// drive does nothing.
std::vector<GapParameter> GapParameters(const RestartWorld& world, bool led_by_wheels);

/// What a set of values makes of a world.
struct SetWorld {
  RestartWorld world;
  /// "command.delay", which is no part of a world (s).
  double command_delay = 0.0;
};

/// An error names the parameter and says which there are, or what is accepted.
Result<SetWorld> WithParameters(const RestartWorld& world, bool led_by_wheels,
                                const std::vector<std::pair<std::string, double>>& values);

/// How far restarts are off: of each, the root mean square over time of position and heading errors
/// in units of their tolerances; the mean over restarts.
double ErrorOf(const std::vector<gap::Comparison>& comparisons);

/// What would close the gap: each parameter is fitted alone to every second restart, and the share
/// of the error that it takes away is that of the others. The largest share first. `progress` is
/// told tried values done and wanted; false: stop. `only`: these parameters; empty: all. An error
/// when there are less than four restarts.
Result<std::vector<VerdictContext::Close>> WhatCloses(
    const RestartStudy& study, const std::function<bool(double, double)>& progress,
    const std::vector<std::string>& only = {});

}  // namespace surefoot::experiment
