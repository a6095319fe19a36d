#include "surefoot/ground/soil/gauss.h"

#include <array>
#include <cmath>

#include "surefoot/base/check.h"

namespace surefoot::ground {
namespace {

constexpr int kMaxPoints = 64;

/// Roots of the Legendre polynomial by Newton's method from an asymptotic estimate, with the
/// three-term recurrence; weights 2 / ((1 - x^2) P'(x)^2), halved for the interval [0, 1].
GaussRule MakeRule(int points) {
  GaussRule rule;
  rule.nodes.resize(points);
  rule.weights.resize(points);
  for (int i = 0; i < points; ++i) {
    double x = std::cos(M_PI * (i + 0.75) / (points + 0.5));
    double slope = 1.0;
    for (int round = 0; round < 100; ++round) {
      double last = 1.0;
      double value = x;
      for (int n = 2; n <= points; ++n) {
        const double next = ((2 * n - 1) * x * value - (n - 1) * last) / n;
        last = value;
        value = next;
      }
      slope = points * (x * value - last) / (x * x - 1.0);
      const double step = value / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    rule.nodes[points - 1 - i] = 0.5 * (1.0 + x);
    rule.weights[points - 1 - i] = 1.0 / ((1.0 - x * x) * slope * slope);
  }
  return rule;
}

std::array<GaussRule, kMaxPoints + 1> MakeRules() {
  std::array<GaussRule, kMaxPoints + 1> rules;
  for (int points = 2; points <= kMaxPoints; ++points) rules[points] = MakeRule(points);
  return rules;
}

}  // namespace

const GaussRule& GaussLegendre(int points) {
  SUREFOOT_CHECK(points >= 2 && points <= kMaxPoints, "2 to 64 points");
  static const std::array<GaussRule, kMaxPoints + 1> rules = MakeRules();
  return rules[points];
}

}  // namespace surefoot::ground
