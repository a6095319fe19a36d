// What Surefoot costs on top of the engine: 1, 5 and 50 Huskies that drive on a flat floor and on a
// height field, CPU time through Surefoot against the raw MuJoCo loop (mj_step) on the identical
// model, in one process and taking turns. Also memory per robot, and the time to the first step.
//
//   husky_bench [--quick] [--json]

#include <mujoco/mujoco.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "surefoot/backends/mujoco/build.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/mesh/terrain.h"
#include "surefoot/session/load.h"

namespace surefoot {
namespace {

namespace engine = backends::mujoco;

constexpr double kStep = 0.001;
constexpr int kSettleSteps = 200;

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A ground of one surface, plane or gentle 2 cm height field, large enough for `robots` robots.
std::shared_ptr<const world::Model> MakeGround(bool height_field, int robots) {
  auto ground = std::make_shared<world::Model>();
  ground->name = "ground";
  ground->is_static = true;
  world::Link link;
  link.name = "link";
  world::Collision collision;
  collision.name = "collision";
  collision.surface.mu = collision.surface.mu2 = 0.8;
  if (height_field) {
    auto field = std::make_shared<HeightField>();
    const double size = 2.0 * (std::ceil(std::sqrt(robots)) + 8.0);
    field->rows = field->cols = static_cast<int>(size / 0.05) + 1;
    field->size_x = field->size_y = size;
    for (int row = 0; row < field->rows; ++row) {
      for (int col = 0; col < field->cols; ++col) {
        field->heights.push_back(
            static_cast<float>(0.01 + 0.005 * (std::sin(0.6 * row) + std::cos(0.47 * col))));
      }
    }
    world::HeightMap map;
    map.field = field;
    collision.geometry = map;
  } else {
    collision.geometry = world::Plane();
  }
  link.collisions.push_back(collision);
  ground->links.push_back(link);
  return ground;
}

/// Half of the robots drive straight, the others along arcs.
std::shared_ptr<const world::World> MakeWorld(const Parts& parts, int robots, bool height_field) {
  world::WorldSpec spec;
  spec.gravity_W = Vector3d(0.0, 0.0, -9.81);
  spec.models.push_back({"ground", RigidTransform(), MakeGround(height_field, robots)});
  const std::shared_ptr<const world::Model> file =
      LoadModel(parts, "model://husky", nullptr).value();
  const int side = static_cast<int>(std::ceil(std::sqrt(robots)));
  for (int i = 0; i < robots; ++i) {
    auto husky = std::make_shared<world::Model>(*file);
    husky->initial_commands.clear();
    for (std::size_t j = 0; j < husky->joints.size(); ++j) {
      if (husky->joints[j].type == world::JointType::kFixed) continue;
      const bool left = husky->joints[j].name.find("left") != std::string::npos;
      const double speed = i % 2 == 0 ? 3.0 : (left ? 2.0 : 3.0);
      husky->initial_commands.push_back(
          world::InitialCommand{static_cast<int>(j), 0, world::ControlMode::kVelocity, speed});
    }
    // Wheels just above the ground, whose crests are at 2 cm.
    const double height = height_field ? 0.153 : 0.133;
    const Vector3d p(2.0 * (i % side - 0.5 * side), 2.0 * (i / side - 0.5 * side), height);
    spec.models.push_back({"husky" + std::to_string(i), RigidTransform(p), husky});
  }
  return world::MakeWorld(spec, nullptr).value();
}

std::unique_ptr<sim::Simulation> MakeSimulation(const Parts& parts,
                                                std::shared_ptr<const world::World> world) {
  sim::SimulationOptions options;
  options.engine = *parts.engines.Find("mujoco");
  options.step = kStep;
  return sim::Simulation::Make(std::move(world), options).value();
}

/// The same model driven by nothing but mj_step: contact parameters in the geoms, wheel motors in
/// the control callback.
class RawLoop {
 public:
  explicit RawLoop(std::shared_ptr<const world::World> world) : world_(std::move(world)) {
    physics::BackendArgs args;
    args.world = world_;
    for (int i = 0; i < world_->model_count(); ++i) args.models.push_back(i);
    built_ = engine::Build(args).value();
    mjModel* m = built_.model.get();
    m->opt.timestep = kStep;
    const Vector3d& gravity = world_->spec().gravity_W;
    std::copy(gravity.data(), gravity.data() + 3, m->opt.gravity);
    targets_.assign(static_cast<std::size_t>(m->nv), 0.0);
    for (const engine::DofMap& dof : built_.maps.dofs) {
      m->dof_frictionloss[dof.mj_v] = dof.axis.effort;
      m->dof_solimp[mjNIMP * dof.mj_v] = m->dof_solimp[mjNIMP * dof.mj_v + 1] = 0.999;
    }
    SetMotors();
    for (int i = 0; i < m->ngeom; ++i) {
      // As backends/mujoco/contacts.cc sets them for wheels on this ground.
      m->geom_friction[3 * i] = 0.8;
      m->geom_solref[2 * i] = 8.0 * kStep;
      m->geom_solimp[5 * i] = 0.95;
      m->geom_solimp[5 * i + 1] = 0.99;
    }
  }

  /// Room for as many contacts and rows as Surefoot needed.
  void Start(int contacts, int rows) {
    mjModel* m = built_.model.get();
    m->nconmax = contacts;
    m->njmax = rows;
    m->nstack = static_cast<int>(std::min(2e9, 65536.0 + 5.0 * std::pow(rows + m->nv, 2)));
    data_ = engine::MakeData(*m);
  }

  void Step() {
    active_ = this;
    mjcb_control = [](const mjModel*, mjData* d) {
      for (int row = d->ne; row < d->ne + d->nf; ++row) {
        d->efc_aref[row] +=
            d->efc_KBIP[4 * row + 1] * active_->targets_[static_cast<std::size_t>(d->efc_id[row])];
      }
      // Without this, sliding wheels hop (docs/engines.md), and it would be another motion.
      for (int i = 0; i < d->ncon; ++i) {
        const mjContact& contact = d->contact[i];
        const int row = contact.efc_address;
        if (row < 0) continue;
        d->efc_aref[row] -= d->efc_KBIP[4 * row + 1] * contact.friction[0] *
                            std::hypot(d->efc_vel[row + 1], d->efc_vel[row + 2]);
      }
    };
    mj_step(built_.model.get(), data_.get());
    mjcb_control = nullptr;
  }

  const mjData& data() const { return *data_; }
  const engine::Built& built() const { return built_; }

 private:
  void SetMotors() {
    for (int model = 0; model < world_->model_count(); ++model) {
      for (const world::InitialCommand& command : world_->model(model).initial_commands) {
        const int v = world_->joint(world_->layout(model).joints.first + command.joint).v;
        for (const engine::DofMap& dof : built_.maps.dofs) {
          if (dof.v == v) targets_[static_cast<std::size_t>(dof.mj_v)] = command.target;
        }
      }
    }
  }

  inline static RawLoop* active_ = nullptr;
  std::shared_ptr<const world::World> world_;
  engine::Built built_;
  engine::DataHandle data_;
  std::vector<double> targets_;
};

struct Row {
  int robots = 0;
  const char* ground = "";
  double raw_us = 0.0;
  double surefoot_us = 0.0;
  double ratio = 0.0;
  double contacts = 0.0;
  double largest_difference = 0.0;
};

/// Largest distance between the same bodies in both loops.
double Difference(const sim::Simulation& simulation, const RawLoop& raw) {
  double largest = 0.0;
  for (const engine::BodyMap& body : raw.built().maps.bodies) {
    if (body.free_q < 0) continue;
    const Vector3d p = Eigen::Map<const Vector3d>(raw.data().qpos + body.free_q);
    largest = std::max(
        largest, (simulation.state().X_WL[static_cast<std::size_t>(body.root_link)].p - p).norm());
  }
  return largest;
}

Row Measure(const Parts& parts, int robots, bool height_field, int rounds, int steps) {
  const auto world = MakeWorld(parts, robots, height_field);
  auto simulation = MakeSimulation(parts, world);
  RawLoop raw(world);
  // Find the room that a run needs, then start both afresh.
  int rows = 0;
  std::size_t contacts = 0;
  for (int i = 0; i < kSettleSteps + rounds * steps; ++i) {
    if (!simulation->Step().ok()) break;
    rows = std::max(rows, simulation->report().solver_rows);
    contacts = std::max(contacts, simulation->report().contacts.size());
  }
  raw.Start(static_cast<int>(contacts) * 2 + 50, rows + rows / 8 + 50);
  if (!simulation->Reset().ok()) return Row();
  // The engine finds its room and the robots touch down before the clock runs.
  for (int i = 0; i < kSettleSteps; ++i) {
    raw.Step();
    if (!simulation->Step().ok()) return Row();
  }
  Row row;
  row.robots = robots;
  row.ground = height_field ? "height field" : "flat";
  std::vector<double> ratios;
  double raw_total = 0.0;
  double surefoot_total = 0.0;
  double contact_sum = 0.0;
  for (int round = 0; round < rounds; ++round) {
    const double t0 = CpuSeconds();
    for (int i = 0; i < steps; ++i) raw.Step();
    const double t1 = CpuSeconds();
    for (int i = 0; i < steps; ++i) {
      if (!simulation->Step().ok()) return row;
    }
    const double t2 = CpuSeconds();
    contact_sum += static_cast<double>(simulation->report().contacts.size());
    row.largest_difference = std::max(row.largest_difference, Difference(*simulation, raw));
    raw_total += t1 - t0;
    surefoot_total += t2 - t1;
    ratios.push_back((t2 - t1) / (t1 - t0));
  }
  std::sort(ratios.begin(), ratios.end());
  row.ratio = ratios[ratios.size() / 2];
  row.raw_us = 1e6 * raw_total / (rounds * steps);
  row.surefoot_us = 1e6 * surefoot_total / (rounds * steps);
  row.contacts = contact_sum / rounds;
  return row;
}

/// Peak memory (MB) of a child process that runs that many robots for a second.
double PeakMemory(int robots, bool height_field) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return 0.0;
  const pid_t child = fork();
  if (child == 0) {
    const Parts parts = BuiltinParts();
    auto simulation = MakeSimulation(parts, MakeWorld(parts, robots, height_field));
    for (int i = 0; i < 1000 && simulation->Step().ok(); ++i) {
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double megabytes = static_cast<double>(usage.ru_maxrss) / 1024.0;
    const bool written = write(pipe_ends[1], &megabytes, sizeof megabytes) == sizeof megabytes;
    _exit(written ? 0 : 1);
  }
  close(pipe_ends[1]);
  double megabytes = 0.0;
  if (read(pipe_ends[0], &megabytes, sizeof megabytes) != sizeof megabytes) megabytes = 0.0;
  close(pipe_ends[0]);
  waitpid(child, nullptr, 0);
  return megabytes;
}

/// Wall time of the program `surefoot` beside this one for a run of a single step: start, load,
/// step and end. The best of several.
double StartSeconds(const char* world) {
  char self[4096];
  const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  if (length <= 0) return NAN;
  std::string program(self, static_cast<std::size_t>(length));
  program = program.substr(0, program.rfind('/')) + "/surefoot";
  const std::string command =
      program + " run " + world + " --duration 0.001 --quiet --json > /dev/null 2>&1";
  double best = NAN;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (std::system(command.c_str()) != 0) return NAN;
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::isnan(best) ? wall : std::min(best, wall);
  }
  return best;
}

int Main(bool quick, bool json) {
  // Children first: their memory must not count what this process has touched.
  const double flat_1 = PeakMemory(1, false);
  const double flat_50 = PeakMemory(50, false);
  const double field_1 = PeakMemory(1, true);
  const double field_50 = PeakMemory(50, true);
  const double start = StartSeconds("worlds/husky_lab.sdf");
  const Parts parts = BuiltinParts();
  std::vector<Row> rows;
  for (const bool height_field : {false, true}) {
    for (const int robots : {1, 5, 50}) {
      const int steps = robots == 50 ? 50 : 500;
      const int rounds = quick ? 3 : 21;
      rows.push_back(Measure(parts, robots, height_field, rounds, steps));
      if (!json) {
        const Row& row = rows.back();
        if (rows.size() == 1) {
          std::printf("%8s  %-12s %12s %12s %8s %9s %14s\n", "robots", "ground", "raw us/step",
                      "ours us/step", "ratio", "contacts", "largest diff m");
        }
        std::printf("%8d  %-12s %12.1f %12.1f %8.3f %9.0f %14.2g\n", row.robots, row.ground,
                    row.raw_us, row.surefoot_us, row.ratio, row.contacts, row.largest_difference);
        std::fflush(stdout);
      }
    }
  }
  const double per_husky_flat = (flat_50 - flat_1) / 49.0;
  const double per_husky_field = (field_50 - field_1) / 49.0;
  if (!json) {
    std::printf("memory per additional Husky: %.2f MB flat (%.0f to %.0f), %.2f MB height field\n",
                per_husky_flat, flat_1, flat_50, per_husky_field);
    std::printf("husky_lab, start of the process to its end after one step: %.3f s\n", start);
    return 0;
  }
  std::printf("{\"rows\":[");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::printf(
        "%s{\"robots\":%d,\"ground\":\"%s\",\"raw_us\":%.3f,\"surefoot_us\":%.3f,"
        "\"ratio\":%.4f}",
        i == 0 ? "" : ",", rows[i].robots, rows[i].ground, rows[i].raw_us, rows[i].surefoot_us,
        rows[i].ratio);
  }
  std::printf("],\"mb_per_husky_flat\":%.3f,\"mb_per_husky_height_field\":%.3f,\"start_s\":%.3f}\n",
              per_husky_flat, per_husky_field, start);
  return 0;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  bool quick = false;
  bool json = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--quick") == 0) {
      quick = true;
    } else if (std::strcmp(argv[i], "--json") == 0) {
      json = true;
    } else {
      std::printf(
          "usage: husky_bench [--quick] [--json]\n"
          "  CPU time per step through Surefoot against raw MuJoCo; see docs/benchmarks.md\n");
      return std::strcmp(argv[i], "--help") == 0 ? 0 : 2;
    }
  }
  return surefoot::Main(quick, json);
}
