#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/statistics/series_stats.h"

namespace surefoot::gap {
namespace {

constexpr double kRate = 100.0;

std::vector<double> Noise(std::size_t count, double spread) {
  RandomStream random(3, "noise");
  std::vector<double> values(count);
  for (double& value : values) value = spread * random.Normal();
  return values;
}

std::vector<double> Sine(std::size_t count, double amplitude, double frequency) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i) / kRate;
    values[i] = amplitude * std::sin(2.0 * std::numbers::pi * frequency * t + 0.3);
  }
  return values;
}

double Total(const Spectrum& spectrum) {
  return spectrum.spacing() *
         std::accumulate(spectrum.density.begin(), spectrum.density.end(), 0.0);
}

TEST(Spectrum, WhiteNoiseIsFlatAtItsLevel) {
  // Variance over half the rate: 4 / 50.
  const Spectrum spectrum = WelchSpectrum(Noise(200000, 2.0), kRate);
  EXPECT_EQ(spectrum.frequency.size(), 257u);
  EXPECT_EQ(spectrum.frequency.back(), 50.0);
  for (const Band& band : {Band{1, 10}, Band{10, 20}, Band{20, 45}}) {
    EXPECT_NEAR(BandPower(spectrum, band) / (band.high - band.low), 0.08, 0.002);
  }
}

TEST(Spectrum, KeepsThePowerOfTheSignal) {
  // Parseval: the integral of the density is the variance.
  EXPECT_NEAR(Total(WelchSpectrum(Noise(100000, 3.0), kRate)), 9.0, 0.1);
  std::vector<double> offset = Noise(100000, 1.0);
  for (double& value : offset) value += 50.0;
  EXPECT_NEAR(Total(WelchSpectrum(offset, kRate)), 1.0, 0.02);
}

TEST(Spectrum, ASineHasHalfItsAmplitudeSquared) {
  const Spectrum spectrum = WelchSpectrum(Sine(5000, 3.0, 12.5), kRate);
  EXPECT_NEAR(BandPower(spectrum, {11.5, 13.5}), 4.5, 1e-3);
  EXPECT_LT(BandPower(spectrum, {20.0, 40.0}), 1e-3);
  // Also for a frequency between two of the transform.
  EXPECT_NEAR(BandPower(WelchSpectrum(Sine(5000, 3.0, 12.6), kRate), {11.5, 13.5}), 4.5, 0.02);
}

TEST(Spectrum, AgreesWithTheSumsOfItsDefinition) {
  // One segment of 16 samples, by the sum of the definition.
  const std::vector<double> values = Noise(16, 1.0);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / 16.0;
  const Spectrum spectrum = WelchSpectrum(values, kRate, 16);
  ASSERT_EQ(spectrum.density.size(), 9u);
  for (int k = 0; k <= 8; ++k) {
    double re = 0.0, im = 0.0, weight = 0.0;
    for (int i = 0; i < 16; ++i) {
      const double window = 0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * i / 16.0);
      const double angle = 2.0 * std::numbers::pi * k * i / 16.0;
      re += window * (values[static_cast<std::size_t>(i)] - mean) * std::cos(angle);
      im += window * (values[static_cast<std::size_t>(i)] - mean) * std::sin(angle);
      weight += window * window;
    }
    const double sides = k == 0 || k == 8 ? 1.0 : 2.0;
    EXPECT_NEAR(spectrum.density[static_cast<std::size_t>(k)],
                sides * (re * re + im * im) / (kRate * weight), 1e-12);
  }
}

TEST(Spectrum, ShortSeriesGetShortPieces) {
  EXPECT_EQ(WelchSpectrum(Noise(100, 1.0), kRate).frequency.size(), 33u);
  EXPECT_TRUE(WelchSpectrum(Noise(7, 1.0), kRate).frequency.empty());
  EXPECT_TRUE(WelchSpectrum({}, kRate).frequency.empty());
  EXPECT_TRUE(std::isnan(SpectrumDistance(WelchSpectrum({}, kRate), WelchSpectrum({}, kRate))));
}

TEST(Spectrum, DistanceIsTheFactorInDecibel) {
  const std::vector<double> quiet = Noise(50000, 1.0);
  std::vector<double> loud = quiet;
  for (double& value : loud) value *= 10.0;
  const Spectrum a = WelchSpectrum(quiet, kRate), b = WelchSpectrum(loud, kRate);
  EXPECT_EQ(SpectrumDistance(a, a), 0.0);
  EXPECT_NEAR(SpectrumDistance(b, a), 20.0, 1e-9);
  EXPECT_NEAR(SpectrumDistance(a, b), 20.0, 1e-9);
  EXPECT_NEAR(LevelDifference(b, a, {2.0, 8.0}), 20.0, 1e-9);
  EXPECT_NEAR(LevelDifference(a, b, {2.0, 8.0}), -20.0, 1e-9);
  // A signal of zeros counts as a very small one.
  const Spectrum none = WelchSpectrum(std::vector<double>(5000, 1.0), kRate);
  EXPECT_NEAR(LevelDifference(none, none, {2.0, 8.0}), 0.0, 1e-12);
  EXPECT_TRUE(std::isfinite(SpectrumDistance(none, a)));
  // Two signals of the same kind differ slightly, because spectra of few segments are noisy.
  EXPECT_LT(SpectrumDistance(WelchSpectrum(Noise(20000, 1.0), kRate), a), 1.0);
}

TEST(Spectrum, HalfOctavesJoin) {
  const std::vector<Band> bands = HalfOctaves();
  ASSERT_EQ(bands.size(), 13u);
  EXPECT_DOUBLE_EQ(bands.front().low, 0.5);
  EXPECT_NEAR(bands.back().high, 45.25, 0.01);
  for (std::size_t i = 1; i < bands.size(); ++i) EXPECT_EQ(bands[i].low, bands[i - 1].high);
}

TEST(Spectrum, MeanLeavesOthersOut) {
  const Spectrum a{{0, 1, 2}, {1, 2, 3}}, b{{0, 1, 2}, {3, 4, 5}}, c{{0, 2, 4}, {9, 9, 9}};
  EXPECT_EQ(MeanSpectrum({a, b, c}).density, (std::vector<double>{2, 3, 4}));
  EXPECT_TRUE(MeanSpectrum({}).density.empty());
}

}  // namespace
}  // namespace surefoot::gap
