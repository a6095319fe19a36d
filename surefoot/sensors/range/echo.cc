#include "surefoot/sensors/range/echo.h"

#include <algorithm>
#include <cmath>

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
  const double c = std::clamp(std::abs(cosine), 0.0, 1.0);
  const bool comes_back = std::acos(c) <= spec.max_incidence;
  const double lobe = spec.incidence_exponent > 0.0 ? std::pow(c, spec.incidence_exponent) : 1.0;
  return reflectance * lobe * (comes_back ? 1.0 : spec.diffuse);
}

std::vector<double> BeamWeights(const EchoSpec& spec, const Vector3d& axis,
                                const std::vector<Vector3d>& directions) {
  std::vector<double> weights(directions.size(), 1.0);
  if (!(spec.beam_width > 0.0)) return weights;
  double sum = 0.0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double offset = std::acos(std::clamp(directions[i].dot(axis), -1.0, 1.0));
    // A bell: half of it at half of the full angle.
    weights[i] = std::exp2(-std::pow(2.0 * offset / spec.beam_width, 2.0));
    sum += weights[i];
  }
  for (double& weight : weights) weight *= static_cast<double>(weights.size()) / sum;
  return weights;
}

const Echo* FirstEcho(const EchoSpec& spec, int rays, double gain, std::vector<Echo>* echoes) {
  std::sort(echoes->begin(), echoes->end(),
            [](const Echo& a, const Echo& b) { return a.distance < b.distance; });
  const double wanted = spec.threshold * rays / gain;
  double sum = 0.0;
  std::size_t first = 0;
  for (const Echo& echo : *echoes) {
    sum += echo.strength;
    while ((*echoes)[first].distance < echo.distance - spec.pulse_length) {
      sum -= (*echoes)[first++].strength;
    }
    // A hair less, as sums are not exact.
    if (echo.strength > 0.0 && sum >= wanted * (1.0 - 1e-9)) return &echo;
  }
  return nullptr;
}

}  // namespace surefoot::sensors
