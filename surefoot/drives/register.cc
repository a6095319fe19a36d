/// Every drive of the build, one line each.

#include "surefoot/drives/ackermann.h"
#include "surefoot/drives/biped_walk.h"
#include "surefoot/drives/diff_drive.h"
#include "surefoot/drives/drive.h"
#include "surefoot/drives/joint_controller.h"
#include "surefoot/drives/joint_group.h"
#include "surefoot/drives/joint_trajectory.h"
#include "surefoot/drives/legged_walk.h"
#include "surefoot/drives/omni_drive.h"
#include "surefoot/drives/steered_wheels.h"
#include "surefoot/drives/undulation.h"

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
