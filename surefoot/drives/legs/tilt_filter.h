#pragma once

#include "surefoot/base/archive.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::drives {

/// Which way is up, as a robot can tell from its inertial sensors: turn rates added up, drawn to
/// where the accelerometer says within some time.
class TiltFilter {
 public:
  /// `time` in s; without a gyro rates are not looked at.
  TiltFilter(double time, bool has_gyro) : time_(time), has_gyro_(has_gyro) {}

  /// Turn rates and specific force in the base's axes, `dt` after the last.
  void Add(const Vector3d& w_B, const Vector3d& f_B, double dt);

  double roll() const;
  double pitch() const;
  const Vector3d& w_B() const { return w_B_; }

  void Archive(StateArchive* archive);

 private:
  double time_;
  bool has_gyro_;
  /// Unit vector in the base's axes.
  Vector3d up_B_ = Vector3d::UnitZ();
  Vector3d w_B_ = Vector3d::Zero();
};

}  // namespace surefoot::drives
