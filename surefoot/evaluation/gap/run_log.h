#pragma once

/// Private to this folder.

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/gap/run_file.h"

namespace surefoot::gap {

/// The run in a recording of topics.
Result<TaskRun> RunFromLog(const std::string& path, const RunFileOptions& options,
                           std::vector<std::string>* notes);

}  // namespace surefoot::gap
