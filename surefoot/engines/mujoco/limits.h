#pragma once

/// Joint limits that stop a joint within the step in which it would pass them.
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

}  // namespace surefoot::engines::mujoco
