#include "surefoot/noise/low_pass.h"

#include <algorithm>
#include <cmath>

namespace surefoot::noise {
namespace {

constexpr double kTwoPi = 6.283185307179586476925286766559;

double Omega(const LowPassSpec& spec) { return kTwoPi * spec.bandwidth; }

/// Covariance of y and z in the steady state under white noise of density 1. For y'' + 2 d w y' +
/// w^2 y = w^2 n, the variances are w / (4 d) and w^3 / (4 d), with d = 1 / sqrt(2).
Eigen::Vector2d SteadyVariance(const LowPassSpec& spec) {
  const double w = Omega(spec);
  if (spec.order == 1) return Eigen::Vector2d(w / 2.0, 0.0);
  return Eigen::Vector2d(w, w * w * w) * std::sqrt(2.0) / 4.0;
}

}  // namespace

Eigen::Matrix2d Transition(const LowPassSpec& spec, double dt) {
  const double w = Omega(spec);
  Eigen::Matrix2d transition = Eigen::Matrix2d::Zero();
  if (spec.order == 1) {
    transition(0, 0) = std::exp(-w * dt);
    return transition;
  }
  // Damping ratio 1 / sqrt(2): decay rate and frequency are equal, s.
  const double s = w / std::sqrt(2.0);
  const double decay = std::exp(-s * dt);
  const double c = decay * std::cos(s * dt);
  const double n = decay * std::sin(s * dt);
  transition << c + n, n / s, -w * w / s * n, c - n;
  return transition;
}

double NoiseGain(const LowPassSpec& spec) { return std::sqrt(SteadyVariance(spec)[0]); }

void LowPass::Step(const Vector3d& input, double dt) {
  if (!started_ || spec_.IsNone()) {
    started_ = true;
    y_ = input;
    z_.setZero();
    return;
  }
  if (dt != dt_) {
    dt_ = dt;
    transition_ = Transition(spec_, dt);
  }
  const Vector3d off = y_ - input;
  y_ = input + transition_(0, 0) * off + transition_(0, 1) * z_;
  z_ = transition_(1, 0) * off + transition_(1, 1) * z_;
}

FilteredNoise::FilteredNoise(const LowPassSpec& spec, const Vector3d& density, RandomStream* stream)
    : spec_(spec), density_(density) {
  const Eigen::Vector2d variance = SteadyVariance(spec);
  for (int i = 0; i < 3; ++i) {
    if (density[i] == 0.0) continue;
    y_[i] = density[i] * std::sqrt(variance[0]) * stream->Normal();
    if (spec.order == 2) z_[i] = density[i] * std::sqrt(variance[1]) * stream->Normal();
  }
}

void FilteredNoise::Prepare(double dt) {
  dt_ = dt;
  transition_ = Transition(spec_, dt);
  const Eigen::Matrix2d steady = SteadyVariance(spec_).asDiagonal();
  const Eigen::Matrix2d added = steady - transition_ * steady * transition_.transpose();
  spread_.setZero();
  spread_(0, 0) = std::sqrt(std::max(added(0, 0), 0.0));
  if (spec_.order == 1 || spread_(0, 0) == 0.0) return;
  spread_(1, 0) = added(1, 0) / spread_(0, 0);
  spread_(1, 1) = std::sqrt(std::max(added(1, 1) - spread_(1, 0) * spread_(1, 0), 0.0));
}

const Vector3d& FilteredNoise::Step(double dt, RandomStream* stream) {
  if (dt != dt_) Prepare(dt);
  for (int i = 0; i < 3; ++i) {
    if (density_[i] == 0.0) continue;
    const double first = density_[i] * stream->Normal();
    const double second = spec_.order == 2 ? density_[i] * stream->Normal() : 0.0;
    const double y = y_[i];
    y_[i] = transition_(0, 0) * y + transition_(0, 1) * z_[i] + spread_(0, 0) * first;
    z_[i] = transition_(1, 0) * y + transition_(1, 1) * z_[i] + spread_(1, 0) * first +
            spread_(1, 1) * second;
  }
  return y_;
}

}  // namespace surefoot::noise
