#include "surefoot/engines/kinematic/backend.h"

namespace surefoot::engines::kinematic {

using physics::Capability;

physics::BackendInfo MakeInfo() {
  constexpr const char* kNoForces = "it knows no forces";
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
      {Capability::kRevolute, true, "goes as fast as its servo is told"},
      {Capability::kPrismatic, true, "goes as fast as its servo is told"},
      {Capability::kScrew, false, "no robot on wheels needs it"},
      {Capability::kUniversal, false, "no robot on wheels needs it"},
      {Capability::kBall, false, "no robot on wheels needs it"},
      {Capability::kPlanar, false, "no robot on wheels needs it"},
      {Capability::kFloating, false, "nothing floats or falls"},
      {Capability::kMimic, false, "joints follow their own servos only"},
      {Capability::kLoopJoint, false, kNoForces},
      {Capability::kAttachment, false, kNoForces},
      {Capability::kJointLimit, true, "servos stop there"},
      {Capability::kJointFriction, true, "without effect: servos are as strong as they need to be"},
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
      {Capability::kConcaveMesh, false, "what can be driven into cannot be told by an outline"},
      {Capability::kHeightField, false, "the ground is level"},
      {Capability::kFriction, true, "taken for enough: wheels do not slip"},
      {Capability::kAnisotropicFriction, false, kNoForces},
      {Capability::kTorsionalFriction, false, kNoForces},
      {Capability::kRollingFriction, false, kNoForces},
      {Capability::kRestitution, false, "robots stop at obstacles"},
      {Capability::kContactReport, false, "robots are blocked, but nobody is told"},
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
