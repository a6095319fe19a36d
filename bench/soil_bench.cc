// Cost of a wheel in soft soil on one core, and the error of few Gauss points relative to the
// integral.
//
//   soil_bench

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "surefoot/base/process/process_usage.h"
#include "surefoot/ground/soil/soil_law.h"

namespace surefoot::ground {
namespace {

world::Soil Drift(double exponent) {
  world::Soil soil;
  soil.cohesion = 530.0;
  soil.friction_angle = 26.4 * M_PI / 180.0;
  soil.exponent = exponent;
  soil.cohesive_modulus = 1400.0;
  soil.frictional_modulus = 820000.0;
  soil.shear_modulus_x = soil.shear_modulus_y = 0.016;
  soil.density = 1150.0;
  return soil;
}

SoilWheel RoverWheel() {
  SoilWheel wheel;
  wheel.radius = 0.1425;
  wheel.width = 0.12;
  wheel.flattening_pressure = 14.6e3;
  return wheel;
}

struct Pose {
  double height;
  TreadSlip slip;
};

/// From light to heavy loads, all slips, slip angles up to 30 degrees.
std::vector<Pose> Poses() {
  std::vector<Pose> poses;
  for (double height = 0.10; height < 0.141; height += 0.004) {
    for (double slip = -0.9; slip <= 0.99; slip += 0.09) {
      for (const double angle : {0.0, 0.1, -0.5}) {
        poses.push_back({height, TreadSlipOf(slip, angle)});
      }
    }
  }
  return poses;
}

SoilContact Contact(int points, bool split, double exponent, SoilShear shear) {
  SoilOptions options;
  options.gravity = 3.71;
  options.points = points;
  options.split = split;
  options.shear = shear;
  return SoilContact::Make(Drift(exponent), RoverWheel(), options).value();
}

/// CPU time of one evaluation (us), the minimum of seven rounds.
double Cost(const SoilContact& contact, const std::vector<Pose>& poses, double* sum) {
  double best = 1e9;
  for (int round = 0; round < 7; ++round) {
    const double start = ThreadCpuSeconds();
    int count = 0;
    while (count < 100000) {
      for (const Pose& pose : poses) *sum += contact.AtHeight(pose.height, pose.slip).fx;
      count += static_cast<int>(poses.size());
    }
    best = std::min(best, 1e6 * (ThreadCpuSeconds() - start) / count);
  }
  return best;
}

void Row(const char* name, int points, bool split, double exponent, SoilShear shear) {
  const std::vector<Pose> poses = Poses();
  const SoilContact exact = Contact(64, true, exponent, shear);
  const SoilContact quick = Contact(points, split, exponent, shear);
  double worst = 0.0;
  double squares = 0.0;
  for (const Pose& pose : poses) {
    const SoilForces a = quick.AtHeight(pose.height, pose.slip);
    const SoilForces b = exact.AtHeight(pose.height, pose.slip);
    const double error =
        std::max({std::abs(a.fx - b.fx), std::abs(a.fy - b.fy), std::abs(a.fz - b.fz)}) / b.fz;
    worst = std::max(worst, error);
    squares += error * error;
  }
  double sum = 0.0;
  const double cost = Cost(quick, poses, &sum);
  std::printf("| %s | %d%s | %.2f | %.1e | %.1e |\n", name, points, split ? ", split" : "", cost,
              std::sqrt(squares / poses.size()), worst + 0.0 * sum);
}

class Level : public SoilSurface {
 public:
  bool Find(const HubMotion& motion, SoilPlane* plane) override {
    *plane = {Vector3d::UnitZ(), motion.p_WC.z(), 0};
    return true;
  }
};

/// A field of soil with bumps of 2 cm.
std::unique_ptr<Terrain> Bumps() {
  auto field = std::make_shared<HeightField>();
  field->rows = field->cols = 401;
  field->size_x = field->size_y = 60.0;
  for (int i = 0; i < 401 * 401; ++i) {
    field->heights.push_back(static_cast<float>(0.01 + 0.01 * std::sin(0.7 * i)));
  }
  auto model = std::make_shared<world::Model>();
  model->name = "ground";
  model->is_static = true;
  world::Link& link = model->links.emplace_back();
  link.name = "link";
  world::Collision& shape = link.collisions.emplace_back();
  shape.name = "shape";
  world::HeightMap map;
  map.field = field;
  shape.geometry = map;
  shape.surface.name = "drift";
  world::GroundMaterial ground;
  ground.name = "drift";
  ground.has_soil = true;
  ground.soil = Drift(1.0);
  world::WorldSpec spec;
  spec.models.push_back(world::ModelInstance{"ground", RigidTransform(), model});
  const auto world = std::move(world::MakeWorld(spec, nullptr)).value();
  return std::move(Terrain::Make(*world, {ground})).value();
}

void LawRow(const char* name, bool ruts, bool rolled, const Terrain* terrain = nullptr) {
  CompactionMap map;
  SoilLawOptions options;
  options.contact.gravity = 3.71;
  world::Soil soil = Drift(1.0);
  soil.ruts = ruts;
  std::unique_ptr<SoilSurface> surface = std::make_unique<Level>();
  if (terrain != nullptr) surface = std::make_unique<TerrainSoil>(terrain, 0.1425, 0.12);
  const auto law =
      std::move(SoilLaw::Make(RoverWheel(), {soil}, std::move(surface), &map, options)).value();
  HubMotion hub;
  hub.p_WC.z() = 0.125;
  hub.spin = rolled ? 1.0 : 0.0;
  hub.v_WC.x() = rolled ? 0.13 : 0.0;
  double sum = 0.0;
  double best = 1e9;
  for (int round = 0; round < 8; ++round) {
    const double start = ThreadCpuSeconds();
    for (int i = 0; i < 20000; ++i) {
      sum += law->Step(hub, 1e-3).load;
      hub.p_WC.x() += 1e-3 * hub.v_WC.x();
    }
    if (round > 0) best = std::min(best, 1e6 * (ThreadCpuSeconds() - start) / 20000);
  }
  std::printf("| %s | %.2f |\n", name, best + 0.0 * sum);
}

}  // namespace
}  // namespace surefoot::ground

int main() {
  using surefoot::ground::LawRow;
  using surefoot::ground::Row;
  using surefoot::ground::SoilShear;
  std::printf("| force of a wheel | Gauss points per zone | us | error over load, rms | worst |\n");
  std::printf("|---|---|---|---|---|\n");
  for (const int points : {4, 6, 8, 16}) {
    Row("n = 1, flattened", points, false, 1.0, SoilShear::kIndependent);
  }
  Row("n = 1, flattened", 32, true, 1.0, SoilShear::kIndependent);
  Row("n = 1, vector shear", 8, false, 1.0, SoilShear::kVector);
  Row("n = 0.8, flattened", 8, false, 0.8, SoilShear::kIndependent);
  std::printf("\n| step of a wheel | us |\n|---|---|\n");
  LawRow("rolling", false, true);
  LawRow("standing since placed", false, false);
  LawRow("rolling, with ruts", true, true);
  LawRow("rolling over a height field", false, true, surefoot::ground::Bumps().get());
  return 0;
}
