#pragma once

struct mjData_;

namespace surefoot::engines::mujoco {

/// Speed (m/s or rad/s) at which overlaps, open loops and violated limits are taken back, at most.
/// Contacts come to it at a depth of 16 steps' way, limits and loops at 8 mm or mrad; what happens
/// in ordinary motion is far below.
constexpr double kRecoverySpeed = 1.0;

/// After the reference accelerations are computed: bounds the speed that errors of position ask
/// for. Without it a robot that starts 0.3 m deep in the ground leaves it with 15 m/s. Contacts
/// that bounce are left alone: their spring is what throws them back.
void BoundRecovery(mjData_* data);

}  // namespace surefoot::engines::mujoco
