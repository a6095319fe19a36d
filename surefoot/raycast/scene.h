#pragma once

/// The one scene of rays: LiDAR, cameras and pictures all ask it what a ray meets.

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

/// A ray in W; `direction_W` has length 1. Hits count for near < distance < far.
struct Ray {
  Vector3d p_WO = Vector3d::Zero();
  Vector3d direction_W = Vector3d::UnitX();
  double near = 0.0;
  double far = std::numeric_limits<double>::infinity();
};

/// What a ray meets first.
struct Hit {
  double distance = std::numeric_limits<double>::infinity();
  /// Index for Scene::shape(), -1 when the ray meets nothing.
  int shape = -1;
  /// Meshes and height maps (as ToMesh makes them): the triangle, and the weights of its second
  /// and third corner.
  std::uint32_t triangle = 0;
  double u = 0.0;
  double v = 0.0;
  /// Of the surface itself, outward, of length 1.
  Vector3d normal_W = Vector3d::UnitZ();

  bool ok() const { return shape >= 0; }
};

/// One visual or collision of a link in the scene.
struct Shape {
  /// World id of the link, and index in its `visuals` or `collisions`.
  int link = 0;
  int index = 0;
  bool is_collision = false;
  RigidTransform X_LG;
  /// The world's own; a plane without end has an infinite size.
  world::Geometry geometry;
};

struct SceneOptions {
  /// Collisions of all models instead of their visuals.
  bool collisions = false;
  /// Models (world ids) that are made of their collisions while the others show their visuals.
  std::vector<int> collision_models;
  /// For SetPosesSeenFrom: every shape moves by itself, not with its link. Slower.
  bool layers = false;
};

/// Every shape of a world. The shapes of a link are one node; links that are alike share it.
/// Queries are const, may run in any number of threads, and give the same answer whatever the
/// number is. Primitives are exact, not tessellated.
class Scene {
 public:
  /// The world must outlive the scene. Links are where SetPoses puts them; call it before a query.
  static Result<std::unique_ptr<Scene>> Make(const world::World& world,
                                             const SceneOptions& options = {});
  /// A scene of the same shapes that is moved and asked by itself: another moment of the world. It
  /// shares what this one knows of them, which must outlive it, so it takes little memory.
  Result<std::unique_ptr<Scene>> MakeTwin() const;
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  /// Moves every link, X_WL by world id (as in physics::State), and makes ready for queries. Links
  /// that stay where they are cost nothing.
  void SetPoses(const std::vector<RigidTransform>& X_WL) { SetPoses(X_WL, nullptr); }

  /// The same for pictures, with the option `layers`: where shapes of one link lie exactly on each
  /// other, a ray from the eye meets the one that the file has last, not now this, now that.
  /// Distances from the eye come out up to 0.03 % short for it.
  void SetPosesSeenFrom(const std::vector<RigidTransform>& X_WL, const Vector3d& eye_W) {
    SetPoses(X_WL, &eye_W);
  }

  /// One hit per ray. Neighbouring rays that go in similar directions are the fastest.
  void Cast(std::span<const Ray> rays, std::span<Hit> hits) const;
  Hit Cast(const Ray& ray) const;

  /// The first `count` rays of a packet.
  void Cast(RayPacket* packet, int count = kPacketRays) const;
  /// Those that the mask says.
  void Cast(const RayMask& mask, RayPacket* packet) const;
  /// A point of W in the coordinates of packets.
  Eigen::Vector3f ToScene(const Vector3d& p_W) const { return (p_W - origin_W_).cast<float>(); }
  /// After Cast: how squarely each ray met its surface, 1 straight on and 0 along it; 0 as well
  /// where nothing was met.
  void Cosines(const RayPacket& packet, float* cosines) const;
  /// After Cast: the unit normal of a surface that was met, outward.
  Vector3d NormalOf(const RayPacket& packet, int ray) const;
  /// From the frame that a packet's normals are in to W.
  const Eigen::Matrix3f& R_WN(int shape) const {
    const int node = node_of_shape_[static_cast<std::size_t>(shape)];
    return nodes_[static_cast<std::size_t>(node)].R_WN_float;
  }

  /// 1 for each ray that meets a shape that casts shadows. Visuals that are transparent or say
  /// that they cast none do not count.
  void Occluded(std::span<const Ray> rays, std::span<std::uint8_t> occluded) const;

  /// `blocked`: -1 for rays that meet a shape that casts shadows, else 0. Leaves the distances
  /// undefined.
  void Occluded(const RayMask& mask, RayPacket* packet, RayMask* blocked) const;

  int shape_count() const { return static_cast<int>(shapes_.size()); }
  const Shape& shape(int index) const { return shapes_[static_cast<std::size_t>(index)]; }
  const RigidTransform& X_WG(int shape) const { return X_WG_[static_cast<std::size_t>(shape)]; }
  const Matrix3d& R_WG(int shape) const { return R_WG_[static_cast<std::size_t>(shape)]; }
  /// Around all shapes of a link, in L; empty for a link without any.
  const Eigen::AlignedBox3d& LinkBounds(int link) const {
    return link_bounds_[static_cast<std::size_t>(link)];
  }
  /// As SetPoses was told.
  const RigidTransform& LinkPose(int link) const { return X_WL_[static_cast<std::size_t>(link)]; }
  const world::World& world() const { return world_; }

 private:
  struct Embree;
  struct SharedNodes;
  /// Shapes that move as one piece: those of a link, or a single one.
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
  /// An instance of what the node looks like.
  void AddInstance(RTCSceneTy* looks);
  void Place(std::size_t node, const RigidTransform& X_WL, const Vector3d* eye_W);
  void SetPoses(const std::vector<RigidTransform>& X_WL, const Vector3d* eye_W);
  void CastValid(const std::int32_t* valid, RayPacket* packet) const;

  const world::World& world_;
  const bool layers_;
  /// Where the scene's coordinates have their origin.
  Vector3d origin_W_ = Vector3d::Zero();
  /// Empty before the first time.
  std::vector<RigidTransform> X_WL_;
  std::vector<Shape> shapes_;
  std::vector<RigidTransform> X_WG_;
  std::vector<Matrix3d> R_WG_;
  std::vector<Eigen::AlignedBox3d> link_bounds_;
  std::vector<Node> nodes_;
  /// Of each shape, as index.
  std::vector<int> node_of_shape_;
  std::unique_ptr<Embree> embree_;
};

}  // namespace surefoot::raycast
