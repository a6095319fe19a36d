#pragma once

#include <vector>

#include "surefoot/engines/ode/build.h"

struct dJointFeedback;

namespace surefoot::engines::ode {

/// Forces and rows of the joints in each step: motors, springs, dry friction, stops, and
/// constraints that ODE's joints lack.
class Joints {
 public:
  Joints(const world::World& world, const Maps& maps);
  ~Joints();

  /// Prepares the step for the poses in `state`. Rows for one step only are added to `group`.
  void Apply(const physics::Inputs& inputs, double dt, const physics::State& state, dxWorld* ode,
             dxJointGroup* group);
  /// Call after the step: efforts of the motors (N m or N).
  void ReadEfforts(physics::State* state) const;

 private:
  struct Pose;
  struct Step;

  Pose PoseOf(const JointMap& joint, const physics::State& state) const;
  void ApplyDof(const JointMap& joint, const Pose& pose, int index, const Step& step);
  void ApplyEffort(const JointMap& joint, const Pose& pose, const DofMap& dof, double effort) const;
  void ApplyStop(const JointMap& joint, const Pose& pose, const DofMap& dof, const Vector3d& axis,
                 const Step& step) const;
  void SetRow(const JointMap& joint, const Pose& pose, const DofMap& dof, const MotorRow& row,
              double velocity, double limit, double softness, const Step& step,
              dJointFeedback* feedback) const;
  bool CoupleMimic(const JointMap& joint, const Pose& pose, const Step& step) const;
  void CoupleMimicSoftly(const JointMap& joint, const Pose& pose, const Step& step) const;
  double AxisBias(const JointMap& joint, const Pose& pose, const DofMap& dof) const;
  void ApplyBall(const JointMap& joint, const Pose& pose, const physics::Inputs& inputs);
  void Hold(const JointMap& joint, const Pose& pose, double dt) const;
  void CoupleScrew(const JointMap& joint, const Pose& pose, const Step& step) const;
  void HoldWelds(double dt, const physics::State& state) const;

  const world::World& world_;
  const Maps& maps_;
  /// Per dof: force of its servo, axis along which it counts, commanded effort, and whether a servo
  /// is active.
  std::vector<dJointFeedback> feedback_;
  std::vector<Vector3d> axes_W_;
  std::vector<double> commanded_;
  std::vector<char> driven_;
  /// Per velocity coordinate of a ball joint: index and commanded torque.
  std::vector<std::pair<int, double>> ball_efforts_;
};

}  // namespace surefoot::engines::ode
