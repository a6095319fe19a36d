#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// What an ideal inertial sensor feels, from step to step.
class StepMotion {
 public:
  /// Means over one step, in the sensor's frame.
  struct Felt {
    /// Rate of turn: what integrates to the turn of the step.
    Vector3d w_S = Vector3d::Zero();
    /// Specific force: acceleration less gravity.
    Vector3d f_S = Vector3d::Zero();
  };

  /// After each step. Rotation is taken from the change of the pose, so that integrating the rates
  /// gives the orientation back; force from the change of the sensor point's velocity (which holds
  /// centripetal and tangential parts), turned by the attitude at mid-step. Both are right to
  /// second order in the step.
  Felt Step(const SensorPlace& place, const Truth& truth);
  /// The state jumped: the next step starts from this one.
  void JumpTo(const SensorPlace& place, const physics::State& state);

  void Archive(StateArchive* archive);

 private:
  /// At the end of the last step. A model begins at rest.
  bool known_ = false;
  Quaterniond q_WS_ = Quaterniond::Identity();
  Vector3d v_WS_W_ = Vector3d::Zero();
};

}  // namespace surefoot::sensors
