#include "surefoot/evaluation/studies/simulators/published.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/evaluation/studies/simulators/features.h"

namespace surefoot::gap {
namespace {

constexpr UiControls kFullUi = {true, true, true, true, true};
constexpr UiControls kSeeOnly = {true, false, false, false, false};

PublishedSimulator CoppeliaSim() {
  PublishedSimulator s;
  s.name = "CoppeliaSim";
  s.features = {true,
                false,
                RosSupport::kPlugin,
                {"C/C++", "Python", "Lua", "MATLAB", "Java", "Octave"},
                kFullUi,
                {"URDF", "SDF", "Stl", "Obj", "Dxf", "Collada"},
                {},
                {"Bullet", "ODE", "Vortex", "Newton"}};
  s.feature_scores = {1.0, 0.0, 0.8, 1.0, 1.0, 1.0, 1.0};
  s.real_time_factor = {0.973, 3};
  s.average_load = {11, 0};
  s.intense_load = {12, 0};
  s.angular_velocity_error = {21.46, 2};
  s.linear_acceleration_error = {247.36, 2};
  s.scores = {1.0, 0.0, 0.8, 1.0, 1.0, 1.0, 1.0, 0.914, 0.364, 0.583, 0.875, 1.0};
  s.total = 49.100;
  return s;
}

PublishedSimulator Gazebo() {
  PublishedSimulator s;
  s.name = "Gazebo";
  s.features = {true,
                true,
                RosSupport::kOnInstallation,
                {"C/C++", "Python"},
                kFullUi,
                {"URDF", "SDF", "Stl", "Obj", "Collada"},
                {},
                {"Bullet", "ODE", "DART", "Simbody"}};
  s.feature_scores = {1.0, 1.0, 1.0, 0.667, 1.0, 1.0, 1.0};
  s.real_time_factor = {1.064, 3};
  s.average_load = {23, 0};
  s.intense_load = {23, 0};
  s.angular_velocity_error = {18.76, 2};
  s.linear_acceleration_error = {340.39, 2};
  s.scores = {1.0, 1.0, 1.0, 0.667, 1.0, 1.0, 1.0, 1.0, 0.174, 0.304, 1.0, 0.713};
  s.total = 49.087;
  return s;
}

PublishedSimulator Morse() {
  PublishedSimulator s;
  s.name = "MORSE";
  s.features = {true, true,      RosSupport::kOnInstallation, {"Python"}, kSeeOnly, {"Blend"},
                {},   {"Bullet"}};
  s.feature_scores = {1.0, 1.0, 1.0, 0.333, 0.333, 0.0, 0.0};
  s.real_time_factor = {0.839, 3};
  s.average_load = {12, 0};
  s.intense_load = {12, 0};
  s.angular_velocity_error = {24.42, 2};
  s.linear_acceleration_error = {624.23, 2};
  s.scores = {1.0, 1.0, 1.0, 0.333, 0.333, 0.0, 0.0, 0.789, 0.333, 0.583, 0.792, 0.424};
  s.total = 32.148;
  return s;
}

PublishedSimulator Webots() {
  PublishedSimulator s;
  s.name = "Webots";
  s.features = {true,
                true,
                RosSupport::kPlugin,
                {"C/C++", "Python", "Java", "MATLAB"},
                kFullUi,
                {"Proto Nodes"},
                // Section 2; Table 3 leaves it out.
                {"URDF"},
                {"ODE"}};
  s.feature_scores = {1.0, 1.0, 0.8, 1.0, 1.0, 0.25, 0.0};
  s.real_time_factor = {0.903, 3};
  s.average_load = {4, 0};
  s.intense_load = {7, 0};
  s.angular_velocity_error = {22.30, 2};
  s.linear_acceleration_error = {359.66, 2};
  s.scores = {1.0, 1.0, 0.8, 1.0, 1.0, 0.25, 0.0, 0.849, 1.0, 1.0, 0.867, 0.736};
  s.total = 44.226;
  return s;
}

SeriesStats Centred(double mean, double range) {
  return {mean, mean + 0.5 * range, mean - 0.5 * range};
}

ImuStats ExampleStats(double PublishedAxis::*mean, double PublishedAxis::*range) {
  ImuStats stats;
  for (std::size_t i = 0; i < 3; ++i) {
    const PublishedAxis& gyro = AngularVelocityExample().axes[i];
    const PublishedAxis& accel = LinearAccelerationExample().axes[i];
    stats.gyro[i] = Centred(gyro.*mean, gyro.*range);
    stats.accel[i] = Centred(accel.*mean, accel.*range);
  }
  return stats;
}

}  // namespace

const std::vector<StudyMetric>& StudyMetrics() {
  static const std::vector<StudyMetric> metrics = {
      {"free_to_use", "Free To Use", 4},
      {"open_source", "Open Source", 2},
      {"ros_integration", "ROS Integration", 6},
      {"programming_languages", "Programming Languages", 3},
      {"ui_functionality", "UI Functionality", 6},
      {"model_format_support", "Model Format Support", 4},
      {"physics_engine_support", "Physics Engine Support", 3},
      {"real_time_factor", "Real Time Factor", 4},
      {"average_load_cpu_efficiency", "Average Load CPU Efficiency", 2},
      {"intense_load_cpu_efficiency", "Intense Load CPU Efficiency", 2},
      {"imu_angular_velocity_accuracy", "IMU Angular Velocity Accuracy", 10},
      {"imu_linear_acceleration_accuracy", "IMU Linear Acceleration Accuracy", 10}};
  return metrics;
}

std::array<double, kFeatureCount> AsList(const FeatureScores& scores) {
  return {scores.free_to_use, scores.open_source, scores.ros,    scores.languages,
          scores.ui,          scores.formats,     scores.engines};
}

const std::vector<PublishedSimulator>& PublishedSimulators() {
  static const std::vector<PublishedSimulator> simulators = {CoppeliaSim(), Gazebo(), Morse(),
                                                             Webots()};
  return simulators;
}

const PublishedExample& AngularVelocityExample() {
  static const PublishedExample example = {{{{1.000, 0.780, -0.120, 0.110, 0.220, 0.230, 0.450},
                                             {0.740, 1.200, -0.020, -0.010, 0.460, 0.010, 0.470},
                                             {0.190, 0.450, 0.003, 0.060, 0.260, 0.057, 0.317}}},
                                           1.237,
                                           3};
  return example;
}

const PublishedExample& LinearAccelerationExample() {
  static const PublishedExample example = {{{{3.90, 12.20, 0.02, -0.18, 8.30, 0.16, 8.46},
                                             {6.50, 11.30, -0.73, 0.10, 4.80, 0.83, 5.63},
                                             {3.30, 11.80, -10.70, -11.50, 8.50, 0.80, 9.30}}},
                                           23.19,
                                           2};
  return example;
}

ImuStats PublishedReal() {
  return ExampleStats(&PublishedAxis::real_mean, &PublishedAxis::real_range);
}

ImuStats PublishedCoppeliaSim() {
  return ExampleStats(&PublishedAxis::simulated_mean, &PublishedAxis::simulated_range);
}

std::vector<double> PrintedValues(Printed PublishedSimulator::*figure) {
  return Mapped<double>(PublishedSimulators(), [&](const PublishedSimulator& simulator) {
    return (simulator.*figure).value;
  });
}

namespace {

/// A slip of the arithmetic here must not look like one of the print.
constexpr double kSlack = 1e-9;

/// A number that is known up to rounding.
struct Rounded {
  double value = 0.0;
  double least = 0.0;
  double most = 0.0;
};

Rounded Exactly(double value) { return {value, value, value}; }

Rounded Of(double value, int decimals) {
  const double half = 0.5 * std::pow(10.0, -decimals);
  return {value, value - half, value + half};
}

Rounded Of(const Printed& printed) { return Of(printed.value, printed.decimals); }

Rounded operator+(const Rounded& a, const Rounded& b) {
  return {a.value + b.value, a.least + b.least, a.most + b.most};
}

Rounded Times(double factor, const Rounded& a) {
  return {factor * a.value, factor * a.least, factor * a.most};
}

Rounded Distance(const Rounded& a, const Rounded& b) {
  const double low = a.least - b.most;
  const double high = a.most - b.least;
  const double least = low > 0.0 ? low : (high < 0.0 ? -high : 0.0);
  return {std::abs(a.value - b.value), least, std::max(std::abs(low), std::abs(high))};
}

/// Of numbers above 0.
Rounded Ratio(const Rounded& a, const Rounded& b) {
  return {a.value / b.value, a.least / b.most, a.most / b.least};
}

PublishedCheck MakeCheck(const std::string& where, const std::string& what, double printed,
                         int decimals, const Rounded& computed, const std::string& rule,
                         const std::string& remark = "") {
  return {where,          what,          printed, decimals, computed.value,
          computed.least, computed.most, rule,    remark};
}

/// Table 4 from Table 3 by section 3.2, and the same scores in Table 11.
void CheckFeatures(std::vector<PublishedCheck>* checks) {
  for (const PublishedSimulator& simulator : PublishedSimulators()) {
    const auto computed = AsList(ScoresOf(simulator.features));
    const auto printed = AsList(simulator.feature_scores);
    for (std::size_t i = 0; i < computed.size(); ++i) {
      const std::string what = simulator.name + ", " + StudyMetrics()[i].title;
      checks->push_back(MakeCheck("Table 4", what, printed[i], kScoreDecimals, Exactly(computed[i]),
                                  "section 3.2 from Table 3"));
      checks->push_back(MakeCheck("Table 11", what, simulator.scores[i], kScoreDecimals,
                                  Exactly(printed[i]), "Table 4"));
    }
  }
}

/// Table 8 from Table 6, or Table 9 from Table 7.
void CheckExample(const PublishedExample& example, const std::string& from, const std::string& in,
                  std::vector<PublishedCheck>* checks) {
  const int decimals = example.decimals;
  const std::string rule = "equation (7) from " + from;
  Rounded sum = Exactly(0.0);
  double printed_sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const PublishedAxis& axis = example.axes[i];
    const std::string name(1, "XYZ"[i]);
    const Rounded range =
        Distance(Of(axis.simulated_range, decimals), Of(axis.real_range, decimals));
    const Rounded mean = Distance(Of(axis.simulated_mean, decimals), Of(axis.real_mean, decimals));
    checks->push_back(
        MakeCheck(in, name + ", range error", axis.range_error, decimals, range, rule));
    checks->push_back(MakeCheck(in, name + ", mean error", axis.mean_error, decimals, mean, rule));
    checks->push_back(
        MakeCheck(in, name + ", total error", axis.total_error, decimals, range + mean, rule,
                  "the two errors printed beside it give " +
                      StrFormat("%.*f", decimals, axis.range_error + axis.mean_error)));
    sum = sum + range + mean;
    printed_sum += axis.total_error;
  }
  checks->push_back(MakeCheck(
      "section 3.3.4", "sum of the total errors of " + in, example.sum, decimals, sum, rule,
      "the three totals printed in " + in + " give " + StrFormat("%.*f", decimals, printed_sum)));
}

using Column = Printed PublishedSimulator::*;

/// Scores of Table 11 from Table 10: the least over each.
void CheckScores(StudyMetricIndex metric, Column column, const std::string& equation,
                 const std::vector<std::string>& remarks, std::vector<PublishedCheck>* checks) {
  const std::vector<double> values = PrintedValues(column);
  const auto least =
      static_cast<std::size_t>(std::min_element(values.begin(), values.end()) - values.begin());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const PublishedSimulator& simulator = PublishedSimulators()[i];
    const Rounded score =
        i == least ? Exactly(1.0)
                   : Ratio(Of(PublishedSimulators()[least].*column), Of(simulator.*column));
    const auto index = static_cast<std::size_t>(metric);
    checks->push_back(MakeCheck("Table 11", simulator.name + ", " + StudyMetrics()[index].title,
                                simulator.scores[index], kScoreDecimals, score,
                                equation + " from Table 10", remarks.empty() ? "" : remarks[i]));
  }
}

std::vector<std::string> RealTimeRemarks() {
  return Mapped<std::string>(
      EachOverGreatest(PrintedValues(&PublishedSimulator::real_time_factor)),
      [&](double score) { return "R / max R gives " + StrFormat("%.*f", kScoreDecimals, score); });
}

/// The weighted sums of Table 11.
void CheckTotals(std::vector<PublishedCheck>* checks) {
  for (const PublishedSimulator& simulator : PublishedSimulators()) {
    Rounded total = Exactly(0.0);
    for (std::size_t i = 0; i < simulator.scores.size(); ++i) {
      const double score = simulator.scores[i];
      // The rules give the scores of features as they are; only ratios are rounded.
      const bool exact = i < kFeatureCount || score == 1.0;
      total = total +
              Times(StudyMetrics()[i].weight, exact ? Exactly(score) : Of(score, kScoreDecimals));
    }
    checks->push_back(MakeCheck("Table 11", simulator.name + ", Total", simulator.total,
                                kScoreDecimals, total, "weights times scores of Table 11"));
  }
}

}  // namespace

bool PublishedCheck::agrees() const {
  const double half = 0.5 * std::pow(10.0, -decimals) + kSlack;
  return printed + half >= least && printed - half <= most;
}

bool PublishedCheck::agrees_to_the_digit() const {
  return std::abs(printed - computed) <= 0.5 * std::pow(10.0, -decimals) + kSlack;
}

std::vector<PublishedCheck> CheckPublished() {
  std::vector<PublishedCheck> checks;
  CheckFeatures(&checks);
  CheckExample(AngularVelocityExample(), "Table 6", "Table 8", &checks);
  CheckExample(LinearAccelerationExample(), "Table 7", "Table 9", &checks);
  CheckScores(kRealTimeFactor, &PublishedSimulator::real_time_factor, "equation (3)",
              RealTimeRemarks(), &checks);
  CheckScores(kAverageLoad, &PublishedSimulator::average_load, "equation (4)", {}, &checks);
  CheckScores(kIntenseLoad, &PublishedSimulator::intense_load, "equation (4)", {}, &checks);
  CheckScores(kAngularVelocity, &PublishedSimulator::angular_velocity_error, "equation (8)", {},
              &checks);
  CheckScores(kLinearAcceleration, &PublishedSimulator::linear_acceleration_error, "equation (8)",
              {}, &checks);
  CheckTotals(&checks);
  return checks;
}

std::vector<PublishedCheck> PublishedContradictions() {
  std::vector<PublishedCheck> checks = CheckPublished();
  checks.erase(std::remove_if(checks.begin(), checks.end(),
                              [](const PublishedCheck& check) { return check.agrees(); }),
               checks.end());
  return checks;
}

}  // namespace surefoot::gap
