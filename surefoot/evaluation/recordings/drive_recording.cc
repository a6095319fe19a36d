#include "surefoot/evaluation/recordings/drive_recording.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

const std::vector<std::string>& Columns() {
  static const std::vector<std::string> names = {"window",   "k",         "calib_step", "steady",
                                                 "enc_left", "enc_right", "icp_x",      "icp_y",
                                                 "icp_yaw",  "icp_fresh", "imu_wz"};
  return names;
}

/// Faster than any wheel or robot of this kind, and further than it drives in a window.
constexpr double kMostSpeed = 200.0;
constexpr double kMostDistance = 1000.0;

bool IsWhole(double value) { return std::abs(value) < 1e9 && value == std::round(value); }

Status CheckRow(const RecordedSeries& series, std::size_t row) {
  const auto refuse = [&](const char* column, const char* accepted) {
    const std::string value = StrFormat("%g", series[column][row]);
    return Error{series.Place(row) + ": column " + column + ": " + value + " is not " + accepted};
  };
  for (const char* column : {"window", "k", "calib_step", "steady", "icp_fresh"}) {
    if (!IsWhole(series[column][row])) return refuse(column, "a whole number below 1e9");
  }
  for (const char* column : {"enc_left", "enc_right", "imu_wz", "icp_yaw"}) {
    if (std::abs(series[column][row]) > kMostSpeed) return refuse(column, "within 200 rad(/s)");
  }
  for (const char* column : {"icp_x", "icp_y"}) {
    if (std::abs(series[column][row]) > kMostDistance) return refuse(column, "within 1000 m");
  }
  return Status();
}

void AddRow(const RecordedSeries& series, std::size_t row, DriveWindow* window) {
  window->left.push_back(series["enc_left"][row]);
  window->right.push_back(series["enc_right"][row]);
  window->X_SP.push_back({series["icp_x"][row], series["icp_y"][row], series["icp_yaw"][row]});
  window->fresh.push_back(series["icp_fresh"][row] != 0.0);
  window->gyro.push_back(series["imu_wz"][row]);
}

Status AddRows(const RecordedSeries& series, std::vector<DriveWindow>* windows) {
  for (std::size_t row = 0; row < series.rows(); ++row) {
    if (Status status = CheckRow(series, row); !status.ok()) return status;
    const int id = static_cast<int>(series["window"][row]);
    const int k = static_cast<int>(series["k"][row]);
    if (windows->empty() || windows->back().id != id) {
      DriveWindow window;
      window.id = id;
      window.step = static_cast<int>(series["calib_step"][row]);
      window.steady = series["steady"][row] != 0.0;
      windows->push_back(window);
    }
    if (static_cast<std::size_t>(std::max(k, 0)) != windows->back().rows() || k < 0) {
      return Error{series.Place(row) + ": column k: row " + std::to_string(k) + " of window " +
                   std::to_string(id) + " where row " + std::to_string(windows->back().rows()) +
                   " is due; rows of a window count from 0"};
    }
    AddRow(series, row, &windows->back());
  }
  return Status();
}

std::size_t FirstFreshAfterStart(const DriveWindow& window) {
  const auto first = std::find(window.fresh.begin() + 1, window.fresh.end(), true);
  return static_cast<std::size_t>(first - window.fresh.begin());
}

/// Rows from one fresh pose to the next, as most are.
double UsualGap(const std::vector<DriveWindow>& windows) {
  std::vector<double> gaps;
  for (const DriveWindow& window : windows) {
    std::size_t last = FirstFreshAfterStart(window);
    for (std::size_t i = last + 1; i < window.rows(); ++i) {
      if (!window.fresh[i]) continue;
      gaps.push_back(static_cast<double>(i - last));
      last = i;
    }
  }
  return gaps.empty() ? 1.0 : Quantile(gaps, 0.5);
}

/// The first row of a window counts as fresh, but its pose has been held since the rhythm of the
/// others puts it there.
void SetAges(DriveRecording* recording) {
  const double gap = UsualGap(recording->windows);
  for (DriveWindow& window : recording->windows) {
    const double first = static_cast<double>(FirstFreshAfterStart(window));
    window.age = recording->interval * std::max(0.0, std::round(gap) - first);
  }
}

bool Follows(const DriveWindow& before, const DriveWindow& after) {
  // Twice what happens inside windows in one row of a thousand.
  constexpr double kWheelJump = 3.5;
  constexpr double kGyroJump = 0.5;
  return after.id == before.id + 1 &&
         std::abs(after.left.front() - before.left.back()) < kWheelJump &&
         std::abs(after.right.front() - before.right.back()) < kWheelJump &&
         std::abs(after.gyro.front() - before.gyro.back()) < kGyroJump;
}

}  // namespace

std::size_t DriveWindow::last_fresh() const {
  for (std::size_t i = rows(); i-- > 1;) {
    if (fresh[i]) return i;
  }
  return 0;
}

double DriveRecording::window_length() const {
  return windows.empty() ? 0.0 : interval * static_cast<double>(windows.front().rows());
}

bool IsDrive(const CsvFile& file) {
  return std::all_of(Columns().begin(), Columns().end(),
                     [&file](const std::string& name) { return file.Find(name) >= 0; });
}

Result<DriveRecording> ReadDrive(const CsvFile& file) {
  Result<RecordedSeries> series = file.Read(Columns());
  if (!series.ok()) return series.error();
  DriveRecording recording;
  recording.file = file.path();
  const std::string name = std::filesystem::path(file.path()).filename().string();
  recording.robot = name.find("warthog") != std::string::npos ? "warthog" : "husky";
  // As the authors of the data set's description found them; one pair for each robot.
  recording.nuisance =
      recording.robot == "husky" ? DriveNuisance{0.13, 0.095} : DriveNuisance{-0.037, 0.01};
  if (Status status = AddRows(*series, &recording.windows); !status.ok()) return status.error();
  for (const DriveWindow& window : recording.windows) {
    if (window.rows() != recording.windows.front().rows() || window.last_fresh() == 0) {
      return Error{file.path() + ": window " + std::to_string(window.id) + " has " +
                   std::to_string(window.rows()) + " rows, the first has " +
                   std::to_string(recording.windows.front().rows()) +
                   "; all must have the same number, and a fresh pose after the first row"};
    }
  }
  SetAges(&recording);
  return recording;
}

std::vector<WindowRun> WindowRuns(const DriveRecording& recording) {
  std::vector<WindowRun> runs;
  for (std::size_t i = 0; i < recording.windows.size(); ++i) {
    if (i > 0 && Follows(recording.windows[i - 1], recording.windows[i])) {
      ++runs.back().count;
    } else {
      runs.push_back({i, 1});
    }
  }
  return runs;
}

WheelSpeeds WheelsOf(const DriveRecording& recording, const WindowRun& run) {
  WheelSpeeds wheels;
  for (std::size_t i = run.first; i < run.first + run.count; ++i) {
    const DriveWindow& window = recording.windows[i];
    for (std::size_t k = 0; k < window.rows(); ++k) {
      wheels.time.push_back(static_cast<double>(wheels.left.size()) * recording.interval -
                            recording.nuisance.encoder_lag);
      wheels.left.push_back(window.left[k]);
      wheels.right.push_back(window.right[k]);
    }
  }
  return wheels;
}

}  // namespace surefoot::gap
