#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/calibrate/calibrate_imu.h"

namespace surefoot::experiment {

/// What was fitted to one ground: how it holds the tyres, how it shakes them, or both.
struct GroundCalibration {
  std::optional<Calibration> grip;
  std::optional<ImuCalibration> imu;

  const std::string& ground() const { return imu ? imu->ground : grip->ground; }
  /// With all that was fitted.
  const world::HardGround& hard() const { return imu ? imu->hard : grip->hard; }
};

/// Of one kind its object; of both an object with "grip" and "imu".
std::string CalibrationJson(const GroundCalibration& calibration);
/// For a terminal (experiments/reports/calibrate.yaml in a data folder).
Result<std::string> CalibrationText(const std::vector<std::string>& data,
                                    const GroundCalibration& calibration);

/// A file for grounds/, with where its numbers come from and how sure they are.
std::string GroundFileText(const GroundCalibration& calibration);

}  // namespace surefoot::experiment
