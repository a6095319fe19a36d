#pragma once

/// Joint limits that stop a joint within the step in which it would pass them, and an upper limit
/// of the speed at which position errors are removed.
///
/// MuJoCo's own limits act once a joint has passed them, and decelerate it over some milliseconds:
/// a joint at 100 rad/s went 0.4 rad through its stop.

struct mjModel_;
struct mjData_;

namespace surefoot::engines::mujoco {

struct Maps;

/// Before constraints are made: sets margins, so that MuJoCo makes rows for the limits that joints
/// may reach in this step.
void SetLimitMargins(const Maps& maps, double dt, mjModel_* model, const mjData_& data);

/// After the reference accelerations are computed: the row of a limit lets its joint reach the
/// limit by the end of the step and no further, and returns a joint beyond it with at most
/// kRecoverySpeed.
void SetLimitTargets(double dt, mjData_* data);

/// Largest speed (m/s or rad/s) at which overlaps, open loops and violated limits are corrected.
/// Contacts reach it at a depth of 16 steps' motion, limits and loops at 8 mm or mrad, far more
/// than in ordinary motion.
constexpr double kRecoverySpeed = 1.0;

/// After the reference accelerations are computed: bounds the speed that position errors demand.
/// Without it a robot that starts 0.3 m deep in the ground leaves it at 15 m/s. Bouncing contacts
/// are unchanged: their spring provides the rebound.
void BoundRecovery(mjData_* data);

}  // namespace surefoot::engines::mujoco
