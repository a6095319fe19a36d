#include "surefoot/engines/mujoco/limits.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include "surefoot/engines/mujoco/build.h"

namespace surefoot::engines::mujoco {
namespace {

/// Limits closer than kNear (rad or m), plus kSteps times the motion in a step, get rows.
constexpr double kNear = 0.01;
constexpr double kSteps = 4.0;
/// Share of the violation of a limit that is removed in a step.
constexpr double kShare = 0.2;

bool Bounces(const mjData& data, int row) {
  const int type = data.efc_type[row];
  const bool contact = type == mjCNSTR_CONTACT_FRICTIONLESS || type == mjCNSTR_CONTACT_ELLIPTIC;
  // Resting contacts have damping ratio 1.
  return contact && data.contact[data.efc_id[row]].solref[1] != 1.0;
}

}  // namespace

// A limit must be active before the joint can reach it within a step.
void SetLimitMargins(const Maps& maps, double dt, mjModel_* model, const mjData_& data) {
  for (const DofMap& dof : maps.dofs) {
    const int joint = model->dof_jntid[dof.mj_v];
    if (model->jnt_limited[joint] == 0) continue;
    double speed = std::abs(data.qvel[dof.mj_v]);
    // A motor may reach its maximum speed within a step.
    if (std::isfinite(dof.axis.velocity)) speed = std::max(speed, dof.axis.velocity);
    model->jnt_margin[joint] = kNear + kSteps * dt * speed;
  }
}

// The speed that reaches the limit, not beyond.
void SetLimitTargets(double dt, mjData_* data) {
  for (int row = data->ne + data->nf; row < data->nefc; ++row) {
    if (data->efc_type[row] != mjCNSTR_LIMIT_JOINT) continue;
    const double room = data->efc_pos[row];
    const double speed = room > 0.0 ? -room / dt : std::min(-kShare * room / dt, kRecoverySpeed);
    // Acceleration that leads to that speed by the end of the step.
    data->efc_aref[row] = (speed - data->efc_vel[row]) / dt;
  }
}

void BoundRecovery(mjData_* data) {
  for (int row = 0; row < data->nefc; ++row) {
    // The reference is -B v - K I r: without other forces, the error r decreases at the speed K I r
    // / B.
    const mjtNum* KBIP = data->efc_KBIP + 4 * row;
    const double asked = KBIP[0] * KBIP[2] * (data->efc_pos[row] - data->efc_margin[row]);
    const double max = KBIP[1] * kRecoverySpeed;
    if (std::abs(asked) <= max || Bounces(*data, row)) continue;
    data->efc_aref[row] += asked - std::copysign(max, asked);
  }
}

}  // namespace surefoot::engines::mujoco
