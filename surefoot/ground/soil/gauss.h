#pragma once

/// Gauss-Legendre rules on [0, 1].

#include <vector>

namespace surefoot::ground {

struct GaussRule {
  std::vector<double> nodes;
  std::vector<double> weights;
};

/// The rule of `points` points (2 to 64), made once.
const GaussRule& GaussLegendre(int points);

}  // namespace surefoot::ground
