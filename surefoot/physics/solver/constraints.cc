#include "surefoot/physics/solver/constraints.h"

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/physics/joint_coordinates.h"

namespace surefoot::solver {
namespace {

/// Writes poses and velocities of the links that belong to this instance.
void ReadLinks(const Tables& tables, const Motion& motion, physics::State* state) {
  for (std::size_t i = 0; i < tables.bodies.size(); ++i) {
    if (tables.bodies[i].root_link < 0) continue;
    const auto link = At(tables.bodies[i].root_link);
    const BodyMotion& body = motion.bodies[i];
    state->X_WL[link] = RigidTransform(Quaterniond(body.R_WB), body.p_WB);
    state->V_WL_W[link].w = body.w_WB;
    state->V_WL_W[link].v = body.v_WB;
  }
  physics::ReadLumpedLinks(tables.lumped_links, state);
}

}  // namespace

Constraints::Constraints(const physics::BackendArgs& args, const Tables& tables,
                         std::unique_ptr<collide::ContactFinder> finder, double tolerance)
    : world_(args.world),
      tables_(tables),
      articulation_(tables),
      loops_(tables),
      joints_(tables),
      contacts_(args, tables, std::move(finder)),
      solver_(tables.trees, tolerance),
      poses_(physics::MakeInitialState(*world_)) {}

void Constraints::SetMotion(const Motion& motion) {
  loops_.FindCoordinates(motion);
  ReadLinks(tables_, motion, &poses_);
}

void Constraints::Begin(const Motion& motion, const std::vector<double>& added) {
  articulation_.Update(motion, added);
  loops_.FindMotions(articulation_);
}

void Constraints::Solve(const physics::Inputs& inputs, const Motion& motion, double dt,
                        const std::vector<double>& momentum, const std::vector<double>* v_free,
                        std::vector<double>* v, std::vector<double>* v_moved,
                        physics::StepReport* report) {
  // Rows in a fixed order: loops, joints, contacts. Impulses do not depend on it, bits do.
  rows_.Clear();
  loops_.AddRows(mass(), dt, &rows_);
  joints_.AddRows(inputs, motion, loops_, mass(), dt, &rows_);
  contacts_.AddRows(poses_, articulation_, v->data(), dt, &rows_);
  solver_.Prepare(mass(), &rows_);
  // A tree without constraints keeps the engine's own result, which is exact.
  for (std::size_t tree = 0; v_free != nullptr && tree < tables_.trees.size(); ++tree) {
    if (solver_.IsConstrained(static_cast<int>(tree))) continue;
    const DofRange& range = tables_.trees[tree];
    std::copy(v_free->begin() + range.begin, v_free->begin() + range.end, v->begin() + range.begin);
  }
  solver_.Solve(momentum.data(), v->data());
  // Positions use the velocities with recovery of errors, the state the ones without: recovery then
  // adds no kinetic energy (the idea of split impulses).
  *v_moved = *v;
  solver_.Relax(momentum.data(), v->data());
  contacts_.Finish(rows_, dt, report);
  report->solver_rows += rows_.row_count();
  report->solver_iterations = std::max(report->solver_iterations, solver_.iterations());
}

void Constraints::ReadState(const Motion& motion, physics::State* state) const {
  ReadLinks(tables_, motion, state);
  for (const Coordinate& c : tables_.coordinates) {
    const bool in_tree = c.loop < 0;
    state->q[At(c.q)] = in_tree ? motion.q[At(c.own_q)] : loops_.q(c.loop, c.component);
    state->v[At(c.v)] = in_tree ? motion.u[At(c.own_u)] : loops_.v(c.loop, c.component);
  }
  for (std::size_t i = 0; i < tables_.loops.size(); ++i) {
    const LoopEntry& loop = tables_.loops[i];
    // Ball and floating loop joints have no scalar coordinates.
    if (loop.joint < 0 || loop.first_coordinate >= 0) continue;
    const world::JointLayout& layout = world_->joint(loop.joint);
    const int at = static_cast<int>(i);
    std::copy(loops_.q(at), loops_.q(at) + layout.q_count, state->q.begin() + layout.q);
    std::copy(loops_.v(at), loops_.v(at) + layout.v_count, state->v.begin() + layout.v);
  }
  for (const BodyEntry& body : tables_.bodies) {
    if (body.floating_joint >= 0) physics::ReadJoint(*world_, body.floating_joint, state);
  }
}

void Constraints::WriteModel(int model, const physics::State& state, Motion* motion) {
  for (const Coordinate& c : tables_.coordinates) {
    if (c.model != model) continue;
    if (c.loop >= 0) {
      loops_.q(c.loop)[c.component] = state.q[At(c.q)];
    } else {
      motion->q[At(c.own_q)] = state.q[At(c.q)];
      motion->u[At(c.own_u)] = state.v[At(c.v)];
    }
  }
  contacts_.Forget(model);
}

void Constraints::SaveModel(int model, const Motion& motion, Bytes* out) const {
  const ModelEntry& entry = physics::EntryOf(tables_.models, model);
  ByteWriter writer(out);
  for (int i = entry.first_body; i < entry.end_body; ++i) {
    const BodyEntry& body = tables_.bodies[At(i)];
    writer.PutDoubles(motion.q.data() + body.q, At(body.q_count));
    writer.PutDoubles(motion.u.data() + body.u, At(body.u_count));
  }
  // Loop joints count full turns, which poses alone do not determine.
  for (int i = entry.first_loop; i < entry.end_loop; ++i) writer.PutDoubles(loops_.q(i), 7);
  contacts_.Save(model, &writer);
}

Status Constraints::RestoreModel(int model, const Bytes& saved, bool (*valid)(double),
                                 Motion* motion) {
  const ModelEntry& entry = physics::EntryOf(tables_.models, model);
  // Two passes, first a check: a saved state that does not fit changes nothing.
  for (const bool check : {true, false}) {
    ByteReader reader(saved);
    bool all_valid = true;
    double values[7] = {};
    const auto get = [&](double* place, int count) {
      reader.GetDoubles(values, At(count));
      all_valid = all_valid && std::all_of(values, values + count, valid);
      if (!check) std::copy(values, values + count, place);
    };
    for (int i = entry.first_body; i < entry.end_body; ++i) {
      const BodyEntry& body = tables_.bodies[At(i)];
      get(motion->q.data() + body.q, body.q_count);
      get(motion->u.data() + body.u, body.u_count);
    }
    for (int i = entry.first_loop; i < entry.end_loop; ++i) get(loops_.q(i), 7);
    contacts_.Restore(model, check, &reader);
    if (!reader.ok() || reader.left() != 0 || !all_valid) {
      return physics::SavedStateDoesNotFit(*world_, model);
    }
  }
  return Status();
}

}  // namespace surefoot::solver
