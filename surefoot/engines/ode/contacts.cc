#include "surefoot/engines/ode/contacts.h"

#include <ode/contact.h>
#include <ode/objects.h>

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/engines/ode/settings.h"

// Contact parameters of ODE: Coulomb friction in two directions, softness from stiffness and
// damping, and restitution by a target velocity.

namespace surefoot::engines::ode {

using collide::TouchPoint;

namespace {

/// Slower approaches are not impacts (m/s).
constexpr double kMinImpact = 0.01;

}  // namespace

// What a contact needs of each shape is looked up once. A static shape counts as very heavy.
Contacts::Contacts(const world::World& world, const Maps& maps,
                   std::unique_ptr<collide::ContactFinder> finder)
    : maps_(maps), finder_(std::move(finder)), laws_(world) {
  for (const collide::Shape& shape : finder_->shapes()) {
    const world::Collision& collision = world.link(shape.link).collisions[At(shape.collision)];
    Side side;
    side.body = maps.body_of_link[At(shape.link)];
    side.surface = laws_.Add(collision.surface);
    side.mass = side.body < 0 ? 1e300 : maps.model_mass[At(world.model_of_link(shape.link))];
    side.q_LG = collision.X_LG.q;
    sides_.push_back(side);
  }
  laws_.Prepare();
}

Contacts::~Contacts() = default;

/// Fills ODE's contact: friction directions, softness, bounce.
void Contacts::Describe(const TouchPoint& touch, double dt, const Vector3d& gravity_W,
                        const physics::State& state, dContact* contact) const {
  const Side& a = sides_[At(touch.shape_a)];
  const Side& b = sides_[At(touch.shape_b)];
  const auto link_a =
      static_cast<std::size_t>(finder_->shapes()[static_cast<std::size_t>(touch.shape_a)].link);
  const auto link_b =
      static_cast<std::size_t>(finder_->shapes()[static_cast<std::size_t>(touch.shape_b)].link);
  const world::ContactLaw& law = laws_.Law(a.surface, b.surface);
  // Velocity of b relative to a, and the change that gravity alone would cause: the direction of
  // slip, or of impending slip.
  Vector3d slip = Vector3d::Zero();
  Vector3d pull = Vector3d::Zero();
  if (a.body >= 0) {
    slip -= Shifted(state.V_WL_W[link_a], touch.p_WC - state.X_WL[link_a].p).v;
    pull -= dt * gravity_W;
  }
  if (b.body >= 0) {
    slip += Shifted(state.V_WL_W[link_b], touch.p_WC - state.X_WL[link_b].p).v;
    pull += dt * gravity_W;
  }
  const double approach = -slip.dot(touch.n_W);
  const double speed = (slip + approach * touch.n_W).norm();
  slip += pull;
  slip -= touch.n_W.dot(slip) * touch.n_W;

  dSurfaceParameters& surface = contact->surface;
  surface.mode = dContactAxisDep | dContactApprox1 | dContactSoftERP | dContactSoftCFM |
                 dContactSlip1 | dContactSlip2;
  surface.mu = std::min(law.mu, 1e6);
  surface.mu2 = surface.mu;
  Vector3d direction = laws_.FrictionDirection(a.surface, state.X_WL[link_a].q * a.q_LG, b.surface,
                                               state.X_WL[link_b].q * b.q_LG);
  direction -= touch.n_W.dot(direction) * touch.n_W;
  const bool isotropic = law.mu == law.mu2 || direction.squaredNorm() <= 1e-12;
  if (isotropic) {
    direction = slip.norm() > 1e-9 ? Vector3d(slip.normalized()) : touch.n_W.unitOrthogonal();
  } else {
    surface.mu2 = std::min(law.mu2, 1e6);
    direction.normalize();
  }
  surface.mode |= dContactFDir1;
  const double mass = std::min(a.mass, b.mass);
  // ODE's ERP and CFM of a critically damped spring: with time constant T = kContactSteps * dt,
  // stiffness is mass / T^2 and damping 2 mass / T.
  surface.soft_erp = 1.0 / (1.0 + 2.0 * kContactSteps);
  surface.soft_cfm = dt * kContactSteps * kContactSteps / (mass * (1.0 + 2.0 * kContactSteps));
  surface.slip1 = surface.slip2 = kFrictionSlip / mass;
  if (isotropic) {
    // Across the slip, sliding friction only turns with the slip direction. To first order that is
    // a damper of mu N / |slip|, with N estimated from the depth at rest.
    const double weight = mass * gravity_W.norm();
    const double stiffness = surface.soft_erp / (dt * surface.soft_cfm);
    const double load = std::max(stiffness * touch.depth, 1e-3 * weight);
    const double damper = surface.mu * load / speed;
    if (damper > 0.0) surface.slip2 = std::max(surface.slip2, 1.0 / damper);
  }
  // Approach speeds that gravity causes in a few steps are rest. Faster ones are impacts, which get
  // a hard contact, because a soft one would return part of the speed.
  const double rest = 3.0 * dt * gravity_W.norm();
  if (approach > std::max(rest, kMinImpact)) {
    surface.soft_cfm = kJointCfm;
    const double min = std::max(law.restitution_threshold, rest);
    if (law.restitution > 0.0 && approach > min) {
      surface.mode |= dContactBounce;
      surface.bounce = law.restitution;
      surface.bounce_vel = min;
    }
  }
  if (law.torsional_friction > 0.0 || law.rolling_friction > 0.0) {
    // ODE adds a row for each of the three coefficients, even when it is zero.
    surface.mode |= dContactRolling;
    surface.rho = surface.rho2 = std::max(law.rolling_friction, 1e-12);
    surface.rhoN = std::max(law.torsional_friction, 1e-12);
  }
  // ODE's normal points into its first body: b, unless b cannot move.
  const double sign = b.body >= 0 ? 1.0 : -1.0;
  for (int i = 0; i < 3; ++i) {
    contact->geom.pos[i] = touch.p_WC[i];
    contact->geom.normal[i] = sign * touch.n_W[i];
    contact->fdir1[i] = direction[i];
  }
  // ODE expects a positive penetration depth (m).
  contact->geom.depth = touch.depth;
}

// Contact joints live in a group that is emptied after the step.
void Contacts::Add(double dt, const Vector3d& gravity_W, const physics::State& state, dxWorld* ode,
                   dxJointGroup* group) {
  touches_ = &finder_->Find(state);
  feedback_.resize(touches_->size());
  for (std::size_t i = 0; i < touches_->size(); ++i) {
    const TouchPoint& touch = (*touches_)[i];
    dContact contact = {};
    Describe(touch, dt, gravity_W, state, &contact);
    const int a = sides_[At(touch.shape_a)].body;
    const int b = sides_[At(touch.shape_b)].body;
    dxBody* body_a = a < 0 ? nullptr : maps_.bodies[At(a)].body;
    dxBody* body_b = b < 0 ? nullptr : maps_.bodies[At(b)].body;
    dxJoint* joint = dJointCreateContact(ode, group, &contact);
    body_b != nullptr ? dJointAttach(joint, body_b, body_a) : dJointAttach(joint, body_a, nullptr);
    dJointSetFeedback(joint, &feedback_[i]);
  }
}

// ODE reports the force on the first body; contacts report that on shape B.
void Contacts::Report(physics::StepReport* report) const {
  for (std::size_t i = 0; i < touches_->size(); ++i) {
    const TouchPoint& touch = (*touches_)[i];
    const collide::Shape& a = finder_->shapes()[At(touch.shape_a)];
    const collide::Shape& b = finder_->shapes()[At(touch.shape_b)];
    const bool b_moves = sides_[At(touch.shape_b)].body >= 0;
    const Vector3d f_W = Eigen::Map<const Vector3d>(feedback_[i].f1) * (b_moves ? 1.0 : -1.0);
    report->contacts.push_back(
        {a.link, b.link, a.collision, b.collision, touch.p_WC, touch.n_W, touch.depth, f_W});
  }
}

}  // namespace surefoot::engines::ode
