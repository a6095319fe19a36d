/// Walks on four or more legs, commanded by Twists: each foot follows the path of its gait in the
/// base's frame, and inverse kinematics gives the joint angles.

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/legs/balance.h"
#include "surefoot/drives/legs/gait.h"
#include "surefoot/drives/legs/legs.h"
#include "surefoot/drives/legs/planned_drive.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/world/parse.h"

namespace surefoot::drives {
namespace {

struct NamedGait {
  std::string name;
  GaitSpec spec;
  /// Phase of each leg, as a share of the period.
  std::vector<double> phases;
};

/// The walk as the file specifies it.
struct WalkSpec {
  /// The first is the default.
  std::vector<NamedGait> gaits;
  /// Position of each foot in the base at mid-stance (m), and the joint angles for it.
  std::vector<Vector3d> stance;
  std::vector<std::vector<double>> q_stance;
  /// Shift of the base relative to its feet while walking (m).
  Eigen::Vector2d shift = Eigen::Vector2d::Zero();
};

bool IsZero(const PlanarTwist& twist) {
  return twist.x == 0.0 && twist.y == 0.0 && twist.turn == 0.0;
}

class LeggedWalk final : public PlannedDrive {
 public:
  LeggedWalk(const DriveArgs& args, const std::vector<DriveJoint>& joints, std::vector<Leg> legs,
             WalkSpec spec)
      : PlannedDrive(args, joints, JointsOf(legs)),
        legs_(std::move(legs)),
        spec_(std::move(spec)),
        balance_(args),
        odometry_(legs_.size()),
        targets_(legs_.size()),
        feet_(legs_.size()),
        standing_(legs_.size(), true) {
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      R_BF_stance_.push_back(legs_[i].chain.Foot(spec_.q_stance[i].data()).q);
    }
    Rest();
    if (spec_.gaits.size() > 1) ListenToGaits(args);
  }

 protected:
  void Plan(const PlanarTwist& command, double dt, double* q) override {
    // The gait changes only while the robot stands, because the phases of two gaits do not match.
    const bool changes = gait_ != desired_gait_;
    if (changes && lift_ <= 0.0) gait_ = desired_gait_;
    const bool walks = !IsZero(command) && gait_ == desired_gait_;
    const double ramp = dt / (0.5 * gait().period);
    lift_ = std::clamp(lift_ + (walks ? ramp : -ramp), 0.0, 1.0);
    const Eigen::Vector2d lean = balance_.Lean(dt);
    if (lift_ <= 0.0 && lean.isZero(0.0)) {
      Rest();
      std::fill(standing_.begin(), standing_.end(), true);
      std::copy(q_.begin(), q_.end(), q);
      return;
    }
    phase_ = lift_ > 0.0 ? phase_ + dt / gait().period : 0.0;
    phase_ -= std::floor(phase_);
    PlanarTwist twist = command;
    if (walks) twist.turn = balance_.Turn(command.turn, dt);
    PlaceFeet(twist);
    if (gait().sway > 0.0) LeanOver(loads_);
    if (lift_ <= 0.0) std::fill(standing_.begin(), standing_.end(), true);
    const Quaterniond back = QuaternionFromRpy(lean.x(), lean.y(), 0.0);
    double* angles = q_.data();
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const LegChain& chain = legs_[i].chain;
      const Vector3d rolled = RolledSinceRest(i, chain.Foot(angles).q);
      chain.Solve(RigidTransform(back * (targets_[i] + rolled)), LegChain::Goal::kPlace, angles);
      angles += chain.size();
    }
    std::copy(q_.begin(), q_.end(), q);
  }

  void Rest() override {
    phase_ = lift_ = 0.0;
    q_.clear();
    for (const auto& angles : spec_.q_stance) q_.insert(q_.end(), angles.begin(), angles.end());
    balance_.Rest();
  }

  PlanarMotion TakeMotion(const DriveView& view) override {
    std::size_t first = 0;
    double angles[LegChain::kMaxHinges];
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      for (int k = 0; k < legs_[i].chain.size(); ++k) {
        angles[k] = Angle(first + static_cast<std::size_t>(k), view);
      }
      first += static_cast<std::size_t>(legs_[i].chain.size());
      const RigidTransform X_BF = legs_[i].chain.Foot(angles);
      feet_[i] = (X_BF.p - RolledSinceRest(i, X_BF.q)).head<2>();
    }
    return odometry_.Take(feet_, standing_);
  }

  void ArchivePlan(StateArchive* archive) override {
    archive->Items(&balance_, &odometry_, &gait_input_, &gait_, &desired_gait_, &phase_, &lift_,
                   &q_);
    gait_ = std::min(gait_, spec_.gaits.size() - 1);
    desired_gait_ = std::min(desired_gait_, spec_.gaits.size() - 1);
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      bool standing = standing_[i];
      archive->Items(&standing);
      standing_[i] = standing;
    }
  }

 private:
  const GaitSpec& gait() const { return spec_.gaits[gait_].spec; }

  void ListenToGaits(const DriveArgs& args) {
    using msgs::std_msgs::String;
    const std::string topic = graph::TopicName(args.scope, args.element.Text("gait_topic", "gait"));
    gait_input_.Listen<String>(
        args, "gait_topic", topic, [this](const String& name, SimTimeNs) -> std::string {
          std::vector<std::string> names;
          for (std::size_t i = 0; i < spec_.gaits.size(); ++i) {
            names.push_back(spec_.gaits[i].name);
            if (names.back() != name.data) continue;
            desired_gait_ = i;
            return {};
          }
          return "unknown gait '" + name.data + "'; " + world::NameAdvice(name.data, names);
        });
  }

  /// How far a spherical foot has rolled, from the rotation of the leg relative to its stance.
  Vector3d RolledSinceRest(std::size_t leg, const Quaterniond& R_BF) const {
    return legs_[leg].chain.Rolled(R_BF * R_BF_stance_[leg].conjugate());
  }

  void PlaceFeet(const PlanarTwist& twist) {
    loads_.assign(legs_.size(), 1.0);
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const double whole = phase_ + spec_.gaits[gait_].phases[i];
      const StepPoint point = PointInStep(gait(), whole - std::floor(whole));
      const Vector3d& stance = spec_.stance[i];
      targets_[i].head<2>() =
          GroundAfter(stance.head<2>(), twist, point.time) - lift_ * spec_.shift;
      targets_[i].z() = stance.z() + lift_ * gait().step_height * point.height;
      loads_[i] = point.load;
      standing_[i] = point.on_ground;
    }
  }

  /// Shifts the base over the centre of the feet, weighted by their loads.
  void LeanOver(const std::vector<double>& loads) {
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();
    Eigen::Vector2d all = Eigen::Vector2d::Zero();
    double sum = 0.0;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      middle += loads[i] * targets_[i].head<2>();
      all += spec_.stance[i].head<2>() / static_cast<double>(legs_.size());
      sum += loads[i];
    }
    if (sum <= 0.0) return;
    const Eigen::Vector2d shift = gait().sway * lift_ * (middle / sum - all);
    for (Vector3d& target : targets_) target.head<2>() -= shift;
  }

  std::vector<Leg> legs_;
  WalkSpec spec_;
  std::vector<Quaterniond> R_BF_stance_;
  Balance balance_;
  FootOdometry odometry_;
  CommandInput gait_input_;
  /// The current gait, and the one to change to when the robot stands.
  std::size_t gait_ = 0;
  std::size_t desired_gait_ = 0;
  /// Phase of the cycle (0 to 1), and the share of the full step height (0 to 1), which ramps up at
  /// the start of a walk and down at its end.
  double phase_ = 0.0;
  double lift_ = 0.0;
  /// The last angles, the starting point of inverse kinematics.
  std::vector<double> q_;
  // Scratch.
  std::vector<Vector3d> targets_;
  std::vector<double> loads_;
  std::vector<Eigen::Vector2d> feet_;
  std::vector<bool> standing_;
};

FootPath PathOf(const std::string& name) {
  if (name == "ellipse") return FootPath::kEllipse;
  return name == "locus" ? FootPath::kLocus : FootPath::kSmooth;
}

/// Reads a gait of the drive itself or of one of its <other_gait>s; false after an error.
bool ReadGait(const DriveArgs& args, const world::ElementReader& element,
              const std::vector<Leg>& legs, WalkSpec* spec) {
  std::vector<Eigen::Vector2d> hips;
  for (const Leg& leg : legs) hips.push_back(leg.chain.p_BHip().head<2>());
  const std::string usual = legs.size() == 6 ? "tripod" : legs.size() == 4 ? "trot" : "crawl";
  NamedGait gait;
  gait.name = element.Choice("gait", GaitNames(), usual);
  gait.phases = GaitPhases(gait.name, hips);
  if (gait.phases.empty()) {
    element.Error("gait", "this gait does not fit the arrangement of the legs", gait.name,
                  "trot, pace and bound: two and two; tripod: three and three; crawl: as many "
                  "left as right");
    return false;
  }
  if (spec->gaits.empty()) {
    const std::vector<world::ElementReader> elements = args.element.Children("leg");
    for (std::size_t i = 0; i < legs.size(); ++i) {
      gait.phases[i] = elements[i].Number("phase", gait.phases[i], 0.0, 1.0);
    }
  }
  const double one_by_one = 1.0 - 1.0 / static_cast<double>(legs.size());
  GaitSpec& numbers = gait.spec;
  numbers.duty = element.Number("duty", gait.name == "crawl" ? one_by_one : 0.5, 0.05, 0.95);
  numbers.period = element.Number("period", 0.5, 0.02, 100.0);
  numbers.step_height = element.Number("step_height", 0.02, 0.0, 10.0);
  numbers.sway = element.Number("sway", 0.0, 0.0, 2.0);
  numbers.path = PathOf(element.Choice("foot_path", {"smooth", "ellipse", "locus"}, "smooth"));
  spec->gaits.push_back(std::move(gait));
  return true;
}

bool ReadGaits(const DriveArgs& args, const std::vector<Leg>& legs, WalkSpec* spec) {
  if (!ReadGait(args, args.element, legs, spec)) return false;
  for (const world::ElementReader& other : args.element.Children("other_gait")) {
    if (!ReadGait(args, other, legs, spec)) return false;
    other.WarnMisspelt();
  }
  return true;
}

/// Reads where the feet stand; false after an error.
bool ReadStance(const DriveArgs& args, const std::vector<Leg>& legs, WalkSpec* spec) {
  const Vector3d shift = args.element.Vector("stance_shift", Vector3d::Zero());
  const std::vector<world::ElementReader> elements = args.element.Children("leg");
  for (std::size_t i = 0; i < legs.size(); ++i) {
    elements[i].WarnMisspelt({"name", "joint", "foot", "stance"});
    const bool moved = !shift.isZero(0.0) || elements[i].Has("stance");
    const Vector3d stance = elements[i].Vector("stance", legs[i].X_BF_rest.p) + shift;
    std::vector<double> q = legs[i].q_rest;
    const LegChain& chain = legs[i].chain;
    const double missed =
        moved ? chain.Solve(RigidTransform(stance), LegChain::Goal::kPlace, q.data()) : 0.0;
    if (missed > 1e-4) {
      elements[i].Error("stance", "the foot cannot reach this position",
                        std::to_string(missed) + " m short", "move it nearer to the hip");
      return false;
    }
    spec->stance.push_back(stance);
    spec->q_stance.push_back(std::move(q));
  }
  return true;
}

/// Legs must not share a joint, because each foot is placed independently.
bool AllOwn(const DriveArgs& args, const std::vector<Leg>& legs) {
  std::size_t count = 0;
  for (const Leg& leg : legs) count += leg.joints.size();
  if (JointsOf(legs).size() == count) return true;
  args.element.Error("leg", "two legs share a joint", "", "name every joint in one leg only");
  return false;
}

/// <walk_shift>; by default the shift that puts the centre of mass above the centre of the feet.
Eigen::Vector2d ReadShift(const DriveArgs& args, const WalkSpec& spec) {
  BodyMass mass(args);
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const Vector3d& foot : spec.stance) {
    middle += foot.head<2>() / static_cast<double>(spec.stance.size());
  }
  const Eigen::Vector2d off = middle - mass.Centre(mass.q_start()).head<2>();
  const std::vector<double> shift = args.element.Numbers("walk_shift", 2, {off.x(), off.y()});
  return {shift[0], shift[1]};
}

std::unique_ptr<Drive> MakeLeggedWalk(const DriveArgs& args) {
  const std::vector<DriveJoint> joints = PlannedDrive::Joints(args);
  if (joints.empty()) return nullptr;
  std::vector<Leg> legs = ReadLegs(args, joints, 4);
  WalkSpec spec;
  if (legs.empty() || !AllOwn(args, legs) || !ReadGaits(args, legs, &spec) ||
      !ReadStance(args, legs, &spec)) {
    return nullptr;
  }
  spec.shift = ReadShift(args, spec);
  args.element.Allow({"gait_topic"});
  return std::make_unique<LeggedWalk>(args, joints, std::move(legs), std::move(spec));
}

}  // namespace

DriveKind LeggedWalkKind() {
  return PlannedDrive::Kind("walks on four or more legs", MakeLeggedWalk);
}

}  // namespace surefoot::drives
