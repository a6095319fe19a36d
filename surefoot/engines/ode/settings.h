#pragma once

/// Settings; docs/reference/engines.md gives their reasons.

namespace surefoot::engines::ode {

/// Share of a joint's error that is corrected in a step (ERP), and its softness (CFM, m/s per N).
constexpr double kJointErp = 0.2;
constexpr double kJointCfm = 1e-10;
/// Largest speed (m/s, rad/s) at which gaps, violated limits and overlaps are corrected.
constexpr double kRecoverySpeed = 1.0;
/// Contacts: time constant in steps, critically damped, for the mass of the lighter model.
constexpr double kContactSteps = 4.0;
/// Softness of friction for 1 kg (m/s per N); it is divided by the mass.
constexpr double kFrictionSlip = 5e-5;
/// Motor forces from here on count as unlimited (N or N m).
constexpr double kUnlimited = 1e12;
/// Groups of bodies connected by more rows are solved by kIterations iterations: less accurate, but
/// in linear time.
constexpr int kMaxDirectRows = 3000;
constexpr int kIterations = 50;

}  // namespace surefoot::engines::ode
