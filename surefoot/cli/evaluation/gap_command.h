#pragma once

#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/cli/evaluation/gap_restarts.h"
#include "surefoot/cli/evaluation/gap_runs.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot gap.
struct GapArguments {
  /// Recordings of real robots: files and folders.
  std::vector<std::string> real;
  /// Empty: a Husky, or the only robot of the world.
  std::string model;
  /// Names, or "all"; empty: the first of the build.
  std::vector<std::string> engines;
  /// "engine", "tyre", "soil".
  std::vector<std::string> contacts;
  /// A ground by name; empty: that of the recording.
  std::string ground;
  /// Empty: the flat floor of empty.sdf.
  std::string world;
  /// Topics of MCAP files: the IMU among several, and poses that are the truth.
  std::string imu;
  std::string truth;
  /// "position=0.05".
  std::vector<std::string> tolerances;
  RestartArguments restarts;
  RunsArguments runs;
  /// Folder for the report; empty: none.
  std::string out;
  int limit = 0;
  int jobs = 0;
  bool json = false;
  bool quiet = false;
  std::string version;
  /// The words of the command line, for the manifest.
  std::vector<std::string> command;
};
void AddArguments(CommandArguments command, GapArguments* arguments);

/// Repeats real drives and tells how far the simulation is from them. Returns the exit status.
int GapCommand(const Parts& parts, const GapArguments& arguments);

}  // namespace surefoot::cli
