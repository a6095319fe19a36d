#pragma once

/// The results of `surefoot check` for a file and for all files of a folder. They are also the
/// protocol between the parent and its child processes (CheckJson, ParseFileCheck).

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/cli/commands/commands.h"

namespace surefoot::cli {

/// A wheel of the world. Lengths in m.
struct WheelCheck {
  /// Scoped name: "husky::front_left_wheel".
  std::string link;
  double radius = 0.0;
  double width = 0.0;
  /// Vertical load at rest (N).
  double load = 0.0;
  /// Contact models on the grounds of this world: "tyre, soil".
  std::string contact;
  /// Recognized by its shape; no file declares it.
  bool proposed = false;
};

/// The properties of a named surface for wheels.
struct GroundCheck {
  std::string name;
  /// It has soil parameters.
  bool soft = false;
  /// The contact model, if the ground declares one.
  std::string contact;
  /// The file that defines it.
  std::string file;
  /// Grounds that its map refers to.
  std::vector<std::string> map;
};

/// The result for one file.
struct FileCheck {
  std::string file;
  Problems problems;
  /// Numbers of parts; 0 if the file could not be read.
  int models = 0;
  int links = 0;
  int joints = 0;
  std::vector<WheelCheck> wheels;
  std::vector<GroundCheck> grounds;
  /// Simulated time of the run (s), and the error that ended it; empty if it ran to the end.
  double run = 0.0;
  std::string run_error;

  bool ok() const { return problems.ok() && run_error.empty(); }
};

/// Reads a file as a run would, checks that the engine supports it, and runs it if the options say
/// so.
FileCheck CheckFile(const Parts& parts, const std::string& file, const CheckOptions& options);

/// Files below a folder that a format can read, sorted by path. They are recognized by their
/// endings, .xml files by their content; .xacro files only if they contain a robot with a name,
/// because the others are parts of robots. Hidden folders and build folders are skipped, links to
/// folders are not followed.
std::vector<std::string> ListDescriptions(const formats::FormatRegistry& formats,
                                          const std::string& folder);

/// One kind of message, and how often it occurred.
struct MessageCount {
  Severity severity = Severity::kError;
  std::string message;
  int count = 0;
  int files = 0;
};

/// Messages grouped without the names and numbers in them, the one in most files first; no notes.
std::vector<MessageCount> CountMessages(const std::vector<FileCheck>& checks);

/// Checks each file in a separate process, several at once, so that a crash or an endless loop of
/// one does not affect the others. Prints a line for each and a summary, or JSON. Returns the exit
/// status.
int CheckFolders(const Parts& parts, const CheckOptions& options);

}  // namespace surefoot::cli
