#pragma once

/// Provenance of a result, so that it can be reproduced: version, command, seeds, hashes of all
/// inputs, machine.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/run/input_files.h"
#include "surefoot/evaluation/run/plan.h"
#include "surefoot/evaluation/run/trial.h"

namespace surefoot::experiment {

struct Machine {
  std::string cpu;
  int cores = 1;
  double memory_gb = 0.0;
  /// "Debian GNU/Linux 12 (bookworm), Linux 6.1".
  std::string system;
  std::string compiler;
};
Machine ThisMachine();

struct Manifest {
  std::string version;
  /// The command line, one entry per argument.
  std::vector<std::string> command;
  /// Time of writing, ISO 8601 in UTC.
  std::string time;
  Machine machine;
  /// Name and version.
  std::vector<std::pair<std::string, std::string>> engines;
  /// SHA-256 of the program.
  std::string program;
  std::vector<InputFile> inputs;
  std::vector<std::string> notes;

  /// Experiments only: the file's path and text, and what the command line changed.
  std::string experiment_path;
  std::string experiment_text;
  PlanOptions options;
  /// Folder of real recordings; empty: none.
  std::string real;

  /// A trial, or the study.
  struct Entry {
    std::string id;
    std::uint64_t seed = 0;
    std::string key;
    /// SHA-256 of all numbers of the result except timings.
    std::string numbers;
  };
  std::vector<Entry> trials;

  /// False: written before manifests had checksums, so damage cannot be detected.
  bool has_checksum = true;
};

/// JSON without the checksum, which Sealed() (seal.h) adds to the file.
std::string ToJson(const Manifest& manifest);
/// Errors: not a manifest, damaged, or of a newer format.
Result<Manifest> ReadManifest(const std::string& path);

/// All numbers of a result that must be reproduced: no timings, key, or hashes of files (recordings
/// contain wall-clock times).
std::string NumbersOf(const TrialResult& result);

/// Now, as in Manifest::time.
std::string TimeText();

/// One sentence for each input that is missing or has changed since.
std::vector<std::string> ChangedInputs(const Manifest& manifest);

}  // namespace surefoot::experiment
