#pragma once

/// Footsteps of a biped and the motion of its centre of mass. The model is the linear inverted
/// pendulum of constant height (Kajita et al. 2001). Its unstable state, the capture point
/// xi = x + v / rate with rate = sqrt(g / height) (Pratt et al. 2006), is led from foot to foot;
/// the centre of mass then follows by itself.

#include <Eigen/Core>

#include "surefoot/base/archive.h"
#include "surefoot/drives/command_input.h"
#include "surefoot/math/planar_odometry.h"

namespace surefoot::drives {

/// Numbers of a walk. Lengths in m, times in s.
struct StepSpec {
  /// Time from one foot's touchdown to the other's, and the fraction of it in double support.
  double step_time = 0.5;
  double double_support = 0.2;
  /// Clearance of the swing foot.
  double step_height = 0.02;
  /// Lateral distance of each foot from the centre.
  double half_width = 0.05;
  /// Height of the centre of mass above the feet.
  double height = 0.25;
  /// Position of the ZMP on a foot: ahead of its centre, and towards the other foot.
  double zmp_forward = 0.0;
  double zmp_inward = 0.0;
  /// Maximum length of a step, and minimum lateral distance of the feet as a fraction of that at
  /// rest.
  double max_step_length = 0.1;
  double min_step_width = 0.85;
  /// Time to shift the weight to the first supporting foot, and back to both feet.
  double shift_time = 0.6;
  /// Fraction of the deviation of the capture point by which footsteps are moved (0: not at all),
  /// and how far the ZMP may move from the centre of a sole (forward, sideways).
  double step_gain = 0.0;
  Eigen::Vector2d zmp_range = {0.05, 0.025};
  /// Maximum change of a footstep by that, forward and sideways.
  double max_step_correction = 0.08;
};

/// Measured deviation of the robot from the plan, in the axes of the plan's frame (m): that of the
/// centre of mass, and that of the capture point.
struct Fall {
  Eigen::Vector2d mass = Eigen::Vector2d::Zero();
  Eigen::Vector2d capture = Eigen::Vector2d::Zero();
};

/// The plan of a walk. The frame S is that of the supporting foot: its centre on the ground, x
/// forward.
///   plan.Advance(command, dt, fall);
///   plan.mass(), plan.swing_foot(), plan.swing_height()  ->  inverse kinematics
class StepPlan {
 public:
  explicit StepPlan(const StepSpec& spec);

  /// Both feet side by side, at rest.
  void Rest();
  /// Advances by `dt` (s). The plan adopts the measured deviation and reacts to it: it shifts the
  /// ZMP on the sole, changes the time of the step, and places the foot in the direction of the
  /// fall. At rest it does not react.
  void Advance(const PlanarTwist& command, double dt, const Fall& fallen = {});

  bool resting() const { return mode_ == Mode::kRest; }
  /// The supporting foot: 0 left, 1 right.
  int standing() const { return standing_; }
  /// Whether the other foot is on the ground, too (double support).
  bool on_both() const { return mode_ != Mode::kStep || swing_height_ <= 0.0; }
  /// The other foot in S, and how high it is.
  const PlanarPose& swing_foot() const { return swing_; }
  double swing_height() const { return swing_height_; }
  /// Centre of mass and zero moment point (ZMP), in S.
  const Eigen::Vector2d& mass() const { return mass_; }
  Eigen::Vector2d zmp() const { return capture_ - capture_speed_ / rate_; }
  /// Deviation of the capture point from that of an undisturbed walk.
  const Eigen::Vector2d& off() const { return deviation_; }
  /// Rate of the pendulum, sqrt(g / height) (1/s).
  double rate() const { return rate_; }
  const StepSpec& spec() const { return spec_; }

  void Archive(StateArchive* archive);

 private:
  enum class Mode : std::uint8_t { kRest, kShift, kStep, kSettle };

  /// The next footstep after a foot of that side.
  PlanarPose Next(const PlanarPose& from, int side, const PlanarTwist& command) const;
  /// The desired ZMP on a foot.
  Eigen::Vector2d WeightOn(const PlanarPose& foot, int side) const;
  /// Desired capture point at the start of the current step.
  Eigen::Vector2d CaptureAtStart(const PlanarTwist& command) const;
  /// Capture point of an undisturbed walk, `time` after the step's start.
  Eigen::Vector2d CaptureAt(double time, const Eigen::Vector2d& start) const;
  void PlanStep(const PlanarTwist& command, double dt);
  /// Speed of the step's clock, so that the step ends when the mass arrives at the other foot.
  double Pace(const Eigen::Vector2d& start) const;
  /// Moves the swing foot.
  void Swing(const PlanarTwist& command);
  /// Shift of the ZMP against the deviation, within the sole.
  Eigen::Vector2d WeightShift() const;
  /// Integrates the deviation: it grows exponentially, except for the effect of the ZMP shift.
  void IntegrateDeviation(double dt);
  /// Deviation after so many seconds.
  Eigen::Vector2d DeviationAfter(double seconds) const;
  /// Touchdown of the swing foot: begins the next step, or settles.
  void EndStep(bool walks);
  void Slide(const Eigen::Vector2d& to, double dt);
  /// Makes the other foot the supporting one and changes the frame S.
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
  /// Change of the current footstep relative to the command's.
  Eigen::Vector2d step_shift_ = Eigen::Vector2d::Zero();
  Eigen::Vector2d deviation_ = Eigen::Vector2d::Zero();
};

}  // namespace surefoot::drives
