// The metric and the condition `slip`.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/measures/measure_kinds.h"
#include "surefoot/evaluation/run/measures/model_watch.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/session/session.h"
#include "surefoot/world/base_link.h"
#include "surefoot/world/wheels/wheel.h"

namespace surefoot::experiment {
namespace {

/// Longitudinal slip of wheels: |rolled - moved| / max(|rolled|, |moved|), symmetric in driving
/// (slip) and braking (skid; Wong, Theory of Ground Vehicles). Distances are summed over short
/// windows, because vibration would otherwise count as slip.
class SlipWatch {
 public:
  struct Spec {
    std::string model;
    /// Joints of the model; empty: all continuous joints whose link has a round shape.
    std::vector<std::string> wheels;
    /// Wheel radius, m; 0: that of the shape.
    double radius = 0.0;
    /// Length of a window, s.
    double window = 0.1;
    /// Windows in which a wheel is slower than this (m/s) are ignored: near standstill the quotient
    /// is noise.
    double min_speed = 0.05;
  };

  Status Start(const Spec& spec, const Session& session);
  void Update(const Session& session);

  /// Mean and maximum over the windows of all wheels that moved.
  double mean() const { return count_ == 0 ? 0.0 : sum_ / static_cast<double>(count_); }
  double max() const { return max_; }
  /// Time of the maximum since the start, s, and its wheel.
  double max_time() const { return max_time_; }
  const std::string& max_wheel() const { return max_wheel_; }
  /// Share of the commanded turning that is lost, 1 - yaw / yaw of the wheels. Valid when the
  /// wheels turned the robot by more than 0.1 rad.
  bool turned() const { return asked_yaw_ > 0.1; }
  double turning() const { return turned() ? 1.0 - yaw_ / asked_yaw_ : 0.0; }

 private:
  struct Wheel {
    std::string name;
    int joint = -1;
    int link = -1;
    double radius = 0.0;
    /// Lateral position in the model's frame, left positive, m.
    double left = 0.0;
    /// Distances in the present window, m.
    double rolled = 0.0;
    double moved = 0.0;
  };

  Status FindWheels(const world::World& world);
  Status AddWheel(const world::World& world, int model, int joint);
  void Measure(const physics::State& state, const world::World& world, double step);
  void CloseWindow(double seconds);
  void CountTurning(double span);

  Spec spec_;
  const world::World* world_ = nullptr;
  int base_link_ = -1;
  std::vector<Wheel> wheels_;
  SimTimeNs start_ns_ = 0;
  SimTimeNs due_ns_ = 0;
  double span_ = 0.0;
  double window_yaw_ = 0.0;
  double sum_ = 0.0;
  std::int64_t count_ = 0;
  double max_ = 0.0;
  double max_time_ = 0.0;
  std::string max_wheel_;
  double yaw_ = 0.0;
  double asked_yaw_ = 0.0;
};

/// Yaw rates below this (rad/s) are ignored.
constexpr double kMinYawRate = 0.05;

/// Joints that rotate about one axis.
bool HasOneAxis(world::JointType type) {
  return type == world::JointType::kContinuous || type == world::JointType::kRevolute;
}

/// True for a joint without limits whose link has a round shape.
bool LooksLikeAWheel(const world::World& world, int joint) {
  const world::Joint& spec = world.joint_spec(joint);
  const bool endless = spec.axes[0].lower < -1e6 && spec.axes[0].upper > 1e6;
  const world::JointLayout& layout = world.joint(joint);
  return HasOneAxis(spec.type) && (endless || spec.type == world::JointType::kContinuous) &&
         world::WheelRadius(world.model(layout.model), layout.joint).has_value();
}

Status SlipWatch::Start(const Spec& spec, const Session& session) {
  spec_ = spec;
  start_ns_ = session.simulation().time_ns();
  due_ns_ = start_ns_ + ToNanoseconds(spec_.window);
  return FindWheels(session.world());
}

Status SlipWatch::AddWheel(const world::World& world, int model, int joint) {
  const world::JointLayout& layout = world.joint(joint);
  const world::Joint& spec = world.joint_spec(joint);
  const std::string name = world.JointName(joint);
  if (layout.model != model)
    return Error{"the joint '" + name + "' is not of '" + spec_.model + "'"};
  if (!HasOneAxis(spec.type)) {
    return Error{"the joint '" + name + "' is not a wheel: it is " + JointTypeName(spec.type)};
  }
  const double radius = spec_.radius > 0.0
                            ? spec_.radius
                            : world::WheelRadius(world.model(model), layout.joint).value_or(0.0);
  if (radius <= 0.0) return Error{"the wheel '" + name + "' has no round shape; give its radius"};
  Wheel wheel;
  wheel.name = name;
  wheel.joint = joint;
  wheel.link = world.layout(model).links.first + spec.child;
  wheel.radius = radius;
  wheel.left = world::JointOrigin(world.model(model), layout.joint).y();
  wheels_.push_back(wheel);
  return Status();
}

Status SlipWatch::FindWheels(const world::World& world) {
  world_ = &world;
  wheels_.clear();
  const int model = SUREFOOT_TRY(FindModel(world, spec_.model));
  base_link_ = world::BaseLink(world, model);
  if (base_link_ < 0) return Error{"the model '" + spec_.model + "' cannot move"};
  for (const std::string& name : spec_.wheels) {
    int joint = world.FindJoint(spec_.model + "::" + name);
    if (joint < 0) joint = SUREFOOT_TRY(FindJoint(world, name));
    SUREFOOT_TRY(AddWheel(world, model, joint));
  }
  const world::Range joints = world.layout(model).joints;
  for (int id = joints.first; id < joints.end() && spec_.wheels.empty(); ++id) {
    if (!LooksLikeAWheel(world, id)) continue;
    SUREFOOT_TRY(AddWheel(world, model, id));
  }
  if (!wheels_.empty()) return Status();
  return Error{"the model '" + spec_.model + "' has no wheels; name their joints in `wheels`"};
}

void SlipWatch::Measure(const physics::State& state, const world::World& world, double step) {
  const auto link = static_cast<std::size_t>(base_link_);
  window_yaw_ += state.V_WL_W[link].w.z() * step;
  span_ += step;
  for (Wheel& wheel : wheels_) {
    const world::Joint& spec = world.joint_spec(wheel.joint);
    const auto child = static_cast<std::size_t>(wheel.link);
    const RigidTransform X_WJ = state.X_WL[child] * spec.X_CJ;
    const Twist V_WJ_W = Shifted(state.V_WL_W[child], X_WJ.p - state.X_WL[child].p);
    const Vector3d axis_W = X_WJ.q * spec.axes[0].axis_J;
    // Rolling direction for a positive rotation about the axis.
    const Vector3d ahead_W = axis_W.cross(Vector3d::UnitZ());
    if (ahead_W.squaredNorm() < 1e-6) continue;
    wheel.rolled += V_WJ_W.w.dot(axis_W) * wheel.radius * step;
    wheel.moved += V_WJ_W.v.dot(ahead_W.normalized()) * step;
  }
}

/// Adds the window's turning. The yaw that the wheels command is the slope of a line fitted by
/// least squares to their rolled distances over their lateral positions.
void SlipWatch::CountTurning(double span) {
  double mean_left = 0.0, mean_way = 0.0;
  for (const Wheel& wheel : wheels_) {
    mean_left += wheel.left;
    mean_way += wheel.rolled;
  }
  mean_left /= static_cast<double>(wheels_.size());
  mean_way /= static_cast<double>(wheels_.size());
  double both = 0.0, square = 0.0;
  for (const Wheel& wheel : wheels_) {
    both += (wheel.left - mean_left) * (wheel.rolled - mean_way);
    square += (wheel.left - mean_left) * (wheel.left - mean_left);
  }
  if (square < 1e-9) return;
  const double asked = -both / square;
  if (std::abs(asked) < kMinYawRate * span) return;
  asked_yaw_ += std::abs(asked);
  yaw_ += asked > 0.0 ? window_yaw_ : -window_yaw_;
}

void SlipWatch::CloseWindow(double seconds) {
  CountTurning(span_);
  for (Wheel& wheel : wheels_) {
    const double larger = std::max(std::abs(wheel.rolled), std::abs(wheel.moved));
    if (larger >= spec_.min_speed * span_ && larger > 0.0) {
      const double slip = std::min(1.0, std::abs(wheel.rolled - wheel.moved) / larger);
      sum_ += slip;
      ++count_;
      if (slip > max_) {
        max_ = slip;
        max_time_ = seconds;
        max_wheel_ = wheel.name;
      }
    }
    wheel.rolled = wheel.moved = 0.0;
  }
  span_ = window_yaw_ = 0.0;
}

void SlipWatch::Update(const Session& session) {
  const world::World& world = session.world();
  // A model that was removed has no wheels.
  if (&world != world_ && !FindWheels(world).ok()) wheels_.clear();
  if (wheels_.empty()) return;
  Measure(session.simulation().state(), world, session.simulation().step_size());
  const SimTimeNs now_ns = session.simulation().time_ns();
  if (now_ns < due_ns_) return;
  due_ns_ += ToNanoseconds(spec_.window);
  CloseWindow(ToSeconds(now_ns - start_ns_));
}

using world::ElementReader;

SlipWatch::Spec ReadSpec(const ElementReader& reader) {
  SlipWatch::Spec spec;
  spec.model = RequiredText(reader, "model", "husky");
  spec.wheels = Texts(reader, "wheels");
  if (reader.Has("radius")) spec.radius = reader.Number("radius", 0.1, 1e-4, 100.0);
  spec.window = reader.Number("window", spec.window, 1e-3, 60.0);
  spec.min_speed =
      reader.Number(reader.WithOldName("min_speed", "least_speed"), spec.min_speed, 1e-6, 100.0);
  return spec;
}

/// The metric and the condition share the measurement.
class SlipMeasure : public TimedMeasure {
 public:
  SlipMeasure(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader), spec_(ReadSpec(reader)) {
    RefuseUnknown(reader, {"kind"});
  }

  Status Begin(Session* session) override { return watch_.Start(spec_, *session); }
  bool Update(const Session& session) override {
    watch_.Update(session);
    return false;
  }
  void Finish(const Session&, TrialResult* result) override {
    Add("mean", watch_.mean(), result);
    Add("max", watch_.max(), result);
    if (watch_.turned()) Add("turning", watch_.turning(), result);
  }

 private:
  SlipWatch::Spec spec_;
  SlipWatch watch_;
};

class SlipLimit : public TimedMeasure {
 public:
  SlipLimit(const std::string& name, const ElementReader& reader)
      : TimedMeasure(name, reader),
        spec_(ReadSpec(reader)),
        limit_(reader.Number("limit", 0.2, 0.0, 1.0)) {
    RefuseUnknown(reader);
    if (!reader.Has("limit")) reader.Error("limit", "is missing", "", "write limit: 0.2");
  }

  Status Begin(Session* session) override { return watch_.Start(spec_, *session); }
  bool Update(const Session& session) override {
    watch_.Update(session);
    return false;
  }
  void Finish(const Session&, TrialResult* result) override {
    std::string text = "wheels of " + spec_.model + " slipped by at most " + Short(watch_.max());
    if (watch_.max() > 0.0) {
      text += " (" + watch_.max_wheel() + ", after " + Short(watch_.max_time()) + " s)";
    }
    Judge(watch_.max() <= limit_, text + "; the limit is " + Short(limit_), result);
  }

 private:
  SlipWatch::Spec spec_;
  double limit_;
  SlipWatch watch_;
};

}  // namespace

MeasureKind SlipMetric() { return KindOf<SlipMeasure>("slip of wheels, along and when turning"); }

MeasureKind SlipCondition() { return KindOf<SlipLimit>("no wheel slips by more than a limit"); }

}  // namespace surefoot::experiment
