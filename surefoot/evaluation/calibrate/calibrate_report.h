#pragma once

#include <optional>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/calibrate/calibrate_imu.h"

namespace surefoot::experiment {

std::string CalibrationText(const Calibration& calibration);
std::string CalibrationJson(const Calibration& calibration);

/// What was fitted to one ground: how it holds the tyres, how it shakes them, or both.
struct GroundCalibration {
  std::optional<Calibration> grip;
  std::optional<ImuCalibration> imu;

  const std::string& ground() const { return imu ? imu->ground : grip->ground; }
  /// With all that was fitted.
  const world::HardGround& hard() const { return imu ? imu->hard : grip->hard; }
};
std::string CalibrationText(const GroundCalibration& calibration);
/// Of one kind its object; of both an object with "grip" and "imu".
std::string CalibrationJson(const GroundCalibration& calibration);

/// A file for grounds/, with where its numbers come from and how sure they are.
std::string GroundFileText(const GroundCalibration& calibration);

/// Writes calibration.json, calibration.txt and NAME.xml into the folder.
Status WriteCalibration(const std::string& folder, const GroundCalibration& calibration);

}  // namespace surefoot::experiment
