#pragma once

/// The numbers of docs/reference/engines.md.

namespace surefoot::engines::ode {

/// Share of a joint's error that a step takes back, and its softness (m/s per N).
constexpr double kJointErp = 0.2;
constexpr double kJointCfm = 1e-10;
/// What starts apart, beyond a limit or inside of another comes back with at most this (m/s,
/// rad/s).
constexpr double kRecoverySpeed = 1.0;
/// Contacts: time constant in steps, critically damped, for the mass of the model.
constexpr double kContactSteps = 4.0;
/// Softness of friction for 1 kg (m/s per N).
constexpr double kFrictionSlip = 5e-5;
/// Motor forces beyond this count as without limit (N or N m).
constexpr double kUnlimited = 1e12;
/// Bodies that are connected by more rows than this are solved by iteration: worse, but in time.
constexpr int kMostDirectRows = 3000;
constexpr int kIterations = 50;

}  // namespace surefoot::engines::ode
