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

/// A <geom> with its defaults resolved.
struct MjGeom {
  std::string name;
  RigidTransform X_BG;
  /// `shape` as drawn; `solid` as it collides, which is the convex hull for a mesh.
  world::Geometry shape;
  world::Geometry solid;
  bool collides = true;
  /// False for a fully transparent geom.
  bool visible = true;
  int contype = 1;
  int conaffinity = 1;
  int condim = 3;
  int group = 0;
  int priority = 0;
  /// Sliding (dimensionless), torsional and rolling friction (m): MuJoCo's defaults.
  Vector3d friction = Vector3d(1.0, 0.005, 0.0001);
  /// In B; no mass when it does not count.
  Inertia inertia;
  world::Material material;
  world::Element kept;
  Source source;
};

enum class MjJointType { kFree, kBall, kSlide, kHinge };
inline constexpr const char* kMjJointTypeNames[] = {"free", "ball", "slide", "hinge"};

/// A <joint>. MuJoCo defines it in the child body B only, without a frame in the parent.
struct MjJoint {
  std::string name;
  MjJointType type = MjJointType::kHinge;
  Vector3d p_BJ = Vector3d::Zero();
  /// Axis in B (unit vector), limits, damping, friction and spring.
  world::JointAxis axis;
  /// The joint's coordinate in the pose in which the file draws the body (rad or m).
  double ref = 0.0;
  world::Element kept;
  Source source;
  /// Index into the joints of its model; -1 until BuildModels() has run.
  int model_joint = -1;
};

struct MjSite {
  std::string name;
  RigidTransform X_BS;
};

/// A <body> with everything inside it. Element 0 of Scene::bodies is the world.
struct MjBody {
  std::string name;
  /// Index into Scene::bodies; -1 for the world.
  int parent = -1;
  /// Index of the root of its tree, a child of the world; 0 for the world itself.
  int top = 0;
  /// Pose in the parent and in the world as the file draws it, with each joint at its `ref`.
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
  /// Where the body ended up; the link of the world is kWorldLink.
  int model = -1;
  int link = world::kWorldLink;
};

/// A reference to a joint, geom, site or camera: its body and its index there.
struct PartRef {
  int body = -1;
  int index = -1;
};

/// A document that contributes sections to the scene, and the prefix of its names.
struct ScenePart {
  const Document* document = nullptr;
  std::string prefix;
};

/// All bodies of the load in MuJoCo's order, depth first, with the world first. Positions in
/// keyframes follow this order. Names include the prefix and suffix of copies.
struct Scene {
  std::vector<MjBody> bodies;
  std::map<std::string, int> body_ids;
  std::map<std::string, PartRef> joints;
  std::map<std::string, PartRef> geoms;
  std::map<std::string, PartRef> sites;
  std::map<std::string, PartRef> cameras;
  std::vector<ScenePart> parts;
  std::vector<std::unique_ptr<Document>> documents;
  /// False when <flag> disables them.
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

/// The context in which an element is read: its document, default class, and the frame F in the
/// body. Copied and changed on the way down the tree.
struct Place {
  const Document* document = nullptr;
  const DefaultClass* defaults = nullptr;
  RigidTransform X_BF;
  /// The pose of the body, for coordinates that are given in the world frame.
  RigidTransform X_WB;
  std::string prefix;
  std::string suffix;
  int body = 0;
  /// Nesting depth of attached models.
  int depth = 0;
  /// True inside of copies whose elements have already been counted.
  bool counted = false;

  /// The pose in B of what the file places at `X`.
  RigidTransform InBody(const RigidTransform& X) const {
    return document->compiler.global ? X_WB.Inverse() * X : X_BF * X;
  }
  std::string Named(const std::string& name) const {
    return name.empty() ? name : prefix + name + suffix;
  }
};

/// std::nullopt after reporting, or when the element is ignored.
std::optional<MjGeom> ReadGeom(const Node& node, const Place& place, Assets* assets,
                               Reader* reader);
std::optional<MjJoint> ReadJoint(const Node& node, const Place& place, Reader* reader);
std::optional<Inertia> ReadInertial(const Node& node, const Place& place, Reader* reader);
world::Sensor ReadCamera(const Node& node, const Place& place, Reader* reader);
world::Light ReadLight(const Node& node, const Place& place, Reader* reader);

/// Reads all bodies of the document, and of the documents it attaches.
void ReadBodies(std::unique_ptr<Document> document, Assets* assets, Reader* reader, Scene* scene);

/// Applies <flag>: removes the limits, collisions and so on that the file disables.
void ApplyFlags(Reader* reader, Scene* scene);

/// A name that is not in `used`: `base`, or "base_2" and so on. Adds it to `used`.
std::string Unique(const std::string& base, std::set<std::string>* used);

/// Names every body, joint, geom, light and camera without a name. Names must be unique in a model.
void AssignMissingNames(Scene* scene);

/// Sets MjBody::inertia by the rules of <compiler>.
void ComputeInertias(const Compiler& compiler, Reader* reader, Scene* scene);

/// Resolves a reference by name; std::nullopt after reporting. A reference that may belong to an
/// ignored element is a warning (see Reader::has_gaps).
std::optional<int> FindBody(const Scene& scene, const ScenePart& part, const Node& node,
                            const char* attribute, Reader* reader);
std::optional<PartRef> FindPart(const std::map<std::string, PartRef>& table, const char* kind,
                                const ScenePart& part, const Node& node, const char* attribute,
                                Reader* reader);

}  // namespace surefoot::formats::mjcf
