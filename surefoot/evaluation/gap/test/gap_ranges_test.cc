#include <gmock/gmock.h>

#include <cmath>

#include "surefoot/evaluation/gap/drives/gap_report.h"
#include "surefoot/evaluation/gap/drives/gap_summary.h"
#include "tests/source_dir.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

/// All axes real from -1 to 1, simulated from -ratio to ratio.
TerrainRunScore Run(const std::string& terrain, const std::string& engine, double ratio) {
  TerrainRunScore run;
  run.terrain = terrain;
  run.engine = engine;
  for (TerrainAxis& axis : run.axes) {
    axis.real = {0.0, 1.0, -1.0};
    axis.simulated = {0.1, ratio, -ratio};
    axis.error = gap::ErrorOf(axis.simulated, axis.real);
  }
  return run;
}

GapResult Result() {
  GapResult result;
  result.variants = {"mujoco", "mujoco, tyre", "ode, tyre"};
  for (const char* terrain : {"ICE", "SNOW", "ASPHALT"}) {
    TerrainGap gap;
    gap.name = terrain;
    result.terrains.push_back(gap);
    for (double ratio : {0.1, 0.1, 0.1}) result.runs.push_back(Run(terrain, "mujoco", ratio));
    for (double ratio : {0.45, 0.8, 2.0}) {
      result.runs.push_back(Run(terrain, "mujoco, tyre", ratio));
      result.runs.push_back(Run(terrain, "ode, tyre", ratio));
    }
  }
  return result;
}

TEST(GapRanges, CountsRunsWithinAFactorOfTwoAndComparesWithTheEngine) {
  const std::vector<RangeRow> rows = RangeRows(Result());
  // Three terrains and the hard terrains together, by three models.
  ASSERT_EQ(rows.size(), 12u);
  EXPECT_EQ(rows[0].model, "mujoco");
  EXPECT_EQ(rows[0].summary.within[3], 0);
  EXPECT_DOUBLE_EQ(rows[0].gyro_over_engine, 1.0);
  const RangeRow& tyre = rows[1];
  EXPECT_EQ(tyre.terrain, "ICE");
  EXPECT_EQ(tyre.summary.runs, 3);
  EXPECT_EQ(tyre.summary.within[3], 2);
  EXPECT_DOUBLE_EQ(tyre.summary.median_ratio[3], 0.8);
  // Errors of ranges are 1.1, 0.4 and 2 of 2, those of means 0.1; those of the engine 1.8 and 0.1.
  EXPECT_NEAR(tyre.summary.gyro_error, 3 * (1.1 + 0.4 + 2.0 + 0.3), 1e-12);
  EXPECT_NEAR(tyre.gyro_over_engine, 3.8 / (3 * 1.9), 1e-12);
  EXPECT_NEAR(tyre.accelerometer_over_engine, 3.8 / (3 * 1.9), 1e-12);
  // ODE's own contact was not requested.
  EXPECT_TRUE(std::isnan(rows[2].gyro_over_engine));
  EXPECT_EQ(rows[10].terrain, "ICE, ASPHALT");
  EXPECT_EQ(rows[10].summary.runs, 6);
}

TEST(GapRanges, AreInTheTextAndTheJson) {
  const GapResult result = Result();
  const auto page = GapReport({SUREFOOT_SOURCE_DIR}, result);
  ASSERT_TRUE(page.ok()) << page.error().message;
  const std::string& text = page->text;
  EXPECT_THAT(text, HasSubstr("67 % (x0.80)"));
  EXPECT_THAT(text, HasSubstr("gyro / engine"));
  EXPECT_THAT(GapJson(result), HasSubstr("\"gyro_error_over_engine\""));
}

}  // namespace
}  // namespace surefoot::experiment
