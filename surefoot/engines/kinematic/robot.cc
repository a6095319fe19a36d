#include "surefoot/engines/kinematic/robot.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "surefoot/physics/kinematics.h"
#include "surefoot/physics/servo.h"

namespace surefoot::engines::kinematic {
namespace {

/// Robots drive over obstacles lower than this (m).
constexpr double kStep = 0.005;

/// Angle of the body's x axis on the ground.
double HeadingOf(const Quaterniond& q) {
  const Vector3d x = q * Vector3d::UnitX();
  return std::atan2(x.y(), x.x());
}

/// Rotation about the vertical.
Quaterniond AboutUp(double angle) {
  return Quaterniond(Eigen::AngleAxisd(angle, Vector3d::UnitZ()));
}

std::string Named(const world::World& world, int model) {
  return "model '" + world.instance(model).name + "'";
}

/// The free body of the model; -1: none. An error when there are two.
Result<int> FreeBody(const world::World& world, int model) {
  int found = -1;
  const world::Tree& tree = world.tree(model);
  for (std::size_t i = 0; i < tree.bodies.size(); ++i) {
    const world::Body& body = tree.bodies[i];
    if (body.is_static || body.joint >= 0) continue;
    if (found >= 0) {
      return Error{"the kinematic engine moves one free body per model; " + Named(world, model) +
                   " has several. Use another engine: surefoot info lists them"};
    }
    found = static_cast<int>(i);
  }
  return found;
}

/// The body to which the wheel is attached.
int CarrierOf(const world::World& world, const world::Wheel& wheel, int model) {
  const world::Tree& tree = world.tree(model);
  const int link = wheel.link - world.layout(model).links.first;
  const int body = tree.body_of_link[static_cast<std::size_t>(link)];
  return tree.bodies[static_cast<std::size_t>(body)].parent;
}

/// Whether the wheel is on a steered pivot: one with limits. A free pivot is that of a caster.
bool IsSteered(const world::World& world, int carrier, int model) {
  const world::Body& body = world.tree(model).bodies[static_cast<std::size_t>(carrier)];
  if (body.joint < 0) return false;
  const world::JointAxis& axis =
      world.model(model).joints[static_cast<std::size_t>(body.joint)].axes[0];
  return axis.lower > -world::kInfinity || axis.upper < world::kInfinity;
}

/// The sign of the radius converts joint velocity to rolling speed, whatever the direction of the
/// axis.
RollingWheel MakeWheel(const world::World& world, const world::Wheel& wheel,
                       const physics::State& state, const RigidTransform& X_BW) {
  const auto link = static_cast<std::size_t>(wheel.link);
  const RigidTransform X_BL = X_BW * state.X_WL[link];
  const world::Joint& joint = world.joint_spec(wheel.joint);
  const Vector3d axle_B = X_BL.q * wheel.axle_L;
  const Vector3d axis_B = X_BL.q * (joint.X_CJ.q * joint.axes[0].axis_J);
  RollingWheel rolling;
  rolling.v = world.joint(wheel.joint).v;
  rolling.p_BC = (X_BL * wheel.p_LC).head<2>();
  rolling.ahead_B = axle_B.cross(Vector3d::UnitZ()).head<2>().normalized();
  rolling.radius = axis_B.dot(axle_B) < 0.0 ? -wheel.radius : wheel.radius;
  return rolling;
}

/// Wheels on the body determine its motion; wheels on free pivots are casters and are ignored.
Status AddWheels(const world::World& world, const physics::State& state, int free_body,
                 const RigidTransform& X_BW, Robot* robot) {
  const world::Range& links = world.layout(robot->model).links;
  for (const world::Wheel& wheel : world.wheels()) {
    if (wheel.link < links.first || wheel.link >= links.end()) continue;
    const int carrier = CarrierOf(world, wheel, robot->model);
    if (carrier == free_body) {
      robot->wheels.push_back(MakeWheel(world, wheel, state, X_BW));
    } else if (carrier >= 0 && IsSteered(world, carrier, robot->model)) {
      return Error{"the kinematic engine does not support steered wheels; " +
                   Named(world, robot->model) + " has one, '" + world.LinkName(wheel.link) +
                   "'. Use another engine: surefoot info lists them"};
    }
  }
  if (robot->wheels.size() >= 2) return Status();
  return Error{"the kinematic engine moves robots by their wheels; " + Named(world, robot->model) +
               " has " + std::to_string(robot->wheels.size()) +
               " wheels on its body, at least 2 are needed. Make it static, or use another engine: "
               "surefoot info lists them"};
}

/// Whether the outline is inside a circle.
bool Within(const Outline& small, const Outline& circle) {
  if (circle.corners.size() != 1) return false;
  for (const Vector2d& p : small.corners) {
    if ((p - circle.corners[0]).norm() + small.radius > circle.radius + 1e-9) return false;
  }
  return true;
}

/// Adds an outline, unless one of the existing ones contains it or is contained in it: a wheel and
/// its tyre are one circle.
void Merge(Outline outline, std::vector<Outline>* outlines) {
  for (Outline& other : *outlines) {
    if (!Within(outline, other) && !Within(other, outline)) continue;
    const double low = std::min(outline.low, other.low);
    // Their heights are combined.
    const double high = std::max(outline.high, other.high);
    if (Within(other, outline)) other = std::move(outline);
    other.low = low;
    other.high = high;
    return;
  }
  outlines->push_back(std::move(outline));
}

/// Calls `take` with the outline of each collision of a link.
template <typename F>
void ForOutlines(const world::World& world, int link, const RigidTransform& X, F take) {
  for (const world::Collision& collision : world.link(link).collisions) {
    if (auto outline = OutlineOf(collision.geometry, X * collision.X_LG)) {
      take(std::move(*outline));
    }
  }
}

/// Outlines in the frame of the body, for joints at their initial angles.
void AddOutlines(const world::World& world, const physics::State& state, const RigidTransform& X_BW,
                 Robot* robot) {
  const world::Range& links = world.layout(robot->model).links;
  for (int link = links.first; link < links.end(); ++link) {
    if (world.IsStatic(link)) continue;
    // Heights remain those of the world.
    ForOutlines(world, link, X_BW * state.X_WL[static_cast<std::size_t>(link)],
                [robot](Outline outline) { Merge(std::move(outline), &robot->outlines); });
  }
  for (Outline& outline : robot->outlines) {
    // The lowest kStep of a robot does not collide.
    outline.low += kStep;
    robot->reach = std::max(robot->reach, outline.center.norm() + outline.reach);
  }
}

}  // namespace

/// The robot's frame B: origin below the root link's, x along its heading, z up.
Result<Robot> MakeRobot(const world::World& world, int model, const physics::State& state) {
  Robot robot;
  robot.model = model;
  if (world.model(model).is_static) return robot;
  const int body = SUREFOOT_TRY(FreeBody(world, model));
  const world::ModelLayout& layout = world.layout(model);
  for (int id = layout.joints.first; id < layout.joints.end(); ++id) {
    const world::JointLayout& joint = world.joint(id);
    if (joint.v_count == 1) {
      robot.joints.push_back({joint.q, joint.v, &world.joint_spec(id).axes[0]});
    }
  }
  if (body < 0) return robot;
  const auto& free = world.tree(model).bodies[static_cast<std::size_t>(body)];
  robot.root_link = layout.links.first + free.root_link;
  ReadHeading(state, &robot);
  const Vector3d& p = state.X_WL[static_cast<std::size_t>(robot.root_link)].p;
  RigidTransform X_WB(AboutUp(robot.heading), Vector3d(p.x(), p.y(), 0.0));
  const RigidTransform X_BW = X_WB.Inverse();
  SUREFOOT_TRY(AddWheels(world, state, body, X_BW, &robot));
  AddOutlines(world, state, X_BW, &robot);
  return robot;
}

/// Splits the root's orientation into heading and the constant rest.
void ReadHeading(const physics::State& state, Robot* robot) {
  if (robot->root_link < 0) return;
  const Quaterniond& q_WL = state.X_WL[static_cast<std::size_t>(robot->root_link)].q;
  robot->heading = HeadingOf(q_WL);
  robot->q_BL = AboutUp(-robot->heading) * q_WL;
}

// Outlines of static links in the world frame; they never move.
std::vector<Outline> StaticOutlines(const world::World& world, const std::vector<int>& models,
                                    const physics::State& state) {
  std::vector<Outline> outlines;
  for (const int model : models) {
    const world::Range& links = world.layout(model).links;
    for (int link = links.first; link < links.end(); ++link) {
      if (!world.IsStatic(link)) continue;
      ForOutlines(world, link, state.X_WL[static_cast<std::size_t>(link)],
                  [&outlines](Outline outline) { outlines.push_back(std::move(outline)); });
    }
  }
  return outlines;
}

/// The ground is the highest level plane of the world.
double HeightAboveGround(const world::World& world, const Robot& robot,
                         const physics::State& state) {
  double ground = -world::kInfinity;
  for (int model = 0; model < world.model_count(); ++model) {
    if (!world.model(model).is_static) continue;
    const world::Range& links = world.layout(model).links;
    for (int link = links.first; link < links.end(); ++link) {
      for (const world::Collision& collision : world.link(link).collisions) {
        if (!std::holds_alternative<world::Plane>(collision.geometry)) continue;
        const RigidTransform X = state.X_WL[static_cast<std::size_t>(link)] * collision.X_LG;
        ground = std::max(ground, X.p.z());
      }
    }
  }
  double lowest = world::kInfinity;
  const world::Range& links = world.layout(robot.model).links;
  for (const world::Wheel& wheel : world.wheels()) {
    if (wheel.link < links.first || wheel.link >= links.end()) continue;
    const Vector3d p_WC = state.X_WL[static_cast<std::size_t>(wheel.link)] * wheel.p_LC;
    lowest = std::min(lowest, p_WC.z() - wheel.radius);
  }
  return std::isfinite(ground) && std::isfinite(lowest) ? lowest - ground : 0.0;
}

// The motion that rolling wheels allow.
FlatTwist RollingTwist(const Robot& robot, const physics::Inputs& inputs,
                       const std::vector<double>& v) {
  // Least squares over the wheels, by normal equations: no wheel moves sideways, and each wheel
  // with a servo rolls as far as it turns.
  // A trace of regularization, for robots whose wheels do not determine the motion.
  Eigen::Matrix3d A = 1e-12 * Eigen::Matrix3d::Identity();
  Vector3d b = Vector3d::Zero();
  bool any = false;
  for (const RollingWheel& wheel : robot.wheels) {
    const Vector2d& ahead = wheel.ahead_B;
    const Vector2d aside(-ahead.y(), ahead.x());
    const Vector2d turned(-wheel.p_BC.y(), wheel.p_BC.x());
    const Vector3d lateral(aside.x(), aside.y(), aside.dot(turned));
    A += lateral * lateral.transpose();
    if (!physics::IsServo(inputs.motors[static_cast<std::size_t>(wheel.v)].mode)) continue;
    any = true;
    const Vector3d roll(ahead.x(), ahead.y(), ahead.dot(turned));
    A += roll * roll.transpose();
    b += wheel.radius * v[static_cast<std::size_t>(wheel.v)] * roll;
  }
  if (!any || b.isZero(0.0)) return {};
  const Vector3d twist = A.ldlt().solve(b);
  return {twist.head<2>(), twist.z()};
}

}  // namespace surefoot::engines::kinematic
