#pragma once

/// Calibrations of a Husky on the empty world.

#include <gtest/gtest.h>

#include <utility>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"

namespace surefoot::experiment {

class CalibrateFixture : public testing::Test {
 protected:
  GapWorld World(const GapGround& ground = {}) {
    Problems problems;
    Result<GapWorld> world = MakeGapWorld(parts_, "empty.sdf", robot_, &problems, ground);
    EXPECT_TRUE(world.ok()) << world.error().message;
    return std::move(world).value();
  }

  Parts parts_ = BuiltinParts();
  GapRobot robot_ = FindGapRobot("husky").value();
};

}  // namespace surefoot::experiment
