#pragma once

/// The results of all commands as JSON, one object each: the only place that knows the library.

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/cli/check_command.h"
#include "surefoot/cli/render_command.h"
#include "surefoot/cli/run_result.h"
#include "surefoot/session/parts.h"
#include "surefoot/session/run_diff.h"

namespace surefoot::cli {

std::string RunJson(const RunResult& result);
std::string CheckJson(const std::vector<FileCheck>& checks);
std::string InfoJson(const std::string& version, const Parts& parts);
std::string RenderJson(const RenderResult& result);
std::string DiffJson(const std::string& a, const std::string& b, const RunDiff& diff);

/// A command that could not begin.
std::string RefusalJson(const Error& error, const Problems& problems);

}  // namespace surefoot::cli
