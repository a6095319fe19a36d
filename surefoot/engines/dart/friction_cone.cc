#include "surefoot/engines/dart/friction_cone.h"

#include <algorithm>
#include <cmath>

namespace surefoot::engines::dart {

void ConeImpulse(const double* velocity, int rows, double target, double mu, double compliance,
                 double* impulse, double* stiffness) {
  const double rate = 1.0 / compliance;
  // What the dampers alone would give.
  const double normal = rate * (target - velocity[0]);
  double square = 0.0;
  for (int i = 1; i < rows; ++i) square += velocity[i] * velocity[i];
  const double tangent = rate * std::sqrt(square);
  if (stiffness != nullptr) std::fill(stiffness, stiffness + rows * rows, 0.0);
  if (normal <= -mu * tangent) {
    std::fill(impulse, impulse + rows, 0.0);
    return;
  }
  if (tangent <= mu * normal) {
    impulse[0] = normal;
    for (int i = 1; i < rows; ++i) impulse[i] = -rate * velocity[i];
    for (int i = 0; stiffness != nullptr && i < rows; ++i) stiffness[i * rows + i] = rate;
    return;
  }
  // On the cone's side: project.
  const double share = 1.0 / (1.0 + mu * mu);
  impulse[0] = share * (normal + mu * tangent);
  double along[5];
  for (int i = 1; i < rows; ++i) {
    along[i - 1] = -rate * velocity[i] / tangent;
    impulse[i] = mu * impulse[0] * along[i - 1];
  }
  if (stiffness == nullptr) return;
  const double turning = mu * impulse[0] / tangent;
  stiffness[0] = rate * share;
  for (int i = 1; i < rows; ++i) {
    stiffness[i] = stiffness[i * rows] = rate * share * mu * along[i - 1];
    for (int k = 1; k < rows; ++k) {
      const double outer = along[i - 1] * along[k - 1];
      stiffness[i * rows + k] =
          rate * (share * mu * mu * outer + turning * ((i == k ? 1.0 : 0.0) - outer));
    }
  }
}

}  // namespace surefoot::engines::dart
