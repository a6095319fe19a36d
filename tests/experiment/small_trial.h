#pragma once

/// A trial in a few lines: a world, and the YAML of a manoeuvre, of metrics and of conditions.

#include <cstdint>
#include <string>

#include "surefoot/evaluation/run/trial.h"

namespace surefoot::experiment {

struct SmallTrial {
  /// A file, or the content of <world> of an SDF file; gravity is 9.81 m/s2, the step 1 ms.
  std::string world;
  /// As in an experiment file, each in one mapping: "publish: ...", "gyro: {...}", "pass: [...]".
  std::string manoeuvre;
  std::string metrics;
  std::string pass;
  /// "set: [...]", "gravity: ...", "slope: ...".
  std::string changes;
  double settle = 0.0;
  double duration = 1.0;
  std::string folder = "/tmp";
  std::string run_folder;
  std::uint64_t seed = 1;
  std::string engine = "mujoco";
};

/// Runs it; problems are in `error`.
TrialResult RunSmall(const SmallTrial& trial);

/// The value; fails the test if it does not exist.
double MetricOf(const TrialResult& result, const std::string& name);

/// SDF of a static floor 0.1 m thick whose top is at z = 0, of a static box, and of a free one.
std::string FloorSdf();
std::string WallSdf(const std::string& name, double x, double y);
std::string BoxSdf(const std::string& name, double x, double y, double z);
/// A box "cart" of 2 kg at z = 0.5 on a joint "rail" along `axis`, and a box "spinner" on a joint
/// "axle" about it.
std::string CartSdf(const std::string& axis = "1 0 0");
std::string SpinnerSdf(const std::string& axis);

}  // namespace surefoot::experiment
