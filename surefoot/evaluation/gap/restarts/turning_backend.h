#pragma once

/// Private to this folder.

#include <map>
#include <memory>

#include "surefoot/physics/backend.h"

namespace surefoot::experiment {

/// Speeds of joints by their velocity coordinates; taken once, by the next model that is written.
using JointSpeeds = std::map<int, double>;

/// The engine, with one change: a model that is put somewhere (sim::Teleport puts its joints at
/// rest) has joints that turn as `speeds` say. So a robot can be put into the state of a drive.
physics::BackendFactory WithTurningJoints(const physics::BackendFactory& engine,
                                          std::shared_ptr<JointSpeeds> speeds);

}  // namespace surefoot::experiment
