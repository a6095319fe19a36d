#pragma once

#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/world/world.h"

namespace surefoot::physics {

/// What an engine may or may not be able to do. Each engine declares every one of them; a world
/// that needs a missing one is refused at load time.
enum class Capability {
  kRevolute,
  kPrismatic,
  kScrew,
  kUniversal,
  kBall,
  kPlanar,
  kFloating,
  kMimic,
  kLoopJoint,
  kAttachment,
  kJointLimit,
  kJointFriction,
  kJointSpring,
  kEffortControl,
  kVelocityControl,
  kPositionControl,
  kPlane,
  kBox,
  kSphere,
  kCylinder,
  kCapsule,
  kEllipsoid,
  kConvexMesh,
  kConcaveMesh,
  kHeightField,
  kFriction,
  kAnisotropicFriction,
  kTorsionalFriction,
  kRollingFriction,
  kRestitution,
  kContactReport,
  kCollisionFilter,
  kExternalWrench,
  kGravityChange,
  kSpawn,
  kTeleport,
  kSnapshot,
  kCount,
};

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
