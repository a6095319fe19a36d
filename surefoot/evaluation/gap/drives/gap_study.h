#pragma once

/// How far the simulated robot is from real recordings, per engine (docs/guides/gap.md).

#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/drive_score.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"
#include "surefoot/evaluation/recordings/real_data.h"
#include "surefoot/evaluation/statistics/series_stats.h"

namespace surefoot::experiment {

struct GapOptions {
  std::vector<std::string> engines;
  /// Who computes the contact of the wheels: every engine is asked once with each.
  std::vector<world::WheelContact> contacts = {world::WheelContact::kEngine,
                                               world::WheelContact::kTyre};
  /// Where the contact is ours: a file of grounds/ in place of the one that goes with the recording
  /// (GroundOf).
  std::string ground;
  /// By quantity: what DRIVE's windows are asked for; "position" and "heading".
  std::map<std::string, double> tolerances;
  /// Drives at once; 0: one per core.
  int jobs = 0;
  /// At most so many drives of each DRIVE file and runs of each terrain; 0: all.
  int limit = 0;
  /// Told simulated seconds done and wanted, by one thread at a time. False: stop.
  std::function<bool(double done, double total)> progress;
};

/// An engine, and who computes the contact of the wheels.
struct GapVariant {
  std::string engine;
  world::WheelContact contact = world::WheelContact::kEngine;

  /// "mujoco" or "mujoco, tyre".
  std::string name() const;
};

/// The ground of grounds/ for a terrain of BorealTC: "ASPHALT" is "asphalt".
std::string GroundOf(const std::string& terrain);

/// What one model of the robot (an engine, or the baseline) gave on a DRIVE recording.
struct DriveModel {
  std::string name;
  /// Empty for baselines.
  std::string contact;
  bool is_baseline = false;
  std::vector<gap::WindowScore> scores;
  gap::DriveSummary all;
  gap::DriveSummary without_dig_ins;
  gap::DriveSummary dig_ins;
  /// Turned, over what the baseline turns; without dig-ins.
  double yaw_gain = 0.0;
  gap::ErrorGrowth growth;
  /// Windows as restarts: for how long position and heading can be trusted.
  std::vector<gap::QuantityVerdict> trust;
  /// Largest of all drives: rms of turned minus recorded wheel speed (rad/s).
  double wheel_error = 0.0;
  /// Largest of all drives: highest minus lowest place of the base (m).
  double height_range = 0.0;
};

/// How far the engines are apart, all with the same contact.
struct DriveSpread {
  std::string contact;
  int engines = 0;
  /// Largest minus smallest over their mean, the largest of the four figures of all windows.
  double share = 0.0;
};

struct DriveGap {
  std::string file;
  gap::DriveNuisance nuisance;
  int drives = 0;
  /// Of the real robot.
  double yaw_gain = 0.0;
  std::set<int> dug_in;
  /// The baseline first.
  std::vector<DriveModel> models;
  /// Of contacts that several engines were asked with.
  std::vector<DriveSpread> spreads;
};

/// Coarse bands whose level differences are told (Hz).
constexpr std::array<gap::Band, 4> kTerrainBands = {
    {{0.5, 2.0}, {2.0, 8.0}, {8.0, 20.0}, {20.0, 45.0}}};

/// One axis of an IMU in one run.
struct TerrainAxis {
  gap::SeriesStats real;
  gap::SeriesStats simulated;
  /// Equation (7).
  gap::SeriesError error;
  /// Between the spectra (dB), and simulated minus real level in each of kTerrainBands.
  double distance = 0.0;
  std::array<double, kTerrainBands.size()> bands{};
};

struct TerrainRunScore {
  std::string terrain;
  std::string number;
  std::string engine;
  /// Compared seconds; how the clocks were aligned.
  double seconds = 0.0;
  gap::Alignment alignment;
  std::array<TerrainAxis, 6> axes;
  std::array<gap::Spectrum, 6> real_spectra;
  std::array<gap::Spectrum, 6> spectra;
  double real_yaw_gain = 0.0;
  double yaw_gain = 0.0;
  double wheel_error = 0.0;
};

/// Medians over the runs on one terrain by one engine.
struct TerrainEngine {
  std::string name;
  int runs = 0;
  std::array<double, 6> mean_error{};
  std::array<double, 6> range_error{};
  /// Simulated over real range.
  std::array<double, 6> range_ratio{};
  std::array<double, 6> distance{};
  std::array<std::array<double, kTerrainBands.size()>, 6> bands{};
  std::array<gap::SeriesStats, 6> stats;
  double yaw_gain = 0.0;
  /// Means over the runs.
  std::array<gap::Spectrum, 6> spectra;
};

struct TerrainGap {
  std::string name;
  int runs = 0;
  double seconds = 0.0;
  /// Of the real robot, as in TerrainEngine.
  double yaw_gain = 0.0;
  std::array<gap::SeriesStats, 6> stats;
  std::array<gap::Spectrum, 6> spectra;
  std::vector<TerrainEngine> engines;
};

struct GapResult {
  std::string robot;
  std::string model;
  std::string world;
  std::vector<std::string> engines;
  /// Names of the variants.
  std::vector<std::string> variants;
  gap::SideGeometry geometry;
  std::vector<DriveGap> drives;
  std::vector<TerrainGap> terrains;
  /// Every run by every engine.
  std::vector<TerrainRunScore> runs;
  /// What was left out, and why.
  std::vector<std::string> notes;
  /// Drives that an engine could not repeat.
  std::vector<std::string> failures;
  double simulated = 0.0;
};

/// The same numbers whatever `jobs` is. An error when nothing fits the robot, or it was stopped.
Result<GapResult> MeasureGap(const Parts& parts, const GapWorld& world, const GapRobot& robot,
                             const gap::RealData& data, const GapOptions& options);

}  // namespace surefoot::experiment
