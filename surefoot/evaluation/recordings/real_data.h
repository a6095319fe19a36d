#pragma once

/// Finds and loads all recordings below given paths, whatever their kind.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/drive_recording.h"
#include "surefoot/evaluation/recordings/terrain_run.h"

namespace surefoot::gap {

/// Recordings of real drives, found in files and folders; the input of `surefoot gap` and
/// `surefoot calibrate`.
struct RealData {
  std::vector<DriveRecording> drives;
  /// By terrain, then number.
  std::vector<TerrainRun> runs;
  /// All files that were read.
  std::vector<std::string> files;
  /// Sentences about files that were ignored, and why.
  std::vector<std::string> notes;
};

/// Reads files and, recursively, folders. Tables are recognized by their columns; a file of wheel
/// speeds belongs to the IMU file beside it: pro_02.csv.gz to imu_02.csv.gz. MCAP files are logs of
/// the user's `robot`. Other files are ignored in folders, but an error when they are named
/// directly.
Result<RealData> LoadRealData(const std::vector<std::string>& paths, const std::string& robot,
                              const LogNames& names);

}  // namespace surefoot::gap
