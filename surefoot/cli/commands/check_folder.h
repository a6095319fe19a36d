#pragma once

#include <string>
#include <vector>

#include "surefoot/cli/commands/check_command.h"

namespace surefoot::cli {

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
