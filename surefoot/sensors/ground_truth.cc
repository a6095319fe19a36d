#include "surefoot/sensors/ground_truth.h"

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/nav_msgs.h"

namespace surefoot::sensors {
namespace {

class GroundTruth final : public Sensor {
 public:
  explicit GroundTruth(const SensorArgs& args)
      : place_(args.place),
        topic_(args.topics->Add<msgs::nav_msgs::Odometry>(args.place.TopicFor("ground_truth"))) {
    message_.header.frame_id = args.element.Text("reference_frame", "world");
    message_.child_frame_id = place_.frame_id;
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const RigidTransform X_WS = place_.X_WS(truth.state);
    const Twist V_WS_W = place_.V_WS_W(truth.state);
    const Quaterniond R_SW = X_WS.q.conjugate();
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.pose.pose = msgs::ToPose(X_WS);
    message_.twist.twist.linear = msgs::ToVector3(R_SW * V_WS_W.v);
    message_.twist.twist.angular = msgs::ToVector3(R_SW * V_WS_W.w);
  }

  void Publish(SensorTopics* topics) override { topics->Publish(topic_, message_); }

 private:
  const SensorPlace& place_;
  int topic_;
  msgs::nav_msgs::Odometry message_;
};

}  // namespace

SensorKind GroundTruthKind() {
  SensorKind kind;
  kind.types = {"ground_truth", "odometry_truth"};
  kind.help = "pose and twist of the sensor's frame without error";
  kind.messages = {"nav_msgs/msg/Odometry"};
  kind.usual_rate = 50.0;
  kind.make = [](const SensorArgs& args) { return std::make_unique<GroundTruth>(args); };
  return kind;
}

}  // namespace surefoot::sensors
