#include "surefoot/engines/simbody/backend.h"

// What this engine supports, and its tolerances in the conformance suite with their reasons.

namespace surefoot::engines::simbody {

using physics::Capability;

// Capabilities that differ from the usual ones, with the reasons.
physics::BackendInfo MakeInfo() {
  physics::BackendInfo info;
  info.name = "simbody";
  info.version = SUREFOOT_SIMBODY_VERSION;
  info.help =
      "generalised coordinates by Simbody; hard contacts with Coulomb's cone, by Newton's method";
  info.dynamics = "Simbody, Surefoot's mass matrix";
  info.collisions = "Surefoot (physics/collide)";
  info.contact_forces = "Surefoot (physics/solver)";
  info.support = physics::Declare(
      physics::UsualCapabilities(),
      {
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
          {Capability::kPositionControl, true,
           "force-limited velocity constraint towards the target"},
          {Capability::kEllipsoid, true, "by its support function"},
          {Capability::kConvexMesh, true, "convex hull"},
          {Capability::kConcaveMesh, true, "static: its triangles; moving: convex parts"},
          {Capability::kHeightField, true, "static"},
          {Capability::kFriction, true, "Coulomb's cone"},
          {Capability::kRestitution, true, "Newton's law of impact"},
          {Capability::kSpawn, true, "rebuilt; the others' state is carried over bit for bit"},
          {Capability::kSnapshot, true, "bit-identical continuation"},
      });
  return info;
}

}  // namespace surefoot::engines::simbody
