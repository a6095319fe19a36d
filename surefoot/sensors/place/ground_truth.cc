/// True pose and twist of the sensor's frame: nav_msgs/Odometry. For evaluation, and as a stand-in
/// for localization while a controller is developed.

#include <vector>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/sensors/noise_element.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

/// The link that the reference frame names, first in this model, then in the world; -1: the name is
/// only a frame_id.
int ReferenceLink(const SensorArgs& args, const std::string& name) {
  const int own = args.world.FindLink(args.world.instance(args.place.model).name + "::" + name);
  return own >= 0 ? own : args.world.FindLink(name);
}

class GroundTruth final : public MessageSensor<msgs::nav_msgs::Odometry> {
 public:
  explicit GroundTruth(const SensorArgs& args)
      : MessageSensor(args, args.place.TopicFor("ground_truth")),
        noise_spec_(ReadNoise(args.element, "noise")),
        noise_(place_.seed, place_.name, std::vector<noise::ScalarNoiseSpec>(12, noise_spec_)) {
    const std::string reference = args.element.Text("reference_frame", "world");
    WarnMisspelt(args);
    reference_link_ = ReferenceLink(args, reference);
    message_.header.frame_id = FrameOf(args.world, reference);
    message_.child_frame_id = place_.frame_id;
    for (std::size_t i = 0; i < 6; ++i) {
      message_.pose.covariance[7 * i] = noise_spec_.Variance();
      message_.twist.covariance[7 * i] = noise_spec_.Variance();
    }
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    RigidTransform X_RS = place_.X_WS(truth.state);
    Twist V_RS_W = place_.V_WS_W(truth.state);
    const Quaterniond R_SW = X_RS.q.conjugate();
    if (reference_link_ >= 0) MakeRelative(truth.state, &X_RS, &V_RS_W);
    Vector3d v_S = R_SW * V_RS_W.v;
    Vector3d w_S = R_SW * V_RS_W.w;
    if (!noise_spec_.IsNone()) {
      const double dt = 1.0 / place_.rate;
      X_RS.p = noise_.Apply(0, X_RS.p, dt);
      const Vector3d turn = noise_.Apply(3, Vector3d(Vector3d::Zero()), dt);
      if (turn.norm() > 0.0) {
        X_RS.q = Eigen::AngleAxisd(turn.norm(), turn.normalized()) * X_RS.q;
      }
      v_S = noise_.Apply(6, v_S, dt);
      w_S = noise_.Apply(9, w_S, dt);
    }
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    message_.pose.pose = msgs::ToPose(X_RS);
    message_.twist.twist.linear = msgs::ToVector3(v_S);
    message_.twist.twist.angular = msgs::ToVector3(w_S);
  }

  void Archive(StateArchive* archive) override { archive->Items(&noise_); }

 private:
  /// The tf frame of the reference link, as the server publishes it: "truck/bed".
  std::string FrameOf(const world::World& world, const std::string& reference) const {
    if (reference_link_ < 0) return reference;
    const int model = world.model_of_link(reference_link_);
    return world.instance(model).name + "/" + world.link(reference_link_).name;
  }

  /// Pose and velocity relative to the reference link, whose rotation is taken into account.
  void MakeRelative(const physics::State& state, RigidTransform* X_WS, Twist* V_WS_W) const {
    const auto link = static_cast<std::size_t>(reference_link_);
    const Twist V_WRs_W = Shifted(state.V_WL_W[link], X_WS->p - state.X_WL[link].p);
    V_WS_W->w -= V_WRs_W.w;
    V_WS_W->v -= V_WRs_W.v;
    *X_WS = state.X_WL[link].Inverse() * *X_WS;
  }

  noise::ScalarNoiseSpec noise_spec_;
  /// Position, rotation vector, velocity, angular velocity: three each.
  noise::NoiseGroup noise_;
  int reference_link_ = -1;
};

/// <frameName> is the frame in which the plugin reports the pose.
void Reference(const plugins::ForeignReader& reader, world::Sensor* sensor) {
  const world::Element* frame = reader.Find("frameName frame_name odom_frame");
  if (frame != nullptr && !plugins::ValueOf(*frame).empty()) {
    plugins::SetChild(&sensor->element, "reference_frame", plugins::FrameName(*frame),
                      frame->source);
  }
  const auto rate = reader.Number("odom_publish_frequency", 0.0, 1e6);
  if (rate && *rate > 0.0) sensor->update_rate = *rate;
}

}  // namespace

SensorKind GroundTruthKind() {
  SensorKind kind;
  kind.types = {"ground_truth", "odometry_truth"};
  kind.help = "true pose and twist of the sensor's frame, with optional noise";
  kind.messages = {"nav_msgs/msg/Odometry"};
  kind.usual_rate = 50.0;
  kind.spellings.on_model = {
      {"gazebo_ros_p3d", "ground_truth", plugins::kTopicNames, "odom", "", Reference},
      {"gz:odometrypublisher", "ground_truth", "odom_topic", "odometry", "", Reference}};
  kind.make = [](const SensorArgs& args) { return std::make_unique<GroundTruth>(args); };
  return kind;
}

}  // namespace surefoot::sensors
