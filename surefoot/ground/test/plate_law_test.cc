#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "surefoot/ground/soil/plate_set.h"
#include "surefoot/ground/test/rover.h"

namespace surefoot::ground {
namespace {

constexpr double kStep = 1e-3;

/// A sand with cohesion.
world::Soil Sand() {
  world::Soil soil;
  soil.cohesion = 800.0;
  soil.friction_angle = 0.6;
  soil.exponent = 1.2;
  soil.cohesive_modulus = 12e3;
  soil.frictional_modulus = 1.6e6;
  soil.shear_modulus_x = soil.shear_modulus_y = 0.012;
  soil.density = 1500.0;
  return soil;
}

std::unique_ptr<Terrain> SoftSlope(const world::Soil& soil, double slope = 0.0) {
  world::Collision plane = test::MakeSlope(slope);
  plane.surface.name = "sand";
  world::GroundMaterial ground;
  ground.name = "sand";
  ground.has_soil = true;
  ground.soil = soil;
  return std::move(Terrain::Make(*test::MakeStaticWorld({plane}), {ground})).value();
}

world::Plate Disc(double radius, double inner = 0.0) {
  world::Plate plate;
  plate.radius = radius;
  plate.inner_radius = inner;
  return plate;
}

world::Plate Rectangle(double length, double width) {
  world::Plate plate;
  plate.length = length;
  plate.width = width;
  return plate;
}

/// A plate in level soil, at a prescribed depth.
struct Held {
  explicit Held(const world::Plate& plate, const world::Soil& soil = Sand())
      : terrain(SoftSlope(soil)), law(std::move(PlateLaw::Make(plate, terrain.get())).value()) {}

  WheelForce At(double depth) {
    motion.X_WP.p.z() = -depth;
    return law->Step(motion, kStep);
  }
  /// Moves along x by `way` in steps of a fraction of a millimetre, or turns about z.
  WheelForce Slide(double way, int steps = 400) {
    WheelForce last;
    motion.v_WP = Vector3d(way / steps / kStep, 0.0, 0.0);
    for (int i = 0; i < steps; ++i) {
      motion.X_WP.p.x() += way / steps;
      last = law->Step(motion, kStep);
    }
    motion.v_WP.setZero();
    return last;
  }
  WheelForce Turn(double angle, int steps = 400) {
    WheelForce last;
    motion.w_W = Vector3d(0.0, 0.0, angle / steps / kStep);
    for (int i = 0; i < steps; ++i) {
      motion.X_WP.q =
          Quaterniond(Eigen::AngleAxisd(angle / steps, Vector3d::UnitZ())) * motion.X_WP.q;
      last = law->Step(motion, kStep);
    }
    motion.w_W.setZero();
    return last;
  }

  std::unique_ptr<Terrain> terrain;
  std::unique_ptr<PlateLaw> law;
  PlateMotion motion;
};

double Bekker(const world::Soil& soil, double b, double z) {
  return (soil.cohesive_modulus / b + soil.frictional_modulus) * std::pow(z, soil.exponent);
}

double Simpson(const std::function<double(double)>& f, double a, double b) {
  constexpr int kPanels = 2000;
  double sum = f(a) + f(b);
  for (int i = 1; i < kPanels; ++i) sum += (i % 2 == 1 ? 4.0 : 2.0) * f(a + (b - a) * i / kPanels);
  return sum * (b - a) / kPanels / 3.0;
}

TEST(PlateLaw, PressureIsBekkersWithTheSmallerDimension) {
  const world::Soil soil = Sand();
  const struct {
    world::Plate plate;
    double b, area;
  } cases[] = {{Disc(0.03), 0.03, M_PI * 9e-4},
               {Disc(0.05), 0.05, M_PI * 25e-4},
               {Disc(0.05, 0.03), 0.02, M_PI * 16e-4},
               {Rectangle(0.2, 0.08), 0.08, 0.016},
               {Rectangle(0.05, 0.3), 0.05, 0.015}};
  for (const auto& one : cases) {
    Held held(one.plate);
    EXPECT_FALSE(held.At(-0.001).touching);
    for (const double z : {0.001, 0.01, 0.03}) {
      const WheelForce got = held.At(z);
      const double expected = one.area * Bekker(soil, one.b, z);
      EXPECT_NEAR(got.load, expected, 1e-9 * expected);
      EXPECT_NEAR(got.f_W.z(), expected, 1e-9 * expected);
      EXPECT_NEAR(got.sinkage, z, 1e-12);
      EXPECT_LT(got.t_C_W.norm(), 1e-9 * expected);
    }
  }
}

TEST(PlateLaw, UnloadsAndReloadsAsTheSoilSays) {
  for (const double given : {0.0, 4e7}) {
    world::Soil soil = Sand();
    soil.unloading_modulus = given;
    Held held(Disc(0.05), soil);
    held.motion.mass_normal = 100.0;
    const double area = M_PI * 25e-4;
    const double top = Bekker(soil, 0.05, 0.02);
    const double modulus = given > 0.0 ? given : 10.0 * top / 0.02;
    EXPECT_NEAR(held.At(0.02).load, area * top, 1e-9);
    for (int round = 0; round < 2; ++round) {
      for (const double back : {1e-4, 5e-4, 1e-3}) {
        EXPECT_NEAR(held.At(0.02 - back).load, area * std::max(0.0, top - modulus * back), 1e-6)
            << back;
      }
      EXPECT_FALSE(held.At(0.02 - 1.01 * top / modulus).touching);
    }
    EXPECT_NEAR(held.At(0.025).load, area * Bekker(soil, 0.05, 0.025), 1e-9) << "as if new";
  }
}

TEST(PlateLaw, ShearsAsJanosiAndHanamotoSay) {
  const world::Soil soil = Sand();
  Held held(Rectangle(0.1, 0.06));
  const double load = held.At(0.015).load;
  const double max = 0.006 * soil.cohesion + load * std::tan(soil.friction_angle);
  double way = 0.0;
  for (const double step : {0.002, 0.004, 0.006, 0.012, 0.05}) {
    way += step;
    const WheelForce got = held.Slide(step);
    EXPECT_NEAR(got.f_W.x(), max * std::expm1(-way / soil.shear_modulus_x), 1e-4 * max) << way;
    EXPECT_NEAR(got.load, load, 1e-9);
    EXPECT_GT(got.slip_speed_x, 0.0);
  }
  // After the reversal and some shear moduli of motion it is sheared in the other direction.
  EXPECT_NEAR(held.Slide(-0.15).f_W.x(), max, 0.01 * max);
}

TEST(PlateLaw, TurnedRingFollowsTheIntegral) {
  const world::Soil soil = Sand();
  for (const double inner : {0.0, 0.03}) {
    Held held(Disc(0.05, inner));
    const WheelForce pressed = held.At(0.01);
    const double pressure = Bekker(soil, 0.05 - inner, 0.01);
    const double limit = soil.cohesion + pressure * std::tan(soil.friction_angle);
    double angle = 0.0;
    for (const double step : {0.02, 0.08, 0.2, 0.5, 1.0}) {
      angle += step;
      const WheelForce got = held.Turn(step);
      const double expected = Simpson(
          [&](double r) {
            return 2.0 * M_PI * r * r * limit * -std::expm1(-r * angle / soil.shear_modulus_x);
          },
          inner, 0.05);
      EXPECT_NEAR(got.t_C_W.z(), -expected, 1e-3 * expected)
          << "inner " << inner << ", angle " << angle;
      EXPECT_LT(got.f_W.head<2>().norm(), 1e-6 * pressed.load);
    }
  }
}

TEST(PlateLaw, SmoothPlatesShearLess) {
  world::Plate smooth = Disc(0.05);
  smooth.grip = 0.4;
  Held rough(Disc(0.05));
  Held slippery(smooth);
  rough.At(0.01);
  slippery.At(0.01);
  EXPECT_NEAR(slippery.Slide(0.05).f_W.x(), 0.4 * rough.Slide(0.05).f_W.x(), 1e-9);
}

TEST(PlateLaw, StandsOnASlopeAndAfterADrop) {
  for (const double dt : {0.5e-3, 1e-3, 2e-3}) {
    for (const double mass : {0.2, 20.0}) {
      const double slope = 0.3;
      const auto terrain = SoftSlope(Sand(), slope);
      const auto law = std::move(PlateLaw::Make(Disc(0.05), terrain.get())).value();
      PlateMotion plate;
      plate.mass_normal = plate.mass_shear = mass;
      plate.X_WP.p = Vector3d(0.0, 0.0, 0.02);
      plate.X_WP.q = Quaterniond(Eigen::AngleAxisd(-slope, Vector3d::UnitY()));
      Vector3d start;
      const auto run = [&](double seconds) {
        for (int i = 0; i < std::lround(seconds / dt); ++i) {
          const WheelForce got = law->Step(plate, dt);
          plate.v_WP += dt * (got.f_W / mass - 9.81 * Vector3d::UnitZ());
          plate.X_WP.p += dt * plate.v_WP;
        }
      };
      run(3.0);
      start = plate.X_WP.p;
      run(20.0);
      EXPECT_LT((plate.X_WP.p - start).norm(), 1e-6) << "mass " << mass << ", step " << dt;
      EXPECT_NEAR(law->Step(plate, dt).f_W.z(), mass * 9.81, 1e-3 * mass);
    }
  }
}

TEST(PlateLaw, FreshSoilComesUnderAPlateThatSlides) {
  Held held(Disc(0.05));
  held.At(0.02);
  const double lifted = held.At(0.0195).load;
  const double slid = [&] {
    held.Slide(0.5, 1000);
    return held.At(0.0195).load;
  }();
  EXPECT_GT(slid, 1.2 * lifted);
  EXPECT_NEAR(slid, M_PI * 25e-4 * Bekker(Sand(), 0.05, 0.0195), 1e-3 * slid);
}

TEST(PlateLaw, RemembersThroughSaving) {
  Held one(Disc(0.05, 0.02));
  one.At(0.02);
  one.At(0.0195);
  one.Turn(0.3);
  const Bytes bytes = SavedState(one.law.get());
  Held other(Disc(0.05, 0.02));
  other.motion = one.motion;
  ASSERT_TRUE(RestoreState(bytes, other.law.get()));
  const WheelForce a = one.Turn(0.05);
  const WheelForce b = other.Turn(0.05);
  EXPECT_EQ(a.t_C_W, b.t_C_W);
  EXPECT_EQ(a.load, b.load);
  EXPECT_FALSE(RestoreState(Bytes(bytes.data(), bytes.data() + 10), other.law.get()));
}

TEST(PlateLaw, RefusesPlatesThatTheSoilHasNoPressureFor) {
  world::Soil soil = Sand();
  soil.cohesive_modulus = -182e3;
  soil.frictional_modulus = 9.46e6;
  const auto terrain = SoftSlope(soil);
  EXPECT_TRUE(PlateLaw::Make(Disc(0.03), terrain.get()).ok());
  const auto narrow = PlateLaw::Make(Disc(0.015), terrain.get());
  ASSERT_FALSE(narrow.ok());
  EXPECT_NE(narrow.error().message.find("ground \"sand\""), std::string::npos);
  EXPECT_NE(narrow.error().message.find("0.015"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::ground
