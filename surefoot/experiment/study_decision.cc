#include "surefoot/experiment/study_decision.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "surefoot/experiment/study_cells.h"

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
      {"Must the source be open?",
       [](const gap::FeatureScores& s) { return s.open_source == 1.0; }},
      {"Do you want to switch between physics engines?",
       [](const gap::FeatureScores& s) { return s.engines == 1.0; }},
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

  /// The one with the greatest score; what was not measured (NaN) is below all others.
  std::size_t BestBy(const Choice& choice, const std::vector<double>& scores) const {
    return *std::max_element(choice.begin(), choice.end(), [&](std::size_t a, std::size_t b) {
      if (std::isnan(scores[b])) return false;
      return std::isnan(scores[a]) || scores[a] < scores[b];
    });
  }

  /// The last question: what matters most? Answers that lead to the same are one.
  Decision Last(const Choice& choice) const {
    if (choice.size() == 1) return {judgement_.contenders[choice[0]].name, {}};
    const std::pair<const char*, const std::vector<double>*> aims[] = {
        {"low CPU load", &judgement_.scores[gap::kAverageLoad]},
        {"true turn rates", &judgement_.scores[gap::kAngularVelocity]},
        {"true accelerations", &judgement_.scores[gap::kLinearAcceleration]},
        {"all by the weights", &judgement_.totals}};
    Decision node{"What matters most?", {}};
    for (const auto& [aim, scores] : aims) {
      const std::size_t best = BestBy(choice, *scores);
      const Contender& winner = judgement_.contenders[best];
      if (std::isnan((*scores)[best])) continue;
      const bool estimate = winner.imu_estimated && scores != &judgement_.scores[gap::kAverageLoad];
      Add(aim + std::string(estimate ? " (estimate)" : ""), winner.name, &node);
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
