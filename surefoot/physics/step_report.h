#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/physics/contact.h"

namespace surefoot::physics {

/// Errors of a step, as bits.
enum StepFlag : std::uint32_t {
  kStepOk = 0,
  /// A model's state became infinite or NaN; the run cannot go on. Usual causes: a far too large
  /// effort or wrench, masses that differ by many orders of magnitude, too long a time step.
  kStepNotFinite = 1u << 0,
  /// The engine's contact buffer was full and contacts were dropped: penetration may follow.
  kStepContactsDropped = 1u << 1,
  /// The engine raised an error; `engine_message` says what.
  kStepEngineError = 1u << 2,
};

/// Result of a step. Reused from step to step, so that its vectors stop allocating.
struct StepReport {
  std::uint32_t flags = kStepOk;
  /// World id of the model that is not finite, or -1.
  int bad_model = -1;
  /// Contacts of the step, in the engine's fixed order.
  std::vector<Contact> contacts;
  /// Rows and iterations of the constraint solver, where the engine reports them.
  int solver_rows = 0;
  int solver_iterations = 0;
  const char* engine_message = "";
};

}  // namespace surefoot::physics
