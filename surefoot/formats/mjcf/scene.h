#pragma once

/// The bodies of an MJCF file as it has them, before they become models. Private to this folder.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/formats/mjcf/assets.h"
#include "surefoot/formats/mjcf/document.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats::mjcf {

struct MjGeom {
  std::string name;
  RigidTransform X_BG;
  /// As drawn, and as it collides (the convex hull of a mesh).
  world::Geometry shape;
  world::Geometry solid;
  bool collides = true;
  /// False for what is fully transparent.
  bool visible = true;
  int contype = 1;
  int conaffinity = 1;
  int condim = 3;
  int group = 0;
  int priority = 0;
  /// Sliding (no unit), torsional and rolling (m).
  Vector3d friction = Vector3d(1.0, 0.005, 0.0001);
  /// In B; no mass when it does not count.
  Inertia inertia;
  world::Material material;
  world::Element kept;
  Source source;
};

enum class MjJointType { kFree, kBall, kSlide, kHinge };
inline constexpr const char* kMjJointTypeNames[] = {"free", "ball", "slide", "hinge"};

struct MjJoint {
  std::string name;
  MjJointType type = MjJointType::kHinge;
  Vector3d p_BJ = Vector3d::Zero();
  /// Axis in B, limits and the rest.
  world::JointAxis axis;
  /// The coordinate of the pose that the file draws.
  double ref = 0.0;
  world::Element kept;
  Source source;
  /// Index into the joints of its model, once that is made.
  int model_joint = -1;
};

struct MjSite {
  std::string name;
  RigidTransform X_BS;
};

struct MjBody {
  std::string name;
  /// Index into Scene::bodies; -1 for the world.
  int parent = -1;
  /// The body at the top of its tree, itself a child of the world; 0 for the world.
  int top = 0;
  /// As drawn: with each joint at its `ref`.
  RigidTransform X_PB;
  RigidTransform X_WB;
  std::vector<MjJoint> joints;
  std::vector<MjGeom> geoms;
  std::vector<MjSite> sites;
  std::vector<world::Sensor> cameras;
  std::vector<world::Light> lights;
  std::optional<Inertia> inertial;
  Inertia inertia;
  bool inertia_computed = false;
  bool mocap = false;
  double gravcomp = 0.0;
  world::Element kept;
  Source source;
  /// Where it went: model and link (the world's: kWorldLink).
  int model = -1;
  int link = world::kWorldLink;
};

/// A joint, geom or site: its body and its place there.
struct PartRef {
  int body = -1;
  int index = -1;
};

/// A document whose sections count, and what stands before its names.
struct ScenePart {
  const Document* document = nullptr;
  std::string prefix;
};

/// Bodies in MuJoCo's order: depth first; the world is the first.
struct Scene {
  std::vector<MjBody> bodies;
  std::map<std::string, int> body_ids;
  std::map<std::string, PartRef> joints;
  std::map<std::string, PartRef> geoms;
  std::map<std::string, PartRef> sites;
  std::map<std::string, PartRef> cameras;
  std::vector<ScenePart> parts;
  std::vector<std::unique_ptr<Document>> documents;
  /// False when <flag> switches them off.
  bool has_equality = true;
  bool has_actuation = true;

  MjJoint& joint(const PartRef& ref) {
    return bodies[static_cast<std::size_t>(ref.body)].joints[static_cast<std::size_t>(ref.index)];
  }
  const MjGeom& geom(const PartRef& ref) const {
    return bodies[static_cast<std::size_t>(ref.body)].geoms[static_cast<std::size_t>(ref.index)];
  }
  const MjSite& site(const PartRef& ref) const {
    return bodies[static_cast<std::size_t>(ref.body)].sites[static_cast<std::size_t>(ref.index)];
  }
};

/// Where an element stands: its document, default class, and frame F in its body.
struct Place {
  const Document* document = nullptr;
  const DefaultClass* defaults = nullptr;
  RigidTransform X_BF;
  /// Of the body; for coordinates that are told in the world.
  RigidTransform X_WB;
  std::string prefix;
  std::string suffix;
  int body = 0;
  /// Of attached models within each other.
  int depth = 0;
  /// True within copies whose elements have been counted.
  bool counted = false;

  /// Pose in B of what the file puts at `X`.
  RigidTransform InBody(const RigidTransform& X) const {
    return document->compiler.global ? X_WB.Inverse() * X : X_BF * X;
  }
  std::string Named(const std::string& name) const {
    return name.empty() ? name : prefix + name + suffix;
  }
};

/// Nothing after reporting, or when it is left out.
std::optional<MjGeom> ReadGeom(const Node& node, const Place& place, Assets* assets,
                               Reader* reader);
std::optional<MjJoint> ReadJoint(const Node& node, const Place& place, Reader* reader);
std::optional<Inertia> ReadInertial(const Node& node, const Place& place, Reader* reader);
world::Sensor ReadCamera(const Node& node, const Place& place, Reader* reader);
world::Light ReadLight(const Node& node, const Place& place, Reader* reader);

/// Reads all bodies of the document, and of those that it attaches.
void ReadBodies(std::unique_ptr<Document> document, Assets* assets, Reader* reader, Scene* scene);

/// Carries out <flag>: takes away limits, collisions and the like that the file switches off.
void ApplyFlags(Reader* reader, Scene* scene);

/// "base", or "base_2" and so on; then it is taken.
std::string Unique(const std::string& base, std::set<std::string>* used);

/// Gives names to what has none, different from all others.
void NameTheNameless(Scene* scene);

/// Fills in MjBody::inertia by the rules of <compiler>.
void ComputeInertias(const Compiler& compiler, Reader* reader, Scene* scene);

/// A reference by name; nothing after reporting. What an element that was left out would have
/// made is missed with a warning only.
std::optional<int> FindBody(const Scene& scene, const ScenePart& part, const Node& node,
                            const char* attribute, Reader* reader);
std::optional<PartRef> FindPart(const std::map<std::string, PartRef>& table, const char* kind,
                                const ScenePart& part, const Node& node, const char* attribute,
                                Reader* reader);

}  // namespace surefoot::formats::mjcf
