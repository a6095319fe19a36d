#include "surefoot/autonomy/rover/slope_table.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>

#include "surefoot/base/check.h"

namespace surefoot::rover {
namespace {

/// Longest step of the integration (s): the speed settles in some tens.
constexpr double kLongestStep = 10.0;

/// Through four even points, between the second and the third (Catmull and Rom).
double Cubic(const std::array<double, 4>& p, double t) {
  return p[1] + 0.5 * t *
                    (p[2] - p[0] +
                     t * (2.0 * p[0] - 5.0 * p[1] + 4.0 * p[2] - p[3] +
                          t * (3.0 * (p[1] - p[2]) + p[3] - p[0])));
}

}  // namespace

SlopeTable SlopeTable::Make(const SlopeVehicle& vehicle, double slope, const Steering& steering,
                            int headings) {
  SUREFOOT_CHECK(headings >= 8, "enough headings to go round");
  SlopeTable table;
  const auto count = static_cast<std::size_t>(headings);
  table.motions_.resize(count);
  // From straight down, where a vehicle can always go, to both sides as far as forces balance.
  for (const int side : {1, -1}) {
    SlopeMotion guess;
    guess.slip = vehicle.ClimbSlip(-slope).value_or(0.0);
    for (int i = 0; i <= headings / 2; ++i) {
      const double heading = M_PI + side * i * 2.0 * M_PI / headings;
      const auto motion = vehicle.Balance(slope, heading, steering, guess);
      if (!motion.ok()) break;
      guess = motion.value();
      const int at = (headings / 2 + side * i + headings) % headings;
      table.motions_[static_cast<std::size_t>(at)] = guess;
    }
  }
  return table;
}

std::optional<SlopeMotion> SlopeTable::At(double heading) const {
  const auto count = static_cast<std::ptrdiff_t>(motions_.size());
  const double place = heading / (2.0 * M_PI) * static_cast<double>(count);
  const double low = std::floor(place);
  const double t = place - low;
  std::array<const SlopeMotion*, 4> m{};
  for (std::ptrdiff_t k = 0; k < 4; ++k) {
    const std::ptrdiff_t at = ((static_cast<std::ptrdiff_t>(low) + k - 1) % count + count) % count;
    const auto& motion = motions_[static_cast<std::size_t>(at)];
    if (motion) m[static_cast<std::size_t>(k)] = &*motion;
  }
  if (m[1] == nullptr || (m[2] == nullptr && t > 0.0)) return std::nullopt;
  if (m[2] == nullptr) return *m[1];
  // At the border of what can be driven there is nothing beyond.
  if (m[0] == nullptr) m[0] = m[1];
  if (m[3] == nullptr) m[3] = m[2];
  const auto between = [&](double SlopeMotion::*value) {
    return Cubic({m[0]->*value, m[1]->*value, m[2]->*value, m[3]->*value}, t);
  };
  return SlopeMotion{between(&SlopeMotion::sideslip), between(&SlopeMotion::curvature),
                     between(&SlopeMotion::slip)};
}

std::vector<SlopePoint> SlopeTable::Drive(const SlopeDrive& drive) const {
  std::vector<SlopePoint> track;
  // x, y, heading, tread's speed.
  using Rates = Eigen::Vector4d;
  Rates q(0.0, 0.0, drive.heading, drive.first_tread);
  const auto rates_of = [&](const Rates& at, Rates* rates) {
    const auto motion = At(at[2]);
    if (!motion) return false;
    const double speed = at[3] / TreadRatio(motion->slip);
    const double across = speed * std::tan(motion->sideslip);
    const double c = std::cos(at[2]);
    const double s = std::sin(at[2]);
    *rates = Rates(speed * c - across * s, speed * s + across * c, speed * motion->curvature,
                   drive.gain * (drive.speed - speed));
    return true;
  };
  const int parts = std::max(1, static_cast<int>(std::ceil(drive.step / kLongestStep)));
  const double h = drive.step / parts;
  const int steps = static_cast<int>(std::lround(drive.seconds / drive.step));
  for (int i = 0; i <= steps; ++i) {
    const auto motion = At(q[2]);
    if (!motion) return track;
    track.push_back({i * drive.step, q[0], q[1], q[2], q[3] / TreadRatio(motion->slip), *motion});
    for (int part = 0; i < steps && part < parts; ++part) {
      std::array<Rates, 4> k;
      const bool ok = rates_of(q, &k[0]) && rates_of(q + 0.5 * h * k[0], &k[1]) &&
                      rates_of(q + 0.5 * h * k[1], &k[2]) && rates_of(q + h * k[2], &k[3]);
      if (!ok) return track;
      q += h / 6.0 * (k[0] + 2.0 * k[1] + 2.0 * k[2] + k[3]);
    }
  }
  return track;
}

}  // namespace surefoot::rover
