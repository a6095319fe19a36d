// Balls without friction: 49 that bounce for ever, and cubes of 6 x 6 x 6 that collapse.

#include <vector>

#include "bench/accuracy/scene.h"
#include "bench/accuracy/task.h"
#include "surefoot/base/random.h"

namespace surefoot::accuracy {
namespace {

constexpr double kRadius = 0.1;
constexpr double kMass = 10.0;
constexpr int kRow = 6;
constexpr double kGap = 0.21;
constexpr double kPerturbation = 0.001;

Result<world::WorldSpec> MakeBouncing(const Parts&) {
  constexpr int kBouncingRow = 7;
  world::WorldSpec spec = EmptyWorld("bouncing");
  AddFloor(&spec, MakeSurface(0.0, 1.0));
  const auto ball = MakeBall(kRadius, kMass, MakeSurface(0.0, 1.0));
  for (int i = 0; i < kBouncingRow; ++i) {
    for (int j = 0; j < kBouncingRow; ++j) {
      Add(&spec, "ball" + std::to_string(i * kBouncingRow + j), ball,
          Vector3d(2.0 * i, 2.0 * j, 5.0));
    }
  }
  return spec;
}

Result<world::WorldSpec> MakeCube(double restitution, double height) {
  world::WorldSpec spec = EmptyWorld("cube_of_balls");
  const world::Surface surface = MakeSurface(0.0, restitution);
  AddFloor(&spec, surface);
  const auto ball = MakeBall(kRadius, kMass, surface);
  RandomStream random(42, "666");
  for (int i = 0; i < kRow; ++i) {
    for (int j = 0; j < kRow; ++j) {
      for (int k = 0; k < kRow; ++k) {
        const double x = i * kGap + random.Uniform(0.0, kPerturbation);
        const double y = j * kGap + random.Uniform(0.0, kPerturbation);
        const double z = k * kGap + random.Uniform(0.0, kPerturbation) + height;
        Add(&spec, "ball" + std::to_string((i * kRow + j) * kRow + k), ball, Vector3d(x, y, z));
      }
    }
  }
  return spec;
}

/// Squared deviation of the energy from its initial value.
class EnergyRun : public TaskRun {
 public:
  Status Start(sim::Simulation* simulation) override {
    start_ = TotalEnergy(simulation->world(), simulation->state(), kGravity);
    return Status();
  }
  void AfterStep(const sim::Simulation& simulation) override {
    const double error = TotalEnergy(simulation.world(), simulation.state(), kGravity) - start_;
    AddSquaredError(error * error);
  }

 private:
  double start_ = 0.0;
};

/// Sum of the squared overlaps of all pairs of balls, and of the balls with the ground.
class OverlapRun : public TaskRun {
 public:
  Status Start(sim::Simulation* simulation) override {
    const world::World& world = simulation->world();
    for (int id = 0; id < world.link_count(); ++id) {
      if (!world.model(world.model_of_link(id)).is_static) {
        links_.push_back(static_cast<std::size_t>(id));
      }
    }
    centres_.resize(links_.size());
    return Status();
  }

  void AfterStep(const sim::Simulation& simulation) override {
    const std::vector<RigidTransform>& X_WL = simulation.state().X_WL;
    double sum = 0.0;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      centres_[i] = X_WL[links_[i]].p;
      const double depth = kRadius - centres_[i].z();
      if (depth > 0.0) sum += depth * depth;
      for (std::size_t j = 0; j < i; ++j) {
        const double square = (centres_[i] - centres_[j]).squaredNorm();
        if (square >= 4.0 * kRadius * kRadius) continue;
        const double overlap = 2.0 * kRadius - std::sqrt(square);
        sum += overlap * overlap;
      }
    }
    AddSquaredError(sum);
  }

 private:
  std::vector<std::size_t> links_;
  std::vector<Vector3d> centres_;
};

}  // namespace

Task BouncingTask() {
  Task task;
  task.name = "bouncing";
  task.title = "Bouncing";
  task.measure = "squared energy error";
  task.unit = "J²";
  task.duration = 20.0;
  task.quick_duration = 4.0;
  task.steps = UsualSteps();
  task.make_world = MakeBouncing;
  task.make_run = [] { return std::make_unique<EnergyRun>(); };
  return task;
}

Task BallsTask() {
  Task task;
  task.name = "666";
  task.title = "666 balls";
  task.measure = "sum of squared overlaps";
  task.unit = "m²";
  task.duration = 10.0;
  task.quick_duration = 1.5;
  task.steps = UsualSteps();
  task.make_world = [](const Parts&) { return MakeCube(0.0, 0.101); };
  task.make_run = [] { return std::make_unique<OverlapRun>(); };
  return task;
}

Task ElasticBallsTask() {
  Task task;
  task.name = "elastic_666";
  task.title = "Elastic 666";
  task.measure = "squared energy error";
  task.unit = "J²";
  task.duration = 10.0;
  task.quick_duration = 1.5;
  task.steps = UsualSteps();
  task.make_world = [](const Parts&) { return MakeCube(1.0, 1.101); };
  task.make_run = [] { return std::make_unique<EnergyRun>(); };
  return task;
}

}  // namespace surefoot::accuracy
