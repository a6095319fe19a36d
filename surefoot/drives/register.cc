/// The registry of drives: one line per type, with its name and the function that describes it.

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

#define SUREFOOT_ADD(name, kind) \
  DriveKind kind(void);          \
  registry.Add(name, kind())

DriveRegistry BuiltinDrives() {
  DriveRegistry registry;
  SUREFOOT_ADD("diff_drive", DiffDriveKind);
  SUREFOOT_ADD("skid_steer", DiffDriveKind);
  SUREFOOT_ADD("tracks", DiffDriveKind);
  SUREFOOT_ADD("commanded_motion", CommandedMotionKind);
  SUREFOOT_ADD("ackermann", AckermannKind);
  SUREFOOT_ADD("steered_wheels", SteeredWheelsKind);
  SUREFOOT_ADD("mecanum", MecanumKind);
  SUREFOOT_ADD("omni", OmniKind);
  SUREFOOT_ADD("joint_controller", JointControllerKind);
  SUREFOOT_ADD("joint_group", JointGroupKind);
  SUREFOOT_ADD("joint_trajectory", JointTrajectoryKind);
  SUREFOOT_ADD("legged_walk", LeggedWalkKind);
  SUREFOOT_ADD("biped_walk", BipedWalkKind);
  SUREFOOT_ADD("undulation", UndulationKind);
  return registry;
}

#undef SUREFOOT_ADD

}  // namespace surefoot::drives
