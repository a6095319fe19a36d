#include <algorithm>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/model_watch.h"
#include "surefoot/evaluation/run/yaml.h"

// Metric `path`: length, displacement, final pose, tilt and speeds of a model. The sum of small
// changes of yaw is not wrapped, so that a circle driven twice is 4 pi.

namespace surefoot::experiment {
namespace {

/// Length of the segments whose lengths are added, in time: shorter ones would count vibration as
/// distance.
constexpr SimTimeNs kInterval_ns = 100'000'000;

/// Measures the motion of a model's frame.
class PathMeasure : public TimedMeasure {
 public:
  PathMeasure(const std::string& name, const world::ElementReader& reader)
      : TimedMeasure(name, reader), model_(RequiredText(reader, "model", "husky")) {
    RefuseUnknown(reader, {"kind", "model"});
  }

  Status Begin(Session* session) override {
    SUREFOOT_TRY(watch_.Start(model_, *session));
    due_ns_ = session->simulation().time_ns() + kInterval_ns;
    p_WStart_ = p_WLast_ = p_WBefore_ = watch_.X_WM().p;
    step_ = session->simulation().step_size();
    last_yaw_ = watch_.yaw();
    max_tilt_ = watch_.tilt();
    return Status();
  }

  bool Update(const Session& session) override {
    if (!watch_.Update(session)) return false;
    const double yaw = watch_.yaw();
    total_yaw_ += WrapAngle(yaw - last_yaw_);
    last_yaw_ = yaw;
    max_tilt_ = std::max(max_tilt_, watch_.tilt());
    max_speed_ = std::max(max_speed_, (watch_.X_WM().p - p_WBefore_).norm() / step_);
    p_WBefore_ = watch_.X_WM().p;
    if (session.simulation().time_ns() >= due_ns_) {
      due_ns_ += kInterval_ns;
      AddPiece();
    }
    return false;
  }

  void Finish(const Session& session, TrialResult* result) override {
    AddPiece();
    const double seconds = Elapsed(session);
    Add("length", length_, result);
    Add("displacement", (p_WLast_ - p_WStart_).norm(), result);
    Add("x", p_WLast_.x(), result);
    Add("y", p_WLast_.y(), result);
    Add("z", p_WLast_.z(), result);
    Add("yaw", last_yaw_, result);
    Add("total_yaw", total_yaw_, result);
    Add("max_tilt", max_tilt_, result);
    Add("max_speed", max_speed_, result);
    if (seconds <= 0.0) return;
    Add("mean_speed", length_ / seconds, result);
    Add("mean_yaw_rate", total_yaw_ / seconds, result);
  }

 private:
  /// Adds the straight segment since the last sample.
  void AddPiece() {
    length_ += (watch_.X_WM().p - p_WLast_).norm();
    p_WLast_ = watch_.X_WM().p;
  }

  std::string model_;
  ModelWatch watch_;
  SimTimeNs due_ns_ = 0;
  Vector3d p_WStart_ = Vector3d::Zero();
  Vector3d p_WLast_ = Vector3d::Zero();
  Vector3d p_WBefore_ = Vector3d::Zero();
  double step_ = 1.0;
  double length_ = 0.0;
  double last_yaw_ = 0.0;
  double total_yaw_ = 0.0;
  double max_tilt_ = 0.0;
  double max_speed_ = 0.0;
};

}  // namespace

MeasureKind PathMetric() {
  return KindOf<PathMeasure>("path of a model: length, end, speed, yaw, tilt");
}

}  // namespace surefoot::experiment
