#pragma once

#include <string>

#include "surefoot/cli/arguments.h"
#include "surefoot/record/recording_summary.h"

namespace surefoot::cli {

/// surefoot record-info.
struct RecordInfoOptions {
  std::string file;
  bool json = false;
};
void AddArguments(CommandArguments command, RecordInfoOptions* options);

/// Tells what is in a recording. Returns the exit status.
int RecordInfoCommand(const RecordInfoOptions& options);

/// For people.
std::string RecordInfoText(const std::string& file, const record::RecordingSummary& summary);

}  // namespace surefoot::cli
