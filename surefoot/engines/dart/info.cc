#include <dart/config.hpp>

#include "surefoot/engines/dart/backend.h"

// What this engine supports, and its tolerances in the conformance suite with their reasons.

namespace surefoot::engines::dart {

using physics::Capability;

physics::BackendInfo MakeInfo() {
  physics::BackendInfo info;
  info.name = "dart";
  info.version = DART_VERSION;
  info.help = "articulated bodies in generalised coordinates; hard contacts with exact cones";
  info.dynamics = "DART";
  info.collisions = "Surefoot (physics/collide)";
  info.contact_forces = "Surefoot (physics/solver)";
  info.support = physics::Declare(
      physics::UsualCapabilities(),
      {
          {Capability::kRevolute, true, ""},
          {Capability::kPrismatic, true, ""},
          {Capability::kScrew, true, ""},
          {Capability::kUniversal, true, ""},
          {Capability::kBall, true, "motors in effort mode only"},
          {Capability::kPlanar, true, "not from child to parent"},
          {Capability::kFloating, true, "free joint"},
          {Capability::kMimic, true, "velocity constraint"},
          {Capability::kLoopJoint, true,
           "velocity constraints along the joint's constrained directions"},
          {Capability::kAttachment, true, "velocity constraints"},
          {Capability::kJointLimit, true, "hard stop"},
          {Capability::kJointFriction, true, "force-limited velocity constraint"},
          {Capability::kJointSpring, true, "implicit"},
          {Capability::kEffortControl, true, "joint force"},
          {Capability::kVelocityControl, true, "force-limited velocity constraint"},
          {Capability::kPositionControl, true,
           "force-limited velocity constraint towards the target"},
          {Capability::kConvexMesh, true, ""},
          {Capability::kConcaveMesh, true, ""},
          {Capability::kHeightField, true, "static"},
          {Capability::kFriction, true, "exact cone"},
          {Capability::kRestitution, true, "by Newton's law of impact"},
          {Capability::kSpawn, true, "rebuilt; the others' state is carried over bit for bit"},
          {Capability::kSnapshot, true, "bit-identical continuation"},
      });
  info.allocates = "the packaged library has its assertions on, which copy matrices to the heap";
  return info;
}

}  // namespace surefoot::engines::dart
