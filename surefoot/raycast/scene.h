#pragma once

/// The scene for ray casting. LiDARs, cameras and pictures share it, so all of them see the same
/// world.

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/raycast/ray_packet.h"
#include "surefoot/world/world.h"

struct RTCSceneTy;

namespace surefoot::raycast {

/// A ray in W; `direction_W` is a unit vector. Hits count for near < distance < far (m).
struct Ray {
  Vector3d p_WO = Vector3d::Zero();
  Vector3d direction_W = Vector3d::UnitX();
  double near = 0.0;
  double far = std::numeric_limits<double>::infinity();
};

/// The first hit of a ray.
struct Hit {
  double distance = std::numeric_limits<double>::infinity();
  /// Index for Scene::shape(), -1 if nothing is hit.
  int shape = -1;
  /// For meshes and height maps (see ToMesh): index of the triangle, and barycentric weights of its
  /// second and third corner.
  std::uint32_t triangle = 0;
  double u = 0.0;
  double v = 0.0;
  /// Geometric normal of the surface: outward, a unit vector.
  Vector3d normal_W = Vector3d::UnitZ();

  bool ok() const { return shape >= 0; }
};

/// One visual or collision of a link in the scene.
struct Shape {
  /// World id of the link, and index into its `visuals` or `collisions`.
  int link = 0;
  int index = 0;
  bool is_collision = false;
  RigidTransform X_LG;
  /// The world's geometry; an infinite plane has an infinite size.
  world::Geometry geometry;
};

struct SceneOptions {
  /// Uses collisions of all models instead of visuals.
  bool collisions = false;
  /// Models (world ids) that are represented by collisions while the others show their visuals.
  std::vector<int> collision_models;
  /// Required by SetPosesSeenFrom: every shape is a node of its own. Slower to update.
  bool layers = false;
};

/// All shapes of a world in one bounding volume hierarchy. The shapes of a link form one node, and
/// equal links share its data. Queries are const and thread-safe, and their results do not depend
/// on the number of threads. Primitives are intersected analytically, not tessellated.
///
///   auto scene = Scene::Make(world);
///   scene.value()->SetPoses(state.X_WL);
///   Hit hit = scene.value()->Cast(ray);
class Scene {
 public:
  /// The world must outlive the scene. Call SetPoses before the first query.
  static Result<std::unique_ptr<Scene>> Make(const world::World& world,
                                             const SceneOptions& options = {});
  /// A scene of the same shapes with its own poses and queries, e.g. for another moment of the
  /// world. It shares this scene's geometry, so it needs little memory, and this scene must outlive
  /// it.
  Result<std::unique_ptr<Scene>> MakeTwin() const;
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// Moves every link to X_WL (by world id, as in physics::State) and rebuilds the upper level of
  /// the hierarchy. Links that have not moved cost nothing. Must not run during queries.
  void SetPoses(const std::vector<RigidTransform>& X_WL) { SetPoses(X_WL, nullptr); }

  /// The same for pictures, with the option `layers`: where shapes of one link coincide, a ray from
  /// the eye always hits the one that is last in the file, instead of a random one (z-fighting).
  /// Distances from the eye become up to 0.03 % shorter.
  void SetPosesSeenFrom(const std::vector<RigidTransform>& X_WL, const Vector3d& eye_W) {
    SetPoses(X_WL, &eye_W);
  }

  /// One hit for each ray. Fastest if neighbouring rays have similar directions. Converts to
  /// packets and back, which costs more than a RayFan for rays that are cast again and again.
  void Cast(std::span<const Ray> rays, std::span<Hit> hits) const;
  Hit Cast(const Ray& ray) const;

  /// Casts the first `count` rays of a packet.
  void Cast(RayPacket* packet, int count = kPacketRays) const;
  /// Casts the rays selected by the mask.
  void Cast(const RayMask& mask, RayPacket* packet) const;
  /// Converts a point in W to the coordinates of packets.
  Eigen::Vector3f ToScene(const Vector3d& p_W) const { return (p_W - origin_W_).cast<float>(); }
  /// After Cast: absolute cosine of incidence, 1 for perpendicular and 0 for grazing rays; 0 if
  /// nothing was hit.
  void Cosines(const RayPacket& packet, float* cosines) const;
  /// After Cast: outward unit normal of the surface that was hit.
  Vector3d NormalOf(const RayPacket& packet, int ray) const;
  /// Rotation from the frame of a packet's normals to W.
  const Eigen::Matrix3f& R_WN(int shape) const {
    const int node = node_of_shape_[static_cast<std::size_t>(shape)];
    return nodes_[static_cast<std::size_t>(node)].R_WN_float;
  }

  /// 1 for each ray blocked by a shape that casts shadows. Transparent visuals and those with
  /// cast_shadows = false do not block. Faster than Cast: any hit ends the search.
  void Occluded(std::span<const Ray> rays, std::span<std::uint8_t> occluded) const;

  /// `blocked`: -1 for rays blocked by a shape that casts shadows, else 0. The packet's distances
  /// are undefined afterwards.
  void Occluded(const RayMask& mask, RayPacket* packet, RayMask* blocked) const;

  int shape_count() const { return static_cast<int>(shapes_.size()); }
  const Shape& shape(int index) const { return shapes_[static_cast<std::size_t>(index)]; }
  const RigidTransform& X_WG(int shape) const { return X_WG_[static_cast<std::size_t>(shape)]; }
  const Matrix3d& R_WG(int shape) const { return R_WG_[static_cast<std::size_t>(shape)]; }
  /// Bounds of all shapes of a link, in L; empty for a link without shapes.
  const Eigen::AlignedBox3d& LinkBounds(int link) const {
    return link_bounds_[static_cast<std::size_t>(link)];
  }
  /// The pose last given to SetPoses.
  const RigidTransform& LinkPose(int link) const { return X_WL_[static_cast<std::size_t>(link)]; }
  const world::World& world() const { return world_; }

 private:
  struct Embree;
  struct SharedNodes;
  /// Shapes that move as one piece: all of a link, or a single one (`layers`).
  struct Node {
    int link = 0;
    int first_shape = 0;
    int shape_count = 0;
    Matrix3d R_WN = Matrix3d::Identity();
    Eigen::Matrix3f R_WN_float = Eigen::Matrix3f::Identity();
  };
  Scene(const world::World& world, bool layers, const Vector3d& origin_W);
  void CollectShapes(const SceneOptions& options);
  void CollectNodes();
  bool CastsShadow(const Shape& shape) const;
  Status Build();
  Status AddNode(const Node& node);
  /// Adds an instance of a node's geometry.
  void AddInstance(RTCSceneTy* looks);
  void Place(std::size_t node, const RigidTransform& X_WL, const Vector3d* eye_W);
  void SetPoses(const std::vector<RigidTransform>& X_WL, const Vector3d* eye_W);
  void CastValid(const std::int32_t* valid, RayPacket* packet) const;

  const world::World& world_;
  const bool layers_;
  /// Origin of the scene's coordinates, in W.
  Vector3d origin_W_ = Vector3d::Zero();
  /// Empty until the first SetPoses.
  std::vector<RigidTransform> X_WL_;
  std::vector<Shape> shapes_;
  std::vector<RigidTransform> X_WG_;
  std::vector<Matrix3d> R_WG_;
  std::vector<Eigen::AlignedBox3d> link_bounds_;
  std::vector<Node> nodes_;
  /// Index of the node of each shape.
  std::vector<int> node_of_shape_;
  std::unique_ptr<Embree> embree_;
};

}  // namespace surefoot::raycast
