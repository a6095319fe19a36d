#pragma once

/// The results of all commands as JSON, one object each: the only place that knows the library.

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
/// The same with each file's problems in it, and a summary.
std::string FolderJson(const std::vector<FileCheck>& checks);
/// The one file of a CheckJson; false when the text is none.
bool ParseFileCheck(const std::string& text, FileCheck* check);
std::string InfoJson(const std::string& version, const Parts& parts);
std::string EngineJson(const physics::BackendInfo& engine);
std::string RenderJson(const RenderResult& result);
std::string MapJson(const MapResult& result);
std::string DiffJson(const std::string& a, const std::string& b, const RunDiff& diff);
std::string RecordInfoJson(const std::string& file, const record::RecordingSummary& summary);

/// Gateways and their addresses, and what they serve. One line, because the program goes on.
std::string ServeJson(const serve::Server& server, const serve::Run& run);

/// A command that could not begin.
std::string RefusalJson(const Error& error, const Problems& problems);

}  // namespace surefoot::cli
