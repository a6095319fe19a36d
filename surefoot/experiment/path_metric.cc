#include <algorithm>
#include <utility>

#include "surefoot/experiment/measure_kinds.h"
#include "surefoot/experiment/model_watch.h"
#include "surefoot/experiment/yaml.h"

namespace surefoot::experiment {
namespace {

/// Shorter pieces would count vibration as way.
constexpr SimTimeNs kInterval_ns = 100'000'000;

class PathMeasure : public Measure {
 public:
  PathMeasure(std::string name, std::string model, std::string where)
      : name_(std::move(name)), model_(std::move(model)), where_(std::move(where)) {}

  Status Start(Session* session) override {
    const Status status = watch_.Start(model_, *session);
    if (!status.ok()) return status.error().Within(where_);
    start_ns_ = session->simulation().time_ns();
    due_ns_ = start_ns_ + kInterval_ns;
    p_WStart_ = p_WLast_ = watch_.X_WM().p;
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
    if (session.simulation().time_ns() >= due_ns_) {
      due_ns_ += kInterval_ns;
      AddPiece();
    }
    return false;
  }

  void Finish(const Session& session, TrialResult* result) override {
    AddPiece();
    const double seconds = ToSeconds(session.simulation().time_ns() - start_ns_);
    AddMetric(name_, "length", length_, result);
    AddMetric(name_, "displacement", (p_WLast_ - p_WStart_).norm(), result);
    AddMetric(name_, "x", p_WLast_.x(), result);
    AddMetric(name_, "y", p_WLast_.y(), result);
    AddMetric(name_, "z", p_WLast_.z(), result);
    AddMetric(name_, "yaw", last_yaw_, result);
    AddMetric(name_, "total_yaw", total_yaw_, result);
    AddMetric(name_, "max_tilt", max_tilt_, result);
    if (seconds <= 0.0) return;
    AddMetric(name_, "mean_speed", length_ / seconds, result);
    AddMetric(name_, "mean_yaw_rate", total_yaw_ / seconds, result);
  }

 private:
  void AddPiece() {
    length_ += (watch_.X_WM().p - p_WLast_).norm();
    p_WLast_ = watch_.X_WM().p;
  }

  std::string name_;
  std::string model_;
  std::string where_;
  ModelWatch watch_;
  SimTimeNs start_ns_ = 0;
  SimTimeNs due_ns_ = 0;
  Vector3d p_WStart_ = Vector3d::Zero();
  Vector3d p_WLast_ = Vector3d::Zero();
  double length_ = 0.0;
  double last_yaw_ = 0.0;
  double total_yaw_ = 0.0;
  double max_tilt_ = 0.0;
};

}  // namespace

MeasureKind PathMetric() {
  MeasureKind kind;
  kind.help = "way of a model: length, end, speed, yaw, tilt";
  kind.make = [](const std::string& name,
                 const world::ElementReader& reader) -> std::unique_ptr<Measure> {
    RefuseUnknown(reader, {"kind", "model"});
    return std::make_unique<PathMeasure>(name, RequiredText(reader, "model", "husky"),
                                         PlaceOf(reader.element()));
  };
  return kind;
}

}  // namespace surefoot::experiment
