// A box pushed over the ground with 25 balls on it: friction at two kinds of contact, compared with
// the closed form.

#include "bench/accuracy/scene.h"
#include "bench/accuracy/task.h"

namespace surefoot::accuracy {
namespace {

constexpr double kBoxMass = 10.0;
constexpr double kBallMass = 1.0;
constexpr int kRow = 5;
constexpr double kMuGround = 0.4;
constexpr double kMuBalls = 0.8;
constexpr double kForce = 150.0;

/// 60 degrees from x: not along an edge of a friction pyramid.
Vector3d Direction() { return Vector3d(0.5, 0.5 * std::sqrt(3.0), 0.0); }

Result<world::WorldSpec> MakeWorld(const Parts&) {
  world::WorldSpec spec = EmptyWorld("rolling");
  AddFloor(&spec, MakeSurface(kMuGround));
  Add(&spec, "box", MakeBox(Vector3d(20.0, 20.0, 1.0), kBoxMass, MakeSurface(kMuBalls)),
      Vector3d(0.0, 0.0, 0.5));
  const auto ball = MakeBall(0.5, kBallMass, MakeSurface(kMuBalls));
  for (int i = 0; i < kRow; ++i) {
    for (int j = 0; j < kRow; ++j) {
      Add(&spec, "ball" + std::to_string(i * kRow + j), ball,
          Vector3d(2.0 * i - 4.0, 2.0 * j - 4.0, 1.5));
    }
  }
  return spec;
}

class RollingRun : public TaskRun {
 public:
  Status Start(sim::Simulation* simulation) override {
    box_ = static_cast<std::size_t>(simulation->world().FindLink("box::link"));
    ball_ = static_cast<std::size_t>(simulation->world().FindLink("ball0::link"));
    sim::LinkWrench push;
    push.link = "box::link";
    push.F_L_W.force = kForce * Direction();
    push.steps = -1;
    return simulation->Apply(push);
  }

  /// The balls roll on the box (a_box = 3.5 a_ball for solid spheres), which slides on the ground.
  void AfterStep(const sim::Simulation& simulation) override {
    const int balls = kRow * kRow;
    const double ground = kMuGround * (kBoxMass + balls * kBallMass) * kGravity;
    const double a_ball = (kForce - ground) / (3.5 * kBoxMass + balls * kBallMass);
    const Vector3d v_ball = a_ball * ToSeconds(simulation.time_ns()) * Direction();
    const std::vector<Twist>& V = simulation.state().V_WL_W;
    AddSquaredError((V[ball_].v - v_ball).squaredNorm() + (V[box_].v - 3.5 * v_ball).squaredNorm());
  }

 private:
  std::size_t box_ = 0;
  std::size_t ball_ = 0;
};

}  // namespace

Task RollingTask() {
  Task task;
  task.name = "rolling";
  task.title = "Rolling";
  task.measure = "squared velocity error of box and ball";
  task.unit = "(m/s)²";
  task.duration = 4.0;
  task.quick_duration = 1.0;
  task.steps = UsualSteps();
  task.make_world = MakeWorld;
  task.make_run = [] { return std::make_unique<RollingRun>(); };
  return task;
}

}  // namespace surefoot::accuracy
