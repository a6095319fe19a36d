// The conditions `time`, `upright` and `inside`: limits that may not be passed.

#include <algorithm>
#include <cmath>
#include <optional>

#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/model_watch.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/world/parse.h"

namespace surefoot::experiment {
namespace {

using world::ElementReader;

constexpr double kDegree = M_PI / 180.0;

/// Fails when the trial takes longer than a limit.
class TimeLimit : public TimedMeasure {
 public:
  TimeLimit(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader), at_most_(reader.Number("at_most", 0.0, 0.0, kLongestTrial)) {
    RefuseUnknown(reader, {"at_most"});
    if (!reader.Has("at_most")) reader.Error("at_most", "is missing", "", "write at_most: 20");
  }

  Status Begin(Session*) override { return Status(); }
  bool Update(const Session& session) override { return Elapsed(session) > at_most_ + 1e-9; }
  void Finish(const Session& session, TrialResult* result) override {
    const double seconds = Elapsed(session);
    const bool passed = seconds <= at_most_ + 1e-9;
    Judge(passed,
          (passed ? "it took " + Short(seconds) : "it was not over after " + Short(at_most_)) +
              " s; at most " + Short(at_most_) + " s",
          result);
  }

 private:
  double at_most_;
};

/// Fails when the model leans by more than a limit.
class Upright : public TimedMeasure {
 public:
  Upright(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader),
        model_(RequiredText(reader, "model", "husky")),
        at_most_(reader.Number("at_most_deg", 45.0, 0.0, 180.0) * kDegree) {
    RefuseUnknown(reader, {"model", "at_most_deg"});
  }

  Status Begin(Session* session) override { return watch_.Start(model_, *session); }

  bool Update(const Session& session) override {
    watch_.Update(session);
    if (watch_.tilt() > worst_) {
      worst_ = watch_.tilt();
      worst_time_ = Elapsed(session);
    }
    return worst_ > at_most_;
  }

  void Finish(const Session&, TrialResult* result) override {
    Judge(worst_ <= at_most_,
          model_ + " leaned by " + Short(worst_ / kDegree) + " deg after " + Short(worst_time_) +
              " s; at most " + Short(at_most_ / kDegree) + " deg",
          result);
  }

 private:
  std::string model_;
  double at_most_;
  ModelWatch watch_;
  double worst_ = 0.0;
  double worst_time_ = 0.0;
};

/// Fails when the model leaves a rectangle.
class Inside : public TimedMeasure {
 public:
  Inside(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader), model_(RequiredText(reader, "model", "husky")) {
    RefuseUnknown(reader, {"model", "box"});
    const std::size_t count = world::SplitWords(reader.Text("box")).size();
    const int axes = count == 6 ? 3 : 2;
    const std::vector<double> box = reader.Numbers("box", 2 * axes, {});
    if (box.empty()) {
      if (!reader.Has("box")) {
        reader.Error("box", "is missing", "", "write box: [x, y, x, y] or [x, y, z, x, y, z] (m)");
      }
      return;
    }
    for (int i = 0; i < axes; ++i) {
      const auto first = static_cast<std::size_t>(i);
      const auto second = static_cast<std::size_t>(i + axes);
      low_[i] = std::min(box[first], box[second]);
      high_[i] = std::max(box[first], box[second]);
    }
  }

  Status Begin(Session* session) override { return watch_.Start(model_, *session); }

  bool Update(const Session& session) override {
    if (left_) return true;
    watch_.Update(session);
    const Vector3d& p_WM = watch_.X_WM().p;
    if ((p_WM.array() >= low_.array()).all() && (p_WM.array() <= high_.array()).all()) return false;
    left_ = Elapsed(session);
    p_WLeft_ = p_WM;
    return true;
  }

  void Finish(const Session& session, TrialResult* result) override {
    const std::string stayed = model_ + " stayed inside for " + Short(Elapsed(session)) + " s";
    const std::string left = model_ + " was outside after " + Short(left_.value_or(0.0)) +
                             " s, at (" + Short(p_WLeft_.x()) + ", " + Short(p_WLeft_.y()) + ", " +
                             Short(p_WLeft_.z()) + ")";
    Judge(!left_, left_ ? left : stayed, result);
  }

 private:
  std::string model_;
  Vector3d low_ = Vector3d::Constant(-world::kInfinity);
  Vector3d high_ = Vector3d::Constant(world::kInfinity);
  ModelWatch watch_;
  std::optional<double> left_;
  Vector3d p_WLeft_ = Vector3d::Zero();
};

}  // namespace

MeasureKind TimeCondition() {
  return KindOf<TimeLimit>("the trial is over in time; ends it otherwise");
}

MeasureKind UprightCondition() {
  return KindOf<Upright>("a model does not tilt too far; ends the trial");
}

MeasureKind InsideCondition() {
  return KindOf<Inside>("a model stays inside a box; ends the trial");
}

}  // namespace surefoot::experiment
