#pragma once

/// Figures 6, 7 and 8 of the article with Surefoot's results added. All data are in axes with z
/// down, as the article's IMU is mounted.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/evaluation/recordings/imu_stats.h"
#include "surefoot/evaluation/report/plot.h"

namespace surefoot::experiment {

/// Figure 6: one test over time, six panels (angular velocity x y z, linear acceleration x y z).
/// `real` empty: `printed` is drawn as a mean and the edges of its range.
struct Figure6Input {
  std::string simulated_name;
  gap::ImuRecording simulated;
  std::optional<gap::ImuRecording> real;
  gap::ImuStats printed;
  report::Tone tone = report::Tone::kFirst;
};
std::vector<report::LinePlot> Figure6(const Figure6Input& input);

/// Data of figures 7 and 8.
struct NamedStats {
  std::string name;
  report::Tone tone = report::Tone::kFirst;
  gap::ImuStats stats;
};
/// Figure 7: ranges and means of one test, for angular velocities and linear accelerations.
std::vector<report::RangePlot> Figure7(const std::vector<NamedStats>& compared);

/// Figure 8 for one engine: all tests, with real values where they exist. One panel per axis, in
/// the order of figure 6.
struct TestStats {
  std::string title;
  gap::ImuStats simulated;
  std::optional<gap::ImuStats> real;
};
std::vector<report::RangePlot> Figure8(const std::string& engine,
                                       const std::vector<TestStats>& tests,
                                       report::Tone tone = report::Tone::kFirst);

}  // namespace surefoot::experiment
