#pragma once

/// Writes the MJCF that MuJoCo compiles. Element names contain Surefoot's ids: "b<model>_<tree
/// body>" for bodies, "l<World joint>" for bodies that close loops, "j<World joint>_<axis>" for
/// joints, "t<World v>" for motor tendons, "g<n>" for geoms.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/engines/mujoco/build.h"

namespace surefoot::engines::mujoco {

/// A height field that is compiled empty and filled afterwards, which avoids writing it as text.
struct HeightFieldSlot {
  std::shared_ptr<const HeightField> field;
  /// Lowest height (m), which becomes part of the geom's position, and the span above it.
  double base = 0.0;
  double span = 1.0;
};

/// A convex mesh asset, and the origin of its frame in the mesh that it is a part of.
struct MeshAsset {
  std::string name;
  Vector3d middle = Vector3d::Zero();
};

/// The MJCF documents (the first includes the others, because MuJoCo's XML parser rejects elements
/// nested deeper than 100), and data that MJCF cannot express.
struct Mjcf {
  std::vector<std::string> documents;
  std::vector<HeightFieldSlot> height_fields;
  /// Per geom in document order.
  std::vector<GeomMap> geoms;
  physics::ContactLaws laws;
  /// Point constraints: position of the point in the second body, by the constraint's name. MuJoCo
  /// derives it from the zero pose, where the two points need not coincide.
  std::map<std::string, Vector3d> second_anchors;
};

/// True when a loop joint of this type is closed by a small body that is attached to the joint's
/// parent by the joint itself and welded to the child: limits, motors and coordinates then work as
/// for any other joint. A fixed joint is a weld, a ball joint a common point.
bool HasLoopBody(world::JointType type);

/// Names of bodies.
std::string BodyName(int model, int tree_body);
std::string LoopBodyName(int world_joint);

/// Name of an included document.
std::string DocumentName(std::size_t index);

/// Translates the models of an instance to MJCF. Use once: MjcfWriter(args).Write().
class MjcfWriter {
 public:
  explicit MjcfWriter(const physics::BackendArgs& args) : args_(args), world_(*args.world) {
    out_.laws = physics::ContactLaws(world_);
  }

  Result<Mjcf> Write();

 private:
  // Bodies (mjcf_writer.cc).
  Status WriteModel(int model);
  Status WriteStaticBody(int model, int body);
  Status WriteBody(int model, int body, int depth);
  void WriteInertial(const Inertia& inertia);
  Status WriteJoint(int model, const world::Body& body);
  void WriteJointAxes(int model, int joint, const RigidTransform& X_BJ, double sign);
  void WriteScalarJoint(const std::string& name, const char* type, const Vector3d& p_B,
                        const Vector3d& axis_B, const world::JointAxis& axis);
  std::string JointName(int model, int joint, int axis) const;
  bool InThisInstance(int model) const;

  // Shapes (mjcf_shapes.cc).
  Status WriteLinkShapes(int model, int link, const RigidTransform& X_BL);
  Status WriteMesh(const world::Mesh& mesh, const RigidTransform& X_BG, const std::string& common,
                   const GeomMap& map, const world::Collision& collision);
  void WriteHeightMap(const world::HeightMap& map, const RigidTransform& X_BG,
                      const std::string& common, const GeomMap& geom);
  void WriteGeom(const std::string& shape, const RigidTransform& X_BG, const std::string& common,
                 const GeomMap& map);
  std::string MaskAttributes(int link, std::uint32_t mask) const;
  bool WheelsLeaveGroundAlone() const;
  Result<std::vector<MeshAsset>> MeshAssets(const world::Mesh& mesh, const Source& source);

  // Loops (mjcf_loops.cc).
  void WriteLoopBodies(int model, int parent_body);
  void WriteLoopBody(int model, int joint);
  void WriteLoopJoint(int model, int joint);
  Inertia LoopInertia(int model, const world::Joint& joint) const;

  // Constraints between bodies (mjcf_constraints.cc).
  Status WriteConstraints();
  /// Whether MuJoCo has a joint for this one: not when it cannot move, or closes a loop as a fixed
  /// or ball joint.
  bool HasCoordinates(int model, int joint) const;
  void WriteMimic(int model, int joint);
  void WriteScrew(int model, int joint);
  Status WriteAttachment(const world::Attachment& attachment);
  void WriteWeld(const std::string& body_a, const std::string& body_b, const RigidTransform& X_AB);
  void WriteConnect(const std::string& body_a, const std::string& body_b, const Vector3d& p_A,
                    const Vector3d& p_B);
  /// Name of the MuJoCo body that contains a link ("world" when static), and the link's pose in it.
  std::pair<std::string, RigidTransform> BodyOfLink(int model, int link) const;
  void WriteSelfExclusions(int model);
  void WriteMotorTendons(int model);
  void WriteMotorTendon(int model, int joint);

  const physics::BackendArgs& args_;
  const world::World& world_;
  Mjcf out_;
  bool wheel_masks_ = false;
  /// Text of the document being written, and of the sections beside the bodies.
  std::string body_text_;
  std::string asset_text_;
  std::string equality_text_;
  std::string exclude_text_;
  std::string tendon_text_;
  /// Children of each body of the model being written.
  std::vector<std::vector<int>> children_;
  std::map<const TriMesh*, std::vector<MeshAsset>> mesh_assets_;
};

/// MJCF text of numbers, with 17 digits, so that they are exact to the last bit.
std::string Num(double value);
std::string Vec(const Vector3d& v);
std::string Quat(const Quaterniond& q);
/// pos="..." quat="..." with a leading blank.
std::string PoseAttributes(const RigidTransform& X);

}  // namespace surefoot::engines::mujoco
