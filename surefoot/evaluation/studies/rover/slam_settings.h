#pragma once

#include <string>
#include <vector>

#include "surefoot/autonomy/estimate/ekf_slam.h"
#include "surefoot/evaluation/studies/rover/rock_scene.h"
#include "surefoot/evaluation/studies/rover/traverse_settings.h"

namespace surefoot::studies {

/// One way in which the rover finds out where it is, tried with many seeds.
struct SlamCase {
  std::string name;
  std::string title;
  /// The truth moves as the filter thinks, without side slip.
  bool consistent = false;
  /// On all noises.
  double noise = 1.0;
  /// The filter is told that it knows its start; otherwise as the settings say.
  bool sure_start = false;
  /// Landmarks are told apart by the filter itself; otherwise their names are known.
  bool gate = false;
  /// Landmarks come out of scans of rocks' shapes; otherwise ranges and bearings are ideal but for
  /// noise.
  bool scans = false;
};

struct SlamSettings {
  TraverseSettings traverse;
  estimate::IncrementNoise odometry;
  estimate::RangeBearingNoise lidar;
  double most_range = 80.0;
  /// Between two measurements (s).
  double period = 60.0;
  /// Standard deviations of the start.
  double start_place = 5.0;
  double start_heading = 0.0;
  int seeds = 50;
  /// Of the case with scans, which take the most time.
  int scan_seeds = 12;
  ScannerSpec scanner;
  /// Of landmarks out of scans: range (m), bearing (rad).
  estimate::RangeBearingNoise scan_landmarks;
  std::vector<SlamCase> cases;

  int SeedsOf(const SlamCase& one) const { return one.scans ? scan_seeds : seeds; }
};

/// Reports what is wrong.
SlamSettings ReadSlamSettings(const world::ElementReader& reader);

}  // namespace surefoot::studies
