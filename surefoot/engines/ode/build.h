#pragma once

/// Conversion of the neutral description to ODE's bodies and joints, and the tables between them.

#include <memory>
#include <vector>

#include "surefoot/engines/ode/handles.h"
#include "surefoot/physics/backend_common.h"

namespace surefoot::engines::ode {

/// A movable body. ODE's body frame has the axes of B and its origin at the centre of mass.
struct BodyMap {
  int model = 0;
  /// World link id of the root link: its frame is B.
  int root_link = 0;
  dxBody* body = nullptr;
  Vector3d p_BBcm = Vector3d::Zero();
  double mass = 0.0;
  /// True when no joint is attached. Surefoot then conserves its angular momentum, of which ODE's
  /// method for bodies on joints loses a little.
  bool is_alone = true;
  /// Moments of inertia about the centre of mass in B, and their inverse.
  Matrix3d I_B = Matrix3d::Identity();
  Matrix3d I_B_inverse = Matrix3d::Identity();
  physics::Weightless weightless;
  /// Quaternion (w x y z) before ODE normalized it. Normalizing twice may change the last bit, so
  /// this one is saved.
  double raw_q[4] = {1.0, 0.0, 0.0, 0.0};
};

/// A row of ODE's solver: a velocity with a bounded force along one axis of a motor joint.
struct MotorRow {
  dxJoint* joint = nullptr;
  /// Index of the motor joint's axis.
  int axis = 0;
};

/// One scalar coordinate of a joint.
struct DofMap {
  int q = 0;
  int v = 0;
  /// 0 or 1: axis of the description; 2: rotation of a planar joint.
  int axis = 0;
  bool linear = false;
  world::JointAxis spec;
  /// Index into Maps::joints.
  int joint = 0;
  /// Lower bound of the inertia that a spring accelerates: of child and parent about the axis (kg
  /// m^2, or kg).
  double inertia = 0.0;
  /// True when the rows act at the joint's point and are remade in every step: ODE's linear motors
  /// act between the bodies' centres, which is wrong where the bodies rotate.
  bool at_point = false;
  bool has_friction = false;
  bool has_passive = false;
  bool has_stop = false;
  /// The servo; in its own motor joint, so that its force can be read.
  MotorRow servo;
  /// Dry friction; and spring, damping and armature in one row.
  MotorRow friction;
  MotorRow passive;
  /// Stops; those of a slider belong to the slider joint itself, which is then referenced here.
  MotorRow stop;
  /// Mimic: index of the leader's dof; else -1.
  int leader = -1;
  double multiplier = 1.0;
  double offset = 0.0;
};

/// A joint of the description with its ODE joints.
struct JointMap {
  /// World joint id.
  int id = 0;
  int model = 0;
  const world::Joint* spec = nullptr;
  /// World link ids; -1 for the world.
  int parent_link = -1;
  int child_link = 0;
  /// nullptr for a side that cannot move.
  dxBody* parent = nullptr;
  dxBody* child = nullptr;
  /// 1 when ODE's first body is the child, -1 when it is the parent, because the child is fixed.
  double sign = 1.0;
  /// The ODE joint; nullptr for planar and floating joints.
  dxJoint* main = nullptr;
  /// Motors without force limit, for constraints that `main` lacks (planar joints; hinges in
  /// loops).
  dxJoint* angular_hold = nullptr;
  dxJoint* linear_hold = nullptr;
  bool is_loop = false;
  /// Range of its coordinates in Maps::dofs.
  int first_dof = 0;
  int dof_count = 0;
};

/// An attachment; its ERP is set in each step, so that a gap closes slowly.
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
  /// Per World model: mass of all movable bodies (kg).
  std::vector<double> model_mass;
};

struct Built {
  WorldHandle world;
  Maps maps;
};

/// Makes the models of `args`. An error names the model.
Result<Built> Build(const physics::BackendArgs& args);

}  // namespace surefoot::engines::ode
