#include "surefoot/autonomy/rover/slope_vehicle.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

namespace surefoot::rover {
namespace {

constexpr double kMostSlip = 0.999999;
constexpr double kLeastSlip = -0.9;
constexpr double kSteepest = M_PI / 3.0;
constexpr int kBisections = 60;
constexpr int kMostIterations = 40;
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
  const Result<ground::SoilContact> contact =
      ground::SoilContact::Make(soil, spec.wheel, options.For(soil));
  if (!contact.ok()) return contact.error();
  return SlopeVehicle(spec, contact.value());
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
    const double own_slip = std::clamp(SlipOf(tread, ahead), kLeastSlip, kMostSlip);
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

std::optional<double> SlopeVehicle::ClimbSlip(double slope, const Steering& steering) const {
  const auto most = Surplus(slope, kMostSlip, steering);
  const auto least = Surplus(slope, kLeastSlip, steering);
  if (!most || !least || *most < 0.0 || *least > 0.0) return std::nullopt;
  return Bisect(kLeastSlip, kMostSlip,
                [&](double slip) { return Surplus(slope, slip, steering).value_or(1.0) > 0.0; });
}

double SlopeVehicle::SlopeAtSlip(double slip, const Steering& steering) const {
  slip = std::clamp(slip, kLeastSlip, kMostSlip);
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

double SlopeVehicle::LimitSlope(const Steering& steering) const {
  return Bisect(0.0, kSteepest, [&](double slope) {
    return Surplus(slope, kMostSlip, steering).value_or(-1.0) < 0.0;
  });
}

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
  for (int i = 0; error && i < kMostIterations; ++i) {
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
      next[2] = std::clamp(next[2], kLeastSlip, kMostSlip);
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

std::optional<double> SlopeVehicle::CostOfTransport(double slope) const {
  const auto slip = ClimbSlip(slope);
  if (!slip) return std::nullopt;
  const auto sums = ForcesOf({0.0, 0.0, *slip}, LoadOf(slope), {});
  if (!sums) return std::nullopt;
  return sums->torque / spec_.wheel.radius * TreadRatio(*slip) / (spec_.mass * spec_.gravity);
}

}  // namespace surefoot::rover
