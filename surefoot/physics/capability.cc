#include "surefoot/physics/capability.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "surefoot/base/check.h"
#include "surefoot/base/index.h"
#include "surefoot/geometry/convex/convex.h"

// What a world requires is compared with what an engine declares before the engine is built, so
// that missing features are errors and not wrong results.

namespace surefoot::physics {
namespace {

constexpr std::size_t kCapabilityCount = static_cast<std::size_t>(Capability::kCount);

#define SUREFOOT_NAME(member, name) name,
constexpr std::array<const char*, kCapabilityCount> kNames = {SUREFOOT_CAPABILITIES(SUREFOOT_NAME)};
#undef SUREFOOT_NAME

/// Collects each capability at its first use.
class Collector {
 public:
  /// True on the first visit: instances share models, and models share meshes.
  bool FirstVisit(const void* shared) { return looked_at_.insert(shared).second; }

  /// Each capability is reported once, with the first element that requires it.
  void Need(Capability capability, const Source& source) {
    bool& seen = seen_[static_cast<std::size_t>(capability)];
    if (seen) return;
    seen = true;
    requirements_.push_back(Requirement{capability, source});
  }
  std::vector<Requirement> Take() { return std::move(requirements_); }

 private:
  std::array<bool, kCapabilityCount> seen_{};
  std::unordered_set<const void*> looked_at_;
  std::vector<Requirement> requirements_;
};

/// Indexed by JointType; fixed joints need no capability.
constexpr Capability kOfJointType[] = {
    Capability::kCount,     Capability::kRevolute, Capability::kRevolute,
    Capability::kPrismatic, Capability::kScrew,    Capability::kUniversal,
    Capability::kBall,      Capability::kPlanar,   Capability::kFloating};

/// Limits are required only for axes that can have one: a ball joint ignores them.
void NeedJoint(const world::Joint& joint, Collector* collector) {
  const Capability own = kOfJointType[static_cast<int>(joint.type)];
  if (own != Capability::kCount) collector->Need(own, joint.source);
  if (joint.mimic) collector->Need(Capability::kMimic, joint.source);
  for (const world::JointAxis& axis : joint.axes) {
    const bool limited = axis.lower > -world::kInfinity || axis.upper < world::kInfinity;
    if (limited && world::LimitedAxisCount(joint.type) > 0) {
      collector->Need(Capability::kJointLimit, joint.source);
    }
    if (axis.friction > 0.0) collector->Need(Capability::kJointFriction, joint.source);
    if (axis.spring_stiffness > 0.0) collector->Need(Capability::kJointSpring, joint.source);
  }
}

/// A mesh that is nearly convex needs no decomposition, so an engine without concave meshes can use
/// it.
Capability ShapeCapability(const world::Geometry& geometry) {
  if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
    return mesh->mesh && IsNearlyConvex(*mesh->mesh) ? Capability::kConvexMesh
                                                     : Capability::kConcaveMesh;
  }
  constexpr std::array<Capability, 8> kByIndex = {
      Capability::kPlane,       Capability::kBox,        Capability::kSphere,
      Capability::kCylinder,    Capability::kCapsule,    Capability::kEllipsoid,
      Capability::kConcaveMesh, Capability::kHeightField};
  static_assert(std::variant_size_v<world::Geometry> == kByIndex.size());
  return kByIndex[geometry.index()];
}

void NeedShape(const world::Collision& collision, Collector* collector) {
  // Each mesh is examined once: the test for convexity computes its hull, which is slow.
  const auto* mesh = std::get_if<world::Mesh>(&collision.geometry);
  if (mesh != nullptr && !collector->FirstVisit(mesh->mesh.get())) return;
  collector->Need(ShapeCapability(collision.geometry), collision.source);
}

/// Values that equal the engines' defaults (no friction, equal coefficients) require nothing.
void NeedCollision(const world::Collision& collision, Collector* collector) {
  NeedShape(collision, collector);
  const world::Surface& surface = collision.surface;
  if (surface.mu > 0.0 || surface.mu2 > 0.0) {
    collector->Need(Capability::kFriction, collision.source);
  }
  if (surface.mu != surface.mu2) {
    collector->Need(Capability::kAnisotropicFriction, collision.source);
  }
  if (surface.torsional_friction > 0.0) {
    collector->Need(Capability::kTorsionalFriction, collision.source);
  }
  if (surface.rolling_friction > 0.0) {
    collector->Need(Capability::kRollingFriction, collision.source);
  }
  if (surface.restitution > 0.0) collector->Need(Capability::kRestitution, collision.source);
}

void NeedPair(const world::SurfacePair& pair, Collector* collector) {
  if (pair.mu > 0.0 || pair.mu2 > 0.0) collector->Need(Capability::kFriction, Source());
  if (pair.mu != pair.mu2) collector->Need(Capability::kAnisotropicFriction, Source());
  if (pair.restitution > 0.0) collector->Need(Capability::kRestitution, Source());
}

/// Joints of a static model do not move, so they require nothing.
void NeedModel(const world::World& world, int model, Collector* collector) {
  const world::Model& description = world.model(model);
  for (const world::Link& link : description.links) {
    for (const world::Collision& collision : link.collisions) NeedCollision(collision, collector);
  }
  if (!description.is_static) {
    for (const world::Joint& joint : description.joints) NeedJoint(joint, collector);
    for (int joint : world.tree(model).loop_joints) {
      collector->Need(Capability::kLoopJoint, description.joints[At(joint)].source);
    }
  }
  for (const world::InitialCommand& command : description.initial_commands) {
    const Source& source = description.joints[At(command.joint)].source;
    const Capability of_mode[] = {Capability::kCount, Capability::kEffortControl,
                                  Capability::kVelocityControl, Capability::kPositionControl};
    const Capability needed = of_mode[static_cast<int>(command.mode)];
    if (needed != Capability::kCount) collector->Need(needed, source);
  }
}

std::string EnginesWith(Capability capability, const std::vector<BackendInfo>& engines) {
  std::string text;
  for (const BackendInfo& engine : engines) {
    if (!engine.Of(capability).supported) continue;
    text += (text.empty() ? "" : ", ") + engine.name;
  }
  return text;
}

}  // namespace

const char* CapabilityName(Capability capability) {
  return kNames[static_cast<std::size_t>(capability)];
}

/// Capabilities that all engines with rigid-body dynamics have; an engine lists only its
/// exceptions.
const std::vector<Capability>& UsualCapabilities() {
  static const std::vector<Capability> usual = {
      Capability::kPlane,
      Capability::kBox,
      Capability::kSphere,
      Capability::kCylinder,
      Capability::kCapsule,
      Capability::kEllipsoid,
      Capability::kAnisotropicFriction,
      Capability::kTorsionalFriction,
      Capability::kRollingFriction,
      Capability::kContactReport,
      Capability::kCollisionFilter,
      Capability::kExternalWrench,
      Capability::kGravityChange,
      Capability::kTeleport,
  };
  return usual;
}

std::vector<Support> Declare(const std::vector<Capability>& plain, std::vector<Support> others) {
  for (const Capability capability : plain) {
    const auto same = [&](const Support& support) { return support.capability == capability; };
    if (std::any_of(others.begin(), others.end(), same)) continue;
    others.push_back(Support{capability, true, ""});
  }
  std::sort(others.begin(), others.end(), [](const Support& a, const Support& b) {
    return static_cast<int>(a.capability) < static_cast<int>(b.capability);
  });
  return others;
}

/// Every engine must declare every capability; a missing one is a mistake in the program, found by
/// the tests.
const Support& BackendInfo::Of(Capability capability) const {
  for (const Support& entry : support) {
    if (entry.capability == capability) return entry;
  }
  base::CheckFailed("capability declared", __FILE__, __LINE__,
                    name + " does not declare " + CapabilityName(capability));
}

std::vector<Requirement> RequirementsOf(const world::World& world) {
  Collector collector;
  for (int model = 0; model < world.model_count(); ++model) {
    if (collector.FirstVisit(&world.model(model))) NeedModel(world, model, &collector);
  }
  for (const world::SurfacePair& pair : world.spec().surface_pairs) NeedPair(pair, &collector);
  if (!world.spec().attachments.empty()) collector.Need(Capability::kAttachment, Source());
  if (!world.spec().collision_filters.empty()) {
    collector.Need(Capability::kCollisionFilter, Source());
  }
  return collector.Take();
}

void CheckSupport(const world::World& world, const BackendInfo& engine, const EngineChoice& others,
                  Problems* problems) {
  // An entry without any capability stands for an engine whose library could not be loaded. Its
  // help text holds the reason, which is reported once instead of once per capability.
  const auto can = [](const Support& support) { return support.supported; };
  if (!engine.support.empty() && std::none_of(engine.support.begin(), engine.support.end(), can)) {
    problems->Error({}, engine.help, {},
                    "repair the installation, or choose another engine with --engine");
    return;
  }
  std::vector<BackendInfo> choice;
  for (const Requirement& requirement : RequirementsOf(world)) {
    const Support& support = engine.Of(requirement.capability);
    if (support.supported) continue;
    if (choice.empty() && others) choice = others();
    const std::string able = EnginesWith(requirement.capability, choice);
    problems->Error(requirement.source,
                    "engine '" + engine.name + "' does not support '" +
                        CapabilityName(requirement.capability) + "': " + support.remark,
                    {},
                    able.empty() ? "no engine of this build supports it; change the model"
                                 : "choose another engine with --engine: " + able);
  }
}

}  // namespace surefoot::physics
