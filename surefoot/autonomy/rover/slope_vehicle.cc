#include "surefoot/autonomy/rover/slope_vehicle.h"

#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "surefoot/base/check.h"

// The quasi-static vehicle of the rover study: forces of all wheels in the soil balance weight and
// slope at every time, with equal loads on all wheels.

namespace surefoot::rover {
namespace {

constexpr double kMaxSlip = 0.999999;
constexpr double kMinSlip = -0.9;
constexpr double kSteepest = M_PI / 3.0;
constexpr int kBisections = 60;
constexpr int kMaxIterations = 40;
/// Of forces over weight.
constexpr double kBalanced = 1e-9;

double SteeringOf(const Steering& steering, std::size_t axle) {
  return axle < steering.size() ? steering[axle] : 0.0;
}

double SlipOf(double tread, double speed) {
  return tread >= speed ? 1.0 - speed / tread : tread / speed - 1.0;
}

/// Where a function that rises (or falls) through zero does so.
template <typename F>
double Bisect(double low, double high, const F& is_above) {
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (low + high);
    (is_above(middle) ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

}  // namespace

Result<SlopeVehicle> SlopeVehicle::Make(const SlopeVehicleSpec& spec, const world::Soil& soil) {
  if (!(spec.mass > 0.0) || !(spec.gravity > 0.0) || spec.axles.empty() ||
      spec.wheels_per_axle < 1) {
    return Error{"a vehicle needs mass, gravity, axles and wheels"};
  }
  ground::SoilOptions options;
  options.gravity = spec.gravity;
  options.points = 12;
  return SlopeVehicle(spec,
                      SUREFOOT_TRY(ground::SoilContact::Make(soil, spec.wheel, options.For(soil))));
}

double SlopeVehicle::LoadOf(double slope) const {
  const double wheels = static_cast<double>(spec_.axles.size()) * spec_.wheels_per_axle;
  return spec_.mass * spec_.gravity * std::cos(slope) / wheels;
}

std::optional<SlopeVehicle::Sums> SlopeVehicle::ForcesOf(const SlopeMotion& motion, double load,
                                                         const Steering& steering) const {
  // In units of the speed along the heading.
  const double across = std::tan(motion.sideslip);
  const double tread = TreadRatio(motion.slip);
  Sums sums;
  // Axles that go straight do all the same.
  double slip = 0.0;
  double angle = 0.0;
  std::optional<ground::SoilForces> at;
  for (std::size_t i = 0; i < spec_.axles.size(); ++i) {
    const double x = spec_.axles[i] - spec_.center;
    const double c = std::cos(SteeringOf(steering, i));
    const double s = std::sin(SteeringOf(steering, i));
    const double vy = across + motion.curvature * x;
    const double ahead = c + s * vy;
    if (!(ahead > 0.0)) return std::nullopt;
    const double own_slip = std::clamp(SlipOf(tread, ahead), kMinSlip, kMaxSlip);
    const double own_angle = std::atan2(-s + c * vy, ahead);
    if (!at || own_slip != slip || own_angle != angle) {
      slip = own_slip;
      angle = own_angle;
      const auto forces = contact_.AtLoad(load, ground::TreadSlipOf(slip, angle));
      if (!forces.ok()) return std::nullopt;
      at = forces.value();
    }
    const double fx = spec_.wheels_per_axle * (c * at->fx - s * at->fy);
    const double fy = spec_.wheels_per_axle * (s * at->fx + c * at->fy);
    sums.along += fx;
    sums.across += fy;
    sums.yaw += x * fy + spec_.wheels_per_axle * at->mz;
    sums.torque += spec_.wheels_per_axle * at->torque;
  }
  return sums;
}

/// Force that is left for going faster, straight up.
std::optional<double> SlopeVehicle::Surplus(double slope, double slip,
                                            const Steering& steering) const {
  const auto sums = ForcesOf({0.0, 0.0, slip}, LoadOf(slope), steering);
  if (!sums) return std::nullopt;
  return sums->along - spec_.mass * spec_.gravity * std::sin(slope);
}

/// Slip at which the pull of the wheels equals the resistance of the slope. Absent if it is not
/// bracketed: the vehicle slides, or rolls down by itself.
std::optional<double> SlopeVehicle::ClimbSlip(double slope, const Steering& steering) const {
  const auto max = Surplus(slope, kMaxSlip, steering);
  const auto min = Surplus(slope, kMinSlip, steering);
  if (!max || !min || *max < 0.0 || *min > 0.0) return std::nullopt;
  return Bisect(kMinSlip, kMaxSlip,
                [&](double slip) { return Surplus(slope, slip, steering).value_or(1.0) > 0.0; });
}

/// Bisection on the slope, which is the inverse of ClimbSlip and defined also where the vehicle
/// cannot climb.
double SlopeVehicle::SlopeAtSlip(double slip, const Steering& steering) const {
  slip = std::clamp(slip, kMinSlip, kMaxSlip);
  const auto surplus = [&](double slope) { return Surplus(slope, slip, steering).value_or(-1.0); };
  double low = -kSteepest;
  double high = kSteepest;
  double at_low = surplus(low);
  double at_high = surplus(high);
  if (at_low <= 0.0) return low;
  if (at_high >= 0.0) return high;
  // Regula falsi; an end that stays twice counts half, so that it comes along (Illinois).
  int stayed = 0;
  for (int i = 0; i < kBisections && high - low > 1e-9; ++i) {
    const double next = (low * at_high - high * at_low) / (at_high - at_low);
    const double value = surplus(next);
    if (std::abs(value) < kBalanced * spec_.mass * spec_.gravity) return next;
    if (value > 0.0) {
      low = next;
      at_low = value;
      if (stayed > 0) at_high *= 0.5;
      stayed = 1;
    } else {
      high = next;
      at_high = value;
      if (stayed < 0) at_low *= 0.5;
      stayed = -1;
    }
  }
  return 0.5 * (low + high);
}

/// The steepest slope on which the pull at full slip still exceeds the slope's resistance.
double SlopeVehicle::LimitSlope(const Steering& steering) const {
  return Bisect(0.0, kSteepest, [&](double slope) {
    return Surplus(slope, kMaxSlip, steering).value_or(-1.0) < 0.0;
  });
}

/// Solves the balance of longitudinal force, lateral force and yaw moment for side slip, curvature
/// and slip by Newton's method with numerical derivatives.
Result<SlopeMotion> SlopeVehicle::Balance(double slope, double heading, const Steering& steering,
                                          const SlopeMotion& guess) const {
  const double load = LoadOf(slope);
  const double weight = spec_.mass * spec_.gravity;
  const auto error_of = [&](const Eigen::Vector3d& z) -> std::optional<Eigen::Vector3d> {
    const auto sums = ForcesOf({z[0], z[1], z[2]}, load, steering);
    if (!sums) return std::nullopt;
    const double pull = weight * std::sin(slope);
    return Eigen::Vector3d(sums->along - pull * std::cos(heading),
                           sums->across + pull * std::sin(heading), sums->yaw) /
           weight;
  };
  const Error failed{"no balance of forces was found at a slope of " +
                     std::to_string(slope * 180.0 / M_PI) + " deg, heading " +
                     std::to_string(heading * 180.0 / M_PI) + " deg"};
  Eigen::Vector3d z(guess.sideslip, guess.curvature, guess.slip);
  std::optional<Eigen::Vector3d> error = error_of(z);
  for (int i = 0; error && i < kMaxIterations; ++i) {
    if (error->cwiseAbs().maxCoeff() < kBalanced) return SlopeMotion{z[0], z[1], z[2]};
    Eigen::Matrix3d J;
    for (int k = 0; k < 3; ++k) {
      Eigen::Vector3d moved = z;
      moved[k] += 1e-6;
      const auto there = error_of(moved);
      if (!there) return failed;
      J.col(k) = (*there - *error) / 1e-6;
    }
    const Eigen::Vector3d step = J.fullPivLu().solve(-*error);
    // Shorter steps until it becomes better: the law bends where wheels start to slide.
    double scale = 1.0;
    for (int k = 0; k < 20; ++k, scale *= 0.5) {
      Eigen::Vector3d next = z + scale * step;
      next[0] = std::clamp(next[0], -1.5, 1.5);
      next[2] = std::clamp(next[2], kMinSlip, kMaxSlip);
      const auto there = error_of(next);
      if (!there || there->norm() >= error->norm()) continue;
      z = next;
      error = there;
      break;
    }
    if (scale < 1e-5) break;
  }
  return failed;
}

/// Power over weight and speed: energy per distance and weight (1), the usual measure of efficiency
/// of locomotion.
std::optional<double> SlopeVehicle::CostOfTransport(double slope) const {
  const auto slip = ClimbSlip(slope);
  if (!slip) return std::nullopt;
  const auto sums = ForcesOf({0.0, 0.0, *slip}, LoadOf(slope), {});
  if (!sums) return std::nullopt;
  return sums->torque / spec_.wheel.radius * TreadRatio(*slip) / (spec_.mass * spec_.gravity);
}

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

/// Tabulates the balance over the heading, because a drive evaluates it thousands of times.
/// Headings at which forces do not balance have no entry.
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

/// Cubic interpolation over four headings, so that the slope of the curvature has no jumps.
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

/// Integrates position, heading and tread speed by the classical Runge-Kutta method.
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
