#include <mujoco/mujoco.h>

#include "surefoot/engines/mujoco/backend.h"

// What this engine supports, and its tolerances in the conformance suite with their reasons.

namespace surefoot::engines::mujoco {

using physics::Capability;

physics::BackendInfo MakeInfo() {
  physics::BackendInfo info;
  info.name = "mujoco";
  info.version = mj_versionString();
  info.help = "generalised coordinates, soft convex contact, Newton solver; the fast default";
  info.dynamics = "MuJoCo";
  info.collisions = "MuJoCo";
  info.contact_forces = "MuJoCo";
  info.support = physics::Declare(
      physics::UsualCapabilities(),
      {
          {Capability::kRevolute, true, "hinge"},
          {Capability::kPrismatic, true, "slide"},
          {Capability::kScrew, true, "hinge and slide coupled by a joint equality"},
          {Capability::kUniversal, true, "two hinges"},
          {Capability::kBall, true, "ball; motors in effort mode only"},
          {Capability::kPlanar, true, "two slides and a hinge"},
          {Capability::kFloating, true, "free joint"},
          {Capability::kMimic, true, "joint equality"},
          {Capability::kLoopJoint, true,
           "a small body on the joint, welded to the child; fixed: weld, ball: point"},
          {Capability::kAttachment, true, "weld equality"},
          {Capability::kJointLimit, true, "soft limit constraint"},
          {Capability::kJointFriction, true, "dry friction constraint"},
          {Capability::kJointSpring, true, "joint stiffness"},
          {Capability::kEffortControl, true, "applied joint force"},
          {Capability::kVelocityControl, true, "force-limited velocity constraint"},
          {Capability::kPositionControl, true,
           "force-limited velocity constraint towards the target"},
          {Capability::kConvexMesh, true, "convex hull"},
          {Capability::kConcaveMesh, true, "decomposed into convex parts when built"},
          {Capability::kHeightField, true, "static, at most 50 contacts with one shape"},
          {Capability::kFriction, true, "elliptic cone; creeps slowly under steady load"},
          {Capability::kRestitution, true, "by the damping of the contact spring"},
          {Capability::kSpawn, true, "recompiled; the others' state is carried over bit for bit"},
          {Capability::kSnapshot, true, "bit-identical continuation"},
      });
  info.tolerances = {
      {"collision.restitution", 0.15,
       "a critically damped contact spring returns 1/e^2 of the speed where none should return"},
      {"flat.drift", 0.05,
       "a convex mesh touches a box in few points, which change, so the sliding box drifts"},
  };
  return info;
}

}  // namespace surefoot::engines::mujoco
