#include "surefoot/engines/kinematic/backend.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/engines/kinematic/neighbours.h"
#include "surefoot/engines/kinematic/robot.h"
#include "surefoot/physics/backend_common.h"
#include "surefoot/physics/kinematics.h"
#include "surefoot/physics/servo.h"
#include "surefoot/world/base_link.h"

// Robots roll along exact arcs by their wheel speeds. Overlaps with obstacles are resolved by
// moving the robot out along the shortest way, so it slides along walls.

namespace surefoot::engines::kinematic {
namespace {

using physics::Inputs;
using physics::State;
using physics::StepReport;

/// Largest number of corrections of a robot that overlaps several obstacles at once.
constexpr int kMaxPushes = 4;
/// Overlap (m) that counts as none.
constexpr double kTouching = 1e-9;

Place PlaceOf(const Robot& robot, const Vector2d& p) {
  return {std::cos(robot.heading), std::sin(robot.heading), p};
}

/// Displacement in W of a body in `dt` at constant speeds: an arc of a circle.
Vector2d Arc(const FlatTwist& twist, double heading, double dt) {
  const double angle = twist.turn * dt;
  // sin(a) / a and (1 - cos(a)) / a, by series near zero.
  const double s = std::abs(angle) < 1e-4 ? 1.0 - angle * angle / 6.0 : std::sin(angle) / angle;
  const double c = std::abs(angle) < 1e-4 ? 0.5 * angle : (1.0 - std::cos(angle)) / angle;
  const Vector2d moved_B =
      dt * Vector2d(s * twist.v_B.x() - c * twist.v_B.y(), c * twist.v_B.x() + s * twist.v_B.y());
  return Place{std::cos(heading), std::sin(heading), Vector2d::Zero()} * moved_B;
}

/// Largest radius of a robot (m), which is the cell size of the search grids.
double MaxReach(const std::vector<Robot>& robots) {
  double max = 0.05;
  for (const Robot& robot : robots) max = std::max(max, robot.reach);
  return max;
}

/// The model's state as if it were at the origin, unless it is attached to the world. Outlines and
/// wheels then have the same bits at any position, as islands require.
State AtOrigin(const world::World& world, int model, const State& initial) {
  if (world::IsAnchored(world, model)) return initial;
  State state = initial;
  const world::ModelLayout& layout = world.layout(model);
  for (const world::Body& body : world.tree(model).bodies) {
    const auto root = static_cast<std::size_t>(layout.links.first + body.root_link);
    const world::Link& link = world.model(model).links[static_cast<std::size_t>(body.root_link)];
    state.X_WL[root] = RigidTransform() * link.X_ML;
  }
  physics::ForwardKinematics(world, model, &state);
  return state;
}

/// Robots that roll without forces. The state is a pose in the plane per robot, plus its joints.
class KinematicBackend final : public physics::BackendCommon {
 public:
  /// The search distances are twice the largest reach: two robots closer than that may touch.
  KinematicBackend(const physics::BackendArgs& args, State initial, std::vector<Robot> robots)
      : BackendCommon(args),
        robots_(std::move(robots)),
        static_outlines_(StaticOutlines(*world_, models_, initial)),
        near_static_(2.0 * MaxReach(robots_)),
        near_robots_(2.0 * MaxReach(robots_)),
        robot_of_model_(static_cast<std::size_t>(world_->model_count()), -1),
        own_(std::move(initial)) {
    for (std::size_t i = 0; i < robots_.size(); ++i) {
      robot_of_model_[static_cast<std::size_t>(robots_[i].model)] = static_cast<int>(i);
      PlaceOnGround(robots_[i]);
    }
    for (std::size_t i = 0; i < static_outlines_.size(); ++i) {
      const Vector2d reach = Vector2d::Constant(static_outlines_[i].reach);
      const Vector2d& center = static_outlines_[i].center;
      if (!near_static_.AddBox(static_cast<int>(i), center - reach, center + reach)) {
        // A wall of very many cells is tested against every robot instead.
        unbounded_.push_back(static_cast<int>(i));
      }
    }
    near_static_.Sort();
  }

  void ReadState(State* state) const override { CopyModels(own_, state); }
  void WriteModel(int model, const State& state) override;
  void Step(const Inputs& inputs, double dt, State* state, StepReport* report) override;
  void SaveModel(int model, Bytes* out) const override;
  Status RestoreModel(int model, const Bytes& saved) override;

 private:
  /// Calls f(numbers, count) for each part of the model's state: everything its future depends on.
  template <typename Self, typename F>
  static void ForEachPart(Self* self, int model, const F& f);
  void PlaceOnGround(const Robot& robot);
  void MoveJoints(const Robot& robot, const Inputs& inputs, double dt);
  void Move(std::size_t index, const Inputs& inputs, double dt);
  void Place2d(const Robot& robot, const Vector2d& p);
  /// Deepest overlap of the robot at position p, over all its outlines.
  Separation DeepestOverlap(std::size_t index, const Vector2d& p) const;
  Vector2d PushOut(std::size_t index, const Vector2d& from, const Vector2d& to) const;
  /// Position of a robot on the ground.
  Vector2d At(const Robot& robot) const {
    return own_.X_WL[static_cast<std::size_t>(robot.root_link)].p.head<2>();
  }

  std::vector<Robot> robots_;
  std::vector<Outline> static_outlines_;
  Neighbours near_static_;
  Neighbours near_robots_;
  /// Static outlines too large for the grid.
  std::vector<int> unbounded_;
  std::vector<int> robot_of_model_;
  State own_;
};

/// Moves the robot vertically until its wheels touch the ground.
void KinematicBackend::PlaceOnGround(const Robot& robot) {
  if (robot.root_link < 0) return;
  own_.X_WL[static_cast<std::size_t>(robot.root_link)].p.z() -=
      HeightAboveGround(*world_, robot, own_);
  physics::ForwardKinematics(*world_, robot.model, &own_);
}

/// Servos reach their speed at once; joints without a servo stand still.
void KinematicBackend::MoveJoints(const Robot& robot, const Inputs& inputs, double dt) {
  for (const DrivenJoint& joint : robot.joints) {
    const auto v = static_cast<std::size_t>(joint.v);
    const physics::MotorCommand& motor = inputs.motors[v];
    double& q = own_.q[static_cast<std::size_t>(joint.q)];
    own_.v[v] = physics::IsServo(motor.mode) && physics::EffortLimit(motor, *joint.axis) > 0.0
                    ? physics::ServoVelocity(motor, *joint.axis, q)
                    : 0.0;
    q += dt * own_.v[v];
  }
}

/// The deepest overlap of the robot at p with static shapes and other robots, with the direction
/// that resolves it.
Separation KinematicBackend::DeepestOverlap(std::size_t index, const Vector2d& p) const {
  const Robot& robot = robots_[index];
  Separation worst;
  const Place X_WB = PlaceOf(robot, p);
  const auto meet = [&](const Outline& other, const Place& X_WO) {
    // Early exit by the circumscribed circles.
    const double apart = (X_WO * other.center - p).norm() - other.reach - robot.reach;
    if (apart > 0.0) return;
    for (const Outline& outline : robot.outlines) {
      // Heights that do not overlap: the obstacle is above or below.
      if (other.high <= outline.low || other.low >= outline.high) continue;
      const Separation found = SeparationOf(outline, X_WB, other, X_WO);
      if (found.distance < worst.distance) worst = found;
    }
  };
  const auto standing = [&](int i) {
    meet(static_outlines_[static_cast<std::size_t>(i)], Place());
  };
  near_static_.ForEachNear(p, standing);
  for (const int i : unbounded_) standing(i);
  near_robots_.ForEachNear(p, [&](int i) {
    const auto other = static_cast<std::size_t>(i);
    if (other == index) return;
    const Place X_WO = PlaceOf(robots_[other], At(robots_[other]));
    for (const Outline& outline : robots_[other].outlines) meet(outline, X_WO);
  });
  return worst;
}

/// The position nearest to `to` at which the robot overlaps nothing: pushed out along the surfaces
/// it meets, or its old position.
Vector2d KinematicBackend::PushOut(std::size_t index, const Vector2d& from,
                                   const Vector2d& to) const {
  Vector2d p = to;
  Separation worst = DeepestOverlap(index, p);
  for (int i = 0; i < kMaxPushes && worst.distance < -kTouching; ++i) {
    p -= worst.distance * worst.normal;
    worst = DeepestOverlap(index, p);
  }
  if (worst.distance >= -kTouching) return p;
  // Wedged. A robot that started in an overlap may still reduce it.
  return worst.distance > DeepestOverlap(index, from).distance ? p : from;
}

/// The height and the tilt of the link are constant.
void KinematicBackend::Place2d(const Robot& robot, const Vector2d& p) {
  RigidTransform& X_WL = own_.X_WL[static_cast<std::size_t>(robot.root_link)];
  X_WL.p.head<2>() = p;
  const Quaterniond turn(std::cos(0.5 * robot.heading), 0.0, 0.0, std::sin(0.5 * robot.heading));
  X_WL.q = turn * robot.q_BL;
}

/// Rolls the robot along the arc of its wheels, then moves it out of what it overlaps.
void KinematicBackend::Move(std::size_t index, const Inputs& inputs, double dt) {
  Robot& robot = robots_[index];
  MoveJoints(robot, inputs, dt);
  if (robot.root_link < 0) {
    if (!robot.joints.empty()) physics::ForwardKinematics(*world_, robot.model, &own_);
    return;
  }
  const FlatTwist twist = RollingTwist(robot, inputs, own_.v);
  Twist& V_WL = own_.V_WL_W[static_cast<std::size_t>(robot.root_link)];
  const Vector2d from = At(robot);
  Vector2d to = from;
  if (!twist.v_B.isZero(0.0) || twist.turn != 0.0) {
    to = from + Arc(twist, robot.heading, dt);
    // Exact arc, then the heading, in (-pi, pi].
    robot.heading = std::remainder(robot.heading + twist.turn * dt, 2.0 * M_PI);
    to = PushOut(index, from, to);
    Place2d(robot, to);
  }
  V_WL.w = Vector3d(0.0, 0.0, twist.turn);
  // The velocity reported is the one achieved, not the one commanded.
  V_WL.v.head<2>() = (to - from) / dt;
  V_WL.v.z() = 0.0;
  physics::ForwardKinematics(*world_, robot.model, &own_);
}

/// Robots move one after the other; each sees the new positions of those before it.
void KinematicBackend::Step(const Inputs& inputs, double dt, State* state, StepReport* report) {
  // The order of robots decides who moves first; it is that of the models, so runs are
  // reproducible.
  near_robots_.Clear();
  for (std::size_t i = 0; i < robots_.size(); ++i) {
    if (robots_[i].root_link >= 0) near_robots_.Add(static_cast<int>(i), At(robots_[i]));
  }
  near_robots_.Sort();
  for (std::size_t i = 0; i < robots_.size(); ++i) {
    Move(i, inputs, dt);
    if (physics::IsFinite(*world_, robots_[i].model, own_)) continue;
    physics::ReportNotFinite(robots_[i].model, report);
    return;
  }
  ReadState(state);
}

/// Takes over a model's state, after an edit or a reset.
void KinematicBackend::WriteModel(int model, const State& state) {
  const int index = robot_of_model_[static_cast<std::size_t>(model)];
  if (index < 0) return;
  Robot& robot = robots_[static_cast<std::size_t>(index)];
  const world::ModelLayout& layout = world_->layout(model);
  std::copy(state.q.begin() + layout.q.first, state.q.begin() + layout.q.end(),
            own_.q.begin() + layout.q.first);
  std::copy(state.v.begin() + layout.v.first, state.v.begin() + layout.v.end(),
            own_.v.begin() + layout.v.first);
  if (robot.root_link >= 0) {
    const auto root = static_cast<std::size_t>(robot.root_link);
    own_.X_WL[root] = state.X_WL[root];
    own_.V_WL_W[root] = state.V_WL_W[root];
    ReadHeading(own_, &robot);
  }
  physics::ForwardKinematics(*world_, model, &own_);
}

/// Calls f for each array of numbers that belongs to a model, so that saving and restoring cannot
/// disagree.
template <typename Self, typename F>
void KinematicBackend::ForEachPart(Self* self, int model, const F& f) {
  const int index = self->robot_of_model_[static_cast<std::size_t>(model)];
  if (index < 0) return;
  auto& robot = self->robots_[static_cast<std::size_t>(index)];
  auto& own = self->own_;
  const world::ModelLayout& layout = self->world_->layout(model);
  f(own.q.data() + layout.q.first, static_cast<std::size_t>(layout.q.count));
  f(own.v.data() + layout.v.first, static_cast<std::size_t>(layout.v.count));
  if (robot.root_link < 0) return;
  const auto root = static_cast<std::size_t>(robot.root_link);
  f(own.X_WL[root].p.data(), 3);
  f(own.X_WL[root].q.coeffs().data(), 4);
  f(own.V_WL_W[root].v.data(), 3);
  f(own.V_WL_W[root].w.data(), 3);
  f(robot.q_BL.coeffs().data(), 4);
  f(&robot.heading, 1);
}

/// The engine has no state beyond these numbers.
void KinematicBackend::SaveModel(int model, Bytes* out) const {
  ByteWriter writer(out);
  ForEachPart(this, model, [&](const double* numbers, std::size_t count) {
    writer.PutRaw(numbers, count * sizeof(double));
  });
}

/// The size is checked first, so that nothing changes when the bytes do not fit.
Status KinematicBackend::RestoreModel(int model, const Bytes& saved) {
  std::size_t size = 0;
  ForEachPart(this, model,
              [&](const double*, std::size_t count) { size += count * sizeof(double); });
  if (saved.size() != size) return physics::SavedStateDoesNotFit(*world_, model);
  ByteReader reader(saved);
  ForEachPart(this, model, [&](double* numbers, std::size_t count) {
    reader.GetRaw(numbers, count * sizeof(double));
  });
  const bool moves = robot_of_model_[static_cast<std::size_t>(model)] >= 0;
  if (moves) physics::ForwardKinematics(*world_, model, &own_);
  return Status();
}

/// Fails if a model has wheels that this engine cannot roll.
Result<std::unique_ptr<physics::Backend>> Make(const physics::BackendArgs& args) {
  State initial = physics::MakeInitialState(*args.world);
  std::vector<Robot> robots;
  for (const int model : args.models) {
    if (args.world->model(model).is_static) continue;
    robots.push_back(
        // Outlines are made at the origin (AtOrigin); the pose is taken from the initial state.
        SUREFOOT_TRY(MakeRobot(*args.world, model, AtOrigin(*args.world, model, initial))));
    ReadHeading(initial, &robots.back());
  }
  return std::unique_ptr<physics::Backend>(
      std::make_unique<KinematicBackend>(args, std::move(initial), std::move(robots)));
}

}  // namespace

physics::BackendFactory MakeFactory() { return physics::BackendFactory{MakeInfo, Make}; }

}  // namespace surefoot::engines::kinematic
