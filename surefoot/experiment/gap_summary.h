#pragma once

/// From repeated drives to figures. Private to this folder.

#include <string>
#include <vector>

#include "surefoot/experiment/gap_drive.h"
#include "surefoot/experiment/gap_study.h"

namespace surefoot::experiment {

/// Of models whose scores are filled in; the baseline, which is complete, comes first.
DriveGap SummariseDrive(const gap::DriveRecording& recording, std::vector<DriveModel> models);

/// Appends baselines whose numbers are fitted to every second run and scored on the others, in
/// turn: the effective track, and linear kinematics. None for less than four runs.
void AddFittedKinematics(const gap::DriveRecording& recording,
                         const std::vector<gap::WindowRun>& runs, const gap::SideGeometry& geometry,
                         std::vector<DriveModel>* models);

/// Compares the IMU of a repeated run with the recorded one. The engine's name is left open.
TerrainRunScore ScoreTerrainRun(const gap::TerrainRun& run, const GapDriveResult& drive,
                                const gap::SideGeometry& geometry);

/// By terrain, in the order of the runs.
std::vector<TerrainGap> SummariseTerrains(const std::vector<TerrainRunScore>& runs,
                                          const std::vector<std::string>& engines);

}  // namespace surefoot::experiment
