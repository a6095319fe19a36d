#pragma once

/// Steps of a biped, and how its mass moves over them so that it does not tip: as an inverted
/// pendulum of constant height, whose diverging part (the capture point) is led from foot to foot.

#include <Eigen/Core>

#include "surefoot/base/archive.h"
#include "surefoot/drives/command_input.h"
#include "surefoot/math/planar_odometry.h"

namespace surefoot::drives {

struct StepSpec {
  /// From one foot's touchdown to the other's, in s, and the share of it on both feet.
  double step_time = 0.5;
  double both_feet = 0.2;
  /// How high feet are lifted, in m.
  double step_height = 0.02;
  /// Feet stand this far to the left and right of the middle.
  double half_width = 0.05;
  /// Of the mass above the ground.
  double height = 0.25;
  /// Where on a foot the weight is put: how far ahead of its centre, and inside of it.
  double ahead = 0.0;
  double inward = 0.0;
  /// Longest step ahead, and the least distance of the feet's centres, as share of the usual one.
  double longest = 0.1;
  double least_width = 0.85;
  /// How long it takes to put the weight on the first foot, and back on both.
  double shift_time = 0.6;
  /// How much steps give way to a fall, and how far the weight may go on a sole from its centre,
  /// ahead and aside, to hold against one.
  double step_gain = 0.0;
  Eigen::Vector2d sole = {0.05, 0.025};
  /// How far steps go beyond the commanded ones at most, ahead and aside.
  double most_give = 0.08;
};

/// How far the robot has fallen off the plan, as far as one knows, in the axes of the plan's frame:
/// its mass, and its capture point.
struct Fall {
  Eigen::Vector2d mass = Eigen::Vector2d::Zero();
  Eigen::Vector2d capture = Eigen::Vector2d::Zero();
};

/// The plan of a walk. The frame S is the foot that stands: its centre on the ground, x ahead.
class StepPlan {
 public:
  explicit StepPlan(const StepSpec& spec);

  /// Both feet side by side, at rest.
  void Rest();
  /// `dt` on. The plan takes over how far the robot has `fallen` since: it shifts the weight on the
  /// sole, steps sooner or later, and to where it falls. At rest it stays stiff.
  void Advance(const PlanarTwist& command, double dt, const Fall& fallen = {});

  bool resting() const { return mode_ == Mode::kRest; }
  /// 0: the left foot stands, 1: the right one.
  int standing() const { return standing_; }
  /// Whether the other one does, too.
  bool on_both() const { return mode_ != Mode::kStep || swing_height_ <= 0.0; }
  /// The other foot in S, and how high it is.
  const PlanarPose& swing_foot() const { return swing_; }
  double swing_height() const { return swing_height_; }
  /// The mass, and the point on the ground that its weight and inertia push against (ZMP), in S.
  const Eigen::Vector2d& mass() const { return mass_; }
  Eigen::Vector2d zmp() const { return capture_ - capture_speed_ / rate_; }
  /// How far the capture point is off where an undisturbed walk has it.
  const Eigen::Vector2d& off() const { return off_; }
  /// Of the pendulum, 1/s.
  double rate() const { return rate_; }
  const StepSpec& spec() const { return spec_; }

  void Archive(StateArchive* archive);

 private:
  enum class Mode : std::uint8_t { kRest, kShift, kStep, kSettle };

  /// Where the next foot goes from a foot of that side.
  PlanarPose Next(const PlanarPose& from, int side, const PlanarTwist& command) const;
  /// Where the weight is put on a foot.
  Eigen::Vector2d WeightOn(const PlanarPose& foot, int side) const;
  /// Where the capture point is to be when the foot that stands takes over.
  Eigen::Vector2d CaptureAtStart(const PlanarTwist& command) const;
  /// Of an undisturbed walk, `time` after the step's start.
  Eigen::Vector2d CaptureAt(double time, const Eigen::Vector2d& start) const;
  void PlanStep(const PlanarTwist& command, double dt);
  /// How fast the step's time goes: as the mass swings to the other foot.
  double Pace(const Eigen::Vector2d& start) const;
  /// The swinging foot's way.
  void Swing(const PlanarTwist& command);
  /// Where the weight goes on the feet against what is off.
  Eigen::Vector2d WeightShift() const;
  /// What is off grows, but for the weight's shift.
  void LetFall(double dt);
  /// What will be off after so many seconds.
  Eigen::Vector2d OffAfter(double seconds) const;
  /// The other foot is down: the next step, or rest.
  void EndStep(bool walks);
  void Slide(const Eigen::Vector2d& to, double dt);
  /// The other foot stands from here on.
  void ChangeFeet();
  void Enter(Mode mode);

  StepSpec spec_;
  double rate_;
  Mode mode_ = Mode::kRest;
  int standing_ = 0;
  double time_ = 0.0;
  PlanarPose lifted_from_;
  PlanarPose swing_;
  PlanarPose goal_;
  double swing_height_ = 0.0;
  Eigen::Vector2d mass_ = Eigen::Vector2d::Zero();
  Eigen::Vector2d capture_ = Eigen::Vector2d::Zero();
  Eigen::Vector2d capture_speed_ = Eigen::Vector2d::Zero();
  Eigen::Vector2d slide_from_ = Eigen::Vector2d::Zero();
  /// How far the step goes beyond where the command has it.
  Eigen::Vector2d give_way_ = Eigen::Vector2d::Zero();
  Eigen::Vector2d off_ = Eigen::Vector2d::Zero();
};

}  // namespace surefoot::drives
