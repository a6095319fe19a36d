#include "surefoot/evaluation/studies/simulators/study_judgement.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/studies/simulators/features.h"

// Order of the evaluation: errors per test, their sums, scores per metric, weighted totals. Where
// only the printed test can be compared with reality, sums over all tests are estimated with
// CoppeliaSim's ratio and marked as estimates.

namespace surefoot::experiment {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Mean with its 95 % interval.
Averaged AverageOf(const std::vector<double>& values) {
  return {gap::Mean(values), gap::MeanInterval(values), values.size()};
}

/// Applies `add(a, b)` per axis, to sum statistics and errors of trials.
template <typename Six, typename Add>
void ForAxes(Six* sum, const Six& other, const Add& add) {
  for (std::size_t i = 0; i < 3; ++i) {
    add(&sum->gyro[i], other.gyro[i]);
    add(&sum->accel[i], other.accel[i]);
  }
}

/// Mean over trials of all statistics.
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

/// Errors of an engine's trials in a test.
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

/// Real statistics of each test that has them, z down.
std::map<std::string, gap::ImuStats> RealOf(const StudyInput& input) {
  std::map<std::string, gap::ImuStats> real = {{kPrintedTest, gap::PublishedReal()}};
  for (const auto& [test, stats] : input.real) real[test] = gap::ZDown(stats);
  return real;
}

/// A contender from the article's tables.
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

/// The sum over all tests, or an estimate from the printed test with CoppeliaSim's ratio of the
/// two.
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

/// A contender from measurements of Surefoot.
Contender FromColumn(const StudyInput& input, const StudyColumn& column,
                     const std::map<std::string, gap::ImuStats>& real) {
  Contender c;
  c.name = column.name;
  c.ours = true;
  c.features = input.features;
  const double unit = input.options.load_unit == StudyOptions::LoadUnit::kMachine
                          ? 1.0 / std::max(1, column.cores)
                          : 1.0;
  for (std::size_t i = 0; i < std::size(kSpeeds<double>); ++i) {
    c.*kSpeeds<double>[i] =
        (i < 2 ? 1.0 : unit) * (column.*kSpeeds<std::optional<double>>[i]).value_or(kNone);
  }
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

/// Scores all contenders in all metrics.
void Score(StudyOptions::RtfRule rule, Judgement* j) {
  for (const Contender& contender : j->contenders) {
    const auto features = gap::AsList(gap::ScoresOf(contender.features));
    for (std::size_t i = 0; i < features.size(); ++i) j->scores[i].push_back(features[i]);
  }
  const std::vector<double> factors = FiguresOf(j->contenders, &Contender::rtf_paced);
  j->rtf_by_print = gap::EachOverGreatest(factors);
  j->rtf_by_equation = gap::MinOverEach(factors);
  j->scores[gap::kRealTimeFactor] =
      rule == StudyOptions::RtfRule::kPrint ? j->rtf_by_print : j->rtf_by_equation;
  const auto min = [&](double Contender::*member) {
    return gap::MinOverEach(FiguresOf(j->contenders, member));
  };
  j->scores[gap::kAverageLoad] = min(&Contender::load_1_paced);
  j->scores[gap::kIntenseLoad] = min(&Contender::load_2_paced);
  j->scores[gap::kAngularVelocity] = min(&Contender::angular_velocity_error);
  j->scores[gap::kLinearAcceleration] = min(&Contender::linear_acceleration_error);
}

/// Weighted sums of the scores.
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
  return FindIf(errors, [&](const TestError& error) { return error.test == test; });
}

std::vector<double> FiguresOf(const std::vector<Contender>& contenders, double Contender::*figure) {
  return Mapped<double>(contenders, [&](const Contender& contender) { return contender.*figure; });
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

namespace {

using Decision = report::Page::Decision;
/// A set of contenders, by index.
using Choice = std::vector<std::size_t>;

/// A requirement that a user may have, and the contenders that meet it.
struct Need {
  const char* question;
  std::function<bool(const gap::FeatureScores&)> met;
};

const std::vector<Need>& Needs() {
  static const std::vector<Need> needs = {
      {"Do you need ROS on installation?",
       [](const gap::FeatureScores& s) { return s.ros == 1.0; }},
      {"Do you need a user interface with full control?",
       [](const gap::FeatureScores& s) { return s.ui == 1.0; }},
  };
  return needs;
}

/// Grows the decision tree by a fixed order of questions, from common requirements to priorities.
class Tree {
 public:
  explicit Tree(const Judgement& judgement) : judgement_(judgement) {}

  Decision Grow(const Choice& choice, std::size_t need) const {
    if (choice.size() == 1 || need == Needs().size()) return Last(choice);
    Choice able;
    for (std::size_t i : choice) {
      if (Needs()[need].met(gap::ScoresOf(judgement_.contenders[i].features))) able.push_back(i);
    }
    if (able.empty() || able.size() == choice.size()) return Grow(choice, need + 1);
    Decision yes = Grow(able, need + 1);
    Decision no = Grow(choice, need + 1);
    if (Same(yes, no)) return yes;
    return {Needs()[need].question, {{"yes", std::move(yes)}, {"no", std::move(no)}}};
  }

 private:
  static bool Same(const Decision& a, const Decision& b) {
    if (a.text != b.text || a.answers.size() != b.answers.size()) return false;
    for (std::size_t i = 0; i < a.answers.size(); ++i) {
      if (a.answers[i].first != b.answers[i].first) return false;
      if (!Same(a.answers[i].second, b.answers[i].second)) return false;
    }
    return true;
  }

  /// A priority that a user may have, and the score for it.
  struct Aim {
    const char* name;
    std::vector<double> scores;
    bool may_be_estimated;
  };

  std::vector<Aim> Aims() const {
    std::vector<double> engines;
    for (const Contender& contender : judgement_.contenders) {
      engines.push_back(static_cast<double>(contender.features.engines.size()));
    }
    return {{"many physics engines", engines, false},
            {"low CPU load", judgement_.scores[gap::kAverageLoad], false},
            {"true turn rates", judgement_.scores[gap::kAngularVelocity], true},
            {"true accelerations", judgement_.scores[gap::kLinearAcceleration], true},
            {"all by the weights", judgement_.totals, true}};
  }

  /// The contender with the largest score; ties are decided by the total. NaN (not measured) ranks
  /// last.
  std::size_t BestBy(const Choice& choice, const std::vector<double>& scores) const {
    const auto below = [](double a, double b) { return !std::isnan(b) && !(a >= b); };
    return *std::max_element(choice.begin(), choice.end(), [&](std::size_t a, std::size_t b) {
      if (below(scores[a], scores[b])) return true;
      return !below(scores[b], scores[a]) && below(judgement_.totals[a], judgement_.totals[b]);
    });
  }

  /// Names the best; if it is not open source, also the best that is.
  std::string LeafText(const Choice& choice, const std::vector<double>& scores) const {
    const std::size_t best = BestBy(choice, scores);
    Choice open;
    for (std::size_t i : choice) {
      if (judgement_.contenders[i].features.open_source) open.push_back(i);
    }
    const std::string& name = judgement_.contenders[best].name;
    if (judgement_.contenders[best].features.open_source || open.empty()) return name;
    return name + " (open source: " + judgement_.contenders[BestBy(open, scores)].name + ")";
  }

  /// The last question. Answers with the same result are merged.
  Decision Last(const Choice& choice) const {
    if (choice.size() == 1) return {judgement_.contenders[choice[0]].name, {}};
    Decision node{"What matters most?", {}};
    for (const Aim& aim : Aims()) {
      const std::size_t best = BestBy(choice, aim.scores);
      if (std::isnan(aim.scores[best])) continue;
      const bool estimate = aim.may_be_estimated && judgement_.contenders[best].imu_estimated;
      Add(aim.name + std::string(estimate ? " (estimate)" : ""), LeafText(choice, aim.scores),
          &node);
    }
    if (node.answers.size() == 1) return node.answers[0].second;
    return node;
  }

  static void Add(const std::string& answer, const std::string& name, Decision* node) {
    for (auto& [known, leaf] : node->answers) {
      if (leaf.text != name) continue;
      known += ", " + answer;
      return;
    }
    node->answers.push_back({answer, {name, {}}});
  }

  const Judgement& judgement_;
};

}  // namespace

Decision MakeDecision(const Judgement& judgement) {
  Choice all(judgement.contenders.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return Tree(judgement).Grow(all, 0);
}

}  // namespace surefoot::experiment
