#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/experiment/calibrate.h"

namespace surefoot::experiment {

std::string CalibrationText(const Calibration& calibration);
std::string CalibrationJson(const Calibration& calibration);

/// A file for grounds/, with where its numbers come from and how sure they are.
std::string GroundFileText(const Calibration& calibration);

/// Writes calibration.json, calibration.txt and NAME.xml into the folder.
Status WriteCalibration(const std::string& folder, const Calibration& calibration);

}  // namespace surefoot::experiment
