#pragma once

/// Numbers of a world and its robot that a recording can tell better than data sheets.

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
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

}  // namespace surefoot::experiment
