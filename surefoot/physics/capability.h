#pragma once

#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/world/world.h"

namespace surefoot::physics {

/// X(enum member, name in files and tables).
#define SUREFOOT_CAPABILITIES(X)                  \
  X(kRevolute, "revolute")                        \
  X(kPrismatic, "prismatic")                      \
  X(kScrew, "screw")                              \
  X(kUniversal, "universal")                      \
  X(kBall, "ball")                                \
  X(kPlanar, "planar")                            \
  X(kFloating, "floating")                        \
  X(kMimic, "mimic")                              \
  X(kLoopJoint, "loop_joint")                     \
  X(kAttachment, "attachment")                    \
  X(kJointLimit, "joint_limit")                   \
  X(kJointFriction, "joint_friction")             \
  X(kJointSpring, "joint_spring")                 \
  X(kEffortControl, "effort_control")             \
  X(kVelocityControl, "velocity_control")         \
  X(kPositionControl, "position_control")         \
  X(kPlane, "plane")                              \
  X(kBox, "box")                                  \
  X(kSphere, "sphere")                            \
  X(kCylinder, "cylinder")                        \
  X(kCapsule, "capsule")                          \
  X(kEllipsoid, "ellipsoid")                      \
  X(kConvexMesh, "convex_mesh")                   \
  X(kConcaveMesh, "concave_mesh")                 \
  X(kHeightField, "height_field")                 \
  X(kFriction, "friction")                        \
  X(kAnisotropicFriction, "anisotropic_friction") \
  X(kTorsionalFriction, "torsional_friction")     \
  X(kRollingFriction, "rolling_friction")         \
  X(kRestitution, "restitution")                  \
  X(kContactReport, "contact_report")             \
  X(kCollisionFilter, "collision_filter")         \
  X(kExternalWrench, "external_wrench")           \
  X(kGravityChange, "gravity_change")             \
  X(kSpawn, "spawn")                              \
  X(kTeleport, "teleport")                        \
  X(kSnapshot, "snapshot")

/// Features that an engine may support or lack. Each engine declares all of them; a world that
/// needs a missing one is rejected at load time, so that no engine ignores part of a model
/// silently.
#define SUREFOOT_MEMBER(member, name) member,
enum class Capability { SUREFOOT_CAPABILITIES(SUREFOOT_MEMBER) kCount };
#undef SUREFOOT_MEMBER

/// "revolute", "concave_mesh", ...
const char* CapabilityName(Capability capability);

/// An engine's declaration of one capability. `remark` says how it is supported, or why it is not.
struct Support {
  Capability capability = Capability::kCount;
  bool supported = false;
  std::string remark;
};

/// Capabilities that engines with forces usually support without remarks: simple shapes, all kinds
/// of friction except the isotropic kFriction, contact reports, collision filters, external
/// wrenches, changes of gravity and teleports.
const std::vector<Capability>& UsualCapabilities();

/// All declarations of an engine, sorted by capability: those in `plain` are supported without a
/// remark unless `others` contains an entry for them.
std::vector<Support> Declare(const std::vector<Capability>& plain, std::vector<Support> others);

/// An engine's own tolerance, where it cannot meet the common one of the conformance suite.
struct EngineTolerance {
  std::string quantity;
  double value = 0.0;
  std::string reason;
};

/// An engine's description of itself.
struct BackendInfo {
  std::string name;
  std::string version;
  std::string help;
  /// Who computes the accelerations of free and jointed bodies, where shapes touch, and the contact
  /// forces: "MuJoCo", or "Surefoot (physics/solver)".
  std::string dynamics;
  std::string collisions;
  std::string contact_forces;
  /// Exactly one entry per Capability, in the order of the enum.
  std::vector<Support> support;
  /// Why a warm step allocates memory inside the engine; empty when it does not.
  std::string allocates;
  /// The engine's exceptions from the table in tests/conformance.
  std::vector<EngineTolerance> tolerances;

  const Support& Of(Capability capability) const;
};

/// A capability that a world needs, and the element that needs it.
struct Requirement {
  Capability capability = Capability::kCount;
  Source source;
};

/// What the world needs, each capability once, at its first use.
std::vector<Requirement> RequirementsOf(const world::World& world);

/// Returns the engines a message can recommend. Called only when a message needs their names,
/// because it loads the library of each.
using EngineChoice = std::function<std::vector<BackendInfo>()>;

/// Adds an error for each requirement that `engine` lacks, naming the engines of `others` that meet
/// it.
void CheckSupport(const world::World& world, const BackendInfo& engine, const EngineChoice& others,
                  Problems* problems);

}  // namespace surefoot::physics
