#include "surefoot/engines/kinematic/backend.h"

// What this engine supports: it has no forces, so only wheels on level ground and outlines.

namespace surefoot::engines::kinematic {

using physics::Capability;

// Everything that needs forces is declared as missing.
physics::BackendInfo MakeInfo() {
  constexpr const char* kNoForces = "there are no forces";
  physics::BackendInfo info;
  info.name = "kinematic";
  info.version = "1";
  info.help =
      "no forces: robots roll over level ground by their wheels' speeds and are blocked by what is "
      "in their way; for swarms";
  info.dynamics = "none: wheels roll";
  info.collisions = "Surefoot (outlines)";
  info.contact_forces = "none";
  info.support = {
      {Capability::kRevolute, true, "moves at the speed of its servo"},
      {Capability::kPrismatic, true, "moves at the speed of its servo"},
      {Capability::kScrew, false, "not needed by robots on wheels"},
      {Capability::kUniversal, false, "not needed by robots on wheels"},
      {Capability::kBall, false, "not needed by robots on wheels"},
      {Capability::kPlanar, false, "not needed by robots on wheels"},
      {Capability::kFloating, false, "nothing floats or falls"},
      {Capability::kMimic, false, "joints only follow their own servos"},
      {Capability::kLoopJoint, false, kNoForces},
      {Capability::kAttachment, false, kNoForces},
      {Capability::kJointLimit, true, "servos stop there"},
      {Capability::kJointFriction, true, "without effect: servos have unlimited effort"},
      {Capability::kJointSpring, false, kNoForces},
      {Capability::kEffortControl, false, kNoForces},
      {Capability::kVelocityControl, true, "followed exactly"},
      {Capability::kPositionControl, true, "followed exactly"},
      {Capability::kPlane, true, "level ones only: the ground"},
      {Capability::kBox, true, "its outline from above, at the heights of the robot"},
      {Capability::kSphere, true, "its outline from above"},
      {Capability::kCylinder, true, "its outline from above"},
      {Capability::kCapsule, true, "its outline from above"},
      {Capability::kEllipsoid, true, "its outline from above"},
      {Capability::kConvexMesh, true, "its outline from above"},
      {Capability::kConcaveMesh, false, "an outline cannot represent openings"},
      {Capability::kHeightField, false, "the ground is level"},
      {Capability::kFriction, true, "assumed sufficient: wheels do not slip"},
      {Capability::kAnisotropicFriction, false, kNoForces},
      {Capability::kTorsionalFriction, false, kNoForces},
      {Capability::kRollingFriction, false, kNoForces},
      {Capability::kRestitution, false, "robots stop at obstacles"},
      {Capability::kContactReport, false, "robots are blocked, but contacts are not reported"},
      {Capability::kCollisionFilter, false, "everything blocks everything"},
      {Capability::kExternalWrench, false, kNoForces},
      {Capability::kGravityChange, false, kNoForces},
      {Capability::kSpawn, true, ""},
      {Capability::kTeleport, true, ""},
      {Capability::kSnapshot, true, "bit-identical continuation"},
  };
  return info;
}

}  // namespace surefoot::engines::kinematic
