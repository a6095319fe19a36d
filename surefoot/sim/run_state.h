#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/time.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"
#include "surefoot/sim/motions.h"
#include "surefoot/sim/stops.h"

namespace surefoot::sim {

/// A wrench that acts for some more steps (negative: on and on).
struct HeldWrench {
  physics::AppliedWrench wrench;
  std::int64_t steps_left = 0;

  void Archive(StateArchive* archive);
};

/// A message between robots that has not arrived yet.
struct RadioInFlight {
  SimTimeNs due_ns = 0;
  std::string from;
  std::string to;
  double signal_dbm = 0.0;
  Bytes data;

  void Archive(StateArchive* archive);
};

/// All that changes in a run: what is hashed, saved and restored. The engine's hidden state comes
/// on top, model by model, through Backend::SaveModel.
struct RunState {
  std::int64_t step = 0;
  SimTimeNs time_ns = 0;
  /// Hash chain over all steps so far.
  std::uint64_t hash = 0;
  physics::State physics;
  physics::Inputs inputs;
  Stops stops;
  std::vector<HeldWrench> held_wrenches;
  /// By when they arrive.
  std::vector<RadioInFlight> radio;
  Motions motions;
};

/// A run frozen at the end of a step. The bytes fit only the World they were taken from.
struct Snapshot {
  std::shared_ptr<const world::World> world;
  Bytes bytes;
};

/// Makes room for all wrenches that a world may have at once, so that steps do not allocate.
void ReserveWrenches(const world::World& world, RunState* state);

/// Saves or restores all of RunState but the physics State, which the engine's own saves determine.
/// What is restored goes into a `state` whose vectors already have the World's sizes.
void ArchiveRunState(const world::World& world, StateArchive* archive, RunState* state);

}  // namespace surefoot::sim
