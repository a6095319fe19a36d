#include "surefoot/physics/solver/contacts.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"

namespace surefoot::solver {
namespace {

/// Penetration (m) at which a contact rests: deep enough to be detected again in the next step.
constexpr double kRestingDepth = 2e-5;
/// Range of friction coefficients; outside of it the cone's projection is ill-conditioned.
constexpr double kMinFriction = 1e-6;
constexpr double kMaxFriction = 1e3;

}  // namespace

Contacts::Contacts(const physics::BackendArgs& args, const Tables& tables,
                   std::unique_ptr<collide::ContactFinder> finder)
    : finder_(std::move(finder)), laws_(*args.world) {
  for (const collide::Shape& shape : finder_->shapes()) {
    const world::Collision& collision =
        args.world->link(shape.link).collisions[At(shape.collision)];
    ShapeEntry entry;
    entry.body = tables.links[At(shape.link)].body;
    entry.link = shape.link;
    entry.collision = shape.collision;
    entry.model = args.world->model_of_link(shape.link);
    entry.surface = laws_.Add(collision.surface);
    entry.q_LG = collision.X_LG.q;
    shapes_.push_back(entry);
  }
  laws_.Prepare();
  memories_.resize(shapes_.size());
}

void Contacts::AddRows(const physics::State& state, const Articulation& articulation,
                       const double* velocity, double dt, Rows* rows) {
  found_.clear();
  for (Memory& memory : memories_) memory.now = 0;
  for (const collide::TouchPoint& point : finder_->Find(state)) {
    AddContact(point, state, articulation, velocity, dt, rows);
  }
  GuessImpulses(rows);
}

void Contacts::AddContact(const collide::TouchPoint& point, const physics::State& state,
                          const Articulation& articulation, const double* velocity, double dt,
                          Rows* rows) {
  const ShapeEntry& a = shapes_[At(point.shape_a)];
  const ShapeEntry& b = shapes_[At(point.shape_b)];
  motion_.Set(articulation, a.body, b.body, point.p_WC);
  const world::ContactLaw& law = laws_.Law(a.surface, b.surface);
  const bool rough = law.mu > 0.0 || law.mu2 > 0.0;
  Constraint* contact = motion_.Add(rough ? Law::kContact : Law::kOneSided, rough ? 3 : 1, rows);
  // Neither body can move along a dof of this instance.
  if (contact == nullptr) return;
  Found found;
  found.point = &point;
  found.constraint = static_cast<int>(rows->constraints().size()) - 1;
  const Vector3d& n_W = point.n_W;
  const Skyline& mass = articulation.mass();
  motion_.FillRow(n_W, Vector3d::Zero(), rows->jacobian(*contact, 0));
  contact->softness[0] = kContactSoftness * InverseMass(*rows, *contact, 0, mass);
  if (rough) {
    found.t1_W = n_W.unitOrthogonal();
    double scale1 = 1.0;
    double scale2 = 1.0;
    contact->mu = std::clamp(law.mu, kMinFriction, kMaxFriction);
    if (law.mu != law.mu2) {
      const Vector3d direction_W =
          laws_.FrictionDirection(a.surface, state.X_WL[At(a.link)].q * a.q_LG, b.surface,
                                  state.X_WL[At(b.link)].q * b.q_LG);
      const Vector3d along = direction_W - n_W.dot(direction_W) * n_W;
      if (along.norm() > 1e-6) found.t1_W = along.normalized();
      // An elliptic friction cone becomes circular when the tangents are scaled by their
      // coefficients relative to the geometric mean.
      const double mu1 = contact->mu;
      const double mu2 = std::clamp(law.mu2, kMinFriction, kMaxFriction);
      contact->mu = std::sqrt(mu1 * mu2);
      scale1 = mu1 / contact->mu;
      scale2 = mu2 / contact->mu;
    }
    found.t2_W = scale2 * n_W.cross(found.t1_W);
    found.t1_W *= scale1;
    motion_.FillRow(found.t1_W, Vector3d::Zero(), rows->jacobian(*contact, 1));
    motion_.FillRow(found.t2_W, Vector3d::Zero(), rows->jacobian(*contact, 2));
    const double inverse_mass =
        std::max(InverseMass(*rows, *contact, 1, mass), InverseMass(*rows, *contact, 2, mass));
    contact->softness[1] = contact->softness[2] = kContactSoftness * inverse_mass;
  }
  // Not the whole depth: the contact must persist.
  contact->bias = RecoverySpeed(point.depth - kRestingDepth, dt);
  if (law.restitution > 0.0) {
    // Newton's law of restitution: separation speed = restitution * approach speed at the start of
    // the step.
    const double* J = rows->jacobian(*contact, 0);
    const int* dofs = rows->dofs(*contact);
    double approach = 0.0;
    for (int i = 0; i < contact->dof_count; ++i) approach -= J[i] * velocity[dofs[i]];
    if (approach > std::max(law.restitution_threshold, 0.0)) {
      contact->target = law.restitution * approach;
      // A bounce lasts one step and is not ill-conditioned. Contact softness would reduce its speed
      // by its share.
      contact->softness[0] *= kJointSoftness / kContactSoftness;
      // The bounce itself separates the bodies; recovery adds only what is missing.
      contact->bias = std::max(0.0, contact->bias - contact->target);
    }
  }
  found.owner = b.body >= 0 ? point.shape_b : point.shape_a;
  Memory& memory = memories_[At(found.owner)];
  found.place = memory.now++;
  found_.push_back(found);
  if (law.torsional_friction > 0.0 || law.rolling_friction > 0.0) {
    AddSpinAndRolling(law, found, mass, rows);
  }
}

/// Moments (N m) of torsional and rolling friction are bounded by coefficient (m) times normal
/// force.
void Contacts::AddSpinAndRolling(const world::ContactLaw& law, const Found& found,
                                 const Skyline& mass, Rows* rows) const {
  const Vector3d& n_W = found.point->n_W;
  if (law.torsional_friction > 0.0) {
    Constraint* spin = motion_.Add(Law::kBounded, 1, rows);
    motion_.FillRow(Vector3d::Zero(), n_W, rows->jacobian(*spin, 0));
    spin->softness[0] = kContactSoftness * InverseMass(*rows, *spin, 0, mass);
    spin->contact = found.constraint;
    spin->radius = law.torsional_friction;
  }
  if (law.rolling_friction > 0.0) {
    Constraint* rolling = motion_.Add(Law::kDisc, 2, rows);
    const Vector3d t1_W = n_W.unitOrthogonal();
    motion_.FillRow(Vector3d::Zero(), t1_W, rows->jacobian(*rolling, 0));
    motion_.FillRow(Vector3d::Zero(), n_W.cross(t1_W), rows->jacobian(*rolling, 1));
    rolling->softness[0] = rolling->softness[1] =
        kContactSoftness *
        std::max(InverseMass(*rows, *rolling, 0, mass), InverseMass(*rows, *rolling, 1, mass));
    rolling->contact = found.constraint;
    rolling->radius = law.rolling_friction;
  }
}

/// If a shape has as many contacts as in the last step, they are taken to be the same ones in the
/// same order; otherwise each gets an equal share of the last sum.
void Contacts::GuessImpulses(Rows* rows) const {
  for (const Found& found : found_) {
    const Memory& memory = memories_[At(found.owner)];
    if (memory.count == 0 || memory.now == 0) continue;
    double guess = 0.0;
    if (memory.count == memory.now && found.place < Memory::kMaxContacts) {
      guess = memory.impulse[found.place];
    } else {
      for (int k = 0; k < std::min(memory.count, Memory::kMaxContacts); ++k)
        guess += memory.impulse[k];
      guess /= memory.now;
    }
    rows->constraints()[At(found.constraint)].guess = guess;
  }
}

void Contacts::Finish(const Rows& rows, double dt, physics::StepReport* report) {
  for (Memory& memory : memories_) memory.count = memory.now;
  for (const Found& found : found_) {
    const Constraint& solved = rows.constraints()[At(found.constraint)];
    const ShapeEntry& a = shapes_[At(found.point->shape_a)];
    const ShapeEntry& b = shapes_[At(found.point->shape_b)];
    if (found.place < Memory::kMaxContacts) {
      memories_[At(found.owner)].impulse[found.place] = solved.impulse[0];
    }
    const collide::TouchPoint& point = *found.point;
    // Mean force over the step.
    Vector3d f_W = solved.impulse[0] / dt * point.n_W;
    if (solved.rows == 3) {
      f_W += (solved.impulse[1] * found.t1_W + solved.impulse[2] * found.t2_W) / dt;
    }
    report->contacts.push_back(
        {a.link, b.link, a.collision, b.collision, point.p_WC, point.n_W, point.depth, f_W});
  }
}

void Contacts::Save(int model, ByteWriter* writer) const {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].model != model || shapes_[i].body < 0) continue;
    writer->Put<std::int32_t>(memories_[i].count);
    const int kept = std::min(memories_[i].count, Memory::kMaxContacts);
    writer->PutRaw(memories_[i].impulse, sizeof(double) * At(kept));
  }
}

void Contacts::Restore(int model, bool check, ByteReader* reader) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].model != model || shapes_[i].body < 0) continue;
    Memory memory;
    memory.count = reader->Get<std::int32_t>();
    const int kept = std::clamp(memory.count, 0, Memory::kMaxContacts);
    reader->GetRaw(memory.impulse, sizeof(double) * At(kept));
    if (!check) memories_[i] = memory;
  }
}

void Contacts::Forget(int model) {
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i].model == model) memories_[i] = Memory();
  }
}

}  // namespace surefoot::solver
