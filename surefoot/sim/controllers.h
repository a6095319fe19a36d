#pragma once

#include <string>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/base/result.h"
#include "surefoot/drives/controller_info.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::sim {

struct Rig;

/// The state of a controller that is not in the one it starts in. Part of the run's state.
struct ChangedController {
  std::string model;
  std::string name;
  ControllerState state = ControllerState::kActive;

  void Archive(StateArchive* archive);
};

/// Extends the hash of a run.
std::uint64_t HashControllers(const std::vector<ChangedController>& controllers,
                              std::uint64_t hash);

/// A controller of a robot, as ros2_control's controller manager lists them: a drive, or a sensor
/// whose messages a broadcaster publishes.
struct Controller {
  drives::ControllerInfo info;
  ControllerState state = ControllerState::kActive;
  bool is_broadcaster = false;
};

/// All controllers of the world, models in order, drives before broadcasters.
std::vector<Controller> ListControllers(const Rig& rig);

/// Why the change cannot be made: an unknown controller, or a joint that another active controller
/// has.
Status CheckControllers(const Rig& rig, const ControllerChange& change);

/// Makes the change, which must pass CheckControllers.
void ChangeControllers(const ControllerChange& change, Rig* rig);

/// Gives drives and sensors that were just built the states of the run, and forgets those of models
/// that no longer exist.
void ApplyControllers(Rig* rig);

/// Stops the joints whose controllers are all inactive: after a restart of the models.
void StopWithoutController(Rig* rig);

}  // namespace surefoot::sim
