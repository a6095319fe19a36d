#pragma once

/// Calibrations of a Husky on the empty world.

#include <gtest/gtest.h>

#include <utility>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/recordings/real_data.h"

namespace surefoot::experiment {

class CalibrateFixture : public testing::Test {
 protected:
  GapWorld World(const GapGround& ground = {}) {
    Problems problems;
    Result<GapWorld> world = MakeGapWorld(parts_, "empty.sdf", robot_, &problems, ground);
    EXPECT_TRUE(world.ok()) << world.error().message;
    return std::move(world).value();
  }

  /// Runs on ice and on snow, which no calibration combines.
  static void AddTwoGrounds(gap::RealData* data) {
    for (const char* terrain : {"ICE", "SNOW"}) {
      gap::TerrainRun run;
      run.terrain = terrain;
      run.wheels = {{0.0, 5.0}, {1.0, 1.0}, {1.0, 1.0}};
      run.imu.time = {0.0, 5.0};
      for (auto& axis : run.imu.axes) axis = {0.0, 0.0};
      data->runs.push_back(run);
    }
  }

  Parts parts_ = BuiltinParts();
  GapRobot robot_ = FindGapRobot("husky").value();
};

}  // namespace surefoot::experiment
