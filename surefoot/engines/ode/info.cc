#include "surefoot/engines/ode/info.h"

namespace surefoot::engines::ode {

using physics::Capability;

physics::BackendInfo MakeInfo() {
  physics::BackendInfo info;
  info.name = "ode";
  info.version = SUREFOOT_ODE_VERSION;
  info.help = "maximal coordinates, rigid joints, friction along the slip; direct solver";
  info.support = {
      {Capability::kRevolute, true, "hinge"},
      {Capability::kPrismatic, true, "slider"},
      {Capability::kScrew, true, "piston, and a row that couples its turn and its advance"},
      {Capability::kUniversal, true, "universal"},
      {Capability::kBall, true, "ball; motors in effort mode only"},
      {Capability::kPlanar, true, "motors that hold the height and the tilt"},
      {Capability::kFloating, true, "a free body"},
      {Capability::kMimic, true,
       "a row between the two bodies; a stiff spring where they have no neighbour in common"},
      {Capability::kLoopJoint, true, "like any other joint"},
      {Capability::kAttachment, true, "fixed joint"},
      {Capability::kJointLimit, true, "stops; sliding joints may pass them by what a step travels"},
      {Capability::kJointFriction, true, "a motor at rest with a bounded force"},
      {Capability::kJointSpring, true, "implicit row of a motor"},
      {Capability::kEffortControl, true, "applied force or torque"},
      {Capability::kVelocityControl, true, "motor with a bounded force"},
      {Capability::kPositionControl, true, "motor with a bounded force towards the target"},
      {Capability::kPlane, true, ""},
      {Capability::kBox, true, ""},
      {Capability::kSphere, true, ""},
      {Capability::kCylinder, true, ""},
      {Capability::kCapsule, true, ""},
      {Capability::kEllipsoid, true, ""},
      {Capability::kConvexMesh, true, "convex hull; its triangles when it cannot move"},
      {Capability::kConcaveMesh, true, "convex parts; its triangles when it cannot move"},
      {Capability::kHeightField, true, ""},
      {Capability::kFriction, true, "a pyramid along the slip; its size follows the normal force"},
      {Capability::kAnisotropicFriction, true, ""},
      {Capability::kTorsionalFriction, true, ""},
      {Capability::kRollingFriction, true, ""},
      {Capability::kRestitution, true, ""},
      {Capability::kContactReport, true, ""},
      {Capability::kCollisionFilter, true, ""},
      {Capability::kExternalWrench, true, ""},
      {Capability::kGravityChange, true, ""},
      {Capability::kSpawn, true, "built anew; the others' state is carried over bit for bit"},
      {Capability::kTeleport, true, ""},
      {Capability::kSnapshot, true, "bit-identical continuation"},
  };
  return info;
}

}  // namespace surefoot::engines::ode
