#include "surefoot/engines/bullet/impacts.h"

#include <algorithm>
#include <cmath>

namespace surefoot::engines::bullet {
namespace {

/// Share of an overlap that is corrected in a step, and the largest speed (m/s) of the correction.
constexpr double kContactShare = 0.1;
constexpr double kContactSpeed = 1.0;
/// Softness of contacts relative to the bodies' mobility. It makes the loads of more than three
/// points unique. Softness and correction balance at a depth of about kSoftness / kContactShare *
/// g dt^2, half of g dt^2: 5 micrometres at 1 ms.
constexpr double kSoftness = 0.05;
/// The same for friction, so that feet and wheels do not remain braced against each other. A body
/// at rest on a slope creeps by less than a micrometre per second.
constexpr double kFrictionSoftness = 1e-3;
/// A contact that has moved farther than this (m) is not matched with the previous one.
constexpr double kSamePlace = 0.02;
/// Contacts that cannot close within a step are skipped: the approach speed is multiplied by
/// kLookAhead, with an additional margin kNear (m).
constexpr double kLookAhead = 1.5;
constexpr double kNear = 1e-4;
/// Contacts without force are reported up to this distance (m).
constexpr double kTouching = 1e-5;

Vector3d PointVelocity(const Place& place, const Vector3d& p_W,
                       const std::vector<Articulation>& articulations) {
  if (!place.moves()) return Vector3d::Zero();
  const LinkFrame& frame =
      articulations[static_cast<std::size_t>(place.articulation)].frame(place.link);
  return frame.V_WC_W.v + frame.V_WC_W.w.cross(p_W - frame.X_WC.p);
}

/// Sets the smallest normal velocity after the step, and the softness. A gap may close within the
/// step, an overlap opens at the recovery speed, an impact rebounds by Newton's law.
void SetNormalLaw(double depth, double approach, const world::ContactLaw& law, double dt,
                  ContactBlock* block) {
  if (law.restitution > 0.0 && approach > law.restitution_threshold &&
      depth + approach * dt > 0.0) {
    block->min_velocity = law.restitution * approach;
    return;
  }
  block->min_velocity =
      depth <= 0.0 ? depth / dt : std::min(kContactShare * depth / dt, kContactSpeed);
  block->softness = kSoftness * block->mobility;
}

}  // namespace

/// The force of the nearest unused contact of the same pair in the last step; zero when there is
/// none.
Vector3d Impacts::MatchPrevious(const Touch& touch, std::size_t first, std::size_t last) {
  std::size_t best = last;
  double nearest = kSamePlace * kSamePlace;
  for (std::size_t i = first; i < last; ++i) {
    const double far = (memory_[i].p_W - touch.point.p_W).squaredNorm();
    if (taken_[i] != 0 || far >= nearest) continue;
    nearest = far;
    best = i;
  }
  if (best == last) return Vector3d::Zero();
  taken_[best] = 1;
  return memory_[best].f_W;
}

/// Skips contacts that cannot close within the step.
void Impacts::Choose(const std::vector<Touch>& touches, double dt,
                     const std::vector<Articulation>& articulations, std::vector<char>* needed) {
  chosen_.clear();
  for (const Touch& touch : touches) {
    const Place& a = shapes_[static_cast<std::size_t>(touch.a)].place;
    const Place& b = shapes_[static_cast<std::size_t>(touch.b)].place;
    const Vector3d& p = touch.point.p_W;
    const double approach = touch.point.n_W.dot(PointVelocity(a, p, articulations) -
                                                PointVelocity(b, p, articulations));
    if (touch.point.depth + kLookAhead * std::max(approach, 0.0) * dt < -kNear) continue;
    chosen_.push_back(Chosen{touch, approach});
    for (const Place& place : {a, b}) {
      if (place.moves()) (*needed)[static_cast<std::size_t>(place.articulation)] = 1;
    }
  }
}

void Impacts::AddContact(const Chosen& chosen, const Vector3d& force, double dt, Solver* solver) {
  const Touch& touch = chosen.touch;
  const Shape& a = shapes_[static_cast<std::size_t>(touch.a)];
  const Shape& b = shapes_[static_cast<std::size_t>(touch.b)];
  const world::ContactLaw& law = laws_.Law(a.surface, b.surface);
  const Vector3d& n = touch.point.n_W;
  const Vector3d& p = touch.point.p_W;
  Rows& rows = solver->rows();
  const auto add = [&](const Vector3d& linear, const Vector3d& angular) {
    rows.Begin();
    rows.AddMotion(b.place, p, linear, angular, 1.0);
    rows.AddMotion(a.place, p, linear, angular, -1.0);
    return rows.End();
  };
  const Vector3d none = Vector3d::Zero();
  ContactBlock block;
  block.row = add(n, none);
  block.mobility = rows.Coupling(block.row, block.row);
  // All coordinates that could move the contact are held.
  constexpr double kStuck = 1e-8;
  if (block.mobility <= kStuck * rows.LooseMobility(block.row)) {
    rows.ForEachArticulation(block.row, [this](int at) { stuck_.push_back(at); });
  }
  SetNormalLaw(touch.point.depth, chosen.approach, law, dt, &block);
  block.impulse = std::max(0.0, force.dot(n)) * dt;
  Frame frame;
  if (law.mu > 0.0 || law.mu2 > 0.0) {
    Vector3d t = none;
    if (law.mu != law.mu2) {
      t = laws_.FrictionDirection(a.surface, a.X_WG.q, b.surface, b.X_WG.q);
      t -= n * n.dot(t);
    }
    t = t.norm() > 1e-6 ? Vector3d(t.normalized()) : n.unitOrthogonal();
    const Vector3d s = n.cross(t);
    const int row = add(t, none);
    add(s, none);
    // A frictionless direction keeps a trace of friction, which keeps the disc's scaling
    // invertible.
    const Eigen::Vector2d mu(std::max(law.mu, 1e-9), std::max(law.mu2, 1e-9));
    Eigen::Matrix2d turned;
    Disc disc = solver->MakeDisc(row, 2, mu, &turned);
    for (int k = 0; k < 2; ++k) frame.tangents[k] = turned(0, k) * t + turned(1, k) * s;
    const Eigen::Vector2d old = turned.inverse() * Eigen::Vector2d(force.dot(t), force.dot(s)) * dt;
    const double norm = old.norm();
    // The warm start must be inside the friction disc.
    const double scale = norm > block.impulse ? block.impulse / norm : 1.0;
    for (int k = 0; k < 2; ++k) disc.impulse[k] = scale * old[k];
    // One softness for both directions, so that sliding friction stays opposite to the slip.
    disc.softness = kFrictionSoftness * std::max(disc.mobility[0], disc.mobility[1]);
    block.discs[block.disc_count++] = disc;
  }
  if (law.torsional_friction > 0.0) {
    const int row = add(none, n);
    block.discs[block.disc_count++] =
        solver->MakeDisc(row, 1, Eigen::Vector2d(law.torsional_friction, 0.0), nullptr);
  }
  if (law.rolling_friction > 0.0) {
    const Vector3d t = n.unitOrthogonal();
    const int row = add(none, t);
    add(none, n.cross(t));
    Eigen::Matrix2d turned;
    block.discs[block.disc_count++] =
        solver->MakeDisc(row, 2, Eigen::Vector2d::Constant(law.rolling_friction), &turned);
  }
  frames_.push_back(frame);
  solver->contacts().push_back(block);
}

void Impacts::AddRows(double dt, Solver* solver) {
  frames_.clear();
  stuck_.clear();
  taken_.assign(memory_.size(), 0);
  std::size_t first = 0;
  for (const Chosen& chosen : chosen_) {
    const Touch& touch = chosen.touch;
    const std::pair pair(touch.a, touch.b);
    while (first < memory_.size() && std::pair(memory_[first].a, memory_[first].b) < pair) {
      ++first;
    }
    std::size_t last = first;
    while (last < memory_.size() && std::pair(memory_[last].a, memory_[last].b) == pair) ++last;
    AddContact(chosen, MatchPrevious(touch, first, last), dt, solver);
  }
}

/// Stores contacts with force (or nearly touching) for the next step and appends them to the
/// report.
void Impacts::ReadRows(double dt, const Solver& solver, physics::StepReport* report) {
  memory_.clear();
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const Touch& touch = chosen_[i].touch;
    const ContactBlock& block = solver.contacts()[i];
    if (block.impulse <= 0.0 && touch.point.depth < -kTouching) continue;
    Vector3d impulse = block.impulse * touch.point.n_W;
    if (block.disc_count > 0 && block.discs[0].row == block.row + 1) {
      for (int k = 0; k < block.discs[0].size; ++k) {
        impulse += block.discs[0].impulse[k] * frames_[i].tangents[k];
      }
    }
    const Shape& a = shapes_[static_cast<std::size_t>(touch.a)];
    const Shape& b = shapes_[static_cast<std::size_t>(touch.b)];
    const Vector3d f_W = impulse / dt;
    report->contacts.push_back({a.link, b.link, a.collision, b.collision, touch.point.p_W,
                                touch.point.n_W, touch.point.depth, f_W});
    memory_.push_back(PreviousContact{touch.a, touch.b, touch.point.p_W, f_W});
  }
}

}  // namespace surefoot::engines::bullet
