#pragma once

/// Gauss-Legendre quadrature on [0, 1]: exact for polynomials up to degree 2 * points - 1.

#include <vector>

namespace surefoot::ground {

struct GaussRule {
  std::vector<double> nodes;
  std::vector<double> weights;
};

/// The rule with 2 to 64 points; computed at the first call. Thread-safe.
const GaussRule& GaussLegendre(int points);

}  // namespace surefoot::ground
