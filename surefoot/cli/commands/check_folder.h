#pragma once

/// What `surefoot check` finds in a file, and in all files of a folder.

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/cli/commands/commands.h"

namespace surefoot::cli {

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

/// Files below a folder that some format reads, sorted by path. Known by their endings, .xml files
/// by their content; of .xacro files only robots with a name, the others are parts of those. Hidden
/// folders and those of builds are passed over, links to folders are not followed.
std::vector<std::string> ListDescriptions(const formats::FormatRegistry& formats,
                                          const std::string& folder);

/// One kind of message, and how often it was told.
struct MessageCount {
  Severity severity = Severity::kError;
  std::string message;
  int count = 0;
  int files = 0;
};

/// Messages without the names and numbers in them, the one of most files first, without notes.
std::vector<MessageCount> CountMessages(const std::vector<FileCheck>& checks);

/// Checks each file in a process of its own, several at once, so that none can stop the others;
/// prints a line for each and a summary, or JSON. Returns the exit status.
int CheckFolders(const Parts& parts, const CheckOptions& options);

}  // namespace surefoot::cli
