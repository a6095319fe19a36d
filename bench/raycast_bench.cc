// Throughput of the ray scene on one core, against Embree by itself with the same rays in the same
// order on the same shapes, alternating in one process. Also the time to move the shapes.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/measure.h"
#include "bench/page.h"
#include "bench/raycast/raw_scene.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/physics/state.h"
#include "surefoot/raycast/ray_fan.h"
#include "surefoot/session/load.h"

namespace surefoot::bench {
namespace {

constexpr const char* kHelp = R"(usage: raycast_bench [options] [WORLD]

Rays per second of Surefoot and of Embree by itself; see docs/studies/benchmarks.md. WORLD: husky_lab.sdf.

  --quick          5 rounds instead of 41
  --docs FILE.md   put the tables between the marks of that page
  --help
)";

constexpr double kPi = 3.14159265358979323846;
/// Beside and behind the Husky of the lab, so that terrain and robot are in view.
const RigidTransform kLidar(Vector3d(-0.5, -6.0, 0.75));
const RigidTransform kCamera(QuaternionFromRpy(0.0, 0.25, 0.0), Vector3d(-3.0, -6.3, 1.5));

struct Pattern {
  std::string name;
  RigidTransform X_WS;
  std::vector<Vector3d> directions_S;
  float near = 0.0F;
};

struct Row {
  std::string pattern;
  std::string shapes;
  double raw = 0.0;
  double surefoot = 0.0;
  /// Median over the rounds.
  double ratio = 0.0;
  /// Largest difference of distances, except for rays at edges and for the raw scene's coarse round
  /// shapes.
  double apart = 0.0;
};

struct Moves {
  std::string shapes;
  int shape_count = 0;
  double build_ms = 0.0;
  double nothing_us = 0.0;
  double model_us = 0.0;
  double all_us = 0.0;
};

Pattern LidarPattern() {
  Pattern pattern{"LiDAR 16 x 1800", kLidar, {}, 0.6F};
  for (int ring = 0; ring < 16; ++ring) {
    const double elevation = (ring - 7.5) * 2.0 * kPi / 180.0;
    for (int i = 0; i < 1800; ++i) {
      const double azimuth = 2.0 * kPi * i / 1800.0;
      pattern.directions_S.emplace_back(std::cos(azimuth) * std::cos(elevation),
                                        std::sin(azimuth) * std::cos(elevation),
                                        std::sin(elevation));
    }
  }
  return pattern;
}

/// Row by row, 75 degrees wide.
Pattern CameraPattern() {
  Pattern pattern{"camera 640 x 480", kCamera, {}, 0.05F};
  const double focal = 320.0 / std::tan(37.5 * kPi / 180.0);
  for (int v = 0; v < 480; ++v) {
    for (int u = 0; u < 640; ++u) {
      pattern.directions_S.push_back(
          Vector3d(focal, 320.0 - u - 0.5, 240.0 - v - 0.5).normalized());
    }
  }
  return pattern;
}

RayList InWorld(const Pattern& pattern) {
  RayList list;
  list.origin = pattern.X_WS.p.cast<float>();
  list.near = pattern.near;
  const Matrix3d R_WS = pattern.X_WS.R();
  for (const Vector3d& d_S : pattern.directions_S) {
    const Eigen::Vector3f d = (R_WS * d_S).cast<float>();
    list.x.push_back(d.x());
    list.y.push_back(d.y());
    list.z.push_back(d.z());
  }
  return list;
}

/// The 99th percentile: the remaining rays are at edges.
double Apart(const std::vector<float>& a, const std::vector<float>& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (std::isfinite(a[i])) differences.push_back(std::abs(a[i] - b[i]));
  }
  std::sort(differences.begin(), differences.end());
  return differences.empty() ? 0.0 : differences[differences.size() * 99 / 100];
}

Row Measure(const raycast::Scene& scene, const RawScene& raw, const Pattern& pattern, int rounds) {
  const raycast::RayFan fan(pattern.directions_S);
  const RayList list = InWorld(pattern);
  const std::size_t count = pattern.directions_S.size();
  std::vector<float> raw_distances(count);
  std::vector<float> distances(count);
  std::vector<std::int32_t> shapes(count);
  std::vector<double> raw_s;
  std::vector<double> own_s;
  std::vector<double> ratios;
  for (int round = 0; round < rounds; ++round) {
    const double t0 = ThreadCpuSeconds();
    raw.Cast(list, raw_distances.data());
    const double t1 = ThreadCpuSeconds();
    Cast(scene, fan, pattern.X_WS, static_cast<double>(pattern.near), 100.0, distances, shapes);
    const double t2 = ThreadCpuSeconds();
    raw_s.push_back(t1 - t0);
    own_s.push_back(t2 - t1);
    ratios.push_back((t1 - t0) / (t2 - t1));
  }
  Row row;
  row.pattern = pattern.name;
  row.raw = 1e-6 * static_cast<double>(count) / Median(raw_s);
  row.surefoot = 1e-6 * static_cast<double>(count) / Median(own_s);
  row.ratio = Median(ratios);
  row.apart = Apart(raw_distances, distances);
  return row;
}

/// Microseconds of one SetPoses() after the links from `first` on have moved slightly.
double MoveTime(raycast::Scene* scene, std::vector<RigidTransform> X_WL, int first, int count) {
  constexpr int kMoves = 300;
  const double start = ThreadCpuSeconds();
  for (int i = 0; i < kMoves; ++i) {
    for (int link = first; link < first + count; ++link) {
      X_WL[static_cast<std::size_t>(link)].p.x() += 1e-4;
    }
    scene->SetPoses(X_WL);
  }
  return 1e6 * (ThreadCpuSeconds() - start) / kMoves;
}

Moves MeasureMoves(const world::World& world, const raycast::SceneOptions& options) {
  Moves moves;
  moves.shapes = options.collisions ? "collisions" : "visuals";
  const double start = ThreadCpuSeconds();
  const auto scene = raycast::Scene::Make(world, options).value();
  const physics::State state = physics::MakeInitialState(world);
  scene->SetPoses(state.X_WL);
  moves.build_ms = 1e3 * (ThreadCpuSeconds() - start);
  moves.shape_count = scene->shape_count();
  moves.nothing_us = MoveTime(scene.get(), state.X_WL, 0, 0);
  const auto& last = world.layout(world.model_count() - 1).links;
  moves.model_us = MoveTime(scene.get(), state.X_WL, last.first, last.count);
  moves.all_us = MoveTime(scene.get(), state.X_WL, 0, world.link_count());
  return moves;
}

void Print(const std::vector<Row>& rows, const std::vector<Moves>& all_moves) {
  std::printf("%-18s %-11s %13s %13s %7s %9s\n", "rays", "shapes", "raw Mrays/s", "Surefoot",
              "ratio", "apart m");
  for (const Row& row : rows) {
    std::printf("%-18s %-11s %13.1f %13.1f %7.3f %9.1g\n", row.pattern.c_str(), row.shapes.c_str(),
                row.raw, row.surefoot, row.ratio, row.apart);
  }
  for (const Moves& moves : all_moves) {
    std::printf("%-11s %4d shapes, made in %.0f ms; us to set poses: nothing moved %.2f, ",
                moves.shapes.c_str(), moves.shape_count, moves.build_ms, moves.nothing_us);
    std::printf("the last model %.1f, all %.1f\n", moves.model_us, moves.all_us);
  }
}

std::string ToMarkdown(const std::vector<Row>& rows, const std::vector<Moves>& all_moves) {
  char line[256];
  std::string text =
      "| rays | shapes | Embree by itself, million rays/s | Surefoot | ratio | difference |\n"
      "|---|---|---|---|---|---|\n";
  for (const Row& row : rows) {
    std::snprintf(line, sizeof line, "| %s | %s | %.1f | %.1f | %.3f | %.1g m |\n",
                  row.pattern.c_str(), row.shapes.c_str(), row.raw, row.surefoot, row.ratio,
                  row.apart);
    text += line;
  }
  text +=
      "\n| shapes | number | build time, ms | us to set poses: nothing moved | the Husky | all |\n"
      "|---|---|---|---|---|---|\n";
  for (const Moves& moves : all_moves) {
    std::snprintf(line, sizeof line, "| %s | %d | %.0f | %.2f | %.1f | %.1f |\n",
                  moves.shapes.c_str(), moves.shape_count, moves.build_ms, moves.nothing_us,
                  moves.model_us, moves.all_us);
    text += line;
  }
  return text;
}

int Main(const std::string& file, const std::string& docs, int rounds) {
  Problems problems;
  const auto world = LoadWorld(BuiltinParts(), file, &problems);
  if (!world.ok()) {
    std::fprintf(stderr, "raycast_bench: %s\n", world.error().message.c_str());
    return 2;
  }
  const physics::State state = physics::MakeInitialState(*world.value());
  std::vector<Row> rows;
  std::vector<Moves> all_moves;
  for (const bool collisions : {false, true}) {
    raycast::SceneOptions options;
    options.collisions = collisions;
    all_moves.push_back(MeasureMoves(*world.value(), options));
    const auto scene = raycast::Scene::Make(*world.value(), options).value();
    scene->SetPoses(state.X_WL);
    const RawScene raw(*scene);
    for (const Pattern& pattern : {LidarPattern(), CameraPattern()}) {
      rows.push_back(Measure(*scene, raw, pattern, rounds));
      rows.back().shapes = all_moves.back().shapes;
    }
  }
  Print(rows, all_moves);
  if (docs.empty()) return 0;
  const Status written = WriteSection(docs, "raycast_bench", ToMarkdown(rows, all_moves));
  if (!written.ok()) std::fprintf(stderr, "raycast_bench: %s\n", written.error().message.c_str());
  return written.ok() ? 0 : 1;
}

}  // namespace
}  // namespace surefoot::bench

int main(int argc, char** argv) {
  std::string file = "husky_lab.sdf";
  std::string docs;
  int rounds = 41;
  surefoot::Arguments arguments(surefoot::bench::kHelp);
  arguments.Flag("--quick", [&] { rounds = 5; });
  arguments.Value("--docs", &docs);
  arguments.Others([&](const char* name) { file = name; });
  if (const auto code = arguments.Read(argc, argv)) return *code;
  return surefoot::bench::Main(file, docs, rounds);
}
