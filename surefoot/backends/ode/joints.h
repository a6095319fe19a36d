#pragma once

#include <vector>

#include "surefoot/backends/ode/build.h"

struct dJointFeedback;

namespace surefoot::backends::ode {

/// What joints need in every step: motors, springs, dry friction, stops, and the rows that hold
/// what no joint of ODE's holds.
class Joints {
 public:
  Joints(const world::World& world, const Maps& maps);
  ~Joints();

  /// Sets up the step for the present poses in `state`. Rows that live for one step go to `group`.
  void Apply(const physics::Inputs& inputs, double dt, const physics::State& state, dxWorld* ode,
             dxJointGroup* group);
  /// After the step.
  void ReadEfforts(physics::State* state) const;

 private:
  struct Pose;

  void ApplyDof(const JointMap& joint, const Pose& pose, int index, const physics::Inputs& inputs,
                double dt, const physics::State& state);
  void ApplyServo(const physics::MotorCommand& command, int index, double shift, double dt,
                  const physics::State& state);
  void ApplyBall(const JointMap& joint, const Pose& pose, const physics::Inputs& inputs);
  void Hold(const JointMap& joint, const Pose& pose, double dt) const;
  void CoupleScrew(const JointMap& joint, const Pose& pose, double dt, const physics::State& state,
                   dxWorld* ode, dxJointGroup* group) const;
  void HoldWelds(double dt, const physics::State& state) const;

  const world::World& world_;
  const Maps& maps_;
  /// Per dof: force of its servo, the direction in which it counts, and the commanded effort.
  std::vector<dJointFeedback> feedback_;
  std::vector<Vector3d> axes_W_;
  std::vector<double> commanded_;
  /// Per velocity coordinate of a ball joint: index and commanded torque.
  std::vector<std::pair<int, double>> ball_efforts_;
};

}  // namespace surefoot::backends::ode
