#include <algorithm>
#include <cmath>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/model_watch.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/session/publisher.h"

// Metric `odometry_error`: the final, mean and largest error of a nav_msgs/Odometry topic, and the
// error per metre driven, in which odometry is usually specified.

namespace surefoot::experiment {
namespace {

using msgs::nav_msgs::Odometry;
using world::ElementReader;

/// A pose in the plane: m, rad.
struct FloorPose {
  double x = 0.0;
  double y = 0.0;
  double yaw = 0.0;

  /// `other` relative to this pose.
  FloorPose To(const FloorPose& other) const {
    const double dx = other.x - x, dy = other.y - y;
    const double c = std::cos(yaw), s = std::sin(yaw);
    return {c * dx + s * dy, c * dy - s * dx, WrapAngle(other.yaw - yaw)};
  }
};

FloorPose PoseIn(const Odometry& message) {
  const auto& p = message.pose.pose.position;
  const auto& q = message.pose.pose.orientation;
  return {p.x, p.y, std::atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z))};
}

/// Compares motion since the first message and not poses, so that the origin of odometry does not
/// matter.
class OdometryErrorMeasure : public TimedMeasure {
 public:
  OdometryErrorMeasure(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader),
        model_(RequiredText(reader, "model", "husky")),
        topic_(graph::TopicName("", RequiredText(reader, "topic", "/husky/odom"))) {
    RefuseUnknown(reader, {"kind", "model", "topic"});
  }

  Status Begin(Session* session) override {
    graph::Graph& graph = session->simulation().graph();
    const graph::Topic* topic = SUREFOOT_TRY(FindTopic(graph, topic_));
    if (topic->type != &Odometry::type()) {
      return Error{topic_ + " has messages of type " + topic->type->name + ", not " +
                   Odometry::type().name};
    }
    subscription_ = session->Subscribe<Odometry>(topic_, [this](const Odometry& message) {
      reported_ = PoseIn(message);
      is_new_ = true;
    });
    return watch_.Start(model_, *session);
  }

  bool Update(const Session& session) override {
    if (!is_new_ || !watch_.Update(session)) return false;
    is_new_ = false;
    const Vector3d& p_WM = watch_.X_WM().p;
    const FloorPose real = {p_WM.x(), p_WM.y(), watch_.yaw()};
    if (count_++ == 0) {
      first_reported_ = reported_;
      first_real_ = last_real_ = real;
      return false;
    }
    way_ += std::hypot(real.x - last_real_.x, real.y - last_real_.y);
    last_real_ = real;
    const FloorPose reported = first_reported_.To(reported_);
    const FloorPose moved = first_real_.To(real);
    position_ = std::hypot(reported.x - moved.x, reported.y - moved.y);
    heading_ = WrapAngle(reported.yaw - moved.yaw);
    sum_ += position_;
    max_ = std::max(max_, position_);
    return false;
  }

  void Finish(const Session&, TrialResult* result) override {
    subscription_.Reset();
    Add("count", static_cast<double>(count_), result);
    if (count_ < 2) return;
    Add("position", position_, result);
    Add("heading", heading_, result);
    Add("mean_position", sum_ / static_cast<double>(count_ - 1), result);
    Add("max_position", max_, result);
    if (way_ > 1e-3) Add("per_metre", position_ / way_, result);
  }

 private:
  std::string model_;
  std::string topic_;
  graph::Subscription subscription_;
  ModelWatch watch_;
  FloorPose reported_;
  FloorPose first_reported_;
  FloorPose first_real_;
  FloorPose last_real_;
  bool is_new_ = false;
  std::int64_t count_ = 0;
  double way_ = 0.0;
  double position_ = 0.0;
  double heading_ = 0.0;
  double sum_ = 0.0;
  double max_ = 0.0;
};

}  // namespace

MeasureKind OdometryErrorMetric() {
  return KindOf<OdometryErrorMeasure>("difference between odometry and the model's pose");
}

}  // namespace surefoot::experiment
