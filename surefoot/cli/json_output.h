#pragma once

/// The results of all commands as JSON, one object each. The keys are a public interface: scripts
/// read them, so they are added to, but not renamed. Only json_output.cc includes the JSON library.
/// Numbers are in SI units; a key with another unit names it (rate_hz, peak_rss_mb).

#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/cli/commands/check_folder.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/commands/run_summary.h"
#include "surefoot/record/recording_summary.h"
#include "surefoot/serve/server.h"
#include "surefoot/session/parts.h"
#include "surefoot/session/run_diff.h"

namespace surefoot::cli {

std::string RunJson(const RunResult& result);
std::string CheckJson(const std::vector<FileCheck>& checks);
/// The same for folders: with the problems inside each file, and a summary.
std::string FolderJson(const std::vector<FileCheck>& checks);
/// Reads the only file of a CheckJson(), which a child process printed; false if the text is
/// invalid.
bool ParseFileCheck(const std::string& text, FileCheck* check);
std::string InfoJson(const Parts& parts);
std::string EngineJson(const physics::BackendInfo& engine);
std::string RenderJson(const RenderResult& result);
std::string MapJson(const MapResult& result);
std::string DiffJson(const std::string& a, const std::string& b, const RunDiff& diff);
std::string RecordInfoJson(const std::string& file, const record::RecordingSummary& summary);

/// Addresses and tokens of the gateways, and the served world. A single line: the program
/// continues, and a reader needs to know where the object ends.
/// `hide_tokens`: only the path of the file with the owner's token.
std::string ServeJson(const serve::Server& server, const serve::Run& run, bool hide_tokens);

/// The errors of a command that could not start.
std::string RefusalJson(const Error& error, const Problems& problems);

}  // namespace surefoot::cli
