#pragma once

/// From the neutral description to ODE's bodies and joints, and the tables that connect them.

#include <memory>
#include <vector>

#include "surefoot/engines/ode/handles.h"
#include "surefoot/physics/backend_common.h"

namespace surefoot::engines::ode {

/// A movable body. ODE's frame has the axes of B and its origin at the centre of mass.
struct BodyMap {
  int model = 0;
  /// World link id of the root link: its frame is B.
  int root_link = 0;
  dxBody* body = nullptr;
  Vector3d p_BBcm = Vector3d::Zero();
  double mass = 0.0;
  /// No joint holds it. Its angular momentum is then kept by us; ODE's way for bodies on joints
  /// loses a little of it.
  bool is_alone = true;
  /// Moments about the centre of mass in B's axes, and their inverse.
  Matrix3d I_B = Matrix3d::Identity();
  Matrix3d I_B_inverse = Matrix3d::Identity();
  physics::Weightless weightless;
  /// Quaternion (w x y z) before ODE normalised it: normalising twice may change the last bit, so
  /// this is what is saved.
  double raw_q[4] = {1.0, 0.0, 0.0, 0.0};
};

/// A row that ODE solves with the joints: a bounded velocity along one axis of a motor joint.
struct MotorRow {
  dxJoint* joint = nullptr;
  /// Which of the joint's axes.
  int axis = 0;
};

/// One coordinate of a joint that can be driven.
struct DofMap {
  int q = 0;
  int v = 0;
  /// 0 or 1: the description's axis; 2: a planar joint's turn.
  int axis = 0;
  bool linear = false;
  world::JointAxis spec;
  /// Index into Maps::joints.
  int joint = 0;
  /// Inertia that a spring feels at least: of child and parent about the axis (kg m2, or kg).
  double inertia = 0.0;
  /// Its rows act at the joint's point and are made anew in every step: ODE's linear motors act
  /// between the bodies' centres, which is wrong where the bodies turn.
  bool at_point = false;
  bool has_friction = false;
  bool has_passive = false;
  bool has_stop = false;
  /// The servo; a joint of its own, so that its force can be told.
  MotorRow servo;
  /// Dry friction, then spring, damping and armature in one row.
  MotorRow friction;
  MotorRow passive;
  /// Stops; a slider's are on the slider itself, which is named here.
  MotorRow stop;
  /// Of the leader, when the joint mimics another: index into the dofs; else -1.
  int leader = -1;
  double multiplier = 1.0;
  double offset = 0.0;
};

struct JointMap {
  /// World joint id.
  int id = 0;
  int model = 0;
  const world::Joint* spec = nullptr;
  /// World link ids; -1 for the world.
  int parent_link = -1;
  int child_link = 0;
  /// nullptr when it cannot move.
  dxBody* parent = nullptr;
  dxBody* child = nullptr;
  /// 1 when ODE's first body is the child, -1 when it is the parent, because the child is fixed.
  double sign = 1.0;
  /// The joint itself; nullptr for planar and floating ones.
  dxJoint* main = nullptr;
  /// Motors without bounds that hold what `main` does not (planar joints; hinges in loops).
  dxJoint* angular_hold = nullptr;
  dxJoint* linear_hold = nullptr;
  bool is_loop = false;
  /// Range of the dofs.
  int first_dof = 0;
  int dof_count = 0;
};

/// Two links held together; ERP is set so that a gap closes gently.
struct WeldMap {
  dxJoint* joint = nullptr;
  int link_a = 0;
  int link_b = 0;
  RigidTransform X_AB;
};

struct Maps {
  std::vector<BodyMap> bodies;
  std::vector<physics::LumpedLink> lumped_links;
  std::vector<JointMap> joints;
  std::vector<DofMap> dofs;
  std::vector<WeldMap> welds;
  /// Per World link: index into `bodies`, or -1 when static or not in this instance.
  std::vector<int> body_of_link;
  /// Per World model: mass of all that moves.
  std::vector<double> model_mass;
};

struct Built {
  WorldHandle world;
  Maps maps;
};

/// Makes the models of `args`. The error names the model.
Result<Built> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::ode
