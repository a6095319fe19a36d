/// Every drive of the build, one line each.

#include "surefoot/drives/drive.h"
#include "surefoot/drives/joint/joint_controller.h"
#include "surefoot/drives/joint/joint_group.h"
#include "surefoot/drives/joint/joint_trajectory.h"
#include "surefoot/drives/legs/biped_walk.h"
#include "surefoot/drives/legs/legged_walk.h"
#include "surefoot/drives/legs/undulation.h"
#include "surefoot/drives/wheels/ackermann.h"
#include "surefoot/drives/wheels/diff_drive.h"
#include "surefoot/drives/wheels/omni_drive.h"
#include "surefoot/drives/wheels/steered_wheels.h"

namespace surefoot::drives {

DriveRegistry BuiltinDrives() {
  DriveRegistry registry;
  registry.Add("diff_drive", DiffDriveKind());
  registry.Add("skid_steer", DiffDriveKind());
  registry.Add("tracks", DiffDriveKind());
  registry.Add("commanded_motion", CommandedMotionKind());
  registry.Add("ackermann", AckermannKind());
  registry.Add("steered_wheels", SteeredWheelsKind());
  registry.Add("mecanum", MecanumKind());
  registry.Add("omni", OmniKind());
  registry.Add("joint_controller", JointControllerKind());
  registry.Add("joint_group", JointGroupKind());
  registry.Add("joint_trajectory", JointTrajectoryKind());
  registry.Add("legged_walk", LeggedWalkKind());
  registry.Add("biped_walk", BipedWalkKind());
  registry.Add("undulation", UndulationKind());
  return registry;
}

}  // namespace surefoot::drives
