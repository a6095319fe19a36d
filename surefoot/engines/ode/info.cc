#include "surefoot/engines/ode/backend.h"

// What this engine supports, and its tolerances in the conformance suite with their reasons.

namespace surefoot::engines::ode {

using physics::Capability;

// Capabilities that differ from the usual ones, with the reasons.
physics::BackendInfo MakeInfo() {
  physics::BackendInfo info;
  info.name = "ode";
  info.version = SUREFOOT_ODE_VERSION;
  info.help = "maximal coordinates, rigid joints, friction along the slip; direct solver";
  info.dynamics = "ODE";
  info.collisions = "Surefoot (physics/collide)";
  info.contact_forces = "ODE";
  info.support = physics::Declare(
      physics::UsualCapabilities(),
      {
          {Capability::kRevolute, true, "hinge"},
          {Capability::kPrismatic, true, "slider"},
          {Capability::kScrew, true, "piston, and a row that couples rotation and translation"},
          {Capability::kUniversal, true, "universal"},
          {Capability::kBall, true, "ball; motors in effort mode only"},
          {Capability::kPlanar, true, "motors that constrain height and tilt"},
          {Capability::kFloating, true, "a free body"},
          {Capability::kMimic, true,
           "a row between the two bodies; a stiff spring where they share no body"},
          {Capability::kLoopJoint, true, "like any other joint"},
          {Capability::kAttachment, true, "fixed joint"},
          {Capability::kJointLimit, true,
           "stops; sliding joints may pass them by what a step travels"},
          {Capability::kJointFriction, true, "a motor at rest with a bounded force"},
          {Capability::kJointSpring, true, "implicit row of a motor"},
          {Capability::kEffortControl, true, "applied force or torque"},
          {Capability::kVelocityControl, true, "motor with a bounded force"},
          {Capability::kPositionControl, true, "motor with a bounded force towards the target"},
          {Capability::kConvexMesh, true, "convex hull; its triangles when it cannot move"},
          {Capability::kConcaveMesh, true, "convex parts; its triangles when it cannot move"},
          {Capability::kHeightField, true, ""},
          {Capability::kFriction, true,
           "a pyramid along the slip; its size follows the normal force"},
          {Capability::kRestitution, true, ""},
          {Capability::kSpawn, true,
           "rebuilt; the state of the others is carried over bit for bit"},
          {Capability::kSnapshot, true, "bit-identical continuation"},
      });
  info.tolerances = {
      {"coordinates.position", 5e-6,
       "maximal coordinates: joints open by micrometres before they are corrected"},
      {"coordinates.angle", 5e-6, "maximal coordinates, as above"},
      {"coordinates.speed", 1e-3,
       "maximal coordinates: velocities satisfy the joints at the start of the step"},
      {"coordinates.turn_rate", 2e-3, "maximal coordinates, as above"},
  };
  return info;
}

}  // namespace surefoot::engines::ode
