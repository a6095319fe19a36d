/// Tyres and wheels in soil on grounds with maps.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "surefoot/ground/soil/soil_law.h"
#include "surefoot/ground/test/rover.h"
#include "surefoot/ground/test/soil_wheel_cases.h"
#include "surefoot/ground/tyre/tyre_law.h"
#include "tests/allocation_counter.h"

namespace surefoot::ground {
namespace {

constexpr double kRadius = 0.165;

world::GroundMaterial Hard(const std::string& name, double mu, double roughness = 0.0) {
  world::GroundMaterial ground;
  ground.name = name;
  ground.hard.mu = mu;
  ground.hard.rolling_resistance = 0.1 * mu;
  ground.hard.roughness = roughness;
  return ground;
}

world::GroundMaterial Soft(const std::string& name, int soil) {
  world::GroundMaterial ground = Hard(name, 0.5);
  ground.has_soil = true;
  ground.soil = StudySoil(soil);
  return ground;
}

/// A plane (or box, or height map) of ground `left` whose part with x > 0 is ground `right`.
std::unique_ptr<Terrain> Halves(world::GroundMaterial left, const world::GroundMaterial& right,
                                bool soft, const world::Geometry& shape = world::Plane(),
                                double top = 0.0) {
  left.map.layers.emplace_back(world::GroundPolygon{right.name,
                                                    {Eigen::Vector2d(0, -9), Eigen::Vector2d(9, -9),
                                                     Eigen::Vector2d(9, 9), Eigen::Vector2d(0, 9)},
                                                    Source()});
  TerrainOptions options;
  options.carry = [soft](int, int, const world::GroundMaterial& g) { return g.has_soil == soft; };
  const world::Collision collision =
      test::MakeShape(shape, RigidTransform(Vector3d(0.0, 0.0, -top)), left.name);
  return std::move(Terrain::Make(*test::MakeStaticWorld({collision}), {left, right}, options))
      .value();
}

std::unique_ptr<TyreLaw> Tyre(const Terrain* terrain) {
  TyreSpec spec;
  spec.name = "wheel";
  spec.radius = kRadius;
  spec.width = 0.114;
  spec.nominal_load = 184.0;
  spec.tyre = test::Husky().tyre;
  return std::move(TyreLaw::Make(spec, terrain)).value();
}

std::unique_ptr<SoilLaw> InSoil(const Terrain* terrain) {
  world::Wheel wheel;
  wheel.radius = kRadius;
  wheel.width = 0.114;
  return std::move(MakeSoilLaw(wheel, terrain, nullptr, 9.81)).value();
}

HubMotion At(double x, double height) {
  HubMotion motion;
  motion.p_WC = Vector3d(x, 0.2, height);
  motion.effective_mass_x = motion.effective_mass_y = motion.effective_mass_z = 18.75;
  return motion;
}

TEST(MappedGround, AwayFromBordersIsThatGroundAlone) {
  const world::GroundMaterial ice = Hard("ice", 0.1, 1e-6);
  const world::GroundMaterial road = Hard("road", 0.8, 4e-6);
  const auto both = Halves(ice, road, false);
  world::GroundMaterial alone[2] = {ice, road};
  for (const int side : {0, 1}) {
    const auto plain =
        std::move(Terrain::Make(*test::MakeStaticWorld({test::MakeShape(
                                    world::Plane(), RigidTransform(), alone[side].name)}),
                                {alone[side]}))
            .value();
    const auto expected = Tyre(plain.get());
    const auto got = Tyre(both.get());
    HubMotion motion = At(side == 0 ? -1.0 : 1.0, kRadius - 0.003);
    motion.v_WC = Vector3d(0.3, 0.2, 0.0);
    motion.spin = 2.5;
    for (int i = 0; i < 100; ++i) {
      motion.p_WC += 1e-3 * motion.v_WC;
      const WheelForce a = expected->Step(motion, 1e-3);
      const WheelForce b = got->Step(motion, 1e-3);
      ASSERT_EQ(a.f_W, b.f_W);
      ASSERT_EQ(a.t_C_W, b.t_C_W);
    }
  }
}

/// A wheel is moved over the border at constant height: what one law carries, the other does not.
TEST(MappedGround, FromHardToSoftEveryPartIsCarriedOnce) {
  const world::GroundMaterial road = Hard("road", 0.8);
  const world::GroundMaterial sand = Soft("sand", kDrift);
  HeightField level;
  level.rows = level.cols = 21;
  level.size_x = level.size_y = 4.0;
  level.heights.assign(441, 0.0F);
  const world::HeightMap map{std::make_shared<const HeightField>(level), "", "",
                             Vector3d(4.0, 4.0, 1.0)};
  const std::pair<world::Geometry, double> shapes[] = {
      {world::Plane(), 0.0}, {world::Box{Vector3d(4.0, 4.0, 2.0)}, 1.0}, {map, 0.0}};
  for (const auto& [shape, top] : shapes) {
    SCOPED_TRACE(world::GeometryName(shape));
    const auto hard = Halves(road, sand, false, shape, top);
    const auto soft = Halves(road, sand, true, shape, top);
    const double height = kRadius - 0.003;
    const auto tyre = Tyre(hard.get());
    const double full = tyre->Step(At(-1.0, height), 1e-3).load;
    TerrainSoil surface(soft.get(), kRadius, 0.114);
    double before = full;
    double worst = 0.0;
    for (double x = -0.15; x < 0.15; x += 1e-4) {
      const double load = tyre->Step(At(x, height), 1e-3).load;
      EXPECT_LE(load, before + 1e-9 * full) << x;
      worst = std::max(worst, before - load);
      before = load;
      SoilPlane plane;
      const double cover = surface.Find(At(x, height), &plane) ? plane.cover : 0.0;
      EXPECT_NEAR(load / full + cover, 1.0, 0.03) << x;
    }
    EXPECT_EQ(before, 0.0);
    // The patch is 62 mm long with a parabolic profile: at most 0.24 % per tenth of a millimetre.
    EXPECT_LT(worst, 0.004 * full);
    SoilPlane none;
    EXPECT_FALSE(surface.Find(At(-0.5, height), &none));
  }
}

TEST(MappedGround, FrictionGoesOverSmoothly) {
  const auto terrain = Halves(Hard("ice", 0.1), Hard("road", 0.8), false);
  const auto law = Tyre(terrain.get());
  HubMotion motion = At(-0.15, kRadius - 0.003);
  motion.v_WC.x() = 0.5;
  double before = 0.11;
  double max = 0.0;
  while (motion.p_WC.x() < 0.15) {
    motion.p_WC.x() += 1e-4;
    const WheelForce force = law->Step(motion, 2e-4);
    const double ratio = -force.f_W.x() / force.load;
    if (motion.p_WC.x() > -0.1) max = std::max(max, std::abs(ratio - before));
    before = ratio;
  }
  // Locked: friction and rolling resistance.
  EXPECT_NEAR(before, 0.88, 1e-3);
  EXPECT_LT(max, 0.01) << "of the way from 0.11 to 0.88";
}

TEST(MappedGround, ForcesOfTwoSoilsGoOverSmoothly) {
  world::GroundMaterial firm = Soft("firm", kCloddy);
  firm.soil.frictional_modulus *= 3.0;
  const auto terrain = Halves(Soft("drift", kDrift), firm, true);
  const auto law = InSoil(terrain.get());
  HubMotion motion = At(-0.4, kRadius - 0.02);
  motion.v_WC.x() = 0.2;
  motion.spin = 0.2 / kRadius / 0.8;
  double before = 0.0;
  double max = 0.0;
  double first = 0.0;
  while (motion.p_WC.x() < 0.4) {
    motion.p_WC.x() += 2e-4;
    const double load = law->Step(motion, 1e-3).load;
    if (motion.p_WC.x() < -0.2) first = load;
    if (motion.p_WC.x() > -0.2) max = std::max(max, std::abs(load - before));
    before = load;
  }
  EXPECT_GT(before / first, 1.5) << "the second is stiffer";
  EXPECT_LT(max, 0.01 * (before - first));
}

/// A wheel of the Husky under its load at 0.3 m/s over a border: both laws, semi-implicit.
struct Carrier {
  Carrier(const world::GroundMaterial& left, const world::GroundMaterial& right)
      : hard(Halves(left, right, false)), soft(Halves(left, right, true)) {
    Renew();
    motion = At(-0.8, kRadius);
    motion.spin = 0.3 / kRadius;
    motion.v_WC.x() = 0.3;
  }
  void Renew() {
    tyre = Tyre(hard.get());
    soil = InSoil(soft.get());
  }
  double Step(double dt) {
    const WheelForce forces[2] = {tyre->Step(motion, dt), soil->Step(motion, dt)};
    const Vector3d f_W = forces[0].f_W + forces[1].f_W;
    const double up = f_W.z() / 18.75 - 9.81;
    motion.v_WC.x() = std::max(0.0, motion.v_WC.x() + dt * f_W.x() / 18.75);
    motion.v_WC.z() += dt * up;
    motion.p_WC += dt * motion.v_WC;
    motion.angle += dt * motion.spin;
    return up;
  }
  std::unique_ptr<Terrain> hard, soft;
  std::unique_ptr<TyreLaw> tyre;
  std::unique_ptr<SoilLaw> soil;
  HubMotion motion;
};

TEST(MappedGround, AWheelClimbsOutOfSandOntoRoadAndSinksInAgain) {
  const world::GroundMaterial road = Hard("road", 0.8);
  const world::GroundMaterial sand = Soft("sand", kDrift);
  for (const bool out : {true, false}) {
    Carrier carrier(out ? sand : road, out ? road : sand);
    double max = 0.0;
    double fastest = 0.0;
    for (int i = 0; carrier.motion.p_WC.x() < 0.8 && i < 20000; ++i) {
      const double up = carrier.Step(1e-3);
      if (carrier.motion.p_WC.x() < -0.4) continue;
      max = std::max(max, std::abs(up));
      fastest = std::max(fastest, std::abs(carrier.motion.v_WC.z()));
    }
    EXPECT_GE(carrier.motion.p_WC.x(), 0.8);
    const double sunk = kRadius - carrier.motion.p_WC.z();
    if (out) {
      EXPECT_NEAR(sunk, 0.0032, 5e-4) << "the tyre's deflection";
    } else {
      EXPECT_GT(sunk, 0.01);
    }
    EXPECT_LT(max, 9.81) << "no impact and no bounce";
    EXPECT_LT(fastest, 0.2);
  }
}

TEST(MappedGround, ContinuesFromASnapshotOnTheBorder) {
  Carrier carrier(Soft("sand", kDrift), Hard("road", 0.8, 1e-6));
  while (carrier.motion.p_WC.x() < -0.02) carrier.Step(1e-3);
  const Bytes bytes = SavedState(carrier.tyre.get(), carrier.soil.get());
  const HubMotion then = carrier.motion;
  const long allocations = AllocationCount();
  for (int i = 0; i < 1000; ++i) carrier.Step(1e-3);
  EXPECT_EQ(AllocationCount(), allocations);
  const HubMotion expected = carrier.motion;
  carrier.Renew();
  carrier.motion = then;
  ASSERT_TRUE(RestoreState(bytes, carrier.tyre.get(), carrier.soil.get()));
  for (int i = 0; i < 1000; ++i) carrier.Step(1e-3);
  EXPECT_EQ(carrier.motion.p_WC, expected.p_WC);
  EXPECT_EQ(carrier.motion.v_WC, expected.v_WC);
}

}  // namespace
}  // namespace surefoot::ground
