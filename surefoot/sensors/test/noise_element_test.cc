#include "surefoot/sensors/noise_element.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "surefoot/sensors/test/markup.h"

namespace surefoot::sensors {
namespace {

noise::ScalarNoiseSpec Read(const std::string& inside) {
  Problems problems;
  const world::Element element = test::ParseMarkup("<x><noise>" + inside + "</noise></x>");
  const noise::ScalarNoiseSpec spec = ReadNoise(world::ElementReader(element, &problems), "noise");
  EXPECT_TRUE(problems.ok()) << problems.ErrorText();
  return spec;
}

TEST(NoiseElement, HasAllParts) {
  const noise::ScalarNoiseSpec spec = Read(
      "<type>gaussian_quantized</type><mean>1</mean><stddev>2</stddev><bias_mean>3</bias_mean>"
      "<bias_stddev>4</bias_stddev><precision>5</precision>");
  EXPECT_EQ(spec.mean, 1.0);
  EXPECT_EQ(spec.stddev, 2.0);
  EXPECT_EQ(spec.bias_mean, 3.0);
  EXPECT_EQ(spec.bias_stddev, 4.0);
  EXPECT_EQ(spec.precision, 5.0);
  EXPECT_TRUE(Read("<type>none</type><stddev>2</stddev>").IsNone());
  EXPECT_TRUE(Read("").IsNone());
}

/// A bias driven by white noise of density s, simulated finely, spreads as the one that is read.
TEST(NoiseElement, DynamicBiasIsDrivenByADensity) {
  const double s = 0.1, tau = 5.0, dt = 0.01;
  const noise::ScalarNoiseSpec spec = Read(
      "<dynamic_bias_stddev>0.1</dynamic_bias_stddev><dynamic_bias_correlation_time>5"
      "</dynamic_bias_correlation_time>");
  EXPECT_TRUE(spec.Wanders());
  RandomStream stream(1, "drive");
  double bias = 0.0, sum = 0.0;
  const int count = 1000000;
  for (int i = 0; i < count; ++i) {
    bias += -bias / tau * dt + s * std::sqrt(dt) * stream.Normal();
    sum += bias * bias;
  }
  // 1000 independent pieces: four standard errors of the deviation are 9 %.
  EXPECT_NEAR(std::sqrt(sum / count) / spec.dynamic_bias_stddev, 1.0, 0.09);
}

}  // namespace
}  // namespace surefoot::sensors
