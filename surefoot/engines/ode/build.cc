#include "surefoot/engines/ode/build.h"

#include <ode/mass.h>
#include <ode/objects.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>

#include "surefoot/engines/ode/settings.h"
#include "surefoot/physics/kinematics.h"

// ODE has single bodies and joints between them, so a tree of links becomes bodies with one ODE
// joint per joint, and motors on the joints.

namespace surefoot::engines::ode {
namespace {

using world::JointType;

/// Passive forces share one row: force = alpha - beta v.
bool HasPassive(const world::JointAxis& axis) {
  return axis.spring_stiffness > 0.0 || axis.damping > 0.0 || axis.armature > 0.0;
}

/// An axis without finite limits needs no stop.
bool HasLimit(const world::JointAxis& axis) {
  return std::isfinite(axis.lower) || std::isfinite(axis.upper);
}

/// Makes ODE's joints between existing bodies. ODE defines a joint's zero by the poses at the time
/// of its creation, so bodies are moved there first.
class JointBuilder {
 public:
  JointBuilder(const world::World& world, dxWorld* ode, Maps* maps)
      : world_(world), ode_(ode), maps_(maps), initial_(physics::MakeInitialState(world)) {}

  /// Joints of the tree first, then those that close loops, which need bodies on both sides.
  void AddJoints(int model) {
    const world::Tree& tree = world_.tree(model);
    for (const world::Body& body : tree.bodies) {
      if (body.joint >= 0) AddJoint(model, body.joint, false);
    }
    for (const int joint : tree.loop_joints) AddJoint(model, joint, true);
    LinkMimics(model);
  }
  /// A fixed joint keeps the relative pose that the bodies have when it is created, so both are
  /// moved to the attached pose first.
  void AddWelds() {
    for (const world::Attachment& attachment : world_.spec().attachments) {
      const auto find = [&](const std::string& model_name, const std::string& link_name) {
        const int model = world_.FindModel(model_name);
        const int link = model < 0 ? -1 : world_.model(model).FindLink(link_name);
        return link < 0 ? -1 : world_.layout(model).links.first + link;
      };
      WeldMap weld;
      weld.link_a = find(attachment.model_a, attachment.link_a);
      weld.link_b = find(attachment.model_b, attachment.link_b);
      weld.X_AB = attachment.X_AB;
      if (weld.link_a < 0 || weld.link_b < 0) continue;
      const BodyMap* a = BodyOf(weld.link_a);
      const BodyMap* b = BodyOf(weld.link_b);
      if (a == b) continue;
      RigidTransform X_WA;
      if (a == nullptr) {
        X_WA = initial_.X_WL[static_cast<std::size_t>(weld.link_a)];
      } else if (b == nullptr) {
        X_WA = initial_.X_WL[static_cast<std::size_t>(weld.link_b)] * weld.X_AB.Inverse();
      }
      PutLink(weld.link_a, X_WA);
      PutLink(weld.link_b, X_WA * weld.X_AB);
      weld.joint = dJointCreateFixed(ode_, nullptr);
      b != nullptr ? dJointAttach(weld.joint, b->body, a != nullptr ? a->body : nullptr)
                   : dJointAttach(weld.joint, a->body, nullptr);
      dJointSetFixed(weld.joint);
      maps_->welds.push_back(weld);
    }
  }

 private:
  /// The bilateral part of a joint; its degrees of freedom follow in AddDof.
  void AddJoint(int model, int joint, bool is_loop) {
    const int first = world_.layout(model).links.first;
    JointMap map;
    map.id = world_.layout(model).joints.first + joint;
    map.model = model;
    map.spec = &world_.joint_spec(map.id);
    map.is_loop = is_loop;
    map.child_link = first + map.spec->child;
    map.parent_link = map.spec->parent == world::kWorldLink ? -1 : first + map.spec->parent;
    const BodyMap* child = BodyOf(map.child_link);
    const BodyMap* parent = BodyOf(map.parent_link);
    map.child = child != nullptr ? child->body : nullptr;
    map.parent = parent != nullptr ? parent->body : nullptr;
    map.sign = map.child != nullptr ? 1.0 : -1.0;
    // At the joint's zero position both joint frames coincide. The place is arbitrary unless one
    // side is fixed.
    RigidTransform X_WJ;
    if (map.parent == nullptr) {
      const RigidTransform X_WP = map.parent_link < 0
                                      ? world_.instance(model).X_WM
                                      : initial_.X_WL[static_cast<std::size_t>(map.parent_link)];
      X_WJ = X_WP * map.spec->X_PJ;
    } else if (map.child == nullptr) {
      X_WJ = initial_.X_WL[static_cast<std::size_t>(map.child_link)] * map.spec->X_CJ;
    }
    if (map.parent != nullptr) PutLink(map.parent_link, X_WJ * map.spec->X_PJ.Inverse());
    PutLink(map.child_link, X_WJ * map.spec->X_CJ.Inverse());
    MakeMain(X_WJ, &map);
    AddDofs(&map);
    maps_->joints.push_back(map);
  }
  /// The ODE joint of each type; constraints that ODE lacks are motors without a force limit.
  void MakeMain(const RigidTransform& X_WJ, JointMap* map) {
    dxBody* one = map->sign > 0.0 ? map->child : map->parent;
    dxBody* two = map->sign > 0.0 ? map->parent : nullptr;
    const Vector3d& p = X_WJ.p;
    const Vector3d a = X_WJ.q * map->spec->axes[0].axis_J;
    const Vector3d b = X_WJ.q * map->spec->axes[1].axis_J;
    const auto attached = [&](dxJoint* joint) {
      dJointAttach(joint, one, two);
      return joint;
    };
    const auto hold = [&](dxJoint* joint, bool linear, int count) {
      attached(joint);
      linear ? dJointSetLMotorNumAxes(joint, count) : dJointSetAMotorNumAxes(joint, count);
      for (int i = 0; i < count; ++i) {
        const int param = dParamFMax + i * dParamGroup;
        linear ? dJointSetLMotorParam(joint, param, dInfinity)
               : dJointSetAMotorParam(joint, param, dInfinity);
      }
      return joint;
    };
    switch (map->spec->type) {
      case JointType::kRevolute:
      case JointType::kContinuous:
        if (map->is_loop) {
          // The error of a closed hinge cannot be corrected slowly in ODE; that of a ball joint
          // with a motor can.
          map->main = attached(dJointCreateBall(ode_, nullptr));
          dJointSetBallAnchor(map->main, p.x(), p.y(), p.z());
          map->angular_hold = hold(dJointCreateAMotor(ode_, nullptr), false, 2);
          break;
        }
        map->main = attached(dJointCreateHinge(ode_, nullptr));
        dJointSetHingeAnchor(map->main, p.x(), p.y(), p.z());
        dJointSetHingeAxis(map->main, a.x(), a.y(), a.z());
        break;
      case JointType::kPrismatic:
        map->main = attached(dJointCreateSlider(ode_, nullptr));
        dJointSetSliderAxis(map->main, map->sign * a.x(), map->sign * a.y(), map->sign * a.z());
        break;
      case JointType::kScrew:
        map->main = attached(dJointCreatePiston(ode_, nullptr));
        dJointSetPistonAnchor(map->main, p.x(), p.y(), p.z());
        dJointSetPistonAxis(map->main, a.x(), a.y(), a.z());
        break;
      case JointType::kUniversal: {
        map->main = attached(dJointCreateUniversal(ode_, nullptr));
        dJointSetUniversalAnchor(map->main, p.x(), p.y(), p.z());
        // ODE's first axis belongs to its first body.
        const Vector3d& first = map->sign > 0.0 ? b : a;
        const Vector3d& second = map->sign > 0.0 ? a : b;
        dJointSetUniversalAxis1(map->main, first.x(), first.y(), first.z());
        dJointSetUniversalAxis2(map->main, second.x(), second.y(), second.z());
        break;
      }
      case JointType::kBall:
        map->main = attached(dJointCreateBall(ode_, nullptr));
        dJointSetBallAnchor(map->main, p.x(), p.y(), p.z());
        break;
      case JointType::kFixed:
        map->main = attached(dJointCreateFixed(ode_, nullptr));
        dJointSetFixed(map->main);
        break;
      case JointType::kPlanar:
        map->angular_hold = hold(dJointCreateAMotor(ode_, nullptr), false, 2);
        map->linear_hold = hold(dJointCreateLMotor(ode_, nullptr), true, 1);
        break;
      case JointType::kFloating:
        break;
    }
  }
  /// A coordinate for each elementary step of the joint. Ball joints have none: their motors are
  /// torques.
  void AddDofs(JointMap* map) {
    map->first_dof = static_cast<int>(maps_->dofs.size());
    for (const physics::JointStep& step : physics::StepsOf(*map->spec, false)) {
      if (step.kind == physics::StepKind::kBall) continue;
      AddDof(*map, step.axis, step.kind == physics::StepKind::kPrismatic);
    }
    map->dof_count = static_cast<int>(maps_->dofs.size()) - map->first_dof;
  }
  /// The rows of a degree of freedom: servo, friction, spring and stop, as far as it has them.
  void AddDof(const JointMap& map, int axis, bool linear) {
    dxBody* one = map.sign > 0.0 ? map.child : map.parent;
    dxBody* two = map.sign > 0.0 ? map.parent : nullptr;
    const auto motor = [&](int count) {
      dxJoint* joint =
          linear ? dJointCreateLMotor(ode_, nullptr) : dJointCreateAMotor(ode_, nullptr);
      dJointAttach(joint, one, two);
      linear ? dJointSetLMotorNumAxes(joint, count) : dJointSetAMotorNumAxes(joint, count);
      return joint;
    };
    DofMap dof;
    dof.q = world_.joint(map.id).q + axis;
    dof.v = world_.joint(map.id).v + axis;
    dof.axis = axis;
    dof.linear = linear;
    dof.joint = static_cast<int>(maps_->joints.size());
    dof.spec = physics::AxisOf(*map.spec, axis);
    if (map.spec->type == JointType::kContinuous) {
      dof.spec.lower = -world::kInfinity;
      dof.spec.upper = world::kInfinity;
    }
    dof.inertia = InertiaAlong(map, dof);
    dof.at_point = linear && map.spec->type == JointType::kPlanar;
    dof.has_friction = dof.spec.friction > 0.0;
    dof.has_passive = HasPassive(dof.spec);
    dof.has_stop = HasLimit(dof.spec);
    // Motor, friction, spring and stop are separate rows: ODE's motors share a row with the stops
    // of their joint.
    if (!dof.at_point) {
      dof.servo = MotorRow{motor(1), 0};
      int rows = 0;
      const int friction = dof.has_friction ? rows++ : -1;
      const int passive = dof.has_passive ? rows++ : -1;
      const int stop = dof.has_stop && !linear ? rows++ : -1;
      dxJoint* joint = rows > 0 ? motor(rows) : nullptr;
      if (friction >= 0) dof.friction = MotorRow{joint, friction};
      if (passive >= 0) dof.passive = MotorRow{joint, passive};
      if (stop >= 0) {
        dof.stop = MotorRow{joint, stop};
        dJointSetAMotorParam(joint, dParamLoStop + stop * dParamGroup, dof.spec.lower);
        dJointSetAMotorParam(joint, dParamHiStop + stop * dParamGroup, dof.spec.upper);
      }
      if (dof.has_stop && linear) {
        dof.stop = MotorRow{map.main, 0};
        dJointSetSliderParam(map.main, dParamLoStop, dof.spec.lower);
        dJointSetSliderParam(map.main, dParamHiStop, dof.spec.upper);
      }
    }
    maps_->dofs.push_back(dof);
  }
  /// Reduced inertia of the two bodies along the coordinate: the smallest that a spring can
  /// accelerate.
  double InertiaAlong(const JointMap& map, const DofMap& dof) const {
    double compliance = 0.0;
    for (dxBody* body : {map.child, map.parent}) {
      if (body == nullptr) continue;
      dMass mass;
      dBodyGetMass(body, &mass);
      double inertia = mass.mass;
      if (!dof.linear) {
        Matrix3d I;
        for (int i = 0; i < 3; ++i) {
          for (int k = 0; k < 3; ++k) I(i, k) = mass.I[4 * i + k];
        }
        // The smallest principal moment is a lower bound for any axis.
        inertia = Eigen::SelfAdjointEigenSolver<Matrix3d>(I).eigenvalues().minCoeff();
      }
      compliance += 1.0 / inertia;
    }
    return compliance > 0.0 ? 1.0 / compliance : 0.0;
  }
  /// Leader and follower are single-axis joints, so the first coordinates of both are meant.
  void LinkMimics(int model) {
    for (const JointMap& joint : maps_->joints) {
      if (joint.model != model || !joint.spec->mimic || joint.dof_count == 0) continue;
      const int leader_id = world_.layout(model).joints.first + joint.spec->mimic->leader;
      for (const JointMap& other : maps_->joints) {
        if (other.id != leader_id || other.dof_count == 0) continue;
        DofMap& dof = maps_->dofs[static_cast<std::size_t>(joint.first_dof)];
        dof.leader = other.first_dof;
        dof.multiplier = joint.spec->mimic->multiplier;
        dof.offset = joint.spec->mimic->offset;
      }
    }
  }
  /// Moves a body so that its link is at X_WL, while a joint is defined.
  void PutLink(int link, const RigidTransform& X_WL) {
    const BodyMap* map = BodyOf(link);
    if (map == nullptr) return;
    const int model = world_.model_of_link(link);
    const int local = link - world_.layout(model).links.first;
    const RigidTransform X_WB =
        X_WL * world_.tree(model).X_BL[static_cast<std::size_t>(local)].Inverse();
    const Vector3d p_WBcm = X_WB * map->p_BBcm;
    dBodySetPosition(map->body, p_WBcm.x(), p_WBcm.y(), p_WBcm.z());
    const dQuaternion q = {X_WB.q.w(), X_WB.q.x(), X_WB.q.y(), X_WB.q.z()};
    dBodySetQuaternion(map->body, q);
  }
  /// Null for the world and for static links.
  BodyMap* BodyOf(int link) {
    if (link < 0) return nullptr;
    const int index = maps_->body_of_link[static_cast<std::size_t>(link)];
    return index < 0 ? nullptr : &maps_->bodies[static_cast<std::size_t>(index)];
  }

  const world::World& world_;
  dxWorld* ode_;
  Maps* maps_;
  physics::State initial_;
};

/// Smallest mass (kg) and moment (kg m^2).
constexpr double kMinMass = 1e-9;
constexpr double kMinMoment = 1e-12;

/// Raises moments to values whose inverse ODE can compute.
Matrix3d SoundMoments(const Matrix3d& I) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(I);
  const double min = std::max(kMinMoment, 1e-9 * eigen.eigenvalues().maxCoeff());
  if (eigen.eigenvalues().minCoeff() >= min) return I;
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(min).asDiagonal() *
         eigen.eigenvectors().transpose();
}

/// Makes bodies, then joints, then attachments.
class Builder {
 public:
  /// Static links have no body: index -1.
  explicit Builder(const physics::BackendArgs& args) : world_(*args.world), args_(args) {
    built_.world = MakeWorld();
    built_.maps.body_of_link.assign(static_cast<std::size_t>(world_.link_count()), -1);
    built_.maps.model_mass.assign(static_cast<std::size_t>(world_.model_count()), 0.0);
  }

  /// Bodies of all models exist before joints and welds connect them.
  Result<Built> Run() {
    if (!built_.world) return Error{"ODE cannot allocate its world: not enough memory"};
    SetUp(built_.world.get());
    for (const int model : args_.models) AddBodies(model);
    JointBuilder joints(world_, built_.world.get(), &built_.maps);
    for (const int model : args_.models) joints.AddJoints(model);
    joints.AddWelds();
    for (BodyMap& map : built_.maps.bodies) {
      // Bodies without joints keep their momentum by KeepMomentum(); bodies on joints need ODE's
      // implicit gyroscopic term, which damps slightly but is stable.
      map.is_alone = dBodyGetNumJoints(map.body) == 0;
      dBodySetGyroscopicMode(map.body, map.is_alone ? 0 : 1);
    }
    return std::move(built_);
  }

 private:
  /// The contact layer and automatic disabling are off: they make results depend on hidden state.
  static void SetUp(dxWorld* world) {
    dWorldSetERP(world, kJointErp);
    dWorldSetCFM(world, kJointCfm);
    dWorldSetContactMaxCorrectingVel(world, kRecoverySpeed);
    dWorldSetContactSurfaceLayer(world, 0.0);
    dWorldSetAutoDisableFlag(world, 0);
    dWorldSetLinearDamping(world, 0.0);
    dWorldSetAngularDamping(world, 0.0);
  }

  /// A body for each group of rigidly connected links; the other links of the group are lumped.
  void AddBodies(int model) {
    const world::Tree& tree = world_.tree(model);
    const int first = world_.layout(model).links.first;
    for (const world::Body& body : tree.bodies) {
      if (!body.is_static) AddBody(model, tree, body);
      for (const int link : body.links) {
        if (link == body.root_link || body.is_static) continue;
        built_.maps.lumped_links.push_back(physics::LumpedLink{
            first + link, first + body.root_link, tree.X_BL[static_cast<std::size_t>(link)]});
      }
    }
  }

  /// Maximal coordinates: each moving body is an ODE body, whatever joints it has.
  void AddBody(int model, const world::Tree& tree, const world::Body& body) {
    const int first = world_.layout(model).links.first;
    const Inertia inertia = body.moved_inertia();
    BodyMap map;
    map.model = model;
    map.root_link = first + body.root_link;
    map.p_BBcm = inertia.p_BBcm;
    map.mass = std::max(inertia.mass, kMinMass);
    map.weightless = physics::WeightlessPart(world_.model(model), tree, body);
    map.body = dBodyCreate(built_.world.get());
    const Matrix3d I = SoundMoments(inertia.I_BBcm_B);
    map.I_B = I;
    map.I_B_inverse = I.inverse();
    dMass mass;
    dMassSetParameters(&mass, map.mass, 0.0, 0.0, 0.0, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2),
                       I(1, 2));
    dBodySetMass(map.body, &mass);
    // Finite rotation: orientations advance by exact rotations instead of a first-order update.
    dBodySetFiniteRotationMode(map.body, 1);
    const auto index = static_cast<int>(built_.maps.bodies.size());
    for (const int link : body.links) {
      built_.maps.body_of_link[static_cast<std::size_t>(first + link)] = index;
    }
    built_.maps.model_mass[static_cast<std::size_t>(model)] += map.mass;
    built_.maps.bodies.push_back(map);
  }

  const world::World& world_;
  const physics::BackendArgs& args_;
  Built built_;
};

}  // namespace

Result<Built> Build(const physics::BackendArgs& args) { return Builder(args).Run(); }

}  // namespace surefoot::engines::ode
