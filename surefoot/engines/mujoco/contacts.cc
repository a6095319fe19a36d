#include "surefoot/engines/mujoco/contacts.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

namespace surefoot::engines::mujoco {
namespace {

using Eigen::Map;

constexpr double kPi = 3.14159265358979323846;

/// Resting contact: time constant of the error's decay, in steps. Smaller values make a skidding
/// wheel hop, larger ones increase penetration.
constexpr double kTimeConstantSteps = 8.0;
/// Bouncing contact: angular frequency times step. Half a period is then pi / 0.2, 16 steps.
constexpr double kBounceFrequencyStep = 0.2;
/// solimp: impedance at zero depth, at kImpedanceWidth (m), and that width.
constexpr double kImpedanceLow = 0.95;
constexpr double kImpedanceHigh = 0.99;
constexpr double kImpedanceWidth = 0.001;

/// Unused friction coefficients keep MuJoCo's minimum, because its cone divides by them.
ContactParameters MakeParameters(const world::ContactLaw& law) {
  ContactParameters parameters;
  constexpr double kSmall = 1e-5;  // mjMINMU, MuJoCo's smallest friction
  parameters.friction[0] = std::max(law.mu, kSmall);
  parameters.friction[1] = std::max(law.mu2, kSmall);
  parameters.friction[2] = std::max(law.torsional_friction, kSmall);
  parameters.friction[3] = parameters.friction[4] = std::max(law.rolling_friction, kSmall);
  // Contact dimension in MuJoCo: normal, 2 sliding, 1 torsional, 2 rolling.
  if (law.rolling_friction > 0.0) {
    parameters.dimension = 6;
  } else if (law.torsional_friction > 0.0) {
    parameters.dimension = 4;
  } else if (law.mu <= 0.0 && law.mu2 <= 0.0) {
    parameters.dimension = 1;
  }
  parameters.anisotropic = law.mu != law.mu2;
  parameters.restitution = law.restitution;
  parameters.restitution_threshold = law.restitution_threshold;
  if (law.restitution > 0.0) {
    parameters.damping_ratio = DampingRatioForRestitution(law.restitution);
  }
  return parameters;
}

/// Velocity in W of the point p_W of a body.
Vector3d PointVelocity(const mjModel& m, const mjData& d, int body, const Vector3d& p_W) {
  const mjtNum* V = d.cvel + 6 * body;
  const Map<const Vector3d> origin(d.subtree_com + 3 * m.body_rootid[body]);
  const Map<const Vector3d> w(V);
  const Map<const Vector3d> v(V + 3);
  return v + w.cross(p_W - origin);
}

/// Whether the contact is fast enough to bounce, by the speed that the undamped spring would reach:
/// speed and compression together, so that the decision does not change during the bounce.
bool Bounces(const mjModel& m, const mjData& d, const mjContact& contact,
             const ContactParameters& law, double frequency) {
  if (law.restitution <= 0.0) return false;
  if (law.restitution_threshold <= 0.0) return true;
  const Map<const Vector3d> p(contact.pos);
  const Map<const Vector3d> n(contact.frame);
  const double speed = n.dot(PointVelocity(m, d, m.geom_bodyid[contact.geom2], p) -
                             PointVelocity(m, d, m.geom_bodyid[contact.geom1], p));
  return std::hypot(speed, frequency * contact.dist) > law.restitution_threshold;
}

/// Rotates the contact's tangents so that the first one follows the friction direction.
void AlignTangents(const Vector3d& direction_W, mjContact* contact) {
  const Map<const Vector3d> n(contact->frame);
  const Vector3d along = direction_W - n.dot(direction_W) * n;
  if (along.norm() < 1e-6) return;
  Map<Vector3d> t1(contact->frame + 3);
  Map<Vector3d> t2(contact->frame + 6);
  t1 = along.normalized();
  t2 = n.cross(t1);
}

}  // namespace

/// Inverse of the restitution of a damped spring.
double DampingRatioForRestitution(double restitution) {
  // Both forms are one function of the damping ratio z; it falls from 1 at z = 0 through exp(-2) at
  // z = 1. Bisection, because it has no closed inverse.
  auto restitution_of = [](double z) {
    if (std::abs(z - 1.0) < 1e-9) return std::exp(-2.0);
    if (z < 1.0) return std::exp(-z / std::sqrt(1.0 - z * z) * (kPi - 2.0 * std::asin(z)));
    return std::exp(-2.0 * z / std::sqrt(z * z - 1.0) * std::acosh(z));
  };
  const double desired = std::clamp(restitution, 1e-3, 0.9999);
  double low = 0.0;
  double high = 50.0;
  for (int i = 0; i < 60; ++i) {
    const double z = 0.5 * (low + high);
    (restitution_of(z) > desired ? low : high) = z;
  }
  return 0.5 * (low + high);
}

// A table of the parameters of all pairs of surfaces, unless there are too many.
Contacts::Contacts(const world::World& world, const Maps& maps) : rules_(world), maps_(maps) {
  const int count = maps.laws.count();
  if (!maps.laws.tabled()) return;
  parameters_.reserve(static_cast<std::size_t>(count * count));
  for (int a = 0; a < count; ++a) {
    for (int b = 0; b < count; ++b) parameters_.push_back(MakeParameters(maps.laws.Law(a, b)));
  }
}

ContactParameters Contacts::Law(int geom_a, int geom_b) const {
  const int a = maps_.geoms[static_cast<std::size_t>(geom_a)].surface;
  const int b = maps_.geoms[static_cast<std::size_t>(geom_b)].surface;
  if (parameters_.empty()) return MakeParameters(maps_.laws.Law(a, b));
  return parameters_[static_cast<std::size_t>(a * maps_.laws.count() + b)];
}

// Pairs that MuJoCo's masks cannot express.
bool Contacts::Excluded(int geom_a, int geom_b) const {
  const int link_a = maps_.geoms[static_cast<std::size_t>(geom_a)].link;
  const int link_b = maps_.geoms[static_cast<std::size_t>(geom_b)].link;
  if (!rules_.LinksMayTouch(link_a, link_b)) return true;
  return std::binary_search(maps_.excluded_geom_pairs.begin(), maps_.excluded_geom_pairs.end(),
                            GeomPair(geom_a, geom_b));
}

// After the search for contacts and before the constraints are made.
void Contacts::ApplyLaws(const mjModel_& model, double dt, mjData_* data) const {
  const double frequency = kBounceFrequencyStep / dt;
  for (int i = 0; i < data->ncon; ++i) {
    mjContact& contact = data->contact[i];
    if (Excluded(contact.geom1, contact.geom2)) {
      contact.exclude = 1;
      continue;
    }
    const ContactParameters law = Law(contact.geom1, contact.geom2);
    std::copy(law.friction, law.friction + 5, contact.friction);
    contact.dim = law.dimension;
    contact.solimp[0] = kImpedanceLow;
    contact.solimp[1] = kImpedanceHigh;
    contact.solimp[2] = kImpedanceWidth;
    if (Bounces(model, *data, contact, law, frequency)) {
      // Positive solref is (time constant, damping ratio); the stiffness follows as 1 / (tc * z)^2.
      contact.solref[0] = 1.0 / (law.damping_ratio * frequency);
      contact.solref[1] = law.damping_ratio;
      contact.solimp[0] = kImpedanceHigh;
    } else {
      contact.solref[0] = kTimeConstantSteps * dt;
      contact.solref[1] = 1.0;
    }
    if (law.anisotropic) {
      const auto surface = [&](int geom) -> const world::Surface& {
        const int index = maps_.geoms[static_cast<std::size_t>(geom)].surface;
        return maps_.laws.surface(index);
      };
      const bool first = !surface(contact.geom1).friction_direction.isZero();
      const int geom = first ? contact.geom1 : contact.geom2;
      using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
      const Map<const RowMajor> R_WG(data->geom_xmat + 9 * geom);
      AlignTangents(R_WG * surface(geom).friction_direction, &contact);
    }
  }
}

void Contacts::CorrectSliding(mjData_* data) const {
  for (int i = 0; i < data->ncon; ++i) {
    const mjContact& contact = data->contact[i];
    const int row = contact.efc_address;
    // Rows with friction only; solved as an elliptic cone.
    if (contact.exclude != 0 || row < 0 || contact.dim < 3) continue;
    double squared = 0.0;
    for (int k = 1; k < contact.dim; ++k) {
      squared += std::pow(contact.friction[k - 1] * data->efc_vel[row + k], 2);
    }
    data->efc_aref[row] -= data->efc_KBIP[4 * row + 1] * std::sqrt(squared);
  }
}

// MuJoCo's forces are in the frame of the contact.
void Contacts::Report(const mjModel_& model, const mjData_& data,
                      physics::StepReport* report) const {
  for (int i = 0; i < data.ncon; ++i) {
    const mjContact& contact = data.contact[i];
    if (contact.exclude != 0 || contact.efc_address < 0) continue;
    mjtNum force[6];
    mj_contactForce(&model, &data, i, force);
    using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    const Map<const RowMajor> R_CW(contact.frame);
    const GeomMap& a = maps_.geoms[static_cast<std::size_t>(contact.geom1)];
    const GeomMap& b = maps_.geoms[static_cast<std::size_t>(contact.geom2)];
    report->contacts.push_back({a.link, b.link, a.collision, b.collision,
                                Map<const Vector3d>(contact.pos),
                                Map<const Vector3d>(contact.frame), -contact.dist,
                                R_CW.transpose() * Map<const Vector3d>(force)});
  }
}

}  // namespace surefoot::engines::mujoco
