#pragma once

/// What a result was made from, so that it can be made again: version, command, seeds, hashes of
/// all inputs, machine.

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
  /// The words of the command line.
  std::vector<std::string> command;
  /// When it was made, ISO 8601 in UTC.
  std::string time;
  Machine machine;
  /// Name and version.
  std::vector<std::pair<std::string, std::string>> engines;
  /// SHA-256 of the program.
  std::string program;
  std::vector<InputFile> inputs;
  std::vector<std::string> notes;

  /// Only of experiments: where the file stood, its text, what the command line changed.
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
    /// SHA-256 of all numbers of the result but the timings.
    std::string numbers;
  };
  std::vector<Entry> trials;

  /// False: made before manifests had checksums, so damage would not be seen.
  bool has_checksum = true;
};

/// Without its checksum (seal.h); the file is sealed.
std::string ToJson(const Manifest& manifest);
/// The error says what is wrong with the file.
Result<Manifest> ReadManifest(const std::string& path);

/// All numbers of a result but its timings, without its key and the hashes of its files: what must
/// come out again.
std::string NumbersOf(const TrialResult& result);

/// Now, as in Manifest::time.
std::string TimeText();

/// Sentences about inputs that are gone or have changed since.
std::vector<std::string> ChangedInputs(const Manifest& manifest);

}  // namespace surefoot::experiment
