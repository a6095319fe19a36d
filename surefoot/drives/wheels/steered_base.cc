#include "surefoot/drives/wheels/steered_base.h"

#include <cmath>
#include <utility>

#include "surefoot/msgs/ackermann_msgs.h"

namespace surefoot::drives {

SteeredBase::SteeredBase(const DriveArgs& args, std::vector<DriveJoint> wheels,
                         std::vector<DriveJoint> pivots)
    : BaseDrive(args),
      max_rate_(args.element.Number("max_steering_rate", world::kInfinity, 0.0, world::kInfinity)),
      wheels_(args, std::move(wheels), "motor"),
      pivots_(args, std::move(pivots), "steering_motor"),
      axes_(AxesOf(wheels_.joints())) {
  for (int axis : AxesOf(pivots_.joints())) axes_.push_back(axis);
  for (const DriveJoint& wheel : wheels_.joints()) q_.push_back(InitialPosition(args, wheel));
}

void SteeredBase::ListenToAckermann(const DriveArgs& args) {
  using msgs::ackermann_msgs::AckermannDriveStamped;
  for (const std::string& topic : TopicNames(args, "ackermann_topic", "ackermann_cmd")) {
    twist().input().Listen<AckermannDriveStamped>(
        args, "ackermann_topic", topic,
        [this](const AckermannDriveStamped& message, SimTimeNs time_ns) -> std::string {
          const double speed = static_cast<double>(message.drive.speed);
          const double angle = static_cast<double>(message.drive.steering_angle);
          if (!std::isfinite(speed) || !std::isfinite(angle)) return "a number is not finite";
          return TakeAckermann(speed, angle, time_ns);
        });
  }
}

std::vector<std::string> SteeredBase::Parameters(std::vector<std::string> own) {
  for (const char* name :
       {"wheel_radius", "max_steering_rate", "ackermann_topic", "steering_motor"}) {
    own.push_back(name);
  }
  return BaseParameters(std::move(own));
}

DriveKind SteeredBase::Kind(const std::string& help, const DriveMaker& make,
                            const std::string& more) {
  return BaseKind(help, make, ", ackermann_msgs/msg/AckermannDriveStamped on ackermann_cmd" + more);
}

double SteeredBase::TakeTurned(std::size_t wheel, const DriveView& view) {
  const double q = wheels_.Reading(wheel, view).q;
  return q - std::exchange(q_[wheel], q);
}

void SteeredBase::PublishMore(const DriveView& view, graph::Graph* graph) {
  wheels_.PublishCurrents(view, graph);
  pivots_.PublishCurrents(view, graph);
}

void SteeredBase::ArchiveMore(StateArchive* archive) {
  archive->Items(&wheels_, &pivots_, &q_);
  ArchiveSteering(archive);
}

}  // namespace surefoot::drives
