#include "surefoot/cli/stop_guard.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

namespace surefoot::cli {
namespace {

/// Hangs in `stage` after a request to end.
void Hang(StopGuard::Stage stage) {
  const StopSignal stop;
  StopGuard guard(stop);
  guard.Reached(stage);
  std::raise(SIGTERM);
  for (;;) ::pause();
}

TEST(StopGuardDeathTest, EndsAProgramThatHangs) {
  EXPECT_EXIT(Hang(StopGuard::kRunning), testing::ExitedWithCode(1), "did not end in time");
}

TEST(StopGuardDeathTest, AllIsWellWhenEverythingWasSaved) {
  EXPECT_EXIT(Hang(StopGuard::kSaved), testing::ExitedWithCode(0), "");
}

TEST(StopGuard, LetsOthersEnd) {
  const StopSignal stop;
  StopGuard guard(stop);
  std::raise(SIGTERM);
  guard.Reached(StopGuard::kLoopLeft);
  guard.Reached(StopGuard::kSaved);
}

}  // namespace
}  // namespace surefoot::cli
