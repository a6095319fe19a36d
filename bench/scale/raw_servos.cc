#include "bench/scale/raw_servos.h"

#include <map>
#include <string>

#include "bench/scale/crowd_world.h"
#include "surefoot/physics/servo.h"

namespace surefoot::scale {

RawServos::RawServos(const world::World& world, husky::RawLoop* raw) : raw_(raw) {
  for (int model = 0; model < world.model_count(); ++model) AddServos(world, model);
}

void RawServos::AddServos(const world::World& world, int model) {
  std::map<std::string, std::size_t> servo_of_joint;
  for (const world::InitialCommand& command : world.model(model).initial_commands) {
    if (command.mode != world::ControlMode::kPosition) continue;
    const int joint = world.layout(model).joints.first + command.joint;
    const world::Joint& spec = world.joint_spec(joint);
    servo_of_joint[spec.name] = servos_.size();
    servos_.push_back(
        {world.joint(joint).v, &spec.axes[0], {command.mode, command.target, world::kInfinity}});
  }
  for (std::size_t leg = 0; leg < kLegs.size(); ++leg) {
    const auto hip = servo_of_joint.find(std::string(kLegs[leg]) + "_hip");
    const auto knee = servo_of_joint.find(std::string(kLegs[leg]) + "_knee");
    if (hip == servo_of_joint.end() || knee == servo_of_joint.end()) continue;
    legs_.push_back({static_cast<int>(leg), hip->second, knee->second});
  }
}

void RawServos::SetTargets(long long step, double time) {
  if (step % kCommandSteps == 0) {
    for (const Leg& leg : legs_) {
      const LegTargets targets = TrotTargets(leg.leg, time);
      servos_[leg.hip].command.target = targets.hip;
      servos_[leg.knee].command.target = targets.knee;
    }
  }
  for (const Servo& servo : servos_) {
    raw_->SetSpeed(servo.v,
                   physics::ServoVelocity(servo.command, *servo.axis, raw_->Angle(servo.v)));
  }
}

}  // namespace surefoot::scale
