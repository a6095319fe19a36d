#pragma once

/// A trial: the unit of work. It is described by one file, run by one process (`surefoot trial`),
/// and leaves one result file, here or on any machine that sees the same files.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/evaluation/run/case_values.h"
#include "surefoot/evaluation/run/world_change.h"
#include "surefoot/math/rigid_transform.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

/// Simulated seconds, and trials of one case.
constexpr double kLongestTrial = 1e6;
constexpr int kMaxTrials = 1000000;

/// How the clock on the wall enters.
enum class Timing {
  /// Not measured; may run beside others.
  kNone,
  /// Measured, as fast as possible; runs alone.
  kUnpaced,
  /// Measured at real time; runs alone.
  kPaced,
};

/// Where a model begins, instead of where the world puts it.
struct Start {
  std::string model;
  /// x y z roll pitch yaw (m, rad).
  std::vector<double> pose;
  /// Half widths of what is added to each of these, evenly distributed, by the trial's seed.
  std::vector<double> jitter;
};

struct Trial {
  /// Hash of all that decides the result: the other members, the files and the program.
  std::string key;
  /// "gravel_circle-mujoco-003": experiment-wide, fit for file names.
  std::string id;
  std::string experiment;
  std::string case_name;
  std::string engine;
  int repeat = 0;
  std::uint64_t seed = 0;
  /// Absolute path, or the name of one of ours.
  std::string world;
  /// Folder that relative names of programs and recordings start from.
  std::string folder;
  /// Folder that the recording and logs of the run go to. Not in the unit file: where that stands.
  std::string run_folder;
  /// Folders with models and meshes beside ours.
  std::vector<std::string> search;
  /// Simulated seconds that are measured and recorded, after `settle` seconds that are not.
  double duration = 0.0;
  double settle = 0.0;
  /// 0: as the world says.
  double step = 0.0;
  /// Of wheels: "engine", "tyre", "soil"; empty: as the files say.
  std::string contact;
  Timing timing = Timing::kNone;
  /// Paced: how often the wall clock is waited for (Hz).
  double update_rate = 60.0;
  /// Seconds on the wall after which the trial is given up.
  double wall_limit = 3600.0;
  /// Topics in the recording, by patterns; empty: no recording.
  std::vector<std::string> record;
  /// Whether the recording has the motion of all bodies and a hash of every step, too. Long trials
  /// are small without.
  bool motion = true;
  /// Topics that are written as CSV tables, too.
  std::vector<std::string> csv;
  std::vector<Start> starts;
  /// Of the key `for`; those that are numbers become metrics, "for.NAME".
  CaseValues values;
  std::vector<WorldChange> set;
  Pull pull;
  /// As in the experiment file, for manoeuvre.h and measure.h.
  world::Element manoeuvre;
  world::Element metrics;
  world::Element pass;
};

const char* TimingName(Timing timing);
/// The keys `timing` and `start` of a case or of a unit file.
Timing ReadTiming(const world::ElementReader& reader, Timing fallback);
std::vector<Start> ReadStarts(const world::ElementReader& reader);

/// The content of a unit file, without its checksum (seal.h). ReadTrial reads the sealed file.
std::string ToJson(const Trial& trial);
std::optional<Trial> ReadTrial(const std::string& path, Problems* problems);

/// One condition of a trial.
struct Verdict {
  std::string condition;
  bool passed = false;
  /// A sentence: "reached (8, 0) within 0.3 m after 12.4 s".
  std::string text;
};

/// What a trial gave. All but `timing` and `files` is the same whenever it is run again.
struct TrialResult {
  std::string id;
  /// Of the trial: the same key, the same result.
  std::string key;
  /// Why it could not be run to its end; empty when it was.
  std::string error;
  double simulated = 0.0;
  std::int64_t steps = 0;
  /// State hash at the end.
  std::string hash;
  /// In the order of the experiment file.
  std::vector<std::pair<std::string, double>> metrics;
  std::vector<Verdict> verdicts;
  /// Names and SHA-256 of recording and tables in the trial's folder, which reports read again.
  std::vector<std::pair<std::string, std::string>> files;

  struct Timings {
    double wall = 0.0;
    double cpu = 0.0;
    double load = 0.0;
    double memory_mb = 0.0;
  } timing;

  /// Ran to its end and met every condition.
  bool passed() const;
  /// nullptr when there is none of that name.
  const double* Metric(const std::string& name) const;
};

std::string ToJson(const TrialResult& result);
std::optional<TrialResult> ParseTrialResult(const std::string& text);
/// From a sealed file. The error names it and says what is wrong.
Result<TrialResult> ReadTrialResult(const std::string& path);

}  // namespace surefoot::experiment
