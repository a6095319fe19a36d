#include "surefoot/engines/dart/contacts.h"

#include <algorithm>
#include <cmath>

#include "surefoot/engines/dart/settings.h"

namespace surefoot::engines::dart {
namespace {

std::size_t At(int index) { return static_cast<std::size_t>(index); }

/// Friction coefficients are kept between these: a cone needs some width when there is friction
/// against spinning or rolling, and steeper ones are as good as vertical.
constexpr double kLeastFriction = 1e-3;
constexpr double kMostFriction = 1e3;
/// Where gravity is weak (m/s2).
constexpr double kLeastDeceleration = 1.0;

/// Speed at which what is too deep comes up: so that half its weight can stop it in time. Faster,
/// it would be thrown into the air.
double RisingSpeed(double depth, double dt, double gravity) {
  const double deceleration = std::max(0.5 * gravity, kLeastDeceleration);
  return std::min(RecoverySpeed(depth, dt), std::sqrt(2.0 * deceleration * std::max(0.0, depth)));
}

/// Directions of a contact's rows: normal, two along the surface, spin, two of rolling. Friction is
/// scaled so that each row may take up to `mu` times the normal's impulse.
int MakeRows(const world::ContactLaw& law, const Vector3d& n_W, const Vector3d& direction_W,
             RelativeRow* rows, double* mu) {
  const double mu1 = std::min(law.mu, kMostFriction);
  const double mu2 = std::min(law.mu2, kMostFriction);
  *mu = std::max({mu1, mu2, kLeastFriction});
  Vector3d t1 = direction_W - n_W.dot(direction_W) * n_W;
  t1 = t1.norm() < 1e-6 ? n_W.unitOrthogonal() : t1.normalized();
  const Vector3d t2 = n_W.cross(t1);
  const Vector3d none = Vector3d::Zero();
  rows[0] = RelativeRow{n_W, none};
  if (law.mu <= 0.0 && law.mu2 <= 0.0 && law.torsional_friction <= 0.0 &&
      law.rolling_friction <= 0.0) {
    *mu = 0.0;
    return 1;
  }
  rows[1] = RelativeRow{mu1 / *mu * t1, none};
  rows[2] = RelativeRow{mu2 / *mu * t2, none};
  if (law.torsional_friction <= 0.0 && law.rolling_friction <= 0.0) return 3;
  rows[3] = RelativeRow{none, law.torsional_friction / *mu * n_W};
  if (law.rolling_friction <= 0.0) return 4;
  rows[4] = RelativeRow{none, law.rolling_friction / *mu * t1};
  rows[5] = RelativeRow{none, law.rolling_friction / *mu * t2};
  return 6;
}

}  // namespace

Contacts::Contacts(const world::World& world, const Maps& maps,
                   std::unique_ptr<collide::ContactFinder> finder)
    : world_(world), maps_(maps), finder_(std::move(finder)), laws_(world) {
  for (const collide::Shape& shape : finder_->shapes()) {
    const world::Collision& collision = world.link(shape.link).collisions[At(shape.collision)];
    surface_of_shape_.push_back(laws_.Add(collision.surface));
    q_LG_of_shape_.push_back(collision.X_LG.q);
  }
  laws_.Prepare();
}

void Contacts::AddConstraints(const physics::State& state, double dt, double gravity,
                              Solver* solver) {
  touches_.clear();
  for (const collide::TouchPoint& point : finder_->Find(state)) {
    AddPoint(point, state, dt, gravity, solver);
  }
}

void Contacts::AddPoint(const collide::TouchPoint& point, const physics::State& state, double dt,
                        double gravity, Solver* solver) {
  const auto link = [&](int shape) { return At(finder_->shapes()[At(shape)].link); };
  const int body_a = maps_.body_of_link[link(point.shape_a)];
  const int body_b = maps_.body_of_link[link(point.shape_b)];
  const int surface_a = surface_of_shape_[At(point.shape_a)];
  const int surface_b = surface_of_shape_[At(point.shape_b)];
  const world::ContactLaw& law = laws_.Law(surface_a, surface_b);
  Vector3d direction_W = Vector3d::Zero();
  if (law.mu != law.mu2) {
    const auto rotation = [&](int shape) {
      return state.X_WL[link(shape)].q * q_LG_of_shape_[At(shape)];
    };
    direction_W = laws_.FrictionDirection(surface_a, rotation(point.shape_a), surface_b,
                                          rotation(point.shape_b));
  }
  touches_.emplace_back();
  Touch& touch = touches_.back();
  touch.point = &point;
  touch.constraint = solver->Add();
  Constraint& contact = solver->constraint(touch.constraint);
  const int rows = MakeRows(law, point.n_W, direction_W, touch.rows, &contact.mu);
  contact.contact = true;
  contact.softness = kContactSoftness;
  contact.target = RisingSpeed(point.depth - kRestDepth, dt, gravity);
  solver->AddRelative(body_a, body_b, point.p_WC, touch.rows, rows);
  if (law.restitution <= 0.0) return;
  const double approach = -solver->StartVelocity(0);
  if (approach > std::max(law.restitution_threshold, kLeastBounce)) {
    contact.target = std::max(contact.target, law.restitution * approach);
    contact.softness = kBounceSoftness;
  }
}

void Contacts::Report(const Solver& solver, double dt, physics::StepReport* report) const {
  for (const Touch& touch : touches_) {
    const Constraint& constraint = solver.constraint(touch.constraint);
    const collide::Shape& a = finder_->shapes()[At(touch.point->shape_a)];
    const collide::Shape& b = finder_->shapes()[At(touch.point->shape_b)];
    physics::Contact contact;
    contact.link_a = a.link;
    contact.link_b = b.link;
    contact.collision_a = a.collision;
    contact.collision_b = b.collision;
    contact.p_WC = touch.point->p_WC;
    contact.n_W = touch.point->n_W;
    contact.depth = touch.point->depth;
    for (int r = 0; r < std::min(constraint.rows, 3); ++r) {
      contact.f_B_W += constraint.impulse[r] / dt * touch.rows[r].linear;
    }
    report->contacts.push_back(contact);
  }
}

}  // namespace surefoot::engines::dart
