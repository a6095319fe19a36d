/// What a link touches: gazebo_msgs/ContactsState, and std_msgs/Bool whether it touches anything.
/// The sensor observes every step, so a contact that is shorter than the sampling period is still
/// in the next message.

#include <algorithm>
#include <utility>
#include <vector>

#include "surefoot/base/archive.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/gazebo_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/physics/contact.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/world/parse.h"
#include "surefoot/world/world.h"

namespace surefoot::sensors {
namespace {

/// A contact point, relative to the watched link.
struct TouchPoint {
  Vector3d p_W = Vector3d::Zero();
  /// Unit normal that points into the watched link.
  Vector3d n_W = Vector3d::UnitZ();
  /// Penetration (m).
  double depth = 0.0;
  /// Force on the watched link (N).
  Vector3d f_W = Vector3d::Zero();
};

/// One pair of collisions that touched.
struct Touch {
  /// Index of the collision in the watched link.
  int own = 0;
  /// World id of the other link, and the index of the collision in it.
  int other_link = 0;
  int other = 0;
  /// Points of the step that is reported.
  std::vector<TouchPoint> points;
  /// Points of the current step.
  std::vector<TouchPoint> fresh;
  /// Sums over the steps of the period: force times time (N s), and moment about the world's origin
  /// times time (N m s). The moment is moved to the sensor only when the message is filled, because
  /// the sensor moves during the period.
  Vector3d impulse_W = Vector3d::Zero();
  Vector3d angular_impulse_W = Vector3d::Zero();
  /// Magnitude of the greatest force of a step (N); -1: none yet.
  double peak = -1.0;
};

/// What the collisions of a link touched since the last sample.
class Touches {
 public:
  /// Which step of the period is reported: the last one with a contact, or the one with the
  /// greatest force.
  enum class Keep { kLast, kPeak };

  Touches(Keep keep, double min_force) : keep_(keep), min_force_(min_force) {}

  /// Per step: BeginStep, then Add for each contact, then EndStep.
  void BeginStep() { step_force_ = 0.0; }

  void Add(int own, int other_link, int other, const TouchPoint& point) {
    Find(own, other_link, other).fresh.push_back(point);
    step_force_ += point.f_W.norm();
    any_in_step_ = true;
  }

  void EndStep(double dt) {
    if (!any_in_step_) return;
    any_in_step_ = false;
    touched_ = touched_ || step_force_ >= min_force_;
    for (std::size_t i = 0; i < count_; ++i) {
      Touch& touch = touches_[i];
      if (touch.fresh.empty()) continue;
      Vector3d total = Vector3d::Zero();
      for (const TouchPoint& point : touch.fresh) {
        total += point.f_W;
        touch.angular_impulse_W += dt * point.p_W.cross(point.f_W);
      }
      touch.impulse_W += dt * total;
      const double force = total.norm();
      if (keep_ == Keep::kLast || force > touch.peak) std::swap(touch.points, touch.fresh);
      if (force > touch.peak) touch.peak = force;
      touch.fresh.clear();
    }
  }

  /// Pairs since the last Clear, in the order of their first contact.
  std::size_t size() const { return count_; }
  const Touch& operator[](std::size_t i) const { return touches_[i]; }
  bool touched() const { return touched_; }

  void Clear() {
    count_ = 0;
    touched_ = false;
  }

  /// Other links are saved by name, because the world may be edited before the state is restored.
  /// Contacts with links or collisions that no longer exist are dropped.
  void Archive(const world::World& world, StateArchive* archive) {
    const bool restores = archive->restores();
    if (restores) Clear();
    std::uint64_t count = count_;
    archive->Items(&touched_, &count);
    for (std::size_t i = 0; i < count && archive->ok(); ++i) {
      Touch key = restores ? Touch() : touches_[i];
      std::string other_link = restores ? "" : world.LinkName(key.other_link);
      archive->Items(&key.own, &other_link, &key.other);
      if (restores) key.other_link = world.FindLink(other_link);
      Touch& touch = restores ? Find(key.own, key.other_link, key.other) : touches_[i];
      std::uint64_t points = touch.points.size();
      archive->Items(&touch.impulse_W, &touch.angular_impulse_W, &touch.peak, &points);
      for (std::size_t k = 0; k < points && archive->ok(); ++k) {
        if (restores) touch.points.emplace_back();
        TouchPoint& point = touch.points[k];
        archive->Items(&point.p_W, &point.n_W, &point.depth, &point.f_W);
      }
      const bool gone =
          key.other_link < 0 || key.other < 0 ||
          static_cast<std::size_t>(key.other) >= world.link(key.other_link).collisions.size();
      if (restores && gone) --count_;
    }
  }

 private:
  Touch& Find(int own, int other_link, int other) {
    for (std::size_t i = 0; i < count_; ++i) {
      Touch& touch = touches_[i];
      if (touch.own == own && touch.other_link == other_link && touch.other == other) return touch;
    }
    if (count_ == touches_.size()) touches_.emplace_back();
    Touch& touch = touches_[count_++];
    touch.own = own;
    touch.other_link = other_link;
    touch.other = other;
    touch.points.clear();
    touch.fresh.clear();
    touch.impulse_W.setZero();
    touch.angular_impulse_W.setZero();
    touch.peak = -1.0;
    return touch;
  }

  Keep keep_;
  double min_force_;
  /// The first count_ are in use; the rest keep their memory, so steps do not allocate.
  std::vector<Touch> touches_;
  std::size_t count_ = 0;
  double step_force_ = 0.0;
  bool any_in_step_ = false;
  bool touched_ = false;
};

using msgs::gazebo_msgs::ContactState;

/// Per collision of the link: 1 when it is watched. All are watched when the file names no
/// collision that exists.
std::vector<char> WatchedCollisions(const SensorArgs& args) {
  const world::Link& link = args.world.link(args.place.link);
  std::vector<char> watched(link.collisions.size(), 0);
  std::vector<std::string> names;
  for (const world::Collision& collision : link.collisions) names.push_back(collision.name);
  bool any = false;
  const world::ElementReader contact = args.element.Child("contact");
  for (const world::ElementReader& child : contact.Children("collision")) {
    // Gazebo accepts scoped names, "model::link::collision"; "__default__" is SDF's default.
    std::string requested = child.OwnText();
    if (requested.empty() || requested == "__default__") continue;
    const std::size_t colons = requested.rfind("::");
    if (colons != std::string::npos) requested = requested.substr(colons + 2);
    const auto found = std::find(names.begin(), names.end(), requested);
    if (found == names.end()) {
      args.element.problems()->Warning(child.element().source,
                                       "the link '" + link.name + "' has no such collision",
                                       child.OwnText(), world::NameAdvice(requested, names));
      continue;
    }
    watched[static_cast<std::size_t>(found - names.begin())] = 1;
    any = true;
  }
  if (!any) watched.assign(watched.size(), 1);
  return watched;
}

/// The box of the sensor's frame in which contact points are reported; empty: no restriction.
Eigen::AlignedBox3d ReadRegion(const world::ElementReader& element) {
  if (!element.Has("region")) return {};
  const std::vector<double> v = element.Numbers("region", 6, {0, 0, 0, 0, 0, 0});
  const Eigen::AlignedBox3d region(Vector3d(v[0], v[1], v[2]), Vector3d(v[3], v[4], v[5]));
  if (region.isEmpty()) {
    element.Error("region", "its first corner must be below its second one in x, y and z",
                  element.Text("region"));
  }
  return region;
}

class Bumper final : public Sensor {
 public:
  explicit Bumper(const SensorArgs& args)
      : world_(args.world),
        place_(args.place),
        watched_(WatchedCollisions(args)),
        forces_(args.element.Choice("forces", {"last", "mean", "peak"}, "last")),
        touches_(forces_ == "peak" ? Touches::Keep::kPeak : Touches::Keep::kLast,
                 args.element.Number(args.element.WithOldName("min_force", "least_force"), 0.0, 0.0,
                                     1e9)),
        in_world_(args.element.Choice("reference_frame", {"world", "sensor"}, "world") == "world"),
        everywhere_(!args.element.Has("region")),
        region_S_(ReadRegion(args.element)) {
    const std::string given = args.element.Text("contact/topic");
    const bool is_given = !given.empty() && given != "__default_topic__";
    const std::string usual = is_given ? given : OwnName(place_);
    contacts_topic_ =
        args.topics->Add<msgs::gazebo_msgs::ContactsState>(args.place.TopicFor(usual));
    touched_topic_ = args.topics->Add<msgs::std_msgs::Bool>(args.place.TopicFor(usual, "touched"));
    message_.header.frame_id = in_world_ ? "world" : place_.frame_id;
    WarnMisspelt(args);
    if (watched_.empty()) {
      args.element.Warning("contact", "this link has no collisions, so it touches nothing",
                           args.world.LinkName(args.place.link));
    }
  }

  bool observes() const override { return true; }
  void Observe(const Truth& truth) override {
    if (last_ns_ < 0) last_ns_ = truth.time_ns - ToNanoseconds(truth.step);
    touches_.BeginStep();
    X_SW_ = everywhere_ ? RigidTransform() : place_.X_WS(truth.state).Inverse();
    for (const physics::Contact& contact : truth.report.contacts) {
      // Engines also list pairs that are near each other without touching.
      if (contact.depth < 0.0 && contact.f_B_W.isZero(0.0)) continue;
      Look(contact, contact.link_a, contact.collision_a, contact.link_b, contact.collision_b, -1.0);
      Look(contact, contact.link_b, contact.collision_b, contact.link_a, contact.collision_a, 1.0);
    }
    touches_.EndStep(truth.step);
  }

  void Measure(const Truth& truth, std::int64_t /*sample*/, int /*slice*/) override {
    const RigidTransform X_WS = place_.X_WS(truth.state);
    const RigidTransform X_WF = in_world_ ? RigidTransform() : X_WS;
    const double period = ToSeconds(truth.time_ns - last_ns_);
    message_.header.stamp = msgs::ToTime(truth.time_ns);
    Resize(touches_.size());
    for (std::size_t i = 0; i < touches_.size(); ++i) {
      Fill(touches_[i], X_WF, X_WS.p, period, &message_.states[i]);
    }
    touched_.data = touches_.touched();
    touches_.Clear();
    last_ns_ = truth.time_ns;
  }

  void Publish(SensorTopics* topics) override {
    topics->Publish(contacts_topic_, message_);
    topics->Publish(touched_topic_, touched_);
  }

  void Archive(StateArchive* archive) override {
    archive->Items(&last_ns_);
    touches_.Archive(world_, archive);
  }

 private:
  void Look(const physics::Contact& contact, int link, int collision, int other_link, int other,
            double sign) {
    if (link != place_.link || watched_[static_cast<std::size_t>(collision)] == 0) return;
    if (!everywhere_ && !region_S_.contains(X_SW_ * contact.p_WC)) return;
    TouchPoint point;
    point.p_W = contact.p_WC;
    point.n_W = sign * contact.n_W;
    point.depth = contact.depth;
    point.f_W = sign * contact.f_B_W;
    touches_.Add(collision, other_link, other, point);
  }

  /// Moves surplus states to spare_ instead of freeing them: the number of contacts changes from
  /// sample to sample, and the strings and vectors in a state would be allocated again.
  void Resize(std::size_t size) {
    auto& states = message_.states;
    while (states.size() > size) {
      spare_.push_back(std::move(states.back()));
      states.pop_back();
    }
    while (states.size() < size) {
      if (spare_.empty()) spare_.emplace_back();
      states.push_back(std::move(spare_.back()));
      spare_.pop_back();
    }
  }

  void SetName(int link, int collision, std::string* name) const {
    *name = world_.instance(world_.model_of_link(link)).name;
    *name += "::";
    *name += world_.link(link).name;
    *name += "::";
    *name += world_.link(link).collisions[static_cast<std::size_t>(collision)].name;
  }

  /// Forces (N) and moments (N m) about the sensor's origin O, in the axes of F.
  void Fill(const Touch& touch, const RigidTransform& X_WF, const Vector3d& p_WO, double period,
            ContactState* state) const {
    SetName(place_.link, touch.own, &state->collision1_name);
    SetName(touch.other_link, touch.other, &state->collision2_name);
    const std::size_t count = touch.points.size();
    state->wrenches.resize(count);
    state->contact_positions.resize(count);
    state->contact_normals.resize(count);
    state->depths.resize(count);
    const RigidTransform X_FW = X_WF.Inverse();
    Vector3d force = Vector3d::Zero();
    Vector3d torque = Vector3d::Zero();
    for (std::size_t i = 0; i < count; ++i) {
      const TouchPoint& point = touch.points[i];
      const Vector3d f_F = X_FW.q * point.f_W;
      const Vector3d t_F = X_FW.q * (point.p_W - p_WO).cross(point.f_W);
      state->wrenches[i].force = msgs::ToVector3(f_F);
      state->wrenches[i].torque = msgs::ToVector3(t_F);
      state->contact_positions[i] = msgs::ToVector3(X_FW * point.p_W);
      state->contact_normals[i] = msgs::ToVector3(X_FW.q * point.n_W);
      state->depths[i] = point.depth;
      force += f_F;
      torque += t_F;
    }
    if (forces_ == "mean") {
      force = X_FW.q * (touch.impulse_W / period);
      torque = X_FW.q * ((touch.angular_impulse_W - p_WO.cross(touch.impulse_W)) / period);
    }
    state->total_wrench.force = msgs::ToVector3(force);
    state->total_wrench.torque = msgs::ToVector3(torque);
  }

  const world::World& world_;
  const SensorPlace& place_;
  std::vector<char> watched_;
  std::string forces_;
  Touches touches_;
  bool in_world_;
  bool everywhere_;
  Eigen::AlignedBox3d region_S_;
  /// Of the current step.
  RigidTransform X_SW_;
  /// End of the last period; -1 before the first step.
  SimTimeNs last_ns_ = -1;
  int contacts_topic_ = 0;
  int touched_topic_ = 0;
  msgs::gazebo_msgs::ContactsState message_;
  std::vector<ContactState> spare_;
  msgs::std_msgs::Bool touched_;
};

}  // namespace

SensorKind BumperKind() {
  SensorKind kind;
  kind.types = {"contact", "bumper"};
  kind.help = "what a link touches";
  kind.messages = {"gazebo_msgs/msg/ContactsState", "std_msgs/msg/Bool"};
  kind.usual_rate = 50.0;
  kind.card = {"hand"};
  kind.spellings.in_sensor = {{"gazebo_ros_bumper", "", "bumperTopicName bumper_topic_name",
                               "bumper_states", plugins::kSensorFrameNames}};
  kind.spellings.switches = "gz:contact";
  kind.make = [](const SensorArgs& args) { return std::make_unique<Bumper>(args); };
  return kind;
}

}  // namespace surefoot::sensors
