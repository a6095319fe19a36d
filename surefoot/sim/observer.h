#pragma once

#include <cstdint>

#include "surefoot/base/result.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::sim {

class Simulation;

/// Informed of everything that happens, in order: the recorder.
class Observer {
 public:
  virtual ~Observer() = default;
  /// An input took effect before the step `next_step`.
  virtual void OnInput(std::int64_t next_step, const Input& input) = 0;
  /// An input was refused; the run goes on.
  virtual void OnRejected(std::int64_t next_step, const Input& input, const Error& error) = 0;
  /// The world was edited; ids are those of the new World from here on.
  virtual void OnWorld(const Simulation& simulation) = 0;
  virtual void OnStep(const Simulation& simulation) = 0;
};

}  // namespace surefoot::sim
