#pragma once

#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/index.h"
#include "surefoot/physics/hold.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"

namespace surefoot::sim {

/// Motors commanded directly to hold the speed 0: they keep the position at which their joint came
/// to rest, instead of drifting under load. Drives hold by themselves, as their <motor> specifies.
class Stops {
 public:
  Stops() = default;
  explicit Stops(const world::World& world);

  /// A direct command to the motor of this velocity coordinate.
  void OnCommand(int v, const physics::MotorCommand& command);
  /// The joint was moved by an input, so the position to hold is forgotten.
  void OnMoved(int v) { axes_[At(v)].hold.Release(); }
  /// Copies the state of the same motor from another world.
  void Carry(const Stops& from, int from_v, int v);

  /// Before a step: replaces the commands of motors that hold.
  void Update(const physics::State& state, std::vector<physics::MotorCommand>* motors);

  void Archive(StateArchive* archive);

 private:
  struct Axis {
    /// Index into State::q.
    int q = 0;
    bool stands = false;
    physics::Hold hold;
  };

  /// Indexed by velocity coordinate.
  std::vector<Axis> axes_;
};

}  // namespace surefoot::sim
