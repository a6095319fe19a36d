#pragma once

#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/index.h"
#include "surefoot/physics/hold.h"
#include "surefoot/physics/inputs.h"
#include "surefoot/physics/state.h"

namespace surefoot::sim {

/// Motors that a direct command told to hold the speed 0: they keep the place where their joint
/// came to rest. (Drives hold by themselves, as their <motor> says.)
class Stops {
 public:
  Stops() = default;
  explicit Stops(const world::World& world);

  /// A direct command to the motor of this velocity coordinate.
  void OnCommand(int v, const physics::MotorCommand& command);
  /// Its joint was put elsewhere.
  void OnMoved(int v) { axes_[At(v)].hold.Release(); }
  /// The same motor in another world.
  void Carry(const Stops& from, int from_v, int v);

  /// Before a step: what those motors are told.
  void Update(const physics::State& state, std::vector<physics::MotorCommand>* motors);

  void Archive(StateArchive* archive);

 private:
  struct Axis {
    /// Index into State::q.
    int q = 0;
    bool stands = false;
    physics::Hold hold;
  };

  /// By velocity coordinate.
  std::vector<Axis> axes_;
};

}  // namespace surefoot::sim
