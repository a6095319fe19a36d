#include <LinearMath/btScalar.h>

#include "surefoot/engines/bullet/backend.h"

// What this engine supports, and its tolerances in the conformance suite with their reasons.

namespace surefoot::engines::bullet {

using physics::Capability;

physics::BackendInfo MakeInfo() {
  physics::BackendInfo info;
  info.name = "bullet";
  info.version = std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  info.help = "articulated bodies of Bullet in doubles, hard contacts by Gauss-Seidel sweeps";
  info.dynamics = "Bullet (btMultiBody)";
  info.collisions = "Surefoot, Bullet's GJK and EPA";
  info.contact_forces = "Surefoot (engines/bullet)";
  info.support = physics::Declare(
      physics::UsualCapabilities(),
      {
          {Capability::kRevolute, true, "multibody link"},
          {Capability::kPrismatic, true, "multibody link"},
          {Capability::kScrew, true, "revolute link that also advances"},
          {Capability::kUniversal, true, "two revolute links"},
          {Capability::kBall, true, "spherical link; motors in effort mode only"},
          {Capability::kPlanar, true, "two prismatic links and a revolute one"},
          {Capability::kFloating, true, "separate multibody"},
          {Capability::kMimic, true, "constraint row"},
          {Capability::kLoopJoint, true, "constraint rows, solved together per model"},
          {Capability::kAttachment, true, "constraint rows"},
          {Capability::kJointLimit, true, "hard, comes back at 1 m/s or 1 rad/s at most"},
          {Capability::kJointFriction, true, "bounded constraint row"},
          {Capability::kJointSpring, true, "implicit"},
          {Capability::kEffortControl, true, "applied joint force"},
          {Capability::kVelocityControl, true, "force-limited velocity constraint"},
          {Capability::kPositionControl, true,
           "force-limited velocity constraint towards the target"},
          {Capability::kConvexMesh, true, "convex hull"},
          {Capability::kConcaveMesh, true, "triangles when static, else decomposed when built"},
          {Capability::kHeightField, true, "static"},
          {Capability::kFriction, true, "Coulomb's law, round cone"},
          {Capability::kAnisotropicFriction, true, "elliptic cone"},
          {Capability::kRestitution, true, "Newton's law"},
          {Capability::kSpawn, true,
           "rebuilt; the state of the others is carried over bit for bit"},
          {Capability::kSnapshot, true, "bit-identical continuation, contact forces included"},
      });
  return info;
}

}  // namespace surefoot::engines::bullet
