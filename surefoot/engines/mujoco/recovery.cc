#include "surefoot/engines/mujoco/recovery.h"

#include <mujoco/mujoco.h>

#include <cmath>

namespace surefoot::engines::mujoco {
namespace {

bool Bounces(const mjData& data, int row) {
  const int type = data.efc_type[row];
  const bool contact = type == mjCNSTR_CONTACT_FRICTIONLESS || type == mjCNSTR_CONTACT_ELLIPTIC;
  return contact && data.contact[data.efc_id[row]].solref[1] != 1.0;
}

}  // namespace

void BoundRecovery(mjData_* data) {
  for (int row = 0; row < data->nefc; ++row) {
    // The reference is -B v - K I r: in the absence of forces, r falls with the speed K I r / B.
    const mjtNum* KBIP = data->efc_KBIP + 4 * row;
    const double asked = KBIP[0] * KBIP[2] * (data->efc_pos[row] - data->efc_margin[row]);
    const double most = KBIP[1] * kRecoverySpeed;
    if (std::abs(asked) <= most || Bounces(*data, row)) continue;
    data->efc_aref[row] += asked - std::copysign(most, asked);
  }
}

}  // namespace surefoot::engines::mujoco
