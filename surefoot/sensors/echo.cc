#include "surefoot/sensors/echo.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace surefoot::sensors {

std::vector<Vector3d> ConeDirections(const Vector3d& axis, double full_angle, int count) {
  const double golden_angle = 3.14159265358979323846 * (3.0 - std::sqrt(5.0));
  const double height = 1.0 - std::cos(0.5 * full_angle);
  const Quaterniond R = QuaternionFromZAxis(axis);
  std::vector<Vector3d> directions;
  for (int i = 0; i < count; ++i) {
    const double z = count == 1 ? 1.0 : 1.0 - height * i / (count - 1);
    const double r = std::sqrt(std::max(0.0, 1.0 - z * z));
    const double angle = golden_angle * i;
    directions.push_back((R * Vector3d(r * std::cos(angle), r * std::sin(angle), z)).normalized());
  }
  return directions;
}

double EchoStrength(const EchoSpec& spec, double cosine, double reflectance) {
  const double incidence = std::acos(std::clamp(std::abs(cosine), 0.0, 1.0));
  return reflectance * (incidence <= spec.max_incidence ? 1.0 : spec.diffuse);
}

double FirstEcho(const EchoSpec& spec, int rays, std::vector<Echo>* echoes) {
  std::sort(echoes->begin(), echoes->end(),
            [](const Echo& a, const Echo& b) { return a.distance < b.distance; });
  const double wanted = spec.threshold * rays;
  double sum = 0.0;
  std::size_t first = 0;
  for (const Echo& echo : *echoes) {
    sum += echo.strength;
    while ((*echoes)[first].distance < echo.distance - spec.pulse_length) {
      sum -= (*echoes)[first++].strength;
    }
    // A hair less, as sums are not exact.
    if (echo.strength > 0.0 && sum >= wanted * (1.0 - 1e-9)) return echo.distance;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace surefoot::sensors
