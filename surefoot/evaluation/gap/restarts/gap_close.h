#pragma once

/// Parameters of a world and its robot that a recording can determine better than data sheets, and
/// which of them would close the gap (`surefoot gap --set`, `--close-gap`).

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
  /// Value in the world.
  double value = 0.0;
  /// Plausible range.
  double low = 0.0;
  double high = 0.0;
  /// True: positive and of unknown magnitude, so the search is over factors. False: over high -
  /// low.
  bool is_factor = true;
};

/// The parameters of this robot in this world. `led_by_wheels`: wheel speeds are commanded
/// directly, so that the parameters of its drive have no effect and are left out.
std::vector<GapParameter> GapParameters(const RestartWorld& world, bool led_by_wheels);

/// A world with parameters set.
struct SetWorld {
  RestartWorld world;
  /// "command.delay" (s), which is not part of a world.
  double command_delay = 0.0;
};

/// The error names the parameter and lists the existing ones, or the accepted range.
Result<SetWorld> WithParameters(const RestartWorld& world, bool led_by_wheels,
                                const std::vector<std::pair<std::string, double>>& values);

/// Error of restarts: the root mean square over time of position and heading errors in units of
/// their tolerances, averaged over restarts.
double ErrorOf(const std::vector<gap::Comparison>& comparisons);

/// Which parameter would close the gap: each is fitted alone to every second restart, and its share
/// is the reduction of the error on the other restarts (hold-out), largest first. `progress`
/// receives the number of values tried and to try; it returns false to stop. `only`: these
/// parameters; empty: all. An error with fewer than four restarts.
Result<std::vector<VerdictContext::Close>> WhatCloses(
    const RestartStudy& study, const std::function<bool(double, double)>& progress,
    const std::vector<std::string>& only = {});

}  // namespace surefoot::experiment
