/// Poses of tags as a tracking camera above the arena reports them: at the camera's frame rate,
/// with a delay, and with dropouts. geometry_msgs/PoseStamped, one topic per tag.

#include <algorithm>
#include <cmath>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/sensors/place/pose_history.h"
#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {
namespace {

constexpr double kMaxDelay = 10.0;
/// Delays have a normal distribution, truncated at this many standard deviations: the history of
/// poses must reach back to the longest delay.
constexpr double kMaxDeviations = 4.0;

struct TrackerSpec {
  /// Mean age of an image when its pose is published, and its standard deviation (s).
  double delay = 0.0;
  double delay_stddev = 0.0;
  /// Frame rate of the camera (Hz); 0: images are taken at any time.
  double frame_rate = 0.0;
  /// Stamps are the times of the images instead of those of publication.
  bool stamp_of_capture = false;
  /// Standard deviations of white noise (m, rad).
  double position_stddev = 0.0;
  double heading_stddev = 0.0;
  /// Fractions of the samples that are lost, and that are displaced by `outlier_distance` (m) in a
  /// random direction.
  double dropout = 0.0;
  double outliers = 0.0;
  double outlier_distance = 0.1;
};

TrackerSpec ReadTracker(const world::ElementReader& element) {
  TrackerSpec spec;
  spec.delay = element.Number("delay", 0.0, 0.0, kMaxDelay);
  spec.delay_stddev =
      element.Number(element.WithOldName("delay_stddev", "delay_deviation"), 0.0, 0.0, kMaxDelay);
  spec.frame_rate = element.Number("frame_rate", 0.0, 0.0, 1e6);
  spec.stamp_of_capture =
      element.Choice("stamp", {"publication", "capture"}, "publication",
                     {{"told", "publication"}, {"taken", "capture"}}) == "capture";
  spec.position_stddev =
      element.Number(element.WithOldName("position_stddev", "position_deviation"), 0.0, 0.0, 1e3);
  spec.heading_stddev =
      element.Number(element.WithOldName("heading_stddev", "heading_deviation"), 0.0, 0.0, 1e3);
  spec.dropout = element.Number("dropout", 0.0, 0.0, 1.0);
  spec.outliers = element.Number(element.WithOldName("outliers", "jumps"), 0.0, 0.0, 1.0);
  spec.outlier_distance =
      element.Number(element.WithOldName("outlier_distance", "jump"), 0.1, 0.0, 1e3);
  return spec;
}

/// A tracked tag, with its recent poses.
struct Tag {
  int link = 0;
  RigidTransform X_LT;
  int topic = 0;
  PoseHistory history;
  msgs::geometry_msgs::PoseStamped message;
  bool seen = false;
};

class OverheadTracker final : public Sensor {
 public:
  explicit OverheadTracker(const SensorArgs& args)
      : place_(args.place), spec_(ReadTracker(args.element)) {
    const std::string own = OwnName(place_);
    for (const world::ElementReader& tag : args.element.Children("tag")) AddTag(args, tag, own);
    if (args.element.Children("tag").empty()) Add(args, place_.link, place_.X_LS, own, "");
    WarnMisspelt(args);
  }

  bool observes() const override { return true; }

  void Observe(const Truth& truth) override {
    for (Tag& tag : tags_) {
      tag.history.Add(truth.time_ns,
                      truth.state.X_WL[static_cast<std::size_t>(tag.link)] * tag.X_LT);
    }
  }

  void OnMoved(const physics::State& /*state*/) override {
    // Poses before a jump must not be interpolated with poses after it.
    for (Tag& tag : tags_) tag.history = PoseHistory(Span());
  }

  void Measure(const Truth& truth, std::int64_t sample, int /*slice*/) override {
    RandomStream random(place_.seed, place_.name, static_cast<std::uint64_t>(sample));
    const SimTimeNs capture_ns = CaptureTime(truth.time_ns, &random);
    for (Tag& tag : tags_) {
      if (tag.history.empty()) {
        tag.history.Add(truth.time_ns,
                        truth.state.X_WL[static_cast<std::size_t>(tag.link)] * tag.X_LT);
      }
      tag.seen = random.Uniform() >= spec_.dropout;
      tag.message.header.stamp = msgs::ToTime(spec_.stamp_of_capture ? capture_ns : truth.time_ns);
      tag.message.pose = msgs::ToPose(WithError(tag.history.At(capture_ns), &random));
    }
  }

  void Publish(SensorTopics* topics) override {
    for (const Tag& tag : tags_) {
      if (tag.seen) topics->Publish(tag.topic, tag.message);
    }
  }

  void Archive(StateArchive* archive) override {
    for (Tag& tag : tags_) archive->Items(&tag.history);
  }

 private:
  /// The longest possible age of an image (s), with a margin of some steps.
  double Span() const {
    const double frame = spec_.frame_rate > 0.0 ? 1.0 / spec_.frame_rate : 0.0;
    return spec_.delay + kMaxDeviations * spec_.delay_stddev + frame + 0.01;
  }

  void Add(const SensorArgs& args, int link, const RigidTransform& X_LT, const std::string& usual,
           const std::string& suffix) {
    const int topic =
        args.topics->Add<msgs::geometry_msgs::PoseStamped>(place_.TopicFor(usual, suffix));
    tags_.push_back({link, X_LT, topic, PoseHistory(Span()), {}, false});
    tags_.back().message.header.frame_id = "world";
  }

  void AddTag(const SensorArgs& args, const world::ElementReader& tag, const std::string& own) {
    const std::string link = tag.Text("link");
    tag.WarnMisspelt({"name", "pose"});
    const int id = args.world.FindLink(link);
    if (id < 0) {
      tag.Error("link", "unknown link", link,
                "write it with its model, for example <link>robot::base_link</link>");
      return;
    }
    const std::string usual_name = args.world.instance(args.world.model_of_link(id)).name;
    Add(args, id, tag.Pose("pose"), own, tag.Text("name", usual_name));
  }

  /// Time of the last frame that is at least as old as the delay.
  SimTimeNs CaptureTime(SimTimeNs now_ns, RandomStream* random) const {
    const double z = std::clamp(random->Normal(), -kMaxDeviations, kMaxDeviations);
    const double delay = std::max(0.0, spec_.delay + spec_.delay_stddev * z);
    double capture = ToSeconds(now_ns) - delay;
    if (spec_.frame_rate > 0.0) {
      capture = std::floor(capture * spec_.frame_rate + 1e-6) / spec_.frame_rate;
    }
    return std::max<SimTimeNs>(0, ToNanoseconds(capture));
  }

  RigidTransform WithError(RigidTransform X_WT, RandomStream* random) const {
    const double x = random->Normal();
    const double y = random->Normal();
    const double turn = random->Normal();
    const bool outlier = random->Uniform() < spec_.outliers;
    const double side = 2.0 * M_PI * random->Uniform();
    X_WT.p += spec_.position_stddev * Vector3d(x, y, 0.0);
    if (outlier) X_WT.p += spec_.outlier_distance * Vector3d(std::cos(side), std::sin(side), 0.0);
    if (spec_.heading_stddev > 0.0) {
      X_WT.q = Eigen::AngleAxisd(spec_.heading_stddev * turn, Vector3d::UnitZ()) * X_WT.q;
    }
    return X_WT;
  }

  const SensorPlace& place_;
  TrackerSpec spec_;
  std::vector<Tag> tags_;
};

}  // namespace

SensorKind OverheadTrackerKind() {
  SensorKind kind;
  kind.types = {"overhead_tracker"};
  kind.old_types = {"overlord"};
  kind.help = "poses of tags from a camera above: at its frame rate, delayed, with dropouts";
  kind.messages = {"geometry_msgs/msg/PoseStamped"};
  kind.usual_rate = 11.6;
  kind.make = [](const SensorArgs& args) { return std::make_unique<OverheadTracker>(args); };
  return kind;
}

}  // namespace surefoot::sensors
