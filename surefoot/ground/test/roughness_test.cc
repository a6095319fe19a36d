#include "surefoot/ground/tyre/roughness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace surefoot::ground {
namespace {

constexpr double kPi = 3.14159265358979323846;

world::GroundMaterial Rough(double roughness, double waviness) {
  world::GroundMaterial ground;
  ground.name = "rough";
  ground.hard.roughness = roughness;
  ground.hard.waviness = waviness;
  return ground;
}

/// One-sided density (m^3) at n cycles/m, averaged over many sections in the direction `angle`.
double Density(const Roughness& roughness, double n, double angle) {
  constexpr int kSamples = 1024;
  constexpr int kSections = 60;
  constexpr double kSpacing = 0.02;
  double sum = 0.0;
  double window2 = 0.0;
  for (int section = 0; section < kSections; ++section) {
    std::complex<double> wave;
    const double x0 = 3.7 * section;
    const double y0 = -2.3 * section;
    window2 = 0.0;
    for (int i = 0; i < kSamples; ++i) {
      const double s = kSpacing * i;
      const double window = 0.5 - 0.5 * std::cos(2.0 * kPi * i / kSamples);
      window2 += window * window;
      const double height = roughness.HeightAt(x0 + s * std::cos(angle), y0 + s * std::sin(angle));
      wave += window * height * std::polar(1.0, -2.0 * kPi * n * s);
    }
    sum += std::norm(wave);
  }
  return 2.0 * kSpacing * sum / kSections / window2;
}

TEST(RoughnessTest, SectionsInAnyDirectionHaveTheSpectrumOfIso8608) {
  for (const double waviness : {2.0, 2.5}) {
    const auto made = Roughness::Make(Rough(64e-6, waviness), 5);
    ASSERT_TRUE(made.ok());
    for (const double angle : {0.0, 1.0}) {
      double ratio = 0.0;
      int count = 0;
      for (double n = 0.4; n < 3.5; n *= 1.2) {
        const double expected = 64e-6 * std::pow(n / 0.1, -waviness);
        ratio += Density(**made, n, angle) / expected;
        ++count;
      }
      EXPECT_NEAR(ratio / count, 1.0, 0.2) << waviness << " " << angle;
    }
  }
}

TEST(RoughnessTest, IsTheSameForTheSameSeed) {
  const auto a = Roughness::Make(Rough(64e-6, 2.0), 5);
  const auto b = Roughness::Make(Rough(64e-6, 2.0), 5);
  const auto c = Roughness::Make(Rough(64e-6, 2.0), 6);
  EXPECT_EQ((*a)->HeightAt(-3.21, 900.4), (*b)->HeightAt(-3.21, 900.4));
  EXPECT_NE((*a)->HeightAt(-3.21, 900.4), (*c)->HeightAt(-3.21, 900.4));
}

TEST(RoughnessTest, RefusesWhatMakesNoSense) {
  EXPECT_FALSE(Roughness::Make(Rough(-1.0, 2.0), 0).ok());
  EXPECT_FALSE(Roughness::Make(Rough(1e-6, std::nan("")), 0).ok());
  EXPECT_EQ(*Roughness::Make(Rough(0.0, 2.0), 0), nullptr);
}

}  // namespace
}  // namespace surefoot::ground
