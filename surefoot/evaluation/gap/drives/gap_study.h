#pragma once

/// `surefoot gap` on public recordings: errors of the simulated robot against DRIVE (poses after
/// windows of 2 s) and BorealTC (IMU signals per terrain), per engine and contact model
/// (docs/guides/gap.md).
///
///   GapOptions options{.engines = {"mujoco"}};
///   const GapResult result = SUREFOOT_TRY(MeasureGap(parts, world, robot, data, options));

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
  /// Who computes the wheel contact; every engine is measured with each.
  std::vector<world::WheelContact> contacts = {world::WheelContact::kEngine,
                                               world::WheelContact::kTyre};
  /// With Surefoot's contact: a file of grounds/ instead of the ground of the recording (GroundOf).
  std::string ground;
  /// Tolerances for DRIVE's windows by quantity: "position" (m), "heading" (rad).
  std::map<std::string, double> tolerances;
  /// Drives at once; 0: one per core.
  int jobs = 0;
  /// Maximum number of drives per DRIVE file and of runs per terrain; 0: all.
  int limit = 0;
  /// Receives simulated seconds done and in total, from one thread at a time. Returns false to
  /// stop.
  std::function<bool(double done, double total)> progress;
};

/// An engine with a wheel contact model.
struct GapVariant {
  std::string engine;
  world::WheelContact contact = world::WheelContact::kEngine;

  /// "mujoco" or "mujoco, tyre".
  std::string name() const;
};

/// The ground of grounds/ for a terrain of BorealTC: "ASPHALT" is "asphalt".
std::string GroundOf(const std::string& terrain);

/// Results of one model of the robot (an engine or a baseline) on a DRIVE recording.
struct DriveModel {
  std::string name;
  /// Empty for baselines.
  std::string contact;
  bool is_baseline = false;
  std::vector<gap::WindowScore> scores;
  gap::DriveSummary all;
  gap::DriveSummary without_dig_ins;
  gap::DriveSummary dig_ins;
  /// Median yaw over that of the ideal kinematics, without dig-ins.
  double yaw_gain = 0.0;
  gap::ErrorGrowth growth;
  /// Windows regarded as restarts: how long position and heading can be trusted.
  std::vector<gap::QuantityVerdict> trust;
  /// Maximum over all drives of the rms of actual minus recorded wheel speed (rad/s).
  double wheel_error = 0.0;
  /// Maximum over all drives of the height range of the base (m).
  double height_range = 0.0;
};

/// Spread of the engines with the same contact model: what choosing an engine matters.
struct DriveSpread {
  std::string contact;
  int engines = 0;
  /// (largest - smallest) / mean, the maximum over the four statistics of all windows.
  double share = 0.0;
};

struct DriveGap {
  std::string file;
  gap::DriveNuisance nuisance;
  int drives = 0;
  /// Yaw gain of the real robot.
  double yaw_gain = 0.0;
  /// Ids of windows in which the real wheels dug in.
  std::set<int> dug_in;
  /// The baseline first.
  std::vector<DriveModel> models;
  /// Of contact models that several engines were measured with.
  std::vector<DriveSpread> spreads;
};

/// Bands for level differences of IMU spectra (Hz).
constexpr std::array<gap::Band, 4> kTerrainBands = {
    {{0.5, 2.0}, {2.0, 8.0}, {8.0, 20.0}, {20.0, 45.0}}};

/// One axis of an IMU in one run.
struct TerrainAxis {
  gap::SeriesStats real;
  gap::SeriesStats simulated;
  /// Equation (7) of Farley, Wang and Marshall (2022).
  gap::SeriesError error;
  /// Between the spectra (dB), and simulated minus real level in each of kTerrainBands.
  double distance = 0.0;
  std::array<double, kTerrainBands.size()> bands{};
};

struct TerrainRunScore {
  std::string terrain;
  std::string number;
  std::string engine;
  /// Seconds compared, and the alignment of the clocks.
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
  /// Of the real robot; as in TerrainEngine.
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
  /// Every run with every variant.
  std::vector<TerrainRunScore> runs;
  /// Recordings that were left out, and why.
  std::vector<std::string> notes;
  /// Drives that an engine failed to repeat.
  std::vector<std::string> failures;
  double simulated = 0.0;
};

/// The results do not depend on `jobs`: each drive has its own seed. An error when no recording is
/// of the robot, or when it was stopped.
Result<GapResult> MeasureGap(const Parts& parts, const GapWorld& world, const GapRobot& robot,
                             const gap::RealData& data, const GapOptions& options);

}  // namespace surefoot::experiment
