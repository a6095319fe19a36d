#pragma once

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot check.
struct CheckOptions {
  /// Files and folders.
  std::vector<std::string> files;
  std::string engine;
  /// Of wheels: engine, tyre or soil; empty: as the files say.
  std::string contact;
  /// Simulated time that each file is run for; 0: it is only read.
  double run = 0.0;
  /// Time for each file of a folder (s), and how many are looked at at once (0: one per core).
  double time_limit = 60.0;
  int jobs = 0;
  bool json = false;
};
void AddArguments(CommandArguments command, CheckOptions* options);

/// A wheel that was found.
struct WheelCheck {
  /// "husky::front_left_wheel".
  std::string link;
  double radius = 0.0;
  double width = 0.0;
  /// N.
  double load = 0.0;
  std::string contact;
  /// By its shape; no file says so.
  bool proposed = false;
};

/// What a named surface is like under wheels.
struct GroundCheck {
  std::string name;
  bool soft = false;
  /// Who computes, where the ground says so.
  std::string contact;
  /// The file it is written in.
  std::string file;
  /// Grounds that its map names.
  std::vector<std::string> map;
};

/// What was found in one file.
struct FileCheck {
  std::string file;
  Problems problems;
  /// How many the file describes; 0 when it could not be read.
  int models = 0;
  int links = 0;
  int joints = 0;
  std::vector<WheelCheck> wheels;
  std::vector<GroundCheck> grounds;
  /// Simulated time that it was run for, and why no further; empty when it ran to the end.
  double run = 0.0;
  std::string run_error;

  bool ok() const { return problems.ok() && run_error.empty(); }
};

/// Reads a file as a run would, as far as the engine, and runs it when asked.
FileCheck CheckFile(const Parts& parts, const std::string& file, const CheckOptions& options);

/// Tells everything that is wrong with files and all files of folders. Returns the exit status.
int CheckCommand(const Parts& parts, const CheckOptions& options);

}  // namespace surefoot::cli
