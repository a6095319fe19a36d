#include "surefoot/engines/mujoco/servos.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>

#include "surefoot/physics/servo.h"

// Motors are rows of MuJoCo's constraints with limited force: an actuator would act with a delay of
// one step and could not be stiff.

namespace surefoot::engines::mujoco {
namespace {

using physics::ControlMode;
using physics::MotorCommand;

/// Represents "no limit" in a constraint row.
constexpr double kUnlimited = 1e9;

/// Impedance of a motor's row. A position servo needs the largest that MuJoCo allows for a small
/// steady error. A velocity servo is exact to 0.1 % of the change in a step with less, and the
/// solver converges faster.
constexpr double kPositionImpedance = 0.9999;
constexpr double kVelocityImpedance = 0.999;

void SetImpedance(double impedance, mjtNum* solimp) { solimp[0] = solimp[1] = impedance; }

/// MuJoCo's rotation of a ball joint, in the axes of J. Efforts are read after positions have
/// advanced, so those of a reversed joint are rotated by one step's motion.
Quaterniond BallRotation(const BallMap& ball, const mjData_& data) {
  const mjtNum* q = data.qpos + ball.mj_q;
  return ball.q_BJ.conjugate() * Quaterniond(q[0], q[1], q[2], q[3]) * ball.q_BJ;
}

}  // namespace

Servos::Servos(const Maps& maps, const mjModel_& model)
    : maps_(maps),
      dry_friction_(model.dof_frictionloss, model.dof_frictionloss + model.nv),
      dof_target_(static_cast<std::size_t>(model.nv), 0.0),
      tendon_target_(static_cast<std::size_t>(model.ntendon), 0.0),
      dof_v_(static_cast<std::size_t>(model.nv), -1),
      tendon_v_(static_cast<std::size_t>(model.ntendon), -1) {
  for (const DofMap& dof : maps.dofs) {
    if (dof.tendon >= 0) tendon_v_[static_cast<std::size_t>(dof.tendon)] = dof.v;
  }
}

void Servos::SetLimits(const physics::Inputs& inputs, mjModel_* model, mjData_* data) {
  for (const DofMap& dof : maps_.dofs) {
    const MotorCommand command =
        physics::WithSpeedLimit(inputs.motors[static_cast<std::size_t>(dof.v)], dof.axis);
    const bool servo = physics::IsServo(command.mode);
    const double limit =
        servo ? std::min(physics::EffortLimit(command, dof.axis), kUnlimited) : 0.0;
    const double target =
        servo ? physics::ServoVelocity(command, dof.axis, data->qpos[dof.mj_q]) : 0.0;
    const double impedance =
        command.mode == ControlMode::kVelocity ? kVelocityImpedance : kPositionImpedance;
    if (dof.tendon >= 0) {
      SetImpedance(impedance, model->tendon_solimp_fri + mjNIMP * dof.tendon);
      model->tendon_frictionloss[dof.tendon] = limit;
      tendon_target_[static_cast<std::size_t>(dof.tendon)] = target;
    } else {
      const auto index = static_cast<std::size_t>(dof.mj_v);
      SetImpedance(impedance, model->dof_solimp + mjNIMP * dof.mj_v);
      model->dof_frictionloss[dof.mj_v] = servo ? limit : dry_friction_[index];
      dof_target_[index] = target;
      dof_v_[index] = servo ? dof.v : -1;
    }
    data->qfrc_applied[dof.mj_v] = physics::CommandedEffort(command, dof.axis.effort);
  }
  for (const BallMap& ball : maps_.balls) {
    Vector3d torque_J = Vector3d::Zero();
    for (int k = 0; k < 3; ++k) {
      const MotorCommand& command = inputs.motors[static_cast<std::size_t>(ball.v + k)];
      torque_J[k] = physics::CommandedEffort(command, ball.effort);
    }
    if (ball.reversed) torque_J = -(BallRotation(ball, *data).conjugate() * torque_J);
    Eigen::Map<Vector3d>(data->qfrc_applied + ball.mj_v) = ball.q_BJ * torque_J;
  }
}

void Servos::SetTargets(mjData_* data) const {
  for (int row = data->ne; row < data->ne + data->nf; ++row) {
    const auto id = static_cast<std::size_t>(data->efc_id[row]);
    const double target =
        data->efc_type[row] == mjCNSTR_FRICTION_TENDON ? tendon_target_[id] : dof_target_[id];
    // The reference of the row is -B v; B is the second of its four parameters KBIP.
    data->efc_aref[row] += data->efc_KBIP[4 * row + 1] * target;
  }
}

/// Applied efforts, plus the force of the rows of servos.
void Servos::ReadEfforts(const mjData_& data, std::vector<double>* effort) const {
  for (const DofMap& dof : maps_.dofs) {
    (*effort)[static_cast<std::size_t>(dof.v)] = data.qfrc_applied[dof.mj_v];
  }
  for (const BallMap& ball : maps_.balls) {
    const Vector3d torque_B = Eigen::Map<const Vector3d>(data.qfrc_applied + ball.mj_v);
    Vector3d torque_J = ball.q_BJ.conjugate() * torque_B;
    if (ball.reversed) torque_J = -(BallRotation(ball, data) * torque_J);
    Eigen::Map<Vector3d>(effort->data() + ball.v) = torque_J;
  }
  for (int row = data.ne; row < data.ne + data.nf; ++row) {
    const auto id = static_cast<std::size_t>(data.efc_id[row]);
    const int v = data.efc_type[row] == mjCNSTR_FRICTION_TENDON ? tendon_v_[id] : dof_v_[id];
    if (v >= 0) (*effort)[static_cast<std::size_t>(v)] += data.efc_force[row];
  }
}

}  // namespace surefoot::engines::mujoco
