// What the scene of rays gives on one core: a LiDAR of 16 x 1800 rays on the Husky in its lab, rays
// side by side along the azimuth, and the time to move all shapes.
//
//   raycast_bench [WORLD]

#include <chrono>
#include <cmath>
#include <cstdio>

#include "surefoot/builtin/builtin.h"
#include "surefoot/physics/state.h"
#include "surefoot/raycast/scene.h"
#include "surefoot/session/load.h"

namespace surefoot {
namespace {

constexpr double kPi = 3.14159265358979323846;

double Now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

std::vector<raycast::Ray> LidarRays(const Vector3d& p_WO) {
  std::vector<raycast::Ray> rays;
  for (int ring = 0; ring < 16; ++ring) {
    const double elevation = (ring - 7.5) * 2.0 * kPi / 180.0;
    for (int i = 0; i < 1800; ++i) {
      const double azimuth = 2.0 * kPi * i / 1800.0;
      raycast::Ray ray;
      ray.p_WO = p_WO;
      ray.direction_W = Vector3d(std::cos(azimuth) * std::cos(elevation),
                                 std::sin(azimuth) * std::cos(elevation), std::sin(elevation));
      ray.near = 0.6;
      ray.far = 100.0;
      rays.push_back(ray);
    }
  }
  return rays;
}

void Measure(const world::World& world, bool collisions) {
  const physics::State state = physics::MakeInitialState(world);
  raycast::SceneOptions options;
  options.collisions = collisions;
  const double start = Now();
  const auto scene = raycast::Scene::Make(world, options).value();
  const double built = Now();
  constexpr int kMoves = 200;
  for (int i = 0; i < kMoves; ++i) scene->SetPoses(state.X_WL);
  const double moved = Now();
  const std::vector<raycast::Ray> rays = LidarRays(Vector3d(-0.5, -6.0, 0.6));
  std::vector<raycast::Hit> hits(rays.size());
  constexpr int kScans = 100;
  for (int i = 0; i < kScans; ++i) scene->Cast(rays, hits);
  const double cast = Now();
  std::printf("%-10s  %4d shapes  build %.0f ms  move %.0f us  %.1f million rays/s\n",
              collisions ? "collisions" : "visuals", scene->shape_count(), 1e3 * (built - start),
              1e6 * (moved - built) / kMoves,
              1e-6 * kScans * static_cast<double>(rays.size()) / (cast - moved));
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  const char* file = argc > 1 ? argv[1] : "husky_lab.sdf";
  surefoot::Problems problems;
  const auto world = surefoot::LoadWorld(surefoot::BuiltinParts(), file, &problems);
  if (!world.ok()) {
    std::fprintf(stderr, "%s\n", world.error().message.c_str());
    return 2;
  }
  surefoot::Measure(*world.value(), false);
  surefoot::Measure(*world.value(), true);
  return 0;
}
