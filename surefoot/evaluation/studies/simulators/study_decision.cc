#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "surefoot/evaluation/studies/simulators/study_judgement.h"

namespace surefoot::experiment {
namespace {

using Decision = report::Page::Decision;
/// Contenders by index.
using Choice = std::vector<std::size_t>;

/// Something that a user may need, and who has it.
struct Need {
  const char* question;
  std::function<bool(const gap::FeatureScores&)> met;
};

const std::vector<Need>& Needs() {
  static const std::vector<Need> needs = {
      {"Do you need ROS on installation?",
       [](const gap::FeatureScores& s) { return s.ros == 1.0; }},
      {"Do you need a window with full control?",
       [](const gap::FeatureScores& s) { return s.ui == 1.0; }},
  };
  return needs;
}

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

  /// What may matter most, and a score for it.
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

  /// The one with the greatest score, by the total among equals. What was not measured (NaN) is
  /// below all others.
  std::size_t BestBy(const Choice& choice, const std::vector<double>& scores) const {
    const auto below = [](double a, double b) { return !std::isnan(b) && !(a >= b); };
    return *std::max_element(choice.begin(), choice.end(), [&](std::size_t a, std::size_t b) {
      if (below(scores[a], scores[b])) return true;
      return !below(scores[b], scores[a]) && below(judgement_.totals[a], judgement_.totals[b]);
    });
  }

  /// With the best of open source where the best is not.
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

  /// The last question. Answers that lead to the same are one.
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
