#include "surefoot/engines/bullet/backend.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <string>
#include <tuple>

#include "surefoot/base/try.h"
#include "surefoot/engines/bullet/build.h"
#include "surefoot/engines/bullet/contacts.h"
#include "surefoot/engines/bullet/impacts.h"
#include "surefoot/engines/bullet/loops.h"
#include "surefoot/engines/bullet/servos.h"
#include "surefoot/engines/bullet/solver.h"
#include "surefoot/math/quaternion_array.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/joint_coordinates.h"

// A step of Bullet: its multibody dynamics gives mass matrices and forces, its GJK contacts;
// contact forces are solved by solver.cc, and the velocities are integrated here.

namespace surefoot::engines::bullet {
namespace {

using physics::Inputs;
using physics::State;
using physics::StepReport;

/// Identifies a shape independently of the engine instance, for saved contacts.
struct ShapeKey {
  std::int32_t link = 0;
  std::int32_t collision = 0;
  std::int32_t part = 0;
};

/// Id of the model, or -1.
int FindModel(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// Bullet's articulated bodies with Surefoot's contacts and constraint solver
/// (docs/reference/engines.md explains why Bullet's own are not used).
class BulletBackend final : public physics::BackendCommon {
 public:
  BulletBackend(const physics::BackendArgs& args, Built built, physics::ContactLaws laws,
                std::vector<Shape> shapes)
      : BackendCommon(args),
        built_(std::move(built)),
        laws_(std::move(laws)),
        contacts_(*world_, std::move(shapes)),
        impacts_(laws_, contacts_.shapes()),
        servos_(built_),
        loops_(*world_, built_) {
    for (int model = 0; model < world_->model_count(); ++model) {
      names_.push_back(world_->instance(model).name);
    }
    // Models with equality rows hold no coordinates directly: the rows might contradict them.
    std::vector<char> with_equalities(built_.articulations.size(), 0);
    loops_.FindRows(&with_equalities);
    servos_.DoNotHold(with_equalities);
    const State initial = physics::MakeInitialState(*world_);
    for (const int model : models_) WriteModel(model, initial);
  }

  void ReadState(State* state) const override;
  void WriteModel(int model, const State& state) override;
  void Step(const Inputs& inputs, double dt, State* state, StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override;
  Status RestoreModel(int model, const Bytes& saved) override;
  void NameModels(const std::vector<std::string>& names) override { names_ = names; }

 private:
  /// Stages of a step, in the order in which Solve() calls them.
  void Solve(const Inputs& inputs, double dt, State* state, StepReport* report);
  void ApplyForces(const Inputs& inputs);
  void SolveFree(double dt);
  void SetFreeVelocities(double dt);
  bool TakeVelocities(StepReport* report);
  void Integrate(double dt, StepReport* report);
  void Refresh(const ModelRange& range);
  Articulation& At(int articulation) {
    return built_.articulations[static_cast<std::size_t>(articulation)];
  }
  const Articulation& At(int articulation) const {
    return built_.articulations[static_cast<std::size_t>(articulation)];
  }
  int ModelOf(int articulation) const;
  const Shape& ShapeAt(int shape) const {
    return contacts_.shapes()[static_cast<std::size_t>(shape)];
  }
  int ModelOfShape(int shape) const { return world_->model_of_link(ShapeAt(shape).link); }
  // Identification of shapes and contacts in saved states.
  bool Touches(const PreviousContact& contact, int model) const;
  int FindShape(int model, const ShapeKey& key) const;
  void DropContacts(int model);
  template <typename F>
  void ForEachForce(const ModelRange& range, F f) const;
  void SaveForces(const ModelRange& range, ByteWriter* writer) const;
  bool RestoreForces(const ModelRange& range, ByteReader* reader);

  /// Names of models by id, as used in saved states.
  std::vector<std::string> names_;
  Built built_;
  physics::ContactLaws laws_;
  Contacts contacts_;
  Impacts impacts_;
  Servos servos_;
  Loops loops_;
  Solver solver_;
  /// Per articulation: whether the inverse of its mass matrix is needed in this step. Flying bodies
  /// do without.
  std::vector<char> needed_;
};

void BulletBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  if (ReportErrors(report, [&] { Solve(inputs, dt, state, report); })) ReadState(state);
}

void BulletBackend::Solve(const Inputs& inputs, double dt, State* state, StepReport* report) {
  // The order matters: each stage marks articulations whose inverse it needs before SolveFree().
  ApplyForces(inputs);
  servos_.ApplyForces(inputs, &built_.articulations);
  needed_.assign(built_.articulations.size(), 0);
  impacts_.Choose(contacts_.Find(built_.articulations, dt), dt, built_.articulations, &needed_);
  servos_.MarkAugmented(&needed_);
  servos_.FindRows(inputs, dt, built_.articulations, &needed_);
  loops_.FindRows(&needed_);
  SolveFree(dt);
  // Repeated when a motor assumed to be strong enough is not: it then gets a row. Terminates,
  // because every round adds at least one row.
  for (;;) {
    solver_.Reset(built_.articulations);
    SetFreeVelocities(dt);
    servos_.Hold(&built_.articulations, &solver_.rows());
    servos_.AddRows(inputs, dt, built_.articulations, &solver_);
    loops_.AddRows(inputs, dt, built_.articulations, &solver_);
    impacts_.AddRows(dt, &solver_);
    // A contact on an articulation whose coordinates are all held could never be satisfied.
    if (servos_.ReleaseStuck(impacts_.stuck(), &built_.articulations)) continue;
    solver_.Solve();
    if (servos_.AreHoldsStrongEnough(&solver_, &built_.articulations)) break;
  }
  report->solver_rows += solver_.rows().count();
  report->solver_iterations = std::max(report->solver_iterations, solver_.iterations());
  if (!TakeVelocities(report)) return;
  servos_.ReadRows(inputs, dt, solver_, &state->effort);
  loops_.ReadRows(inputs, dt, solver_, &state->effort);
  impacts_.ReadRows(dt, solver_, report);
  Integrate(dt, report);
}

void BulletBackend::ApplyForces(const Inputs& inputs) {
  for (const BodyMap& body : built_.bodies) {
    if (body.weight_mass <= 0.0) continue;
    Articulation& articulation = At(body.place.articulation);
    // Gravity acts on the mass that has it, at that mass's centre.
    const Vector3d weight = body.weight_mass * inputs.gravity_W;
    Vector3d torque = Vector3d::Zero();
    if (!body.p_CWeight_C.isZero(0.0)) {
      torque = (articulation.frame(body.place.link).X_WC.q * body.p_CWeight_C).cross(weight);
    }
    articulation.AddForce(body.place.link, weight, torque);
  }
  for (const physics::AppliedWrench& wrench : inputs.wrenches) {
    const Place& place = built_.places[static_cast<std::size_t>(wrench.link)];
    if (!place.moves()) continue;
    Articulation& articulation = At(place.articulation);
    const RigidTransform& X_WC = articulation.frame(place.link).X_WC;
    // Shifts the wrench from the link's origin to the centre of mass C.
    const Vector3d p_CL_W = X_WC.q * place.X_CF.p;
    articulation.AddForce(place.link, wrench.F_L_W.force,
                          wrench.F_L_W.torque + p_CL_W.cross(wrench.F_L_W.force));
  }
}

void BulletBackend::SolveFree(double dt) {
  for (std::size_t i = 0; i < built_.articulations.size(); ++i) {
    built_.articulations[i].SolveFree();
    if (needed_[i] != 0) built_.articulations[i].SolveInverse();
  }
  servos_.Augment(dt, &built_.articulations);
}

void BulletBackend::SetFreeVelocities(double dt) {
  Rows& rows = solver_.rows();
  for (std::size_t i = 0; i < built_.articulations.size(); ++i) {
    Articulation& articulation = built_.articulations[i];
    rows.v().segment(rows.velocity_of(static_cast<int>(i)), articulation.velocity_count()) =
        articulation.v() + dt * articulation.acceleration();
  }
}

int BulletBackend::ModelOf(int articulation) const {
  for (const ModelRange& range : built_.ranges) {
    if (articulation >= range.articulations.first && articulation < range.articulations.end()) {
      return range.model;
    }
  }
  return -1;
}

/// Takes over the solved velocities. False, with the model reported, when one is beyond any
/// physical value: it would become NaN in the next step.
bool BulletBackend::TakeVelocities(StepReport* report) {
  constexpr double kTooFast = 1e100;
  for (std::size_t i = 0; i < built_.articulations.size(); ++i) {
    Articulation& articulation = built_.articulations[i];
    const double* v = solver_.rows().v().data() + solver_.rows().velocity_of(static_cast<int>(i));
    for (int k = 0; k < articulation.velocity_count(); ++k) {
      if (std::abs(v[k]) < kTooFast) continue;
      physics::ReportNotFinite(ModelOf(static_cast<int>(i)), report);
      return false;
    }
  }
  for (std::size_t i = 0; i < built_.articulations.size(); ++i) {
    built_.articulations[i].SetVelocities(solver_.rows().v().data() +
                                          solver_.rows().velocity_of(static_cast<int>(i)));
  }
  return true;
}

/// Semi-implicit Euler: positions advance with the velocities at the end of the step.
void BulletBackend::Integrate(double dt, StepReport* report) {
  for (std::size_t i = 0; i < built_.articulations.size(); ++i) {
    Articulation& articulation = built_.articulations[i];
    articulation.Integrate(dt);
    articulation.UpdateKinematics();
    const bool finite = std::all_of(articulation.q().begin(), articulation.q().end(),
                                    [](double q) { return std::isfinite(q); });
    if (finite) continue;
    physics::ReportNotFinite(ModelOf(static_cast<int>(i)), report);
  }
  loops_.Update(built_.articulations);
}

void BulletBackend::ReadState(State* state) const {
  for (const BodyMap& body : built_.bodies) {
    const LinkFrame& frame = At(body.place.articulation).frame(body.place.link);
    const auto link = static_cast<std::size_t>(body.root_link);
    state->X_WL[link] = frame.X_WC * body.place.X_CF;
    state->V_WL_W[link] = Shifted(frame.V_WC_W, state->X_WL[link].p - frame.X_WC.p);
  }
  physics::ReadLumpedLinks(built_.lumped_links, state);
  for (const DofMap& dof : built_.dofs) {
    const Articulation& articulation = At(dof.articulation);
    state->q[static_cast<std::size_t>(dof.q)] =
        articulation.q()[static_cast<std::size_t>(dof.art_q)];
    state->v[static_cast<std::size_t>(dof.v)] = articulation.v()[dof.art_v];
  }
  for (const BallMap& ball : built_.balls) {
    const Articulation& articulation = At(ball.articulation);
    const double* q = articulation.q().data() + ball.art_q;
    // Bullet's joint rotation is between the frames C; Surefoot's between the joint frames J.
    const Quaterniond q_J = ball.q_CJ.conjugate() * Quaterniond(q[3], q[0], q[1], q[2]) * ball.q_CJ;
    const Vector3d w_C = articulation.v().segment<3>(ball.art_v);
    const Vector3d w_J = ball.q_CJ.conjugate() * w_C;
    PutQuaternion(ball.reversed ? q_J.conjugate() : q_J, state->q.data() + ball.q);
    Eigen::Map<Vector3d> v(state->v.data() + ball.v);
    v = w_J;
    if (ball.reversed) v = -(q_J * w_J);
  }
  for (std::size_t i = 0; i < built_.loops.size(); ++i) {
    const world::JointLayout& layout = world_->joint(built_.loops[i].joint);
    const Loops::Joint& joint = loops_.joints()[i];
    std::copy(joint.q.begin(), joint.q.begin() + layout.q_count, state->q.begin() + layout.q);
    std::copy(joint.v.begin(), joint.v.begin() + layout.v_count, state->v.begin() + layout.v);
  }
  for (const BodyMap& body : built_.bodies) {
    if (body.floating_joint >= 0) physics::ReadJoint(*world_, body.floating_joint, state);
  }
}

/// Updates frames and loop coordinates after positions were set from outside.
void BulletBackend::Refresh(const ModelRange& range) {
  for (int i = range.articulations.first; i < range.articulations.end(); ++i) {
    At(i).UpdateKinematics();
  }
  loops_.Update(built_.articulations);
}

void BulletBackend::WriteModel(int model, const State& state) {
  const ModelRange& range = physics::EntryOf(built_.ranges, model);
  for (int i = range.articulations.first; i < range.articulations.end(); ++i) {
    Articulation& articulation = At(i);
    std::vector<double> q = articulation.q();
    Eigen::VectorXd v = articulation.v();
    for (int k = range.dofs.first; k < range.dofs.end(); ++k) {
      const DofMap& dof = built_.dofs[static_cast<std::size_t>(k)];
      if (dof.articulation != i) continue;
      q[static_cast<std::size_t>(dof.art_q)] = state.q[static_cast<std::size_t>(dof.q)];
      v[dof.art_v] = state.v[static_cast<std::size_t>(dof.v)];
    }
    for (int k = range.balls.first; k < range.balls.end(); ++k) {
      const BallMap& ball = built_.balls[static_cast<std::size_t>(k)];
      if (ball.articulation != i) continue;
      Quaterniond q_J = QuaternionAt(state.q.data() + ball.q);
      Vector3d w_J = Eigen::Map<const Vector3d>(state.v.data() + ball.v);
      if (ball.reversed) {
        w_J = -(q_J * w_J);
        q_J = q_J.conjugate();
      }
      const Quaterniond q_C = ball.q_CJ * q_J * ball.q_CJ.conjugate();
      const double xyzw[4] = {q_C.x(), q_C.y(), q_C.z(), q_C.w()};
      std::copy(xyzw, xyzw + 4, q.begin() + ball.art_q);
      v.segment<3>(ball.art_v) = ball.q_CJ * w_J;
    }
    articulation.SetPositions(q.data());
    articulation.SetVelocities(v.data());
  }
  for (int k = range.bodies.first; k < range.bodies.end(); ++k) {
    const BodyMap& body = built_.bodies[static_cast<std::size_t>(k)];
    if (!body.free) continue;
    const auto link = static_cast<std::size_t>(body.root_link);
    const RigidTransform X_WC = state.X_WL[link] * body.place.X_CF.Inverse();
    At(body.place.articulation)
        .SetBase(X_WC, Shifted(state.V_WL_W[link], X_WC.p - state.X_WL[link].p));
  }
  for (int k = range.loops.first; k < range.loops.end(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    const world::JointLayout& layout = world_->joint(built_.loops[at].joint);
    loops_.joints()[at] = Loops::Joint();
    std::copy(state.q.begin() + layout.q, state.q.begin() + layout.q + layout.q_count,
              loops_.joints()[at].q.begin());
  }
  // Warm starts belong to the previous motion.
  DropContacts(model);
  ForEachForce(range, [&](std::size_t first, std::size_t count) {
    std::fill_n(servos_.forces().begin() + static_cast<std::ptrdiff_t>(first), count, 0.0);
  });
  Refresh(range);
}

/// Index of a shape, or -1. Shapes are in the order of models, links, collisions and parts.
int BulletBackend::FindShape(int model, const ShapeKey& key) const {
  const int link = world_->layout(model).links.first + key.link;
  const auto& shapes = contacts_.shapes();
  const auto found = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& shape) {
    return shape.link == link && shape.collision == key.collision && shape.part == key.part;
  });
  return found == shapes.end() ? -1 : static_cast<int>(found - shapes.begin());
}

bool BulletBackend::Touches(const PreviousContact& contact, int model) const {
  return ModelOfShape(contact.a) == model || ModelOfShape(contact.b) == model;
}

void BulletBackend::DropContacts(int model) {
  std::erase_if(impacts_.memory(),
                [&](const PreviousContact& contact) { return Touches(contact, model); });
}

/// Calls f(first, count) for the model's ranges of the stored joint forces: dofs, ball joints, and
/// flags of weak motors.
template <typename F>
void BulletBackend::ForEachForce(const ModelRange& range, F f) const {
  f(static_cast<std::size_t>(range.dofs.first), static_cast<std::size_t>(range.dofs.count));
  f(built_.dofs.size() + 3 * static_cast<std::size_t>(range.balls.first),
    3 * static_cast<std::size_t>(range.balls.count));
  f(built_.dofs.size() + 3 * built_.balls.size() + static_cast<std::size_t>(range.dofs.first),
    static_cast<std::size_t>(range.dofs.count));
}

/// Saves the warm start. Contacts with other models are saved with the models' names, and in the
/// states of both models.
void BulletBackend::SaveForces(const ModelRange& range, ByteWriter* writer) const {
  ForEachForce(range, [&](std::size_t first, std::size_t count) {
    writer->PutDoubles(servos_.forces().data() + first, count);
  });
  const std::vector<PreviousContact>& memory = impacts_.memory();
  const auto own = [&](const PreviousContact& contact) { return Touches(contact, range.model); };
  const auto count = std::count_if(memory.begin(), memory.end(), own);
  writer->Put<std::uint64_t>(static_cast<std::uint64_t>(count));
  for (const PreviousContact& contact : memory) {
    if (!own(contact)) continue;
    for (const int at : {contact.a, contact.b}) {
      const int model = ModelOfShape(at);
      const Shape& shape = ShapeAt(at);
      writer->PutString(names_[static_cast<std::size_t>(model)]);
      writer->Put(
          ShapeKey{shape.link - world_->layout(model).links.first, shape.collision, shape.part});
    }
    writer->PutRaw(contact.p_W.data(), 3 * sizeof(double));
    writer->PutRaw(contact.f_W.data(), 3 * sizeof(double));
  }
}

/// Contacts with models that no longer exist are dropped. False, with nothing changed, when the
/// bytes do not fit or are not used up.
bool BulletBackend::RestoreForces(const ModelRange& range, ByteReader* reader) {
  std::vector<double> forces = servos_.forces();
  ForEachForce(range, [&](std::size_t first, std::size_t count) {
    reader->GetDoubles(forces.data() + first, count);
  });
  std::vector<PreviousContact> contacts;
  const auto count = reader->Get<std::uint64_t>();
  for (std::uint64_t i = 0; i < count && reader->ok(); ++i) {
    PreviousContact contact;
    int* sides[] = {&contact.a, &contact.b};
    for (int* side : sides) {
      const int model = FindModel(names_, reader->GetString());
      const ShapeKey key = reader->Get<ShapeKey>();
      *side = model < 0 ? -1 : FindShape(model, key);
    }
    reader->GetRaw(contact.p_W.data(), 3 * sizeof(double));
    reader->GetRaw(contact.f_W.data(), 3 * sizeof(double));
    if (contact.a < 0 || contact.b < 0) continue;
    // Shape indices may be ordered differently in this instance.
    if (contact.a > contact.b) {
      std::swap(contact.a, contact.b);
      contact.f_W = -contact.f_W;
    }
    contacts.push_back(contact);
  }
  if (!reader->ok() || reader->left() != 0) return false;
  servos_.forces() = std::move(forces);
  std::vector<PreviousContact>& memory = impacts_.memory();
  DropContacts(range.model);
  memory.insert(memory.end(), contacts.begin(), contacts.end());
  std::stable_sort(memory.begin(), memory.end(),
                   [](const PreviousContact& x, const PreviousContact& y) {
                     return std::tie(x.a, x.b) < std::tie(y.a, y.b);
                   });
  return true;
}

void BulletBackend::SaveModel(int model, Bytes* out) const {
  const ModelRange& range = physics::EntryOf(built_.ranges, model);
  ByteWriter writer(out);
  for (int i = range.articulations.first; i < range.articulations.end(); ++i) {
    const Articulation& articulation = At(i);
    writer.PutDoubles(articulation.q().data(), articulation.q().size());
    writer.PutDoubles(articulation.v().data(), static_cast<std::size_t>(articulation.v().size()));
  }
  for (int k = range.loops.first; k < range.loops.end(); ++k) {
    writer.Put(loops_.joints()[static_cast<std::size_t>(k)]);
  }
  SaveForces(range, &writer);
}

Status BulletBackend::RestoreModel(int model, const Bytes& saved) {
  const ModelRange& range = physics::EntryOf(built_.ranges, model);
  ByteReader reader(saved);
  std::vector<std::vector<double>> numbers;
  for (int i = range.articulations.first; i < range.articulations.end(); ++i) {
    const Articulation& articulation = At(i);
    for (const int count : {articulation.position_count(), articulation.velocity_count()}) {
      numbers.emplace_back(static_cast<std::size_t>(count));
      reader.GetDoubles(numbers.back().data(), numbers.back().size());
    }
  }
  std::vector<Loops::Joint> loops;
  for (int k = 0; k < range.loops.count; ++k) loops.push_back(reader.Get<Loops::Joint>());
  if (!RestoreForces(range, &reader)) {
    return physics::SavedStateDoesNotFit(*world_, model);
  }
  for (int i = 0; i < range.articulations.count; ++i) {
    Articulation& articulation = At(range.articulations.first + i);
    articulation.SetPositions(numbers[static_cast<std::size_t>(2 * i)].data());
    articulation.SetVelocities(numbers[static_cast<std::size_t>(2 * i + 1)].data());
  }
  Refresh(range);
  std::copy(loops.begin(), loops.end(), loops_.joints().begin() + range.loops.first);
  return Status();
}

/// Shapes are made after the articulations, whose links they are fixed to.
Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  try {
    Built built = SUREFOOT_TRY(Build(args));
    physics::ContactLaws laws(*args.world);
    std::vector<Shape> shapes = SUREFOOT_TRY(MakeShapes(args, built, &laws));
    laws.Prepare();
    return std::unique_ptr<physics::Backend>(std::make_unique<BulletBackend>(
        args, std::move(built), std::move(laws), std::move(shapes)));
  } catch (const std::exception& error) {
    return Error{std::string("Bullet cannot build the world: ") + error.what()};
  }
}

}  // namespace

physics::BackendFactory MakeFactory() { return physics::BackendFactory{MakeInfo, Make}; }

}  // namespace surefoot::engines::bullet
