#include "surefoot/world/surface.h"

#include <algorithm>

namespace surefoot::world {
namespace {

/// Two springs (or dampers) in series; 0 means "not given" and leaves the other one.
double InSeries(double a, double b) {
  if (a <= 0.0) return b;
  if (b <= 0.0) return a;
  return 1.0 / (1.0 / a + 1.0 / b);
}

/// The threshold of the surface whose restitution is used.
double RestitutionThreshold(const Surface& a, const Surface& b) {
  if (a.restitution > b.restitution) return a.restitution_threshold;
  if (b.restitution > a.restitution) return b.restitution_threshold;
  return std::min(a.restitution_threshold, b.restitution_threshold);
}

bool Joins(const SurfacePair& pair, const std::string& a, const std::string& b) {
  return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
}

}  // namespace

ContactLaw Combine(const Surface& a, const Surface& b, const std::vector<SurfacePair>& pairs) {
  ContactLaw law;
  law.mu = std::min(a.mu, b.mu);
  law.mu2 = std::min(a.mu2, b.mu2);
  law.torsional_friction = std::max(a.torsional_friction, b.torsional_friction);
  law.rolling_friction = std::max(a.rolling_friction, b.rolling_friction);
  law.restitution = std::max(a.restitution, b.restitution);
  law.restitution_threshold = RestitutionThreshold(a, b);
  law.stiffness = InSeries(a.stiffness, b.stiffness);
  law.damping = InSeries(a.damping, b.damping);
  if (a.name.empty() || b.name.empty()) return law;
  for (const SurfacePair& pair : pairs) {
    if (!Joins(pair, a.name, b.name)) continue;
    law.mu = pair.mu;
    law.mu2 = pair.mu2;
    law.restitution = pair.restitution;
    break;
  }
  return law;
}

}  // namespace surefoot::world
