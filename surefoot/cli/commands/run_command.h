#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot run. Empty file names: not wanted.
struct RunOptions {
  std::string world;
  std::string engine;
  /// Simulated seconds; infinite: until Ctrl-C. Absent: until Ctrl-C at a given speed, else 10 s.
  std::optional<double> duration;
  /// "max", or simulated seconds per second.
  std::string speed = "max";
  /// Seconds; 0: as the world says.
  double step = 0.0;
  /// Absent: 0, or that of the snapshot.
  std::optional<std::uint64_t> seed;
  /// JOINT[.AXIS]=MODE:VALUE.
  std::vector<std::string> commands;
  /// TOPIC[@RATE]=FIELD:VALUE,...
  std::vector<std::string> messages;
  /// Empty: the usual start.
  std::string keyframe;
  /// Of wheels: engine, tyre or soil; empty: as the files say.
  std::string contact;
  ParallelOptions parallel;
  /// Of runs that keep to wall time: drop or all.
  std::string pictures = "drop";
  /// Tell where the time of a step goes.
  bool profile = false;
  std::string record_file;
  /// Patterns of topics to record; empty: all. And of those to leave out.
  std::vector<std::string> record_topics;
  std::vector<std::string> record_exclude;
  /// "lz4", "zstd" or "none".
  std::string compression = "lz4";
  /// A recording whose commands are given to the run; its topics and FROM:=TO.
  std::string replay_file;
  std::vector<std::string> replay_topics;
  std::vector<std::string> remaps;
  std::string save_file;
  std::string save_world_file;
  std::string restore_file;
  bool hash = false;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, RunOptions* options);

/// Loads a world, runs it headless and tells how it went. Returns the exit status.
int RunCommand(const Parts& parts, const RunOptions& options);

}  // namespace surefoot::cli
