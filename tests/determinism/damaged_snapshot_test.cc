// Deliberately modified snapshots with a matching checksum: a restore either rejects them or gives
// a run whose next steps end, with a finite state or an error. Neither leaves traces: the intact
// snapshot, restored afterwards, gives the same hash as always.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "surefoot/base/random.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/session/session.h"

namespace surefoot {
namespace {

constexpr int kStepsBefore = 60;
constexpr int kStepsAfter = 3;

struct Subject {
  const char* world;
  const char* engine;
};

/// Number of changes; SUREFOOT_MUTATIONS increases it (a search of minutes).
int MutationCount() {
  const char* expected = std::getenv("SUREFOOT_MUTATIONS");
  return expected != nullptr ? std::atoi(expected) : 40;
}

template <typename T>
void Overwrite(T value, std::size_t at, Bytes* bytes) {
  std::memcpy(bytes->data() + at, &value, std::min(sizeof value, bytes->size() - at));
}

/// One word of 1, 2, 4 or 8 bytes: flipped bits, or an extreme number.
std::string Mutate(RandomStream* random, Bytes* bytes) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kDoubles[] = {NAN,  kInfinity, -kInfinity, 1e300, -1e300,
                                 1e18, -1e18,     1e9,        -1e9,  5e-324};
  constexpr std::int64_t kIntegers[] = {0,
                                        -1,
                                        1,
                                        std::numeric_limits<std::int64_t>::max(),
                                        std::numeric_limits<std::int64_t>::min(),
                                        std::numeric_limits<std::int32_t>::max(),
                                        std::numeric_limits<std::int32_t>::min(),
                                        1000000000000000000,
                                        -1000000000000000000,
                                        4000000000};
  const std::uint64_t bits = random->NextBits();
  const std::size_t at = random->NextBits() % bytes->size();
  const std::uint64_t kind = random->NextBits() % 7;
  const std::uint64_t which = random->NextBits() % 10;
  if (kind == 0) Overwrite(kDoubles[which], at, bytes);
  if (kind == 1) Overwrite(kIntegers[which], at, bytes);
  if (kind == 2) Overwrite(static_cast<std::int32_t>(kIntegers[which]), at, bytes);
  if (kind == 3) Overwrite(bits, at, bytes);
  if (kind == 4) Overwrite(static_cast<std::uint16_t>(bits), at, bytes);
  if (kind == 5) Overwrite(static_cast<std::uint8_t>(bits), at, bytes);
  if (kind == 6) (*bytes)[at] ^= static_cast<std::uint8_t>(1u << (bits % 8));
  return "byte " + std::to_string(at) + " of " + std::to_string(bytes->size()) + ", kind " +
         std::to_string(kind) + " " + std::to_string(which) + " " + std::to_string(bits);
}

bool IsFinite(const physics::State& state) {
  for (const double q : state.q) {
    if (!std::isfinite(q)) return false;
  }
  for (const double v : state.v) {
    if (!std::isfinite(v)) return false;
  }
  for (const RigidTransform& X_WL : state.X_WL) {
    if (!X_WL.IsFinite()) return false;
  }
  return true;
}

class DamagedSnapshot : public testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    SessionOptions options;
    options.engine = GetParam().engine;
    Problems problems;
    Result<std::unique_ptr<Session>> opened =
        Session::Open(BuiltinParts(), GetParam().world, options, &problems);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    session_ = std::move(opened).value();
    graph::Graph& graph = session_->simulation().graph();
    // Sensors that measure only for subscribers measure, too; pictures take too long.
    for (std::size_t i = 0; i < graph.topics().size(); ++i) {
      const std::string& name = graph.topics()[i]->name;
      if (name.find("image") != std::string::npos || name.find("points") != std::string::npos) {
        continue;
      }
      listeners_.push_back(graph.Subscribe(name, [](const graph::Delivery&) {}));
    }
    ASSERT_TRUE(session_->Step(kStepsBefore).ok());
    whole_ = session_->Save();
    hash_ = HashAfterRestore();
  }

  std::uint64_t HashAfterRestore() {
    const Status restored = session_->Restore(whole_);
    EXPECT_TRUE(restored.ok()) << restored.error().message;
    const Status stepped = session_->Step(kStepsAfter);
    EXPECT_TRUE(stepped.ok()) << stepped.error().message;
    return session_->simulation().hash();
  }

  std::unique_ptr<Session> session_;
  std::vector<graph::Subscription> listeners_;
  sim::Snapshot whole_;
  std::uint64_t hash_ = 0;
};

TEST_P(DamagedSnapshot, IsRefusedOrRunsOn) {
  RandomStream random(7, std::string(GetParam().world) + GetParam().engine);
  int refused = 0, failed = 0, ran = 0;
  for (int i = 0; i < MutationCount(); ++i) {
    sim::Snapshot damaged = whole_;
    const std::string what = Mutate(&random, &damaged.bytes);
    SCOPED_TRACE(what);
    if (std::getenv("SUREFOOT_MUTATIONS") != nullptr) std::fprintf(stderr, "%s\n", what.c_str());
    const Status restored = session_->Restore(damaged);
    if (!restored.ok()) {
      ++refused;
      ASSERT_FALSE(restored.error().message.empty());
    } else {
      const Status stepped = session_->Step(kStepsAfter);
      ++(stepped.ok() ? ran : failed);
      ASSERT_TRUE(!stepped.ok() || IsFinite(session_->simulation().state()));
    }
    ASSERT_TRUE(i % 4 != 3 || HashAfterRestore() == hash_);
  }
  // Some of each kind: the changes reach the state.
  RecordProperty("refused", refused);
  RecordProperty("ended_with_an_error", failed);
  EXPECT_GT(ran, 0);
  EXPECT_GT(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Worlds, DamagedSnapshot,
    testing::Values(Subject{"sensors", "mujoco"}, Subject{"triggers", "mujoco"},
                    Subject{"five_huskies", "mujoco"}, Subject{"soils", "mujoco"},
                    Subject{"quadruped", "mujoco"}, Subject{"four_legged_game", "mujoco"},
                    Subject{"snake", "mujoco"}, Subject{"usar_orange", "mujoco"},
                    Subject{"husky_lab", "bullet"}, Subject{"husky_trays", "bullet"},
                    Subject{"husky_lab", "ode"}, Subject{"husky_trays", "ode"},
                    Subject{"husky_lab", "dart"}, Subject{"husky_trays", "dart"},
                    Subject{"husky_lab", "simbody"}, Subject{"husky_trays", "simbody"},
                    Subject{"two_wheel", "kinematic"}),
    [](const testing::TestParamInfo<Subject>& subject) {
      return std::string(subject.param.world) + "_" + subject.param.engine;
    });

}  // namespace
}  // namespace surefoot
