// Cost of the tyres of a Husky: four wheels that roll over a plane, a height field, the same field
// as a mesh, and towards a step, in microseconds per step; beside it MuJoCo's step of the same
// robot with its own contacts, in the same run. Then five Huskies on gravel, on every engine,
// alternately with the engine's contacts and with tyres.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/husky/husky_world.h"
#include "bench/measure.h"
#include "bench/page.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/tyre_law.h"
#include "surefoot/session/parts.h"
#include "surefoot/sim/simulation.h"

namespace surefoot {
namespace {

constexpr const char* kHelp = R"(usage: ground_bench [options]

CPU time per step of the tyres of a Husky; see docs/studies/benchmarks.md.

  --ground TEXT    only grounds whose name has this in it
  --gravel         only the five Huskies on gravel
  --quick          5 rounds instead of 41
  --tyres          without MuJoCo's own step beside it
  --docs FILE.md   put the table between the marks of that page
  --help

Examples:
  ground_bench --quick
  ground_bench --docs docs/studies/benchmarks.md
)";

constexpr double kStep = 0.001;
constexpr double kRadius = 0.165;
constexpr double kWidth = 0.114;
constexpr double kLoad = 184.0;
constexpr double kSpeed = 0.5;
constexpr int kSteps = 1000;

struct Row {
  std::string ground;
  double tyres_us = 0.0;
  double engine_us = 0.0;
};

world::Collision Shape(const world::Geometry& geometry, const Vector3d& p_W = Vector3d::Zero()) {
  world::Collision shape;
  shape.name = "shape";
  shape.geometry = geometry;
  shape.X_LG.p = p_W;
  shape.surface.mu = husky::kGroundFriction;
  return shape;
}

/// The ground of `world`, whose first model it is.
const world::Collision& GroundOf(const world::World& world) {
  return world.model(0).links[0].collisions[0];
}

std::unique_ptr<ground::Terrain> MakeTerrain(const std::vector<world::Collision>& shapes,
                                             double roughness) {
  auto model = std::make_shared<world::Model>();
  model->name = "ground";
  model->is_static = true;
  world::Link& link = model->links.emplace_back();
  link.name = "link";
  for (world::Collision shape : shapes) {
    shape.name += std::to_string(link.collisions.size());
    shape.surface.name = "ground";
    link.collisions.push_back(shape);
  }
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"ground", RigidTransform(), model});
  world::GroundMaterial material;
  material.name = "ground";
  material.hard.roughness = roughness;
  const auto world = world::MakeWorld(spec, nullptr).value();
  return std::move(ground::Terrain::Make(*world, {material})).value();
}

/// Poses of four wheels that roll over the ground, deflected as under their load.
std::vector<ground::HubMotion> MakePath(const ground::Terrain& terrain) {
  std::vector<ground::HubMotion> path;
  for (int i = 0; i < kSteps; ++i) {
    for (int wheel = 0; wheel < 4; ++wheel) {
      ground::HubMotion motion;
      const double x = (wheel < 2 ? 0.256 : -0.256) + kSpeed * kStep * i;
      const double y = wheel % 2 == 0 ? 0.2855 : -0.2855;
      const Vector3d above_W(x, y, 2.0);
      const double height = 2.0 - terrain.Below(above_W, 10.0).distance;
      motion.p_WC = Vector3d(x, y, height + kRadius - 0.003);
      motion.v_WC = Vector3d(kSpeed, 0.0, 0.0);
      motion.spin = kSpeed / kRadius;
      motion.angle = motion.spin * kStep * i;
      motion.effective_mass_x = motion.effective_mass_y = motion.effective_mass_z = 18.0;
      path.push_back(motion);
    }
  }
  return path;
}

/// Five Huskies on gravel, per step (us).
struct GravelRow {
  std::string engine;
  double engine_us = 0.0;
  double tyre_us = 0.0;
  /// Median over rounds of the ratio of both, which is the ratio of real-time factors.
  double ratio = 0.0;
};

double MeasureTyres(const ground::Terrain& terrain, bool in_the_air, int rounds) {
  std::vector<std::unique_ptr<ground::TyreLaw>> tyres;
  for (int i = 0; i < 4; ++i) {
    ground::TyreSpec spec;
    spec.name = std::to_string(i);
    spec.radius = kRadius;
    spec.width = kWidth;
    spec.nominal_load = kLoad;
    tyres.push_back(std::move(ground::TyreLaw::Make(spec, &terrain)).value());
  }
  std::vector<ground::HubMotion> path = MakePath(terrain);
  for (ground::HubMotion& motion : path) motion.p_WC.z() += in_the_air ? 0.3 : 0.0;
  std::vector<double> times;
  double sum = 0.0;
  for (int round = 0; round < rounds; ++round) {
    const double start = ThreadCpuSeconds();
    for (std::size_t i = 0; i < path.size(); ++i) sum += tyres[i % 4]->Step(path[i], kStep).load;
    times.push_back(1e6 * (ThreadCpuSeconds() - start) / kSteps);
  }
  // The sum is used, so that the compiler removes nothing.
  if (in_the_air ? sum != 0.0 : !(sum > 0.0)) std::fprintf(stderr, "ground_bench: load %g\n", sum);
  return Median(times);
}

/// MuJoCo's step of one driving Husky with its own contacts; 0 without MuJoCo.
double MeasureEngine(const Parts& parts, const std::shared_ptr<const world::World>& world,
                     int rounds) {
  if (parts.engines.Find("mujoco") == nullptr) return 0.0;
  sim::SimulationOptions options;
  options.engine = *parts.engines.Find("mujoco");
  options.step = kStep;
  auto simulation = std::move(sim::Simulation::Make(world, options)).value();
  const auto run = [&] {
    for (int i = 0; i < kSteps / 2; ++i) {
      if (!simulation->Step().ok()) return;
    }
  };
  run();
  std::vector<double> times;
  for (int round = 0; round < std::min(rounds, 15); ++round) {
    const double start = ThreadCpuSeconds();
    run();
    times.push_back(1e6 * (ThreadCpuSeconds() - start) / (kSteps / 2));
  }
  return Median(times);
}

Result<std::unique_ptr<sim::Simulation>> MakeGravel(const Parts& parts, const std::string& engine,
                                                    world::WheelContact contact) {
  sim::SimulationOptions options;
  options.engine = *parts.engines.Find(engine);
  options.step = kStep;
  return sim::Simulation::Make(husky::MakeGravelWorld(parts, 5, contact), options);
}

/// CPU seconds; -1 when a step failed.
double TimeSteps(sim::Simulation* simulation, int steps) {
  const double start = ThreadCpuSeconds();
  for (int i = 0; i < steps; ++i) {
    if (!simulation->Step().ok()) return -1.0;
  }
  return ThreadCpuSeconds() - start;
}

Result<GravelRow> MeasureGravel(const Parts& parts, const std::string& engine, int rounds) {
  constexpr int kSettle = 500;
  constexpr int kRound = 100;
  auto by_engine = MakeGravel(parts, engine, world::WheelContact::kEngine);
  auto by_tyres = MakeGravel(parts, engine, world::WheelContact::kTyre);
  if (!by_engine.ok()) return by_engine.error();
  if (!by_tyres.ok()) return by_tyres.error();
  GravelRow row;
  row.engine = engine;
  std::vector<double> engine_us, tyre_us, ratios;
  for (int round = 0; round <= rounds; ++round) {
    const int steps = round == 0 ? kSettle : kRound;
    const double a = TimeSteps(by_engine->get(), steps);
    const double b = TimeSteps(by_tyres->get(), steps);
    if (a < 0.0 || b < 0.0) return Error{engine + ": a step on gravel failed"};
    if (round == 0) continue;
    engine_us.push_back(1e6 * a / steps);
    tyre_us.push_back(1e6 * b / steps);
    ratios.push_back(a / b);
  }
  row.engine_us = Median(engine_us);
  row.tyre_us = Median(tyre_us);
  row.ratio = Median(ratios);
  return row;
}

std::vector<GravelRow> MeasureGravels(int rounds) {
  const Parts parts = BuiltinParts();
  std::vector<GravelRow> rows;
  for (const std::string& engine : DynamicEngines(parts)) {
    const Result<GravelRow> row = MeasureGravel(parts, engine, rounds);
    if (row.ok()) {
      rows.push_back(*row);
    } else {
      std::fprintf(stderr, "ground_bench: %s\n", row.error().message.c_str());
    }
  }
  return rows;
}

std::vector<Row> MeasureAll(int rounds, const std::string& expected, bool with_engine) {
  const Parts parts = BuiltinParts();
  const auto flat = husky::MakeWorld(parts, 1, false);
  const auto field = husky::MakeWorld(parts, 1, true);
  const double flat_us = with_engine ? MeasureEngine(parts, flat, rounds) : 0.0;
  const double field_us = with_engine ? MeasureEngine(parts, field, rounds) : 0.0;
  const auto& map = std::get<world::HeightMap>(GroundOf(*field).geometry);
  world::Mesh mesh;
  mesh.mesh = std::make_shared<TriMesh>(ToMesh(*map.field));
  const world::Collision plane = Shape(world::Plane());
  const world::Collision step =
      Shape(world::Box{Vector3d(4.0, 4.0, 0.08)}, Vector3d(2.0 + 0.256 + 0.25, 0.0, 0.0));
  std::vector<Row> rows;
  const auto add = [&](const std::string& name, const std::vector<world::Collision>& shapes,
                       double roughness, double engine_us, bool in_the_air = false) {
    if (name.find(expected) == std::string::npos) return;
    const auto terrain = MakeTerrain(shapes, roughness);
    rows.push_back(Row{name, MeasureTyres(*terrain, in_the_air, rounds), engine_us});
  };
  add("in the air over a height field", {GroundOf(*field)}, 0.0, 0.0, true);
  add("plane", {plane}, 0.0, flat_us);
  add("plane, rough by ISO 8608", {plane}, 20e-6, flat_us);
  add("height field, cells of 5 cm", {GroundOf(*field)}, 0.0, field_us);
  add("the same, rough by ISO 8608", {GroundOf(*field)}, 20e-6, field_us);
  add("the same field as a mesh", {Shape(mesh)}, 0.0, field_us);
  add("box as a floor", {Shape(world::Box{Vector3d(9.0, 9.0, 0.1)})}, 0.0, flat_us);
  add("up a step of 4 cm", {plane, step}, 0.0, 0.0);
  return rows;
}

std::string ToMarkdown(const std::vector<Row>& rows) {
  std::string text =
      "| ground | four tyres, us per step | MuJoCo's step with its own contacts | ratio |\n"
      "|---|---|---|---|\n";
  char line[200];
  for (const Row& row : rows) {
    if (row.engine_us > 0.0) {
      std::snprintf(line, sizeof line, "| %s | %.2f | %.1f | %.2f |\n", row.ground.c_str(),
                    row.tyres_us, row.engine_us, row.tyres_us / row.engine_us);
    } else {
      std::snprintf(line, sizeof line, "| %s | %.2f | | |\n", row.ground.c_str(), row.tyres_us);
    }
    text += line;
  }
  return text;
}

std::string ToMarkdown(const std::vector<GravelRow>& rows) {
  std::string text =
      "| five Huskies on gravel | contact engine, us per step | contact tyre, us per step | ratio "
      "of "
      "real-time factors |\n|---|---|---|---|\n";
  char line[200];
  for (const GravelRow& row : rows) {
    std::snprintf(line, sizeof line, "| %s | %.0f | %.0f | %.1f |\n", row.engine.c_str(),
                  row.engine_us, row.tyre_us, row.ratio);
    text += line;
  }
  return text;
}

int Main(int argc, char** argv) {
  int rounds = 41;
  bool with_engine = true;
  bool gravel_only = false;
  std::string docs;
  std::string ground;
  Arguments arguments(kHelp);
  arguments.Flag("--quick", [&] { rounds = 5; });
  arguments.Flag("--tyres", [&] { with_engine = false; });
  arguments.Flag("--gravel", &gravel_only);
  arguments.Value("--ground", &ground);
  arguments.Value("--docs", &docs);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  std::string text;
  if (!gravel_only) text = ToMarkdown(MeasureAll(rounds, ground, with_engine));
  if (!gravel_only && with_engine) text += "\n";
  if (with_engine) text += ToMarkdown(MeasureGravels(rounds));
  std::fputs(text.c_str(), stdout);
  if (docs.empty()) return 0;
  const Status status = WriteSection(docs, "ground_bench", text);
  if (!status.ok()) std::fprintf(stderr, "ground_bench: %s\n", status.error().message.c_str());
  return status.ok() ? 0 : 1;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
