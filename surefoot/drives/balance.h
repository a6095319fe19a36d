#pragma once

#include <optional>

#include "surefoot/drives/command_input.h"
#include "surefoot/drives/tilt_filter.h"

namespace surefoot::drives {

/// What a walk makes of an IMU's messages: how far to lean back against a tilt, and how to keep the
/// turn rate. Without a <balance> element it does nothing: the open loop.
class Balance {
 public:
  explicit Balance(const DriveArgs& args);
  // A subscription points to it.
  Balance(const Balance&) = delete;
  Balance& operator=(const Balance&) = delete;

  bool active() const { return active_; }
  const TiltFilter& tilt() const { return filter_; }

  /// By how much to turn the feet about the base's x and y, so that it comes back up.
  Eigen::Vector2d Lean() const;
  /// The turn rate to walk with for the one that is wanted; called once in `dt` seconds.
  double Turn(double wanted, double dt);
  /// Forgets what was summed up.
  void Rest() { behind_ = 0.0; }

  void Save(ByteWriter* writer) const;
  void Restore(ByteReader* reader);

 private:
  bool active_;
  bool has_gyro_;
  double tilt_gain_;
  double rate_gain_;
  double turn_gain_;
  double most_lean_;
  TiltFilter filter_;
  CommandInput input_;
  SimTimeNs last_ns_ = -1;
  /// What it has turned less than wanted.
  double behind_ = 0.0;
};

}  // namespace surefoot::drives
