#pragma once

#include <cstdint>

#include "surefoot/base/result.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::sim {

class Simulation;

/// Receives everything that happens in a run, in order; implemented by the recorder. Called on the
/// thread that steps; must not change the run.
class Observer {
 public:
  virtual ~Observer() = default;
  /// An input was applied before the step `next_step`.
  virtual void OnInput(std::int64_t next_step, const Input& input) = 0;
  /// An input was rejected; the run continues.
  virtual void OnRejected(std::int64_t next_step, const Input& input, const Error& error) = 0;
  /// The world was edited; ids are those of the new World from now on.
  virtual void OnWorld(const Simulation& simulation) = 0;
  virtual void OnStep(const Simulation& simulation) = 0;
};

}  // namespace surefoot::sim
