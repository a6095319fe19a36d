#pragma once

/// A trial: the unit of work. It is described by one file, run by one process (`surefoot trial`)
/// and leaves one result file, on this machine or any other that sees the same files.

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

/// Limits against typing errors: simulated seconds of a trial, and trials of one case.
constexpr double kLongestTrial = 1e6;
constexpr int kMaxTrials = 1000000;

/// Whether and how wall-clock time is measured.
enum class Timing {
  /// Not measured; may run in parallel with others.
  kNone,
  /// Measured, as fast as possible; runs alone.
  kUnpaced,
  /// Measured at real time; runs alone.
  kPaced,
};

/// Initial pose of a model, replacing that of the world.
struct Start {
  std::string model;
  /// x y z roll pitch yaw (m, rad).
  std::vector<double> pose;
  /// Half widths of uniform noise on each component of the pose, drawn by the trial's seed.
  std::vector<double> jitter;
};

struct Trial {
  /// Hash of everything that determines the result: the other members, the files and the program.
  std::string key;
  /// "gravel_circle-mujoco-003": unique in the experiment and valid as a file name.
  std::string id;
  std::string experiment;
  std::string case_name;
  std::string engine;
  int repeat = 0;
  std::uint64_t seed = 0;
  /// Absolute path, or the name of a world that is part of Surefoot.
  std::string world;
  /// Folder that relative paths of programs and recordings refer to.
  std::string folder;
  /// Folder for recording and logs. Not written to the unit file: it is that file's own folder.
  std::string run_folder;
  /// Further folders with models and meshes, besides Surefoot's.
  std::vector<std::string> search;
  /// Simulated seconds that are measured and recorded, after `settle` seconds in which suspensions
  /// and contacts come to rest.
  double duration = 0.0;
  double settle = 0.0;
  /// Time step in s; 0: the world's.
  double step = 0.0;
  /// Contact model of wheels: "engine", "tyre", "soil"; empty: as in the files.
  std::string contact;
  Timing timing = Timing::kNone;
  /// Paced trials: rate of synchronization with the wall clock, Hz.
  double update_rate = 60.0;
  /// Wall-clock time after which the trial is aborted, s.
  double wall_limit = 3600.0;
  /// Topics in the recording, by patterns; empty: no recording.
  std::vector<std::string> record;
  /// Whether the recording also has the motion of all bodies and a hash of every step. Without
  /// these, recordings of long trials stay small.
  bool motion = true;
  /// Topics that are also written as CSV tables.
  std::vector<std::string> csv;
  std::vector<Start> starts;
  /// Values of the key `for`; numbers also become metrics, "for.NAME".
  CaseValues values;
  std::vector<WorldChange> set;
  Pull pull;
  /// As in the experiment file; parsed by manoeuvre.h and measure.h.
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

/// Result of a trial. Everything except `timing` and `files` is reproduced by another run.
struct TrialResult {
  std::string id;
  /// The trial's key: equal keys have equal results.
  std::string key;
  /// Why the trial did not run to its end; empty when it did.
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
  /// nullptr when no metric has that name.
  const double* Metric(const std::string& name) const;
};

std::string ToJson(const TrialResult& result);
std::optional<TrialResult> ParseTrialResult(const std::string& text);
/// Reads a sealed file. The error names the file.
Result<TrialResult> ReadTrialResult(const std::string& path);

}  // namespace surefoot::experiment
