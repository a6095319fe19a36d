#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/drive_recording.h"
#include "surefoot/evaluation/recordings/terrain_run.h"

namespace surefoot::gap {

/// Recordings of real drives, as found in files and folders.
struct RealData {
  std::vector<DriveRecording> drives;
  /// By terrain, then number.
  std::vector<TerrainRun> runs;
  /// All files that were read.
  std::vector<std::string> files;
  /// What was passed over, and why; sentences for people.
  std::vector<std::string> notes;
};

/// Reads files, and what is below folders. Tables are known by their columns; a file of wheel
/// speeds goes with the IMU's beside it: pro_02.csv.gz with imu_02.csv.gz. MCAP files are logs of
/// one's own `robot`. Other files in folders are passed over, but an error when they are named
/// themselves.
Result<RealData> LoadRealData(const std::vector<std::string>& paths, const std::string& robot,
                              const LogNames& names);

}  // namespace surefoot::gap
