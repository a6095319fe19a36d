// Many random robots: random_robots [--engine NAME] [--reference NAME] [--seeds N]
// [--first N] [--free | --rough] [--without JOINT_TYPE]... Prints the robots whose differences
// exceed the limits, and the worst one.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/scene/random_trial.h"
#include "tests/scene/scene.h"

namespace surefoot::conformance {
namespace {

/// Below this, differences between engines are rounding and no longer shrink.
constexpr double kFloor = 2e-5;

using Types = std::vector<world::JointType>;

/// The joint type with this name.
bool AddType(const std::string& name, Types* types) {
  for (int i = 0; i <= static_cast<int>(world::JointType::kFloating); ++i) {
    const auto type = static_cast<world::JointType>(i);
    if (name != world::JointTypeName(type)) continue;
    types->push_back(type);
    return true;
  }
  return false;
}

int TryFree(const std::string& engine, const std::string& reference, const Types& without,
            std::uint64_t first, int seeds) {
  int bad = 0;
  FreeTrial worst;
  double worst_ratio = 0.0;
  for (int i = 0; i < seeds; ++i) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(i);
    const FreeTrial trial = RunFreeTrial(engine, reference, seed, without);
    const double ratio = std::max(trial.DifferenceRatio(kFloor), trial.ChangeRatio(kFloor));
    if (!trial.trouble.empty() || ratio > 0.7 || !(trial.limit_difference <= 1e-3)) {
      ++bad;
      std::printf(
          "free %s seed %llu: %s limits %.2g, differences %.2g %.2g %.2g, changes %.2g %.2g, "
          "speed %.2g\n",
          engine.c_str(), static_cast<unsigned long long>(seed), trial.trouble.c_str(),
          trial.limit_difference, trial.difference[0], trial.difference[1], trial.difference[2],
          trial.change[0], trial.change[1], trial.speed);
    }
    worst.limit_difference = std::max(worst.limit_difference, trial.limit_difference);
    worst.difference[2] = std::max(worst.difference[2], trial.difference[2]);
    worst_ratio = std::max(worst_ratio, ratio);
  }
  std::printf(
      "free %s against %s: %d of %d out of bounds; worst limits %.2g, at 0.1 ms %.2g, "
      "ratio %.2f\n",
      engine.c_str(), reference.c_str(), bad, seeds, worst.limit_difference, worst.difference[2],
      worst_ratio);
  return bad;
}

int TryRough(const std::string& engine, std::uint64_t first, int seeds) {
  int bad = 0;
  RoughTrial worst;
  for (int i = 0; i < seeds; ++i) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(i);
    const RoughTrial trial = RunRoughTrial(engine, seed);
    if (!trial.trouble.empty() || !trial.repeats || !(trial.energy_gain <= 0.05)) {
      ++bad;
      std::printf("rough %s seed %llu: %s energy %.2g, speed %.2g, %s\n", engine.c_str(),
                  static_cast<unsigned long long>(seed), trial.trouble.c_str(), trial.energy_gain,
                  trial.speed, trial.repeats ? "repeats" : "does not repeat");
    }
    worst.energy_gain = std::max(worst.energy_gain, trial.energy_gain);
    worst.speed = std::max(worst.speed, trial.speed);
  }
  std::printf("rough %s: %d of %d out of bounds; worst energy %.2g, speed %.2g\n", engine.c_str(),
              bad, seeds, worst.energy_gain, worst.speed);
  return bad;
}

}  // namespace
}  // namespace surefoot::conformance

int main(int argc, char** argv) {
  namespace conformance = surefoot::conformance;
  std::vector<std::string> engines = conformance::EngineNames();
  std::string reference = engines.front();
  conformance::Types without;
  int seeds = 100;
  std::uint64_t first = 1;
  bool free = true;
  bool rough = true;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    if (argument == "--free") {
      rough = false;
    } else if (argument == "--rough") {
      free = false;
    } else if (argument == "--engine") {
      engines = {value};
      ++i;
    } else if (argument == "--reference") {
      reference = value;
      ++i;
    } else if (argument == "--without") {
      if (!conformance::AddType(value, &without)) std::fprintf(stderr, "no joint type %s\n", value);
      ++i;
    } else if (argument == "--seeds") {
      seeds = std::atoi(value);
      ++i;
    } else if (argument == "--first") {
      first = static_cast<std::uint64_t>(std::atoll(value));
      ++i;
    } else {
      std::fprintf(stderr, "unknown argument %s\n", argv[i]);
      return 2;
    }
  }
  int bad = 0;
  for (const std::string& engine : engines) {
    if (free) bad += conformance::TryFree(engine, reference, without, first, seeds);
    if (rough) bad += conformance::TryRough(engine, first, seeds);
  }
  return bad == 0 ? 0 : 1;
}
