#include "tests/scene/random_trial.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "surefoot/session/load.h"
#include "tests/scene/measure.h"
#include "tests/scene/random_robot.h"
#include "tests/scene/scene.h"

namespace surefoot::conformance {
namespace {

constexpr double kFreeTime = 0.3;
constexpr double kSpeedLimit = 5.0;
constexpr double kRoughStep = 1e-3;
constexpr double kSteps[3] = {0.4e-3, 0.2e-3, 0.1e-3};

/// Poses and velocities of all links, as one column.
Eigen::VectorXd Numbers(const sim::Simulation& simulation) {
  const physics::State& state = simulation.state();
  Eigen::VectorXd numbers(static_cast<Eigen::Index>(state.X_WL.size() * 18));
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < state.X_WL.size(); ++i) {
    const Matrix3d R = state.X_WL[i].R();
    numbers.segment<3>(at) = state.X_WL[i].p;
    for (int k = 0; k < 3; ++k) numbers.segment<3>(at + 3 + 3 * k) = R.col(k);
    numbers.segment<3>(at + 12) = state.V_WL_W[i].v;
    numbers.segment<3>(at + 15) = state.V_WL_W[i].w;
    at += 18;
  }
  return numbers;
}

struct FreeRun {
  std::string trouble;
  Eigen::VectorXd end;
  double speed = 0.0;
};

FreeRun RunFree(const std::string& engine, const Scene& scene, double step) {
  FreeRun run;
  auto simulation = scene.TryRun(engine, step);
  if (!simulation.ok()) {
    run.trouble = engine + ": " + simulation.error().message;
    return run;
  }
  const long steps = std::lround(kFreeTime / step);
  for (long i = 0; i < steps; ++i) {
    const Status status = (*simulation)->Step();
    if (!status.ok()) {
      run.trouble = engine + ": " + status.error().message;
      return run;
    }
    for (const double v : (*simulation)->state().v) run.speed = std::max(run.speed, std::abs(v));
  }
  run.end = Numbers(**simulation);
  return run;
}

Scene FreeScene(const RandomRobotSpec& spec, double strength) {
  world::Model model = MakeRandomRobot(spec);
  for (world::InitialCommand& command : model.initial_commands) command.target *= strength;
  for (world::Joint& joint : model.joints) {
    for (world::JointAxis& axis : joint.axes) axis.spring_stiffness *= strength;
  }
  Scene scene;
  scene.Gravity(strength * Vector3d(0.0, 0.0, -9.81));
  scene.Add(std::make_shared<world::Model>(std::move(model)));
  return scene;
}

double Ratio(double first, double second, double floor) {
  return second <= floor ? 0.0 : second / first;
}

/// The value at step size zero of the parabola through three successively halved steps.
Eigen::VectorXd Limit(const FreeRun (&runs)[3]) {
  return (8.0 * runs[2].end - 6.0 * runs[1].end + runs[0].end) / 3.0;
}

double Largest(const Eigen::VectorXd& numbers) { return numbers.cwiseAbs().maxCoeff(); }

/// Waves of 4 cm.
std::shared_ptr<world::Model> MakeWaves() {
  auto field = std::make_shared<HeightField>();
  field->rows = field->cols = 61;
  field->size_x = field->size_y = 12.0;
  for (int row = 0; row < field->rows; ++row) {
    for (int col = 0; col < field->cols; ++col) {
      field->heights.push_back(
          static_cast<float>(0.02 * std::sin(0.7 * row) * std::cos(0.5 * col)));
    }
  }
  auto ground = std::make_shared<world::Model>();
  ground->name = "floor";
  ground->is_static = true;
  world::HeightMap map;
  map.field = field;
  world::Collision collision;
  collision.name = "collision";
  collision.geometry = map;
  world::Link link;
  link.name = "link";
  link.collisions.push_back(collision);
  ground->links.push_back(link);
  return ground;
}

/// One robot above a floor; every third seed two, one above the other; every fourth on waves.
Scene RoughScene(const physics::BackendInfo& info, std::uint64_t seed) {
  RandomRobotSpec spec;
  spec.types = CommonTypes({info});
  spec.shapes = CommonShapes({info});
  spec.rough = true;
  spec.servos = true;
  spec.mimics = info.Of(physics::Capability::kMimic).supported && seed % 4 == 1;
  Scene scene;
  if (seed % 4 == 0 && info.Of(physics::Capability::kHeightField).supported) {
    scene.Add(MakeWaves());
  } else {
    scene.Floor(0.8);
  }
  double height = 0.03;
  for (std::uint64_t i = 0; i < (seed % 3 == 0 ? 2u : 1u); ++i) {
    spec.seed = seed + 100000 * i;
    auto model = std::make_shared<world::Model>(MakeRandomRobot(spec));
    model->name += std::to_string(i);
    scene.Add(model, RigidTransform(Vector3d(0, 0, height - LowestPoint(*model))));
    height += 1.5;
  }
  return scene;
}

/// Half the work of the motors in a step of `dt`, at the speeds of the state.
double HalfWork(const physics::State& state, const std::vector<double>& effort, double dt) {
  double sum = 0.0;
  for (std::size_t i = 0; i < effort.size(); ++i) sum += 0.5 * effort[i] * state.v[i] * dt;
  return sum;
}

/// Steps and accounts for the energy. Returns false with `trouble` if a step fails.
bool Watch(sim::Simulation* simulation, int steps, RoughTrial* trial) {
  double weight = 0.0;
  for (int model = 1; model < simulation->world().model_count(); ++model) {
    for (const world::Link& link : simulation->world().model(model).links) {
      weight += 9.81 * link.inertia.mass;
    }
  }
  const double start = Energy(*simulation);
  double work = 0.0;
  physics::State before;
  for (int i = 0; i < steps; ++i) {
    before = simulation->state();
    const Status status = simulation->Step();
    if (!status.ok()) {
      trial->trouble = status.error().message;
      return false;
    }
    const physics::State& state = simulation->state();
    work += HalfWork(before, state.effort, kRoughStep) + HalfWork(state, state.effort, kRoughStep);
    const double gain = (Energy(*simulation) - start - work) / weight;
    trial->energy_gain = std::max(trial->energy_gain, gain);
    for (const Twist& V : state.V_WL_W) trial->speed = std::max(trial->speed, V.v.norm());
  }
  return true;
}

}  // namespace

double FreeTrial::DifferenceRatio(double floor) const {
  return std::max(Ratio(difference[0], difference[1], floor),
                  Ratio(difference[1], difference[2], floor));
}

double FreeTrial::ChangeRatio(double floor) const { return Ratio(change[0], change[1], floor); }

FreeTrial RunFreeTrial(const std::string& engine, const std::string& reference, std::uint64_t seed,
                       const std::vector<world::JointType>& without) {
  FreeTrial trial;
  RandomRobotSpec spec;
  spec.seed = seed;
  spec.types = CommonTypes({EngineInfo(engine), EngineInfo(reference)});
  std::erase_if(spec.types, [&](world::JointType type) {
    return std::find(without.begin(), without.end(), type) != without.end();
  });
  // Finds the admissible strength of the forces.
  double strength = 1.0;
  for (int attempt = 0; attempt < 6; ++attempt) {
    const FreeRun run = RunFree(reference, FreeScene(spec, strength), 1e-3);
    if (!run.trouble.empty() || run.speed < 0.9 * kSpeedLimit) break;
    strength *= std::pow(0.8 * kSpeedLimit / run.speed, 2.0);
  }
  const Scene scene = FreeScene(spec, strength);
  FreeRun own[3];
  FreeRun other[3];
  for (int i = 0; i < 3; ++i) {
    own[i] = RunFree(engine, scene, kSteps[i]);
    other[i] = engine == reference ? own[i] : RunFree(reference, scene, kSteps[i]);
    for (const FreeRun* run : {&own[i], &other[i]}) {
      if (!run->trouble.empty()) trial.trouble = run->trouble;
      trial.speed = std::max(trial.speed, run->speed);
    }
    if (!trial.trouble.empty()) return trial;
    trial.difference[i] = Largest(own[i].end - other[i].end);
  }
  trial.limit_difference = Largest(Limit(own) - Limit(other));
  for (int i = 0; i < 2; ++i) trial.change[i] = Largest(own[i].end - own[i + 1].end);
  return trial;
}

RoughTrial RunRoughTrial(const std::string& engine, std::uint64_t seed) {
  RoughTrial trial;
  const Scene scene = RoughScene(EngineInfo(engine), seed);
  auto first = scene.TryRun(engine, kRoughStep);
  auto second = scene.TryRun(engine, kRoughStep);
  if (!first.ok() || !second.ok()) {
    trial.trouble = "refused: " + first.error().message;
    return trial;
  }
  if (!Watch(first->get(), 1000, &trial)) return trial;
  // Again, through a snapshot into another simulation.
  RoughTrial again;
  if (!Watch(second->get(), 500, &again)) return again;
  auto third = scene.TryRun(engine, kRoughStep);
  const Status restored = (*third)->machine().Restore((*second)->machine().Save());
  if (!restored.ok()) {
    trial.trouble = restored.error().message;
    return trial;
  }
  if (!Watch(third->get(), 500, &again)) return again;
  trial.repeats = (*first)->hash() == (*third)->hash();
  return trial;
}

}  // namespace surefoot::conformance
