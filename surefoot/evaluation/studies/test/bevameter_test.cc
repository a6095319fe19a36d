#include "surefoot/evaluation/studies/rigs/bevameter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "surefoot/evaluation/studies/rigs/wheel_rig.h"
#include "surefoot/record/test/record_test_util.h"

namespace surefoot::experiment {
namespace {

PressCurve Pressed(double size, double exponent, double k_c, double k_phi) {
  PressCurve curve;
  curve.size = size;
  for (double z = 0.001; z < 0.03; z += 0.0005) {
    curve.sinkage.push_back(z);
    curve.pressure.push_back((k_c / size + k_phi) * std::pow(z, exponent));
  }
  return curve;
}

TEST(Bevameter, FindsBekkersNumbersBack) {
  const double soils[][3] = {{1.308, -182100.0, 9.46e6}, {0.7, 5270.0, 1.515e6}, {1.0, 0.0, 8e5}};
  for (const auto& [exponent, k_c, k_phi] : soils) {
    const auto fit =
        FitPress({Pressed(0.03, exponent, k_c, k_phi), Pressed(0.05, exponent, k_c, k_phi)});
    ASSERT_TRUE(fit.ok());
    EXPECT_NEAR(fit->values(0), exponent, 1e-5);
    EXPECT_NEAR(fit->values(1), k_c, 1e-4 * 0.03 * k_phi);
    EXPECT_NEAR(fit->values(2), k_phi, 1e-4 * k_phi);
  }
}

/// The torque of a ring that is sheared to its limit everywhere has a closed form.
TEST(Bevameter, TorqueOfARing) {
  ShearCurve ring;
  ring.radius = 0.09;
  ring.inner_radius = 0.05;
  const double max = 2.0 / 3.0 * M_PI * 1000.0 * (std::pow(0.09, 3) - std::pow(0.05, 3));
  EXPECT_NEAR(RingTorque(ring, 1000.0, 0.01, 10.0), max, 1e-9 * max);
  EXPECT_EQ(RingTorque(ring, 1000.0, 0.01, 0.0), 0.0);
  // Small angles: the stress is limit r angle / K.
  const double little = M_PI / 2.0 * 1000.0 * 1e-6 / 0.01 * (std::pow(0.09, 4) - std::pow(0.05, 4));
  EXPECT_NEAR(RingTorque(ring, 1000.0, 0.01, 1e-6), little, 1e-4 * little);
}

TEST(Bevameter, FindsTheShearBack) {
  const double soils[][3] = {{0.0, 0.815, 0.041}, {1720.0, 0.554, 0.025}};
  for (const auto& [cohesion, tangent, modulus] : soils) {
    std::vector<ShearCurve> curves;
    for (const double pressure : {3000.0, 6000.0, 12000.0}) {
      ShearCurve curve;
      curve.radius = 0.09;
      curve.inner_radius = 0.05;
      curve.pressure = pressure;
      for (double angle = 0.01; angle < 3.0; angle += 0.02) {
        curve.angle.push_back(angle);
        curve.torque.push_back(RingTorque(curve, cohesion + pressure * tangent, modulus, angle));
      }
      curves.push_back(curve);
    }
    const auto fit = FitShear(curves);
    ASSERT_TRUE(fit.ok());
    EXPECT_NEAR(fit->values(0), cohesion, 1.0);
    EXPECT_NEAR(fit->values(1), tangent, 1e-4);
    EXPECT_NEAR(fit->values(2), modulus, 1e-4 * modulus);
  }
}

TEST(Bevameter, InterpolatesBetweenItsPoints) {
  PressCurve curve;
  curve.sinkage = {0.001, 0.002, 0.004};
  curve.pressure = {10.0, 20.0, 60.0};
  EXPECT_NEAR(PressureAt(curve, 0.0015), 15.0, 1e-12);
  EXPECT_NEAR(PressureAt(curve, 0.003), 40.0, 1e-12);
  EXPECT_TRUE(std::isnan(PressureAt(curve, 0.0005)));
  EXPECT_TRUE(std::isnan(PressureAt(curve, 0.005)));
}

TEST(Bevameter, ReadsTables) {
  const record::TempDir dir;
  std::ofstream(dir.File("plate.csv")) << "t_s,sinkage_mm,force_N,pressure_kPa\n0,0,0,0\n1,4,10,2\n"
                                          "2,4.2,11,2.1\n3,5,14,3\n";
  const auto log = ReadPlateLog(dir.File("plate.csv"), 0.03);
  ASSERT_TRUE(log.ok()) << log.error().message;
  EXPECT_EQ(log->sinkage, (std::vector<double>{0.004, 0.005}));
  EXPECT_EQ(log->pressure, (std::vector<double>{2000.0, 3000.0}));
  std::ofstream(dir.File("wheel.csv")) << "wheel,beta_deg,slip,F_drawbar_N,F_lateral_N,load_N,"
                                          "sinkage_mm\nsmooth,30,-0.5,-10,5,20,30\n";
  const auto runs = ReadTowedWheels(dir.File("wheel.csv"));
  ASSERT_TRUE(runs.ok()) << runs.error().message;
  ASSERT_EQ(runs->size(), 1u);
  EXPECT_EQ(runs->front().pull, -0.5);
  EXPECT_EQ(runs->front().side, 0.25);
  EXPECT_NEAR(runs->front().sinkage, 0.03, 1e-12);
  EXPECT_FALSE(ReadTowedWheels(dir.File("plate.csv")).ok());
  EXPECT_FALSE(ReadPlateLog(dir.File("none.csv"), 0.03).ok());
}

}  // namespace
}  // namespace surefoot::experiment
