#include "surefoot/drives/motor_bank.h"

#include <utility>

namespace surefoot::drives {

MotorBank::MotorBank(const DriveArgs& args, std::vector<DriveJoint> joints,
                     const std::string& child)
    : joints_(std::move(joints)),
      motors_(joints_.size(), Motor(ReadMotor(args.element.Child(child)))),
      clock_(args.element.Number("publish_rate", 50.0, 1e-6, 1e6)) {
  if (motors_.empty() || motors_[0].spec().torque_constant <= 0.0) return;
  const world::ElementReader element = args.element.Child(child);
  const std::string usual =
      args.element.Text("name", args.element.Text("type")) + "/" + child + "_currents";
  const std::string topic = graph::TopicName(args.scope, element.Text("current_topic", usual));
  const Result<int> id = args.graph->Advertise<msgs::std_msgs::Float64MultiArray>(topic);
  if (!id.ok()) {
    element.Error("current_topic", id.error().message, topic);
    return;
  }
  current_topic_ = id.value();
  currents_.data.resize(joints_.size());
}

void MotorBank::Speed(std::size_t i, double target, const DriveView& view,
                      physics::Inputs* inputs) {
  Slot(i, inputs) = motors_[i].ForSpeed(target, Reading(i, view), view.step);
}

void MotorBank::Position(std::size_t i, double target, const DriveView& view,
                         physics::Inputs* inputs) {
  Slot(i, inputs) = motors_[i].ForPosition(target, Reading(i, view), view.step);
}

void MotorBank::Effort(std::size_t i, double target, const DriveView& view,
                       physics::Inputs* inputs) {
  Slot(i, inputs) = motors_[i].ForEffort(target, Reading(i, view), view.step);
}

void MotorBank::Free(std::size_t i, physics::Inputs* inputs) {
  Slot(i, inputs) = motors_[i].ForNothing();
}

void MotorBank::PublishCurrents(const DriveView& view, graph::Graph* graph) {
  if (current_topic_ < 0 || !clock_.Tick(view.time_ns, view.time_ns)) return;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    currents_.data[i] = motors_[i].Current(Reading(i, view));
  }
  graph->Publish(current_topic_, view.time_ns, currents_);
}

void MotorBank::Archive(StateArchive* archive) {
  archive->Items(&clock_);
  archive->Each(&motors_);
}

}  // namespace surefoot::drives
