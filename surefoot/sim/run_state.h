#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"
#include "surefoot/sim/controllers.h"
#include "surefoot/sim/motions.h"
#include "surefoot/sim/stops.h"

namespace surefoot::sim {

/// A wrench that acts for a number of further steps (negative: without end).
struct HeldWrench {
  physics::AppliedWrench wrench;
  std::int64_t steps_left = 0;

  void Archive(StateArchive* archive);
};

/// A radio message in transit.
struct RadioInFlight {
  SimTimeNs due_ns = 0;
  std::string from;
  std::string to;
  double signal_dbm = 0.0;
  Bytes data;

  void Archive(StateArchive* archive);
};

/// Everything that changes in a run; it is hashed, saved and restored. The engine's internal state
/// is saved in addition, model by model, through Backend::SaveModel.
struct RunState {
  std::int64_t step = 0;
  SimTimeNs time_ns = 0;
  /// Hash chain over all steps so far.
  std::uint64_t hash = 0;
  physics::State physics;
  physics::Inputs inputs;
  Stops stops;
  std::vector<HeldWrench> held_wrenches;
  /// Ordered by time of arrival.
  std::vector<RadioInFlight> radio;
  Motions motions;
  /// Controllers that are not in the state they start in.
  std::vector<ChangedController> controllers;
};

/// The saved state at the end of a step. The bytes fit only the World they were taken from.
struct Snapshot {
  std::shared_ptr<const world::World> world;
  Bytes bytes;
};

/// Reserves memory for all wrenches that may act at once, so that steps do not allocate.
void ReserveWrenches(const world::World& world, RunState* state);

/// Saves or restores all of RunState except the physics State, which follows from the engine's own
/// data. When restoring, the vectors of `state` must already have the sizes of the World.
void ArchiveRunState(const world::World& world, StateArchive* archive, RunState* state);

}  // namespace surefoot::sim
