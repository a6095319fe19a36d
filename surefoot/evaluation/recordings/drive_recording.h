#pragma once

/// Wheel speeds and poses in windows of two seconds, as in recordings of the DRIVE project.

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/csv_file.h"
#include "surefoot/evaluation/recordings/pose_track.h"
#include "surefoot/math/planar_odometry.h"

namespace surefoot::gap {

/// One window: rows at equal intervals, poses relative to its own first row.
struct DriveWindow {
  int id = 0;
  /// The step of commanded wheel speeds that it is a part of; not steady: the first after a change.
  int step = 0;
  bool steady = false;
  /// Turned by the wheels (rad/s), as the encoders told.
  std::vector<double> left;
  std::vector<double> right;
  /// What localisation told of the point P that it follows, in the frame of the first row; S start.
  std::vector<PlanarPose> X_SP;
  /// Rows whose pose is new; between them the last one is held.
  std::vector<bool> fresh;
  std::vector<double> gyro;
  /// How old the pose of the first row was (s), by the rhythm of the fresh rows.
  double age = 0.0;

  std::size_t rows() const { return left.size(); }
  /// The last row whose pose is new.
  std::size_t last_fresh() const;
};

/// What belongs to the recording, not to the vehicle.
struct DriveNuisance {
  /// Encoders were logged that much later than poses (s).
  double encoder_lag = 0.0;
  /// The point that localisation follows is that far ahead of the vehicle's centre (m).
  double lever = 0.0;
};

struct DriveRecording {
  std::string file;
  /// "husky" or "warthog", by the name of the file.
  std::string robot;
  DriveNuisance nuisance;
  /// Seconds between rows.
  double interval = 0.05;
  std::vector<DriveWindow> windows;

  double window_length() const;
};

/// Consecutive windows: the robot drove on from one to the next.
struct WindowRun {
  std::size_t first = 0;
  std::size_t count = 0;
};

bool IsDrive(const CsvFile& file);
Result<DriveRecording> ReadDrive(const CsvFile& file);

/// Windows in runs as long as possible: numbers that follow each other, without a jump of encoders
/// or gyro between them.
std::vector<WindowRun> WindowRuns(const DriveRecording& recording);

/// The wheel speeds of a run by the clock of the poses; time 0 is its first row.
WheelSpeeds WheelsOf(const DriveRecording& recording, const WindowRun& run);

}  // namespace surefoot::gap
