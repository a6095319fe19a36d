#pragma once

/// Figures of a measured gap, as SVG.

#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_study.h"

namespace surefoot::experiment {

/// Errors over the time inside windows: translation, heading. Empty when there are few windows.
std::vector<std::string> GrowthFigures(const DriveGap& drive);

/// Angles turned in windows over those of ideal kinematics, real and simulated.
std::string YawFigure(const DriveGap& drive);

/// One for each axis of the IMU: ranges per terrain, real and simulated.
std::vector<std::string> RangeFigures(const std::vector<TerrainGap>& terrains);

/// One for each axis: spectra on one terrain.
std::vector<std::string> SpectrumFigures(const TerrainGap& terrain);

}  // namespace surefoot::experiment
