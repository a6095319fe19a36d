#include "surefoot/evaluation/calibrate/planar_drive.h"

#include <cmath>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/ground/tyre/tyre_defaults.h"
#include "surefoot/physics/state.h"

// The equations of motion are Newton-Euler in the body frame: m (dvx - r vy) = Fx, m (dvy + r vx) =
// Fy, I dr = Mz, integrated by the semi-implicit Euler method. The tyre forces come from the same
// ground::TyreLaw that engines use, at constant load.

namespace surefoot::experiment {
namespace {

constexpr double kGravity = 9.81;
/// s. Wheel speeds are prescribed and only the tread is stiff, so a step may be longer than an
/// engine's.
constexpr double kStep = 0.002;
constexpr int kStepsPerPose = 5;

/// Deflection of the tyre under its nominal load, m, by bisection.
double DeflectionOf(const ground::TyreLaw& law, double load) {
  double low = 0.0;
  double high = 10.0 * load / law.tyre().stiffness;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (law.LoadAt(middle) < load ? low : high) = middle;
  }
  return low;
}

/// State of the body: pose of G in W; velocity in the body frame, m/s and rad/s.
struct Body {
  PlanarPose X_WG;
  double vx = 0.0;
  double vy = 0.0;
  double turn = 0.0;
};

/// Forces and the moment of the tyres on the body about G, in the body frame. Keeps the tread's
/// deflection between steps.
class Tyres {
 public:
  /// One tyre law per wheel.
  Tyres(const PlanarRobot& robot, const ground::Terrain& terrain) : robot_(robot) {
    for (const PlanarRobot::Wheel& wheel : robot.wheels) {
      laws_.push_back(ground::TyreLaw::Make(wheel.spec, &terrain).value());
    }
    angles_.resize(laws_.size(), 0.0);
  }

  /// Sum of the tyres' forces and their moment about the centre of mass.
  Eigen::Vector3d Step(const Body& body, const gap::WheelSpeeds::Pair& speeds) {
    const double c = std::cos(body.X_WG.yaw), s = std::sin(body.X_WG.yaw);
    const Vector3d ahead(c, s, 0.0), left(-s, c, 0.0);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < laws_.size(); ++i) {
      const PlanarRobot::Wheel& wheel = robot_.wheels[i];
      ground::HubMotion hub;
      hub.p_WC =
          Vector3d(body.X_WG.x, body.X_WG.y, wheel.height) + wheel.x * ahead + wheel.y * left;
      hub.forward_W = ahead;
      hub.axle_W = left;
      hub.v_WC = (body.vx - body.turn * wheel.y) * ahead + (body.vy + body.turn * wheel.x) * left;
      hub.w_W = body.turn * Vector3d::UnitZ();
      hub.spin = wheel.is_left ? speeds.left : speeds.right;
      angles_[i] += kStep * hub.spin;
      hub.angle = angles_[i];
      const double share = wheel.spec.nominal_load / kGravity;
      hub.effective_mass_x = hub.effective_mass_y = hub.effective_mass_z = share;
      const ground::WheelForce force = laws_[i]->Step(hub, kStep);
      const double fx = force.f_W.dot(ahead), fy = force.f_W.dot(left);
      sum += Eigen::Vector3d(fx, fy, wheel.x * fy - wheel.y * fx + force.t_C_W.z());
    }
    return sum;
  }

 private:
  const PlanarRobot& robot_;
  std::vector<std::unique_ptr<ground::TyreLaw>> laws_;
  std::vector<double> angles_;
};

/// Newton's equations in the body's frame, which rotates.
void Advance(const PlanarRobot& robot, const Eigen::Vector3d& force, Body* body) {
  const double ax = force.x() / robot.mass + body->turn * body->vy;
  const double ay = force.y() / robot.mass - body->turn * body->vx;
  body->vx += kStep * ax;
  body->vy += kStep * ay;
  body->turn += kStep * force.z() / robot.yaw_inertia;
  body->X_WG = Moved(body->X_WG, {kStep * body->vx, kStep * body->vy, kStep * body->turn});
}

/// Pose of the base from that of the centre of mass.
PlanarPose BasePose(const PlanarRobot& robot, const PlanarPose& X_WG) {
  const double c = std::cos(X_WG.yaw), s = std::sin(X_WG.yaw);
  return {X_WG.x - c * robot.p_BG.x() + s * robot.p_BG.y(),
          X_WG.y - s * robot.p_BG.x() - c * robot.p_BG.y(), X_WG.yaw};
}

/// Inertia of the whole robot in its initial pose, in W.
Inertia WholeInertia(const world::World& world, int model, const physics::State& state) {
  Inertia whole;
  for (int link = 0; link < world.link_count(); ++link) {
    if (world.model_of_link(link) != model) continue;
    whole = Combine(
        whole, ExpressedIn(state.X_WL[static_cast<std::size_t>(link)], world.link(link).inertia));
  }
  return whole;
}

}  // namespace

Result<PlanarRobot> MakePlanarRobot(const GapWorld& gap_world, const ground::Terrain& terrain) {
  const world::World& world = *gap_world.world;
  const physics::State state = physics::MakeInitialState(world);
  const int model = world.model_of_link(gap_world.base_link);
  PlanarRobot robot;
  const Inertia whole = WholeInertia(world, model, state);
  robot.mass = whole.mass;
  robot.yaw_inertia = whole.I_BBcm_B(2, 2);
  const RigidTransform& X_WB = state.X_WL[static_cast<std::size_t>(gap_world.base_link)];
  robot.p_BG = X_WB.q.conjugate() * (whole.p_BBcm - X_WB.p);
  for (const world::Wheel& wheel : world.wheels()) {
    if (world.model_of_link(wheel.link) != model) continue;
    const RigidTransform& X_WL = state.X_WL[static_cast<std::size_t>(wheel.link)];
    const Vector3d p_BC = X_WB.q.conjugate() * (X_WL * wheel.p_LC - X_WB.p);
    PlanarRobot::Wheel planar;
    planar.x = p_BC.x() - robot.p_BG.x();
    planar.y = p_BC.y() - robot.p_BG.y();
    planar.is_left = p_BC.y() > 0.0;
    planar.spec.name = world.LinkName(wheel.link);
    planar.spec.radius = wheel.radius;
    planar.spec.width = wheel.width;
    planar.spec.nominal_load = wheel.nominal_load;
    planar.spec.tyre = wheel.tyre;
    const std::unique_ptr<ground::TyreLaw> law =
        SUREFOOT_TRY(ground::TyreLaw::Make(planar.spec, &terrain));
    const ground::GroundHit below = terrain.Below(X_WL * wheel.p_LC, 10.0 * wheel.radius);
    if (!below.ok() || below.normal_W.z() < 0.999) {
      return Error{"the wheel " + planar.spec.name + " is not above level ground"};
    }
    const double ground_z = (X_WL * wheel.p_LC).z() - below.distance;
    planar.height = ground_z + wheel.radius - DeflectionOf(*law, wheel.nominal_load);
    robot.wheels.push_back(std::move(planar));
  }
  if (robot.wheels.size() != gap_world.wheels.size()) {
    return Error{"of the " + std::to_string(gap_world.wheels.size()) + " driven wheels of '" +
                 gap_world.robot + "' " + std::to_string(robot.wheels.size()) +
                 " are known as wheels"};
  }
  return robot;
}

gap::PoseTrack PlanarTrack(const PlanarRobot& robot, const ground::Terrain& terrain,
                           const GapDriveSpec& spec) {
  Tyres tyres(robot, terrain);
  Body body;
  gap::PoseTrack track;
  track.start = spec.from;
  track.interval = kStep * kStepsPerPose;
  const auto lead = std::llround(kGapLead / kStep);
  const auto length = static_cast<long long>(std::ceil((spec.to - spec.from) / kStep));
  for (long long i = -lead; i < length; ++i) {
    if (i >= 0 && i % kStepsPerPose == 0) track.X_WC.push_back(BasePose(robot, body.X_WG));
    const double end_of_step = spec.from + static_cast<double>(i + 1) * kStep;
    Advance(robot, tyres.Step(body, CommandedSpeeds(spec, end_of_step)), &body);
  }
  track.X_WC.push_back(BasePose(robot, body.X_WG));
  return track;
}

}  // namespace surefoot::experiment
