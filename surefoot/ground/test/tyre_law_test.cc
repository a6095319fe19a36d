#include "surefoot/ground/tyre/tyre_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "surefoot/ground/test/rover.h"
#include "surefoot/ground/tyre/tyre_defaults.h"
#include "tests/allocation_counter.h"

namespace surefoot::ground {
namespace {

using test::Husky;
using test::MakeSlope;
using test::MakeTerrain;
using test::Rover;

constexpr double kGravity = 9.81;

constexpr double kPi = 3.14159265358979323846;

TyreSpec HuskyTyre() {
  TyreSpec spec;
  spec.name = "wheel";
  spec.radius = 0.165;
  spec.width = 0.114;
  spec.nominal_load = 184.0;
  spec.tyre = Husky().tyre;
  return spec;
}

std::unique_ptr<TyreLaw> MakeLaw(const TyreSpec& spec, const Terrain* terrain) {
  return std::move(TyreLaw::Make(spec, terrain)).value();
}

/// A standing wheel with its centre at a height above the ground.
HubMotion Standing(double height) {
  HubMotion motion;
  motion.p_WC = Vector3d(0.1, 0.2, height);
  motion.effective_mass_x = motion.effective_mass_y = motion.effective_mass_z = 18.75;
  return motion;
}

TEST(TyreLawTest, BearsItsNominalLoadWithItsNominalStiffness) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  const auto law = MakeLaw(HuskyTyre(), terrain.get());
  // F = a d^1.5 has the tangent stiffness k = 1.5 F / d.
  const double deflection = 1.5 * 184.0 / 87e3;
  const auto load_at = [&](double d) { return law->Step(Standing(0.165 - d), 0.001).load; };
  EXPECT_NEAR(load_at(deflection), 184.0, 1e-9);
  const double h = 1e-5;
  EXPECT_NEAR((load_at(deflection + h) - load_at(deflection - h)) / (2.0 * h), 87e3, 0.02 * 87e3);
  EXPECT_NEAR(load_at(deflection), law->LoadAt(deflection), 1e-9);
  EXPECT_EQ(load_at(-1e-6), 0.0);
  EXPECT_NEAR(load_at(2.0 * deflection) / 184.0, std::pow(2.0, 1.5), 0.1);
}

TEST(TyreLawTest, AWallBesideItBendsItSideways) {
  const auto terrain = MakeTerrain(
      {test::MakeShape(world::Box{Vector3d(2.0, 0.2, 2.0)}, RigidTransform(Vector3d(0, 0.5, 0)))},
      world::HardGround());
  const auto law = MakeLaw(HuskyTyre(), terrain.get());
  for (const double overlap : {0.001, 0.004, 0.012}) {
    HubMotion motion = Standing(0.5);
    motion.p_WC.y() = 0.4 - 0.5 * 0.114 + overlap;
    EXPECT_NEAR(law->Step(motion, 0.001).f_W.y(), -24.4e3 * overlap, 1e-6);
  }
}

/// The load on an edge across the tread of the given width, pressed in by `depth`, averaged over
/// its position between the rays.
double MeanLoadOnEdge(double width, double depth) {
  const auto terrain =
      MakeTerrain({test::MakeShape(world::Box{Vector3d(width, 1.0, 0.1)})}, world::HardGround());
  const auto law = MakeLaw(HuskyTyre(), terrain.get());
  double sum = 0.0;
  constexpr int kPlaces = 400;
  for (int i = 0; i < kPlaces; ++i) {
    HubMotion motion = Standing(0.05 + 0.165 - depth);
    motion.p_WC.x() = 0.02 * ((i + 0.5) / kPlaces - 0.5);
    motion.p_WC.y() = 0.0;
    sum += law->Step(motion, 0.001).load;
  }
  return sum / kPlaces;
}

TEST(TyreLawTest, NarrowEdgesPressInWhatTheyCover) {
  // Springs of the tread, per rad and m of depth, that carry 184 N on level ground at 1.5 F / k.
  const double deflection = 1.5 * 184.0 / 87e3;
  const double end = std::acos(1.0 - deflection / 0.165);
  double area = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const double b = end * (i + 0.5) / 1000.0;
    area += 2.0 * end / 1000.0 * (0.165 - (0.165 - deflection) / std::cos(b)) * std::cos(b);
  }
  const double k = 184.0 / area;
  for (const double depth : {0.005, 0.01, 0.02}) {
    for (const double width : {0.004, 0.01, 0.02}) {
      const double covered = 2.0 * std::atan(0.5 * width / (0.165 - depth));
      const double share = MeanLoadOnEdge(width, depth) / (k * depth * covered);
      // The rays are 8 mm apart.
      EXPECT_GT(share, depth < 0.008 ? 0.55 : 0.7) << depth << " " << width;
      EXPECT_LT(share, 1.05) << depth << " " << width;
    }
  }
}

TEST(TyreLawTest, StandsOnRoughGroundWhereverItIs) {
  world::HardGround hard;
  hard.roughness = 2e-4;
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, hard);
  const auto law = MakeLaw(HuskyTyre(), terrain.get());
  const double smooth = 0.165 - 1.5 * 184.0 / 87e3;
  double min = 0.0;
  double max = 0.0;
  for (int i = 0; i < 100; ++i) {
    HubMotion at = Standing(0.0);
    at.p_WC += Vector3d(0.31 * i, -0.17 * i, 0.0);
    // Between the loads for the lowest and the highest ground under the wheel.
    double highest = -1.0;
    double lowest = 1.0;
    for (int k = -400; k <= 400; ++k) {
      for (const double y : {-0.038, 0.0, 0.038}) {
        const double x = at.p_WC.x() + 1.6e-4 * k;
        const double height = terrain->roughness(0)->HeightAt(x, at.p_WC.y() + y);
        highest = std::max(highest, height);
        lowest = std::min(lowest, height);
      }
    }
    double low = smooth + lowest - 1e-3;
    double high = smooth + highest + 4e-3;
    const auto load_at = [&](double z) {
      at.p_WC.z() = z;
      law->Reset();
      return law->Step(at, 0.001).load;
    };
    EXPECT_GT(load_at(low), 184.0) << i;
    EXPECT_LT(load_at(high), 184.0) << i;
    for (int round = 0; round < 30; ++round) {
      const double middle = 0.5 * (low + high);
      (load_at(middle) > 184.0 ? low : high) = middle;
    }
    // The load does not jump between bumps and hollows.
    EXPECT_NEAR(load_at(low), 184.0, 1.0) << i;
    min = std::min(min, low - smooth);
    max = std::max(max, low - smooth);
  }
  EXPECT_LT(min, -0.006);
  EXPECT_GT(max, 0.006);
}

TEST(TyreLawTest, ComesOutGentlyWhereItWasPutTooDeep) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  const auto law = MakeLaw(HuskyTyre(), terrain.get());
  const double mass = 184.0 / 9.81;
  for (const double depth : {0.0, 0.06, 0.08, 0.16}) {
    law->Reset();
    HubMotion motion = Standing(0.0);
    motion.p_WC.z() = 0.165 - depth;
    motion.effective_mass_z = mass;
    double highest = 0.0;
    for (int i = 0; i < 2000; ++i) {
      const WheelForce force = law->Step(motion, 0.001);
      motion.v_WC.z() += 0.001 * (force.f_W.z() / mass - 9.81);
      motion.p_WC += 0.001 * motion.v_WC;
      highest = std::max(highest, motion.p_WC.z());
    }
    EXPECT_LT(highest, 0.165 + 0.006) << depth;
    EXPECT_NEAR(motion.p_WC.z(), 0.165 - 1.5 * 184.0 / 87e3, 2e-4) << depth;
  }
}

TEST(TyreLawTest, DampingNeverPulls) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  const auto law = MakeLaw(HuskyTyre(), terrain.get());
  for (double speed = -5.0; speed <= 5.0; speed += 0.25) {
    HubMotion motion = Standing(0.163);
    motion.v_WC.z() = speed;
    const WheelForce force = law->Step(motion, 0.001);
    EXPECT_GE(force.f_W.z(), 0.0);
    EXPECT_LE(force.load, 3.0 * law->LoadAt(0.002) * (1.0 + 1e-9));
  }
}

TEST(TyreLawTest, ADropCreatesNoEnergy) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  Rover rover(Husky(), terrain.get());
  rover.p_WB.z() += 0.1;
  rover.q_WB = QuaternionFromRpy(0.03, 0.04, 0.0);
  const auto energy = [&] {
    const Vector3d w_B = rover.q_WB.conjugate() * rover.w_W;
    return rover.spec.mass * (0.5 * rover.v_W.squaredNorm() + kGravity * rover.p_WB.z()) +
           0.5 * w_B.dot(rover.spec.inertia.cwiseProduct(w_B));
  };
  const double start = energy();
  double rest = start;
  for (int i = 0; i < 4000; ++i) {
    rover.Step(0.00025);
    EXPECT_LT(energy(), start * (1.0 + 1e-4));
  }
  rover.Run(5.0, 0.001);
  rest = energy();
  EXPECT_LT(rest, start - 50.0);
  EXPECT_LT(rover.v_W.norm(), 1e-6);
}

TEST(TyreLawTest, BrakingTakesTheFrictionOfTheGround) {
  world::HardGround hard;
  hard.mu = 0.6;
  hard.rolling_resistance = 0.0;
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, hard);
  test::RoverSpec low = Husky();
  // Prevents pitching.
  low.height = 0.003;
  Rover rover(low, terrain.get());
  rover.Run(0.5, 0.001);
  rover.v_W.x() = 3.0;
  const double from = rover.p_WB.x();
  double furthest = from;
  double time[2] = {0.0, 0.0};
  for (int i = 0; i < 2000; ++i) {
    rover.Step(0.001);
    furthest = std::max(furthest, rover.p_WB.x());
    if (rover.v_W.x() > 2.0) time[0] = 0.001 * i;
    if (rover.v_W.x() > 0.5) time[1] = 0.001 * i;
  }
  EXPECT_NEAR(1.5 / (time[1] - time[0]), 0.6 * kGravity, 0.05);
  const double distance = 3.0 * 3.0 / (2.0 * 0.6 * kGravity);
  EXPECT_NEAR(furthest - from, distance, 0.02 * distance);
}

TEST(TyreLawTest, FreeRollingLosesTheRollingResistance) {
  world::HardGround hard;
  hard.rolling_resistance = 0.02;
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, hard);
  test::RoverSpec spec = Husky();
  spec.wheel_inertia = 0.02;
  spec.motor_torque = 0.0;
  Rover rover(spec, terrain.get());
  rover.v_W.x() = 2.0;
  for (double& spin : rover.spins) spin = 2.0 / 0.164;
  rover.Run(1.0, 0.001);
  const double before = rover.v_W.x();
  rover.Run(1.0, 0.001);
  // The wheels' inertia keeps it moving.
  const double mass = spec.mass + 4.0 * spec.wheel_inertia / (0.164 * 0.164);
  const double loss = 0.02 * spec.mass * kGravity / mass;
  EXPECT_NEAR(before - rover.v_W.x(), loss, 0.01 * loss);
  EXPECT_NEAR(rover.spins[0] * (0.165 - 0.0032 / 3.0), rover.v_W.x(), 1e-3) << "rolling radius";
}

TEST(TyreLawTest, ConvergesWithTheStep) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  const auto end = [&](double dt) {
    Rover rover(Husky(), terrain.get());
    rover.Drive(2.0, 4.0);
    rover.Run(2.0, dt);
    return rover.p_WB;
  };
  const Vector3d fine = end(0.000125);
  const double coarse = (end(0.002) - fine).norm();
  const double middle = (end(0.0005) - fine).norm();
  EXPECT_LT(coarse, 0.01);
  EXPECT_LT(middle, 0.4 * coarse);
}

TEST(TyreLawTest, LugsShakeAtTheirPitchWithPhasesOfTheirOwn) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  TyreSpec spec = HuskyTyre();
  spec.tyre.lugs = 14;
  spec.tyre.lug_amplitudes[0] = 0.0003;
  const auto law = MakeLaw(spec, terrain.get());
  TyreSpec other = spec;
  other.name = "other";
  const auto second = MakeLaw(other, terrain.get());
  // A lug is under the axle after the wheel has rolled that far.
  other.tyre.lug_angle = 0.1;
  const auto placed = MakeLaw(other, terrain.get());
  double min = 1e9;
  double max = 0.0;
  double apart = 0.0;
  HubMotion motion = Standing(0.162);
  motion.angle = 0.1;
  EXPECT_NEAR(placed->Step(motion, 0.001).load, law->LoadAt(0.0033), 0.5);
  for (int i = 0; i < 1000; ++i) {
    motion.angle = 2.0 * kPi / 14.0 * i / 1000.0;
    const double load = law->Step(motion, 0.001).load;
    min = std::min(min, load);
    max = std::max(max, load);
    apart = std::max(apart, std::abs(second->Step(motion, 0.001).load - load));
  }
  EXPECT_NEAR(max - min, law->LoadAt(0.0033) - law->LoadAt(0.0027), 1.0);
  EXPECT_GT(apart, 1.0);
}

TEST(TyreLawTest, LugsTakeFromTheMotorWhatTheyPressIn) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  TyreSpec spec = HuskyTyre();
  spec.tyre.lugs = 14;
  spec.tyre.lug_amplitudes = {0.0002, 0.0, 0.0001};
  spec.tyre.lug_angle = 0.0;
  const auto law = MakeLaw(spec, terrain.get());
  HubMotion motion = Standing(0.162);
  // From a gap to a lug: work of the torque against the energy of the compressed tyre.
  constexpr int kSteps = 2000;
  const double pitch = 2.0 * kPi / 14.0;
  double work = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    motion.angle = pitch * (-0.5 + 0.5 * (i + 0.5) / kSteps);
    work += law->Step(motion, 0.001).t_C_W.y() * 0.5 * pitch / kSteps;
  }
  double energy = 0.0;
  for (int i = 0; i < kSteps; ++i)
    energy += 0.0006 / kSteps * law->LoadAt(0.0027 + 0.0006 * (i + 0.5) / kSteps);
  EXPECT_NEAR(work, -energy, 0.01 * energy);
}

TEST(TyreLawTest, LugsPullAndPushAlongAsTheTreadBears) {
  world::HardGround hard;
  hard.mu = 0.8;
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, hard);
  TyreSpec spec = HuskyTyre();
  spec.tyre.lugs = 14;
  spec.tyre.lug_amplitudes_along[1] = 0.00005;
  spec.tyre.lug_angle = 0.0;
  const auto law = MakeLaw(spec, terrain.get());
  const double deflection = 1.5 * 184.0 / 87e3;
  HubMotion motion = Standing(0.165 - deflection);
  motion.spin = 2.0;
  const double speed = motion.spin * (0.165 - deflection / 3.0);
  motion.v_WC = Vector3d(speed, 0.0, 0.0);
  double min = 1e9;
  double max = -1e9;
  const double dt = 0.0002;
  for (int i = 0; i < 10000; ++i) {
    motion.angle = motion.spin * dt * i;
    motion.p_WC.x() = speed * dt * i;
    const double force = law->Step(motion, dt).f_W.x();
    if (i < 5000) continue;
    min = std::min(min, force);
    max = std::max(max, force);
  }
  // A spring with a damper whose deflection relaxes as the tread rolls out of the patch.
  const std::complex<double> jw(0.0, 28.0 * motion.spin);
  const double k = 16000.0;
  const double damping = std::sqrt(k * 184.0 / 9.81);
  const double leak = speed / (8.0 * hard.mu * 184.0 / k);
  const double force = 0.00005 * std::abs((k + jw * damping) * jw / (jw + leak));
  EXPECT_NEAR(0.5 * (max - min), force, 0.05 * force);
  EXPECT_NEAR(0.5 * (max + min), -hard.rolling_resistance * 184.0, 0.05 * force);
}

TEST(TyreLawTest, GroundsThatTakeLugsInFeelLessOfThem) {
  world::HardGround soft;
  soft.lug_share = 0.5;
  const auto hard = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  const auto half = MakeTerrain({MakeSlope(0.0)}, soft);
  TyreSpec spec = HuskyTyre();
  spec.tyre.lugs = 14;
  spec.tyre.lug_angle = 0.0;
  spec.tyre.lug_amplitudes[0] = 0.0002;
  const double less = MakeLaw(spec, half.get())->Step(Standing(0.162), 0.001).load;
  spec.tyre.lug_amplitudes[0] = 0.0001;
  EXPECT_NEAR(less, MakeLaw(spec, hard.get())->Step(Standing(0.162), 0.001).load, 0.01);
}

TEST(TyreLawTest, ContinuesFromASavedStateBitForBit) {
  world::HardGround hard;
  hard.roughness = 20e-6;
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, hard);
  Rover rover(Husky(), terrain.get());
  rover.Drive(2.0, 3.0);
  rover.Run(0.5, 0.001);
  Rover copy(Husky(), terrain.get());
  copy.p_WB = rover.p_WB;
  copy.q_WB = rover.q_WB;
  copy.v_W = rover.v_W;
  copy.w_W = rover.w_W;
  copy.spins = rover.spins;
  copy.angles = rover.angles;
  copy.targets = rover.targets;
  for (std::size_t i = 0; i < 4; ++i) {
    const Bytes bytes = SavedState(rover.tyres[i].get());
    EXPECT_TRUE(RestoreState(bytes, copy.tyres[i].get()));
    const Bytes half(bytes.data(), bytes.data() + bytes.size() / 2);
    EXPECT_FALSE(RestoreState(half, rover.tyres[i].get()));
  }
  rover.Run(0.5, 0.001);
  copy.Run(0.5, 0.001);
  EXPECT_EQ(rover.p_WB, copy.p_WB);
  EXPECT_EQ(rover.v_W, copy.v_W);
}

TEST(TyreLawTest, DoesNotAllocate) {
  world::HardGround hard;
  hard.roughness = 20e-6;
  const auto terrain =
      MakeTerrain({MakeSlope(0.0), test::MakeShape(world::Box{Vector3d(0.5, 4.0, 0.06)})}, hard);
  Rover rover(Husky(), terrain.get());
  rover.Place(Vector3d(-0.8, 0.0, 0.0));
  rover.Drive(3.0, 3.0);
  const long before = AllocationCount();
  rover.Run(3.0, 0.001);
  EXPECT_EQ(AllocationCount(), before);
}

TEST(TyreLawTest, FillsInWhatIsMissing) {
  const world::Tyre husky = FillTyre(world::Tyre(), 0.165, 184.0);
  EXPECT_NEAR(husky.stiffness, 87e3, 1.0);
  EXPECT_NEAR(husky.damping, 323.0, 3.0);
  EXPECT_NEAR(husky.shear_stiffness_x, 16e3, 1.0);
  world::Tyre given;
  given.stiffness = 5e4;
  EXPECT_EQ(FillTyre(given, 0.165, 184.0).stiffness, 5e4);
}

TEST(TyreLawTest, SaysWhatIsWrong) {
  const auto terrain = MakeTerrain({MakeSlope(0.0)}, world::HardGround());
  TyreSpec spec = HuskyTyre();
  spec.radius = 0.0;
  EXPECT_NE(TyreLaw::Make(spec, terrain.get()).error().message.find("radius"), std::string::npos);
  spec = HuskyTyre();
  spec.tyre.damping = -1.0;
  EXPECT_NE(TyreLaw::Make(spec, terrain.get()).error().message.find("damping"), std::string::npos);
  spec = HuskyTyre();
  spec.nominal_load = std::nan("");
  EXPECT_FALSE(TyreLaw::Make(spec, terrain.get()).ok());
}

}  // namespace
}  // namespace surefoot::ground
