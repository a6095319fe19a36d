#include "surefoot/evaluation/studies/simulators/study_judgement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/evaluation/studies/simulators/features.h"

namespace surefoot::experiment {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

Averaged AverageOf(const std::vector<double>& values) {
  return {gap::Mean(values), gap::MeanInterval(values), values.size()};
}

/// Applies `add(a, b)` to each axis' figures: to sum statistics and errors of trials.
template <typename Six, typename Add>
void ForAxes(Six* sum, const Six& other, const Add& add) {
  for (std::size_t i = 0; i < 3; ++i) {
    add(&sum->gyro[i], other.gyro[i]);
    add(&sum->accel[i], other.accel[i]);
  }
}

gap::ImuStats MeanStats(const std::vector<gap::ImuStats>& trials) {
  gap::ImuStats mean;
  const double share = 1.0 / static_cast<double>(trials.size());
  for (const gap::ImuStats& trial : trials) {
    ForAxes(&mean, gap::ZDown(trial), [&](gap::SeriesStats* sum, const gap::SeriesStats& one) {
      sum->mean += share * one.mean;
      sum->top += share * one.top;
      sum->bottom += share * one.bottom;
    });
  }
  return mean;
}

TestError ErrorsOf(const std::string& test, const std::vector<gap::ImuStats>& trials,
                   const gap::ImuStats& real) {
  TestError result;
  result.test = test;
  std::vector<double> angular;
  std::vector<double> linear;
  const double share = 1.0 / static_cast<double>(trials.size());
  for (const gap::ImuStats& trial : trials) {
    const gap::ImuError error = gap::ErrorOf(gap::ZDown(trial), real);
    ForAxes(&result.error, error, [&](gap::SeriesError* sum, const gap::SeriesError& one) {
      sum->range += share * one.range;
      sum->mean += share * one.mean;
    });
    angular.push_back(error.angular_velocity());
    linear.push_back(error.linear_acceleration());
  }
  result.angular_velocity = AverageOf(angular);
  result.linear_acceleration = AverageOf(linear);
  return result;
}

/// Real figures of each test that has some, z down.
std::map<std::string, gap::ImuStats> RealOf(const StudyInput& input) {
  std::map<std::string, gap::ImuStats> real = {{kPrintedTest, gap::PublishedReal()}};
  for (const auto& [test, stats] : input.real) real[test] = gap::ZDown(stats);
  return real;
}

Contender FromPrint(const gap::PublishedSimulator& simulator) {
  Contender c;
  c.name = simulator.name;
  c.features = simulator.features;
  c.rtf_paced = simulator.real_time_factor.value;
  c.load_1_paced = simulator.average_load.value;
  c.load_2_paced = simulator.intense_load.value;
  c.rtf_unpaced = c.load_1_unpaced = c.load_2_unpaced = kNone;
  c.angular_velocity_error = simulator.angular_velocity_error.value;
  c.linear_acceleration_error = simulator.linear_acceleration_error.value;
  return c;
}

/// The sum over all tests; else what CoppeliaSim's share of the printed test says.
void SetImuErrors(const StudyInput& input, Contender* c) {
  if (!input.tests.empty() && c->errors.size() == input.tests.size()) {
    c->angular_velocity_error = c->linear_acceleration_error = 0.0;
    for (const TestError& error : c->errors) {
      c->angular_velocity_error += error.angular_velocity.mean;
      c->linear_acceleration_error += error.linear_acceleration.mean;
    }
  } else if (c->printed_error) {
    const gap::PublishedSimulator& peer = gap::PublishedSimulators().front();
    const gap::ImuError of_peer = gap::ErrorOf(gap::PublishedCoppeliaSim(), gap::PublishedReal());
    c->imu_estimated = true;
    c->angular_velocity_error = peer.angular_velocity_error.value *
                                c->printed_error->angular_velocity.mean /
                                of_peer.angular_velocity();
    c->linear_acceleration_error = peer.linear_acceleration_error.value *
                                   c->printed_error->linear_acceleration.mean /
                                   of_peer.linear_acceleration();
  } else {
    c->angular_velocity_error = c->linear_acceleration_error = kNone;
  }
}

Contender FromColumn(const StudyInput& input, const StudyColumn& column,
                     const std::map<std::string, gap::ImuStats>& real) {
  Contender c;
  c.name = column.name;
  c.ours = true;
  c.features = input.features;
  c.rtf_paced = column.rtf_paced.value_or(kNone);
  c.rtf_unpaced = column.rtf_unpaced.value_or(kNone);
  const double unit = input.options.load_unit == StudyOptions::LoadUnit::kMachine
                          ? 1.0 / std::max(1, column.cores)
                          : 1.0;
  c.load_1_paced = unit * column.load_1_paced.value_or(kNone);
  c.load_2_paced = unit * column.load_2_paced.value_or(kNone);
  c.load_1_unpaced = unit * column.load_1_unpaced.value_or(kNone);
  c.load_2_unpaced = unit * column.load_2_unpaced.value_or(kNone);
  for (const StudyTest& test : input.tests) {
    const auto trials = column.tests.find(test.id);
    if (trials == column.tests.end() || trials->second.empty()) continue;
    if (test.id == kPrintedTest) {
      c.printed_test = MeanStats(trials->second);
      c.printed_error = ErrorsOf(test.id, trials->second, gap::PublishedReal());
    }
    const auto truth = real.find(test.id);
    if (truth != real.end()) {
      c.errors.push_back(ErrorsOf(test.id, trials->second, truth->second));
    }
  }
  SetImuErrors(input, &c);
  return c;
}

void Score(StudyOptions::RtfRule rule, Judgement* j) {
  for (const Contender& contender : j->contenders) {
    const auto features = gap::AsList(gap::ScoresOf(contender.features));
    for (std::size_t i = 0; i < features.size(); ++i) j->scores[i].push_back(features[i]);
  }
  const std::vector<double> factors = FiguresOf(j->contenders, &Contender::rtf_paced);
  j->rtf_by_print = gap::EachOverGreatest(factors);
  j->rtf_by_equation = gap::LeastOverEach(factors);
  j->scores[gap::kRealTimeFactor] =
      rule == StudyOptions::RtfRule::kPrint ? j->rtf_by_print : j->rtf_by_equation;
  const auto least = [&](double Contender::*member) {
    return gap::LeastOverEach(FiguresOf(j->contenders, member));
  };
  j->scores[gap::kAverageLoad] = least(&Contender::load_1_paced);
  j->scores[gap::kIntenseLoad] = least(&Contender::load_2_paced);
  j->scores[gap::kAngularVelocity] = least(&Contender::angular_velocity_error);
  j->scores[gap::kLinearAcceleration] = least(&Contender::linear_acceleration_error);
}

void Weigh(const StudyOptions& options, Judgement* j) {
  std::vector<gap::ScoreLine> lines;
  for (std::size_t i = 0; i < gap::kStudyMetricCount; ++i) {
    const gap::StudyMetric& metric = gap::StudyMetrics()[i];
    const auto given = options.weights.find(metric.id);
    j->weights[i] = given == options.weights.end() ? metric.weight : given->second;
    j->weight_sum += j->weights[i];
    if (i < gap::kAngularVelocity) j->weight_sum_without_imu += j->weights[i];
    lines.push_back({metric.title, j->weights[i], j->scores[i]});
  }
  j->totals = gap::WeightedTotals(lines);
  lines.resize(gap::kAngularVelocity);
  j->totals_without_imu = gap::WeightedTotals(lines);
}

}  // namespace

std::vector<StudyTest> StudyTests() {
  return {{"grass_straight", "Straight over grass"}, {"grass_circle", "Circle over grass"},
          {"bumps_straight", "Straight over bumps"}, {"bumps_circle", "Circle over bumps"},
          {kPrintedTest, "Straight over gravel"},    {"gravel_circle", "Circle over gravel"}};
}

const TestError* Contender::ErrorIn(const std::string& test) const {
  for (const TestError& error : errors) {
    if (error.test == test) return &error;
  }
  return nullptr;
}

std::vector<double> FiguresOf(const std::vector<Contender>& contenders, double Contender::*figure) {
  std::vector<double> figures;
  for (const Contender& contender : contenders) figures.push_back(contender.*figure);
  return figures;
}

Judgement Judge(const StudyInput& input) {
  Judgement judgement;
  const std::map<std::string, gap::ImuStats> real = RealOf(input);
  for (const StudyTest& test : input.tests) {
    if (real.count(test.id) == 0) judgement.tests_without_real.push_back(test.id);
  }
  for (const gap::PublishedSimulator& simulator : gap::PublishedSimulators()) {
    judgement.contenders.push_back(FromPrint(simulator));
  }
  for (const StudyColumn& column : input.columns) {
    judgement.contenders.push_back(FromColumn(input, column, real));
  }
  Score(input.options.rtf_rule, &judgement);
  Weigh(input.options, &judgement);
  return judgement;
}

}  // namespace surefoot::experiment
