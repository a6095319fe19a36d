#pragma once

/// Numbers of the solver; docs/engines.md says how they were chosen.

#include <algorithm>

namespace surefoot::engines::dart {

/// Compliance of constraints as a share of the inverse inertia that they feel: where two cannot
/// both hold, the harder one does.
constexpr double kContactSoftness = 1e-3;
/// One step long, so it may be hard: softness takes its share of every bounce.
constexpr double kBounceSoftness = 1e-6;
constexpr double kFrictionSoftness = 1e-5;
constexpr double kServoSoftness = 1e-5;
constexpr double kTieSoftness = 1e-6;
constexpr double kLimitSoftness = 1e-7;

/// Share of an error of position that a step takes back.
constexpr double kErrorReduction = 0.2;
/// Speed (m/s or rad/s) at which errors are taken back, at most.
constexpr double kRecoverySpeed = 1.0;
/// Contacts rest at this depth (m), so that they do not come and go.
constexpr double kRestDepth = 5e-5;
/// Slower impacts (m/s) do not bounce.
constexpr double kLeastBounce = 0.02;

/// The speed that takes back an error.
inline double RecoverySpeed(double error, double dt) {
  return std::clamp(kErrorReduction * error / dt, -kRecoverySpeed, kRecoverySpeed);
}

}  // namespace surefoot::engines::dart
