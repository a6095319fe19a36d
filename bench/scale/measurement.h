#pragma once

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "bench/scale/crowd_world.h"
#include "surefoot/sim/stage_times.h"

namespace surefoot::scale {

/// How a crowd is run.
enum class Mode {
  /// In islands, wheels on their tyres.
  kIslands,
  /// The same in one engine instance.
  kOne,
  /// In one instance, wheels with the engine's contacts: the reference for `kRaw`.
  kEngine,
  /// The engine by itself, without Surefoot.
  kRaw
};

constexpr std::array<Mode, 4> kModes = {Mode::kIslands, Mode::kOne, Mode::kEngine, Mode::kRaw};

/// "islands", "one", "engine", "raw".
const char* ModeName(Mode mode);

/// One point of a curve.
struct Point {
  int robots = 0;
  /// CPU time of all threads for a robot's step (us), and simulated time over wall time.
  double robot_us = NAN;
  double speed = NAN;
  /// MB for each robot after the first; NaN: not measured.
  double memory_mb = NAN;
  /// Wall time for a robot's step (us).
  std::array<double, static_cast<std::size_t>(sim::Stage::kCount)> stage_us{};
  std::string trouble;
};

/// Points of one engine, kind of robot and mode, by number of robots.
struct Curve {
  std::string engine;
  Kind kind = Kind::kFlat;
  Mode mode = Mode::kIslands;
  int threads = 1;
  std::vector<Point> points;
};

/// Options that determine how long the measurement takes.
struct Effort {
  int threads = 1;
  bool memory = false;
  bool quick = false;
};

/// `first_mb`: peak memory with one robot, for the memory of further ones.
Point Measure(const Curve& curve, int robots, const Effort& effort, double first_mb);

/// Overhead of islands for one robot: CPU time of its step in islands over that in one instance.
/// Rounds of both alternate, so that other load affects both; the minimum of each counts. NaN after
/// an error, which is printed.
double OverheadOfIslands(const std::string& engine, Kind kind, const Effort& effort,
                         std::string* trouble);

/// Peak memory (MB) of a child process that runs this number of robots for a while. Call before
/// anything is loaded here: a child inherits its parent's memory.
double PeakMemory(const Curve& curve, int robots);

}  // namespace surefoot::scale
