#pragma once

/// Numbers printed in "How to pick a mobile robot simulator" by A. Farley, J. Wang and J. A.
/// Marshall (2022), copied digit by digit. An earlier version of the article has the same numbers.

#include <array>
#include <string>
#include <vector>

#include "surefoot/evaluation/recordings/imu_stats.h"
#include "surefoot/evaluation/studies/simulators/features.h"

namespace surefoot::gap {

/// A number as printed; its last digit may be rounded.
struct Printed {
  double value = 0.0;
  int decimals = 0;
};

/// A metric of Table 11.
struct StudyMetric {
  /// Name in files: "free_to_use".
  std::string id;
  /// As printed: "Free To Use".
  std::string title;
  double weight = 0.0;
};
enum StudyMetricIndex {
  kFreeToUse,
  kOpenSource,
  kRosIntegration,
  kLanguages,
  kUiFunctionality,
  kModelFormats,
  kPhysicsEngines,
  kRealTimeFactor,
  kAverageLoad,
  kIntenseLoad,
  kAngularVelocity,
  kLinearAcceleration,
  kStudyMetricCount,
};
/// Ordered by index.
const std::vector<StudyMetric>& StudyMetrics();
/// The first seven are Table 4.
inline constexpr int kFeatureCount = kRealTimeFactor;
std::array<double, kFeatureCount> AsList(const FeatureScores& scores);

/// One of the four simulators of the article.
struct PublishedSimulator {
  std::string name;
  /// Table 3.
  Features features;
  /// Table 4.
  FeatureScores feature_scores;
  /// Table 10: real-time factor, CPU loads in percent, IMU errors of six tests (rad/s, m/s^2).
  Printed real_time_factor;
  Printed average_load;
  Printed intense_load;
  Printed angular_velocity_error;
  Printed linear_acceleration_error;
  /// Table 11.
  std::array<double, kStudyMetricCount> scores{};
  double total = 0.0;
};
const std::vector<PublishedSimulator>& PublishedSimulators();
inline constexpr int kScoreDecimals = 3;
/// A row of Table 10, one value per simulator.
std::vector<double> PrintedValues(Printed PublishedSimulator::*figure);

/// One axis of Tables 6 to 9.
struct PublishedAxis {
  double simulated_range = 0.0;
  double real_range = 0.0;
  double simulated_mean = 0.0;
  double real_mean = 0.0;
  double range_error = 0.0;
  double mean_error = 0.0;
  double total_error = 0.0;
};
/// The article's worked example: straight over gravel, CoppeliaSim against the real Husky.
struct PublishedExample {
  std::array<PublishedAxis, 3> axes;
  /// From the text of section 3.3.4 of the article.
  double sum = 0.0;
  int decimals = 0;
};
/// Tables 6 and 8 (rad/s).
const PublishedExample& AngularVelocityExample();
/// Tables 7 and 9 (m/s^2).
const PublishedExample& LinearAccelerationExample();

/// The example as statistics. The article states the length of a range and not its position: here
/// the range is centred at the mean.
ImuStats PublishedReal();
ImuStats PublishedCoppeliaSim();

}  // namespace surefoot::gap
