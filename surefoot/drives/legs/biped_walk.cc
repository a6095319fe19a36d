/// Walks on two legs with flat feet, commanded by Twists. StepPlan plans steps and the motion of
/// the centre of mass, inverse kinematics turns them into joint angles, and Balance reports falls.

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/legs/balance.h"
#include "surefoot/drives/legs/legs.h"
#include "surefoot/drives/legs/planned_drive.h"
#include "surefoot/drives/legs/step_plan.h"

namespace surefoot::drives {
namespace {

/// Errors of the capture point (m) below which the plan is not changed: in an undisturbed walk,
/// and, as hysteresis, once the plan follows a push.
constexpr double kMinDeviation = 0.008;
constexpr double kMinFollowedDeviation = 0.003;
/// A robot that is tilted by more than this has fallen (rad).
constexpr double kFallenTilt = 0.8;

/// Number of leading joints that both legs share, such as the NAO's coupled HipYawPitch; 0: none.
int SharedHinges(const std::vector<Leg>& legs) {
  int count = 0;
  while (count < std::min(legs[0].chain.size(), legs[1].chain.size()) &&
         legs[0].joints[static_cast<std::size_t>(count)] ==
             legs[1].joints[static_cast<std::size_t>(count)]) {
    ++count;
  }
  return count;
}

/// A planar pose as a pose in space at height z.
RigidTransform Raised(const PlanarPose& pose, double z) {
  return {Quaterniond(Eigen::AngleAxisd(pose.yaw, Vector3d::UnitZ())), Vector3d(pose.x, pose.y, z)};
}

class BipedWalk final : public PlannedDrive {
 public:
  BipedWalk(const DriveArgs& args, const std::vector<DriveJoint>& joints, std::vector<Leg> legs,
            const StepSpec& spec)
      : PlannedDrive(args, joints, JointsOf(legs)),
        legs_(std::move(legs)),
        mass_(args),
        plan_(spec),
        balance_(args),
        odometry_(2),
        shared_(SharedHinges(legs_)),
        turn_per_shared_(TurnPerShared()),
        fall_time_(args.element.Number("balance/fall_time", 0.04, 1e-4, 10.0)),
        q_model_(mass_.q_start()) {
    for (int side = 0; side < 2; ++side) {
      for (const std::size_t i : legs_[side_index(side)].joints) {
        model_joints_[side].push_back(static_cast<std::size_t>(joints[i].joint));
      }
    }
    const std::vector<std::size_t> planned = JointsOf(legs_);
    for (int side = 0; side < 2; ++side) {
      for (const std::size_t i : legs_[side_index(side)].joints) {
        places_[side].push_back(static_cast<std::size_t>(
            std::find(planned.begin(), planned.end(), i) - planned.begin()));
      }
    }
    Rest();
  }

 protected:
  void Plan(const PlanarTwist& command, double dt, double* q) override {
    PlanarTwist twist = command;
    const bool walks = command.x != 0.0 || command.y != 0.0 || command.turn != 0.0;
    if (walks) twist.turn = balance_.Turn(command.turn, dt);
    plan_.Advance(twist, dt, MeasuredFall(dt));
    const Eigen::Vector2d lean = balance_.Lean(dt);
    if (plan_.resting() && lean.isZero(0.0)) {
      Rest();
    } else {
      PlaceFeet(lean);
      for (int side = 0; side < 2; ++side) {
        for (std::size_t k = 0; k < q_[side].size(); ++k) {
          q_model_[model_joints_[side][k]] = q_[side][k];
        }
      }
      p_BCm_ = mass_.Centre(q_model_);
    }
    for (int side = 0; side < 2; ++side) {
      for (std::size_t k = 0; k < q_[side].size(); ++k) q[places_[side][k]] = q_[side][k];
    }
  }

  void Rest() override {
    plan_.Rest();
    balance_.Rest();
    for (int side = 0; side < 2; ++side) q_[side] = legs_[side_index(side)].q_rest;
    q_model_ = mass_.q_start();
    p_BCm_ = mass_.Centre(q_model_);
  }

  PlanarMotion TakeMotion(const DriveView& view) override {
    std::vector<Eigen::Vector2d> feet(2);
    std::vector<bool> standing(2, plan_.on_both());
    standing[side_index(plan_.standing())] = true;
    for (int side = 0; side < 2; ++side) {
      double angles[LegChain::kMaxHinges];
      for (std::size_t k = 0; k < places_[side].size(); ++k) {
        angles[k] = Angle(places_[side][k], view);
      }
      feet[side_index(side)] = legs_[side_index(side)].chain.Foot(angles).p.head<2>();
    }
    return odometry_.Take(feet, standing);
  }

  void ArchivePlan(StateArchive* archive) override {
    archive->Items(&plan_, &balance_, &odometry_, &p_BCm_, &q_[0], &q_[1], &q_model_);
  }

 private:
  static std::size_t side_index(int side) { return static_cast<std::size_t>(side); }

  /// Yaw of the right foot relative to the left one per rad of a shared hinge.
  double TurnPerShared() const {
    if (shared_ != 1) return 0.0;
    const auto up = [&](int side) {
      const LegChain::Hinge& hinge = legs_[side_index(side)].chain.hinge(0);
      return (hinge.X_PJ.q * hinge.axis_J).z();
    };
    return up(1) - up(0);
  }

  /// The robot's deviation from the plan according to the IMU, as the part of it that the plan
  /// adopts within `dt`.
  Fall MeasuredFall(double dt) {
    Fall fall;
    const Balance::Tipping tip = balance_.Tip(dt);
    // Without control of the legs, or lying on the ground, the robot cannot step.
    if (!has_joints() || tip.angle.norm() > kFallenTilt) return fall;
    const double share = -std::expm1(-dt / fall_time_);
    const double min = plan_.off().isZero(0.0) ? kMinDeviation : kMinFollowedDeviation;
    const double height = plan_.spec().height;
    for (int i = 0; i < 2; ++i) {
      // A rotation about y tips it forward, one about x to the right. The capture point of the
      // linear inverted pendulum is x + v / rate, with x = height * angle.
      const double angle = i == 0 ? tip.angle.y() : -tip.angle.x();
      const double rate = i == 0 ? tip.rate.y() : -tip.rate.x();
      const double capture = height * (angle + rate / plan_.rate());
      if (std::abs(capture) < min) continue;
      fall.capture[i] = share * capture;
      fall.mass[i] = share * height * angle;
    }
    return fall;
  }

  void PlaceFeet(const Eigen::Vector2d& lean) {
    const int standing = plan_.standing();
    const PlanarPose& swing = plan_.swing_foot();
    // The base in the standing foot's frame: its yaw is the mean of the feet's, its centre of mass
    // is where the plan has it, and its height is that at rest.
    const Leg& support = legs_[side_index(standing)];
    const Quaterniond R_SB(Eigen::AngleAxisd(0.5 * swing.yaw, Vector3d::UnitZ()));
    RigidTransform X_SB(R_SB, Vector3d::Zero());
    const Vector3d off = R_SB * p_BCm_;
    X_SB.p =
        Vector3d(plan_.mass().x() - off.x(), plan_.mass().y() - off.y(), -support.X_BF_rest.p.z());
    const Quaterniond back = QuaternionFromRpy(lean.x(), lean.y(), 0.0);
    const RigidTransform X_BS = X_SB.Inverse();
    const RigidTransform X_SF[2] = {RigidTransform(), Raised(swing, plan_.swing_height())};
    double shared = 0.0;
    if (turn_per_shared_ != 0.0) {
      const double left_to_right = standing == 0 ? swing.yaw : -swing.yaw;
      shared = left_to_right / turn_per_shared_;
    }
    for (int k = 0; k < 2; ++k) {
      const int side = k == 0 ? standing : 1 - standing;
      const LegChain& chain = legs_[side_index(side)].chain;
      RigidTransform X_BF = X_BS * X_SF[k];
      X_BF = RigidTransform(back * X_BF.q, back * X_BF.p);
      if (shared_ == 1) {
        q_[side][0] = std::clamp(shared, chain.hinge(0).lower, chain.hinge(0).upper);
      }
      const bool free = shared_ == 0 && chain.size() >= 6;
      chain.SolveRest(X_BF, free ? LegChain::Goal::kPose : LegChain::Goal::kLevel, shared_,
                      q_[side].data());
    }
  }

  std::vector<Leg> legs_;
  BodyMass mass_;
  StepPlan plan_;
  Balance balance_;
  FootOdometry odometry_;
  int shared_;
  double turn_per_shared_;
  /// Time constant with which the plan adopts the deviation measured by the IMU (s).
  double fall_time_;
  /// Centre of mass in the base's frame.
  Vector3d p_BCm_ = Vector3d::Zero();
  std::vector<double> q_[2];
  /// For each hinge of a leg: its index in Model::joints, and its index in the plan.
  std::vector<std::size_t> model_joints_[2];
  std::vector<std::size_t> places_[2];
  std::vector<double> q_model_;
};

StepSpec ReadSteps(const DriveArgs& args, const std::vector<Leg>& legs) {
  StepSpec spec;
  const world::ElementReader& element = args.element;
  spec.step_time = element.Number("step_time", spec.step_time, 0.05, 10.0);
  spec.double_support = element.Number(element.WithOldName("double_support", "both_feet"),
                                       spec.double_support, 0.0, 0.9);
  spec.step_height = element.Number("step_height", spec.step_height, 0.0, 10.0);
  spec.zmp_inward =
      element.Number(element.WithOldName("zmp_inward", "inward"), spec.zmp_inward, -1.0, 1.0);
  spec.max_step_length = element.Number(element.WithOldName("max_step_length", "longest_step"),
                                        spec.max_step_length, 1e-4, 10.0);
  spec.min_step_width = element.Number(element.WithOldName("min_step_width", "least_width"),
                                       spec.min_step_width, 0.0, 1.0);
  spec.shift_time = element.Number("shift_time", spec.shift_time, 0.05, 10.0);
  spec.step_gain = element.Number("balance/step_gain", 0.0, 0.0, 2.0);
  const std::vector<double> zmp_range =
      element.Numbers(element.WithOldName("balance/zmp_range", "sole"), 2,
                      {spec.zmp_range.x(), spec.zmp_range.y()});
  spec.zmp_range = {zmp_range[0], zmp_range[1]};
  spec.max_step_correction =
      element.Number(element.WithOldName("balance/max_step_correction", "most_give"),
                     spec.max_step_correction, 0.0, 10.0);
  spec.half_width = 0.5 * (legs[0].X_BF_rest.p.y() - legs[1].X_BF_rest.p.y());
  // The pendulum's height is measured from the centres of the feet. The ground is slightly lower,
  // which changes the pendulum's rate only a little.
  BodyMass mass(args);
  const Vector3d above = mass.Centre(mass.q_start()) - legs[0].X_BF_rest.p;
  spec.height = above.z();
  spec.zmp_forward =
      element.Number(element.WithOldName("zmp_forward", "ahead"), above.x(), -10.0, 10.0);
  return spec;
}

std::unique_ptr<Drive> MakeBipedWalk(const DriveArgs& args) {
  const std::vector<DriveJoint> joints = PlannedDrive::Joints(args);
  if (joints.empty()) return nullptr;
  std::vector<Leg> legs = ReadLegs(args, joints, 2);
  if (legs.empty()) return nullptr;
  const bool two = legs.size() == 2 && legs[0].X_BF_rest.p.y() > legs[1].X_BF_rest.p.y();
  if (!two || legs[0].chain.size() < 5 || legs[1].chain.size() < 5) {
    args.element.Error("leg", "needs two legs with at least five joints each, the left one first",
                       std::to_string(legs.size()) + " legs",
                       "name the joints of the left leg from the hip to the foot, then the right");
    return nullptr;
  }
  const StepSpec spec = ReadSteps(args, legs);
  if (spec.height <= 0.01) {
    args.element.Error("leg", "the feet are not below the robot's centre of mass",
                       std::to_string(spec.height) + " m",
                       "set the joints to a standing posture with <surefoot:position>");
    return nullptr;
  }
  return std::make_unique<BipedWalk>(args, joints, std::move(legs), spec);
}

}  // namespace

DriveKind BipedWalkKind() {
  return PlannedDrive::Kind("walks on two legs with feet", MakeBipedWalk);
}

}  // namespace surefoot::drives
