#include <cmath>
#include <limits>
#include <optional>

#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/model_watch.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/world/parse.h"

// Condition `goal`. The distance is measured in the plane, so that the height of the base link
// above a rough ground does not matter. The nearest approach is kept for the message of a failed
// trial.

namespace surefoot::experiment {
namespace {

using world::ElementReader;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kDegree = M_PI / 180.0;

/// A model has to reach a place, optionally with a heading and before a time.
class Goal : public TimedMeasure {
 public:
  Goal(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader),
        model_(RequiredText(reader, "model", "husky")),
        within_(reader.Number("within", 0.3, 1e-6, 1e6)),
        heading_within_(reader.Number("heading_within_deg", 10.0, 1e-3, 180.0) * kDegree),
        before_(reader.Number("before", kInfinity, 0.0, kInfinity)) {
    RefuseUnknown(reader, {"model", "at", "within", "heading_within_deg", "before"});
    const bool heading = world::SplitWords(reader.Text("at")).size() == 3;
    const std::vector<double> at = reader.Numbers("at", heading ? 3 : 2, {});
    if (at.empty()) {
      if (!reader.Has("at")) {
        reader.Error("at", "is missing", "", "write at: [x, y] (m) or [x, y, yaw] (m, rad)");
      }
      return;
    }
    x_ = at[0];
    y_ = at[1];
    if (heading) yaw_ = at[2];
    if (!heading && reader.Has("heading_within_deg")) {
      reader.Error("heading_within_deg", "the goal has no heading", "", "write at: [x, y, yaw]");
    }
  }

  Status Begin(Session* session) override { return watch_.Start(model_, *session); }

  bool Update(const Session& session) override {
    if (reached_) return true;
    const double seconds = Elapsed(session);
    if (seconds > before_ + 1e-9) return true;
    watch_.Update(session);
    const double distance = std::hypot(watch_.X_WM().p.x() - x_, watch_.X_WM().p.y() - y_);
    if (distance < nearest_) {
      nearest_ = distance;
      nearest_time_ = seconds;
    }
    turned_away_ = yaw_ ? std::abs(WrapAngle(watch_.yaw() - *yaw_)) : 0.0;
    if (distance > within_ || turned_away_ > heading_within_) return false;
    reached_ = seconds;
    return true;
  }

  void Finish(const Session& session, TrialResult* result) override {
    const std::string what = Place() + " within " + Short(within_) + " m";
    if (reached_) {
      Judge(true, model_ + " reached " + what + " after " + Short(*reached_) + " s", result);
      return;
    }
    std::string text = model_ + " did not reach " + what + " in " +
                       Short(std::min(Elapsed(session), before_)) +
                       " s: its smallest distance was " + Short(nearest_) + " m after " +
                       Short(nearest_time_) + " s";
    if (yaw_ && nearest_ <= within_) {
      text += ", and is " + Short(turned_away_ / kDegree) + " deg from its heading, at most " +
              Short(heading_within_ / kDegree);
    }
    Judge(false, text, result);
  }

 private:
  std::string Place() const {
    return "(" + Short(x_) + ", " + Short(y_) + (yaw_ ? ", " + Short(*yaw_) + " rad" : "") + ")";
  }

  std::string model_;
  double x_ = 0.0;
  double y_ = 0.0;
  std::optional<double> yaw_;
  double within_;
  double heading_within_;
  double before_;
  ModelWatch watch_;
  double nearest_ = kInfinity;
  double nearest_time_ = 0.0;
  double turned_away_ = 0.0;
  std::optional<double> reached_;
};

}  // namespace

MeasureKind GoalCondition() { return KindOf<Goal>("a model reaches a position; ends the trial"); }

}  // namespace surefoot::experiment
