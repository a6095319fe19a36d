#include "surefoot/engines/ode/backend.h"

#include <ode/misc.h>
#include <ode/objects.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/base/try.h"
#include "surefoot/engines/ode/build.h"
#include "surefoot/engines/ode/contacts.h"
#include "surefoot/engines/ode/joints.h"
#include "surefoot/engines/ode/settings.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/joint_coordinates.h"
#include "surefoot/physics/kinematics.h"

// A step of ODE: contacts come from `physics/collide`, forces from ODE's solver. ODE's world keeps
// no state between steps that the World's State lacks.

namespace surefoot::engines::ode {
namespace {

/// Upper bound of a joint's rows: those of the joint, and up to three per coordinate for motor,
/// friction, and spring or stop.
int RowsOf(const JointMap& joint) { return 6 - joint.dof_count + 3 * joint.dof_count; }

/// Counts the rows of bodies that are connected by joints and contacts. The direct solver takes
/// time with the third power of the largest group.
class Islands {
 public:
  /// Joints and welds do not change, so they are collected once; contacts are added per step.
  explicit Islands(const Maps& maps) : rows_(maps.bodies.size()) {
    const auto body = [&](int link) {
      return link < 0 ? -1 : maps.body_of_link[static_cast<std::size_t>(link)];
    };
    for (const JointMap& joint : maps.joints) {
      joints_.push_back(Tie{body(joint.parent_link), body(joint.child_link), RowsOf(joint)});
    }
    for (const WeldMap& weld : maps.welds) {
      joints_.push_back(Tie{body(weld.link_a), body(weld.link_b), 6});
    }
    for (const Tie& tie : joints_) joint_rows_ += tie.rows;
  }

  /// Largest number of connected rows, including the contacts of the step. Returns the total
  /// without grouping when that is at most `enough`.
  int MaxConnectedRows(const Contacts& contacts, int enough) {
    const int all = joint_rows_ + 3 * contacts.count();
    if (all <= enough) return all;
    groups_.Reset(static_cast<int>(rows_.size()));
    std::fill(rows_.begin(), rows_.end(), 0);
    for (const Tie& tie : joints_) Join(tie);
    for (int i = 0; i < contacts.count(); ++i) {
      const std::pair<int, int> bodies = contacts.bodies(i);
      Join(Tie{bodies.first, bodies.second, 3});
    }
    int max = 0;
    for (const int rows : rows_) max = std::max(max, rows);
    return max;
  }

 private:
  struct Tie {
    int body_a = -1;
    int body_b = -1;
    int rows = 0;
  };

  /// Unites the groups of two bodies; a tie to the world adds its rows to the body's own group.
  void Join(const Tie& tie) {
    int a = tie.body_a;
    int b = tie.body_b;
    if (a < 0) std::swap(a, b);
    if (a < 0) return;
    a = groups_.Find(a);
    b = b < 0 ? a : groups_.Find(b);
    const int root = groups_.Join(a, b);
    if (a != b) rows_[At(root)] = rows_[At(a)] + rows_[At(b)];
    rows_[At(root)] += tie.rows;
  }

  std::vector<Tie> joints_;
  int joint_rows_ = 0;
  /// Groups of bodies, and the rows of each group at its representative body.
  DisjointSets groups_;
  std::vector<int> rows_;
};

using physics::Inputs;
using physics::State;
using physics::StepReport;

/// One step with the direct or the iterative solver.
int Advance(dxWorld* world, double dt, bool direct) {
  if (direct) return dWorldStep(world, dt);
  // dWorldQuickStep reorders constraints by a random generator of the process: seeded here, so that
  // steps are reproducible, and locked.
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  dRandSetSeed(1);
  dWorldSetQuickStepNumIterations(world, kIterations);
  return dWorldQuickStep(world, dt);
}

/// ODE has rotated the body from q_WB and kept its angular velocity. Without torque its angular
/// momentum is constant instead: w_new = I_new^-1 I_old w.
void KeepMomentum(const Quaterniond& q_WB, const BodyMap& map) {
  const double* q = dBodyGetQuaternion(map.body);
  const Quaterniond q_new(q[0], q[1], q[2], q[3]);
  const Vector3d w = Eigen::Map<const Vector3d>(dBodyGetAngularVel(map.body));
  const Vector3d momentum = q_WB * (map.I_B * (q_WB.conjugate() * w));
  const Vector3d turned = q_new * (map.I_B_inverse * (q_new.conjugate() * momentum));
  dBodySetAngularVel(map.body, turned.x(), turned.y(), turned.z());
}

/// ODE's rigid bodies in maximal coordinates with Surefoot's contact detection
/// (docs/reference/engines.md lists the settings).
class OdeBackend final : public physics::BackendCommon {
 public:
  OdeBackend(const physics::BackendArgs& args, Built built,
             std::unique_ptr<collide::ContactFinder> finder)
      : BackendCommon(args),
        ode_(std::move(built.world)),
        group_(dJointGroupCreate(0)),
        maps_(std::move(built.maps)),
        joints_(*world_, maps_),
        contacts_(*world_, maps_, std::move(finder)),
        islands_(maps_),
        own_(physics::MakeInitialState(*world_)) {
    const State initial = own_;
    for (const int model : models_) {
      if (!world_->model(model).is_static) WriteModel(model, initial);
    }
  }

  void ReadState(State* state) const override { CopyModels(own_, state); }
  void WriteModel(int model, const State& state) override;
  void Step(const Inputs& inputs, double dt, State* state, StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override;
  Status RestoreModel(int model, const Bytes& saved) override;

 private:
  bool Solve(const Inputs& inputs, double dt, StepReport* report);
  bool CheckForces(StepReport* report) const;
  void ForgetForces();
  void ApplyForces(const Inputs& inputs);
  void ReadBodies(int model);
  void PutBody(BodyMap* map, const Vector3d& p_WBcm, const double* q);
  bool CheckFinite(StepReport* report) const;

  WorldHandle ode_;
  GroupHandle group_;
  Maps maps_;
  Joints joints_;
  Contacts contacts_;
  Islands islands_;
  /// State of this instance's models. Joint angles count full turns from the previous values.
  State own_;
};

/// Sets pose of the centre of mass; keeps the quaternion before ODE normalizes it.
void OdeBackend::PutBody(BodyMap* map, const Vector3d& p_WBcm, const double* q) {
  std::copy(q, q + 4, map->raw_q);
  dBodySetPosition(map->body, p_WBcm.x(), p_WBcm.y(), p_WBcm.z());
  dBodySetQuaternion(map->body, map->raw_q);
}

// Wrenches act at the link's origin, which ODE converts to the body's centre of mass.
void OdeBackend::ApplyForces(const Inputs& inputs) {
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const int index = maps_.body_of_link[static_cast<std::size_t>(wrench.link)];
    if (index < 0) continue;
    dxBody* body = maps_.bodies[static_cast<std::size_t>(index)].body;
    const Vector3d& f = wrench.F_L_W.force;
    const Vector3d& t = wrench.F_L_W.torque;
    const Vector3d& p = own_.X_WL[static_cast<std::size_t>(wrench.link)].p;
    dBodyAddForceAtPos(body, f.x(), f.y(), f.z(), p.x(), p.y(), p.z());
    dBodyAddTorque(body, t.x(), t.y(), t.z());
  }
  for (const BodyMap& map : maps_.bodies) {
    if (map.weightless.mass == 0.0) continue;
    // Compensates gravity on the part without gravity.
    const Vector3d f = -map.weightless.mass * inputs.gravity_W;
    const Vector3d p = own_.X_WL[static_cast<std::size_t>(map.root_link)] * map.weightless.p_BCm;
    dBodyAddForceAtPos(map.body, f.x(), f.y(), f.z(), p.x(), p.y(), p.z());
  }
}

// Errors of ODE arrive as exceptions and leave its jobs unfinished, so they are renewed.
void OdeBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  bool asked = false;
  if (!ReportErrors(report, [&] { asked = Solve(inputs, dt, report); })) RenewJobs(ode_.get());
  // Not stepped: the forces of this step must not act in the next one.
  if (!asked) return ForgetForces();
  for (BodyMap& map : maps_.bodies) {
    // The quaternion is set again, so that it is normalized once per step, as after a restore.
    const double* q = dBodyGetQuaternion(map.body);
    std::copy(q, q + 4, map.raw_q);
    dBodySetQuaternion(map.body, map.raw_q);
    if (map.is_alone) KeepMomentum(own_.X_WL[static_cast<std::size_t>(map.root_link)].q, map);
  }
  for (const int model : models_) ReadBodies(model);
  joints_.ReadEfforts(&own_);
  if (CheckFinite(report)) ReadState(state);
}

/// Removes the forces and contact joints of a step that did not take place, so that a restored run
/// begins without them.
void OdeBackend::ForgetForces() {
  dJointGroupEmpty(group_.get());
  for (const BodyMap& map : maps_.bodies) {
    dBodySetForce(map.body, 0.0, 0.0, 0.0);
    dBodySetTorque(map.body, 0.0, 0.0, 0.0);
  }
}

/// False when the step was not taken: with numbers that overflow, ODE's solver does not return.
bool OdeBackend::Solve(const Inputs& inputs, double dt, StepReport* report) {
  StartLibrary();
  dxWorld* world = ode_.get();
  dWorldSetGravity(world, inputs.gravity_W.x(), inputs.gravity_W.y(), inputs.gravity_W.z());
  ApplyForces(inputs);
  joints_.Apply(inputs, dt, own_, world, group_.get());
  contacts_.Add(dt, inputs.gravity_W, own_, world, group_.get());
  if (!CheckForces(report)) return false;
  // The direct solver is exact but cubic; large heaps use the iteration instead.
  const int rows = islands_.MaxConnectedRows(contacts_, kMaxDirectRows);
  report->solver_rows += rows;
  if (Advance(world, dt, rows <= kMaxDirectRows) == 0) {
    throw std::runtime_error("ODE has not enough memory for a step");
  }
  contacts_.Report(report);
  dJointGroupEmpty(group_.get());
  return true;
}

/// Numbers below 1e50 leave room for the products in ODE's solver.
bool OdeBackend::CheckForces(StepReport* report) const {
  constexpr double kMaxMagnitude = 1e50;
  const auto sound = [](const double* v) {
    return std::abs(v[0]) < kMaxMagnitude && std::abs(v[1]) < kMaxMagnitude &&
           std::abs(v[2]) < kMaxMagnitude;
  };
  for (const BodyMap& map : maps_.bodies) {
    if (sound(dBodyGetForce(map.body)) && sound(dBodyGetTorque(map.body)) &&
        sound(dBodyGetLinearVel(map.body)) && sound(dBodyGetAngularVel(map.body)) &&
        sound(dBodyGetPosition(map.body))) {
      continue;
    }
    physics::ReportNotFinite(map.model, report);
    return false;
  }
  return true;
}

// Reports the first model with a value that is not finite.
bool OdeBackend::CheckFinite(StepReport* report) const {
  for (const int model : models_) {
    if (physics::IsFinite(*world_, model, own_)) continue;
    physics::ReportNotFinite(model, report);
    return false;
  }
  return true;
}

/// Updates links and joints of a model from ODE's bodies.
void OdeBackend::ReadBodies(int model) {
  for (const BodyMap& map : maps_.bodies) {
    if (map.model != model) continue;
    const auto link = static_cast<std::size_t>(map.root_link);
    const double* q = dBodyGetQuaternion(map.body);
    const Eigen::Map<const Vector3d> p_WBcm(dBodyGetPosition(map.body));
    RigidTransform& X_WB = own_.X_WL[link];
    X_WB.q = Quaterniond(q[0], q[1], q[2], q[3]);
    const Vector3d p_BcmB_W = -(X_WB.q * map.p_BBcm);
    X_WB.p = p_WBcm + p_BcmB_W;
    Twist& V_WB = own_.V_WL_W[link];
    V_WB.w = Eigen::Map<const Vector3d>(dBodyGetAngularVel(map.body));
    V_WB.v = Eigen::Map<const Vector3d>(dBodyGetLinearVel(map.body)) + V_WB.w.cross(p_BcmB_W);
  }
  const world::Range& links = world_->layout(model).links;
  for (const physics::LumpedLink& map : maps_.lumped_links) {
    if (map.link < links.first || map.link >= links.end()) continue;
    physics::ReadLumpedLink(map, &own_);
  }
  for (const JointMap& joint : maps_.joints) {
    if (joint.model == model) physics::ReadJoint(*world_, joint.id, &own_);
  }
}

// Used by resets, edits and placements.
void OdeBackend::WriteModel(int model, const State& given) {
  // Maximal coordinates: every link's pose is set, so it must follow from the joint coordinates.
  State state = given;
  physics::ForwardKinematics(*world_, model, &state);
  const world::ModelLayout& layout = world_->layout(model);
  std::copy(state.q.begin() + layout.q.first, state.q.begin() + layout.q.end(),
            own_.q.begin() + layout.q.first);
  for (BodyMap& map : maps_.bodies) {
    if (map.model != model) continue;
    const auto link = static_cast<std::size_t>(map.root_link);
    const RigidTransform& X_WB = state.X_WL[link];
    const Twist V = Shifted(state.V_WL_W[link], X_WB.q * map.p_BBcm);
    const double q[4] = {X_WB.q.w(), X_WB.q.x(), X_WB.q.y(), X_WB.q.z()};
    PutBody(&map, X_WB * map.p_BBcm, q);
    dBodySetLinearVel(map.body, V.v.x(), V.v.y(), V.v.z());
    dBodySetAngularVel(map.body, V.w.x(), V.w.y(), V.w.z());
  }
  ReadBodies(model);
}

// The raw quaternion is saved, because ODE's normalized one differs in the last digits.
void OdeBackend::SaveModel(int model, Bytes* out) const {
  ByteWriter writer(out);
  for (const BodyMap& map : maps_.bodies) {
    if (map.model != model) continue;
    writer.PutRaw(dBodyGetPosition(map.body), 3 * sizeof(double));
    writer.PutRaw(map.raw_q, sizeof map.raw_q);
    writer.PutRaw(dBodyGetLinearVel(map.body), 3 * sizeof(double));
    writer.PutRaw(dBodyGetAngularVel(map.body), 3 * sizeof(double));
  }
  // The joint coordinates are saved for their full turns, which poses do not contain.
  const world::Range& q = world_->layout(model).q;
  writer.PutRaw(own_.q.data() + q.first, static_cast<std::size_t>(q.count) * sizeof(double));
}

/// 13 numbers per body: position, quaternion, linear and angular velocity; then the joint
/// coordinates.
Status OdeBackend::RestoreModel(int model, const Bytes& saved) {
  const world::Range& range = world_->layout(model).q;
  std::size_t bodies = 0;
  for (const BodyMap& map : maps_.bodies) bodies += map.model == model ? 1 : 0;
  const std::size_t doubles = 13 * bodies + static_cast<std::size_t>(range.count);
  if (saved.size() != doubles * sizeof(double)) {
    return physics::SavedStateDoesNotFit(*world_, model);
  }
  ByteReader reader(saved);
  for (BodyMap& map : maps_.bodies) {
    if (map.model != model) continue;
    double values[13];
    reader.GetRaw(values, sizeof values);
    PutBody(&map, Vector3d(values[0], values[1], values[2]), values + 3);
    dBodySetLinearVel(map.body, values[7], values[8], values[9]);
    dBodySetAngularVel(map.body, values[10], values[11], values[12]);
  }
  reader.GetRaw(own_.q.data() + range.first,
                static_cast<std::size_t>(range.count) * sizeof(double));
  ReadBodies(model);
  return Status();
}

/// Errors of ODE during the construction are exceptions.
Result<Built> TryBuild(const physics::BackendArgs& args) {
  try {
    return Build(args);
  } catch (const std::exception& error) {
    return Error{error.what()};
  }
}

/// The engine's factory.
Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  StartLibrary();
  Built built = SUREFOOT_TRY(TryBuild(args));
  std::unique_ptr<collide::ContactFinder> finder = SUREFOOT_TRY(collide::MakeContactFinder(args));
  return std::unique_ptr<physics::Backend>(
      std::make_unique<OdeBackend>(args, std::move(built), std::move(finder)));
}

}  // namespace

physics::BackendFactory MakeFactory() { return physics::BackendFactory{MakeInfo, Make}; }

}  // namespace surefoot::engines::ode
