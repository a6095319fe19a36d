#include "surefoot/engines/simbody/info.h"

namespace surefoot::engines::simbody {

using physics::Capability;

physics::BackendInfo MakeInfo() {
  physics::BackendInfo info;
  info.name = "simbody";
  info.version = SUREFOOT_SIMBODY_VERSION;
  info.help =
      "generalised coordinates by Simbody, hard contact with Coulomb's cone by Newton steps";
  info.support = {
      {Capability::kRevolute, true, "pin"},
      {Capability::kPrismatic, true, "slider"},
      {Capability::kScrew, true, "screw"},
      {Capability::kUniversal, true, "two pins"},
      {Capability::kBall, true, "ball; motors in effort mode only"},
      {Capability::kPlanar, true, "two sliders and a pin"},
      {Capability::kFloating, true, "free"},
      {Capability::kMimic, true, "constraint row"},
      {Capability::kLoopJoint, true, "constraint rows; motors of ball joints do nothing there"},
      {Capability::kAttachment, true, "six constraint rows"},
      {Capability::kJointLimit, true, "one-sided row"},
      {Capability::kJointFriction, true, "bounded row"},
      {Capability::kJointSpring, true, "stable at any stiffness"},
      {Capability::kEffortControl, true, "applied joint force"},
      {Capability::kVelocityControl, true, "force-limited velocity constraint"},
      {Capability::kPositionControl, true, "force-limited velocity constraint towards the target"},
      {Capability::kPlane, true, ""},
      {Capability::kBox, true, ""},
      {Capability::kSphere, true, ""},
      {Capability::kCylinder, true, ""},
      {Capability::kCapsule, true, ""},
      {Capability::kEllipsoid, true, "convex hull of points on it"},
      {Capability::kConvexMesh, true, "convex hull"},
      {Capability::kConcaveMesh, true, "static: its triangles; moving: convex parts"},
      {Capability::kHeightField, true, "static"},
      {Capability::kFriction, true, "Coulomb's cone"},
      {Capability::kAnisotropicFriction, true, ""},
      {Capability::kTorsionalFriction, true, ""},
      {Capability::kRollingFriction, true, ""},
      {Capability::kRestitution, true, "Newton's law of impact"},
      {Capability::kContactReport, true, ""},
      {Capability::kCollisionFilter, true, ""},
      {Capability::kExternalWrench, true, ""},
      {Capability::kGravityChange, true, ""},
      {Capability::kSpawn, true, "rebuilt; the others' state is carried over bit for bit"},
      {Capability::kTeleport, true, ""},
      {Capability::kSnapshot, true, "bit-identical continuation"},
  };
  return info;
}

}  // namespace surefoot::engines::simbody
