#pragma once

#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/world/world.h"

namespace surefoot::physics {

/// Each with its name in files and tables.
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

/// What an engine may or may not be able to do. Each engine declares every one of them; a world
/// that needs a missing one is refused at load time.
#define SUREFOOT_MEMBER(member, name) member,
enum class Capability { SUREFOOT_CAPABILITIES(SUREFOOT_MEMBER) kCount };
#undef SUREFOOT_MEMBER

/// "revolute", "concave_mesh", ...
const char* CapabilityName(Capability capability);

/// One declaration: whether, and how or why not, in a few words.
struct Support {
  Capability capability = Capability::kCount;
  bool supported = false;
  std::string remark;
};

/// What an engine with forces usually does, with nothing to remark: simple shapes, all kinds of
/// friction but the common one, reports, filters, wrenches, changes of gravity and of place.
const std::vector<Capability>& UsualCapabilities();

/// All declarations of an engine, in order: `plain` are supported without a remark, unless `others`
/// say otherwise.
std::vector<Support> Declare(const std::vector<Capability>& plain, std::vector<Support> others);

/// A tolerance of the engine's own, where the conformance suite's common one cannot hold.
struct EngineTolerance {
  std::string quantity;
  double value = 0.0;
  std::string reason;
};

/// What an engine says of itself.
struct BackendInfo {
  std::string name;
  std::string version;
  std::string help;
  /// Who computes what: the accelerations of free and jointed bodies, where shapes touch, and the
  /// forces of contacts. "MuJoCo", or "Surefoot (physics/solver)".
  std::string dynamics;
  std::string collisions;
  std::string contact_forces;
  /// Exactly one entry per Capability.
  std::vector<Support> support;
  /// Why a warm step allocates memory inside the engine; empty when it does not.
  std::string allocates;
  /// For tests/conformance.
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

/// Gives the engines to choose from. Called only when they are to be named: each has to be loaded
/// for it.
using EngineChoice = std::function<std::vector<BackendInfo>()>;

/// An error for each requirement that `engine` lacks, naming those of `others` that have it.
void CheckSupport(const world::World& world, const BackendInfo& engine, const EngineChoice& others,
                  Problems* problems);

}  // namespace surefoot::physics
