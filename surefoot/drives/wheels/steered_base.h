#pragma once

#include <string>
#include <vector>

#include "surefoot/drives/motor_bank.h"
#include "surefoot/drives/wheels/base_drive.h"

namespace surefoot::drives {

/// What drives with driven wheels and steered pivots have in common: both banks of motors, and
/// commands as AckermannDriveStamped beside Twists.
class SteeredBase : public BaseDrive {
 public:
  SteeredBase(const DriveArgs& args, std::vector<DriveJoint> wheels,
              std::vector<DriveJoint> pivots);

  const std::vector<int>& axes() const override { return axes_; }

  /// The children that every such drive reads, and those of one kind.
  static std::vector<std::string> Parameters(std::vector<std::string> own);
  /// `more`: messages that it takes beside Twists and AckermannDriveStamped.
  static DriveKind Kind(const std::string& help, const DriveMaker& make,
                        const std::string& more = "");

 protected:
  /// To be called when all else is made: messages may come from then on.
  void ListenToAckermann(const DriveArgs& args);
  /// A speed (m/s) and the angle (rad) of a steered wheel in the middle, both finite. Returns what
  /// is wrong with them, or nothing.
  virtual std::string TakeAckermann(double speed, double angle, SimTimeNs time_ns) = 0;
  virtual void ArchiveSteering(StateArchive* archive) = 0;

  void PublishMore(const DriveView& view, graph::Graph* graph) override;
  void ArchiveMore(StateArchive* archive) override;

  MotorBank& wheels() { return wheels_; }
  const MotorBank& wheels() const { return wheels_; }
  MotorBank& pivots() { return pivots_; }
  const MotorBank& pivots() const { return pivots_; }
  /// How far pivots may turn in a step (rad).
  double most_steering(const DriveView& view) const { return view.step * max_rate_; }
  /// By how much a wheel has turned since the last call (rad).
  double TakeTurned(std::size_t wheel, const DriveView& view);

 private:
  double max_rate_;
  MotorBank wheels_;
  MotorBank pivots_;
  std::vector<int> axes_;
  /// Positions of the wheels at the last odometry.
  std::vector<double> q_;
};

}  // namespace surefoot::drives
