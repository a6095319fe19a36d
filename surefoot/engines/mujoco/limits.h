#pragma once

/// Joint limits that stop a joint within the step in which it would pass them, and how fast errors
/// of position are taken back.
///
/// MuJoCo's own limits begin to act when a joint is beyond, and slow it down over some
/// milliseconds: a joint of 100 rad/s went 0.4 rad through its stop.

struct mjModel_;
struct mjData_;

namespace surefoot::engines::mujoco {

struct Maps;

/// Before constraints are made: rows for the limits that joints may reach in this step.
void LookAtLimits(const Maps& maps, double dt, mjModel_* model, const mjData_& data);

/// After their references are made: a row lets its joint come to the limit by the end of the step,
/// and brings one that is beyond back, with at most kRecoverySpeed.
void AimLimits(double dt, mjData_* data);

/// Speed (m/s or rad/s) at which overlaps, open loops and violated limits are taken back, at most.
/// Contacts come to it at a depth of 16 steps' way, limits and loops at 8 mm or mrad; what happens
/// in ordinary motion is far below.
constexpr double kRecoverySpeed = 1.0;

/// After the reference accelerations are computed: bounds the speed that errors of position ask
/// for. Without it a robot that starts 0.3 m deep in the ground leaves it with 15 m/s. Contacts
/// that bounce are left alone: their spring is what throws them back.
void BoundRecovery(mjData_* data);

}  // namespace surefoot::engines::mujoco
