#pragma once

/// From repeated drives to figures. Private to this folder.

#include <map>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/gap/drives/gap_study.h"

namespace surefoot::experiment {

/// Of models whose scores are filled in; the baseline, which is complete, comes first.
/// `tolerances`: as in GapOptions.
DriveGap SummariseDrive(const gap::DriveRecording& recording, std::vector<DriveModel> models,
                        const std::map<std::string, double>& tolerances);

/// Windows as restarts (gap_trust.cc): position, then heading.
std::vector<gap::QuantityVerdict> TrustOf(const std::vector<gap::WindowScore>& scores,
                                          double interval,
                                          const std::map<std::string, double>& tolerances);

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
