#pragma once

/// Results of `surefoot calibrate` as JSON, as text for a terminal, and as a file for grounds/ that
/// worlds refer to by name.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/calibrate/calibrate_imu.h"

namespace surefoot::experiment {

/// The fits to one ground: to poses (grip), to an IMU's vibration (imu), or both. At least one is
/// there.
struct GroundCalibration {
  std::optional<Calibration> grip;
  std::optional<ImuCalibration> imu;

  const std::string& ground() const { return imu ? imu->ground : grip->ground; }
  /// The ground with all fitted parameters; the IMU's fit starts from the ground of the grip's fit.
  const world::HardGround& hard() const { return imu ? imu->hard : grip->hard; }
};

/// One fit: its object. Both: an object with the members "grip" and "imu".
std::string CalibrationJson(const GroundCalibration& calibration);
/// Text for a terminal by experiments/reports/calibrate.yaml in one of the data folders.
Result<std::string> CalibrationText(const std::vector<std::string>& data,
                                    const GroundCalibration& calibration);

/// An XML file for grounds/. Its <source> states the recordings, intervals and validation errors.
std::string GroundFileText(const GroundCalibration& calibration);

}  // namespace surefoot::experiment
