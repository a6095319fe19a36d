#include "surefoot/evaluation/studies/rover/soil_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/evaluation/statistics/intervals.h"
#include "surefoot/evaluation/studies/test/study_fixture.h"

namespace surefoot::studies {
namespace {

using ::testing::HasSubstr;

Result<std::vector<NamedSoil>> Read(const std::string& yaml) {
  const StudyFixture fixture(yaml);
  Problems problems;
  return ReadSoils(fixture.parts(), world::ElementReader(fixture.settings(), &problems), "soils",
                   {"cloddy"});
}

TEST(SoilChoice, FindsSoilsByName) {
  const auto soils = Read("soils: [drift, mixed_drift_cloddy]");
  ASSERT_TRUE(soils.ok()) << soils.error().message;
  ASSERT_EQ(soils->size(), 2u);
  EXPECT_EQ((*soils)[0].soil.cohesion, 530.0);
  EXPECT_EQ((*soils)[1].title, "mixed drift cloddy");
  EXPECT_NEAR((*soils)[1].soil.friction_angle, 33.1 * M_PI / 180.0, 1e-12);
  EXPECT_EQ(Read("other: 1").value()[0].name, "cloddy");
}

TEST(SoilChoice, ReadsSoilsThatAreWrittenThere) {
  const auto soils = Read(
      "soils:\n"
      "  - {name: mine, cohesion: 100, friction_angle_deg: 30, exponent: 1,\n"
      "     cohesive_modulus: 0, frictional_modulus: 500000, shear_modulus_x: 0.02,\n"
      "     shear_modulus_y: 0.02, density: 1500}\n"
      "  - drift\n");
  ASSERT_TRUE(soils.ok()) << soils.error().message;
  EXPECT_EQ((*soils)[0].name, "mine");
  EXPECT_EQ((*soils)[0].soil.density, 1500.0);
  EXPECT_EQ((*soils)[1].name, "drift");
}

TEST(SoilChoice, SaysWhereASoilIsMissing) {
  const auto soils = Read("other: 1\nsoils: [cloddy,\n  moon_dust]");
  ASSERT_FALSE(soils.ok());
  EXPECT_THAT(soils.error().message, HasSubstr("study.yaml:3"));
  EXPECT_THAT(soils.error().message, HasSubstr("moon_dust"));
  EXPECT_THAT(Read("soils: [asphalt]").error().message, HasSubstr("has no soil"));
  EXPECT_FALSE(Read("soils: [../soils/drift]").ok());
}

TEST(SoilChoice, DrawsAsSpecified) {
  const std::vector<SoilSpread> spreads = {{"friction_angle_deg", false, false, 2.0},
                                           {"cohesion", true, true, 0.5},
                                           {"shear_modulus", false, true, 0.1}};
  std::vector<double> angles;
  std::vector<double> cohesions;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    RandomStream random(3, "draw", i);
    world::Soil soil;
    soil.friction_angle = 30.0 * M_PI / 180.0;
    soil.cohesion = 400.0;
    soil.shear_modulus_x = soil.shear_modulus_y = 0.02;
    ground::SoilWheel wheel;
    DrawSoil(spreads, &random, &soil, &wheel);
    angles.push_back(soil.friction_angle * 180.0 / M_PI);
    cohesions.push_back(soil.cohesion);
    EXPECT_GE(soil.cohesion, 200.0);
    EXPECT_LE(soil.cohesion, 600.0);
    EXPECT_GT(soil.shear_modulus_x, 0.0);
    EXPECT_EQ(soil.shear_modulus_x, soil.shear_modulus_y) << "one number, drawn once";
  }
  EXPECT_NEAR(gap::Mean(angles), 30.0, 0.15);
  EXPECT_NEAR(gap::Quantile(angles, 0.8413) - gap::Median(angles), 2.0, 0.2);
  EXPECT_NEAR(gap::Quantile(cohesions, 0.25), 300.0, 10.0);
}

TEST(SoilChoice, RefusesWrongUncertainties) {
  const StudyFixture fixture(
      "uncertainty:\n  cohesion: {normal: -1}\n  stickiness: {normal: 1}\n"
      "  density: {normal: 1, uniform: 2}\n");
  Problems problems;
  ReadSpreads(world::ElementReader(fixture.settings(), &problems));
  const std::string text = problems.ErrorText(20);
  EXPECT_EQ(problems.error_count(), 3) << text;
  EXPECT_THAT(text, HasSubstr("study.yaml:2"));
  EXPECT_THAT(text, HasSubstr("study.yaml:3"));
  EXPECT_THAT(text, HasSubstr("study.yaml:4"));
}

}  // namespace
}  // namespace surefoot::studies
