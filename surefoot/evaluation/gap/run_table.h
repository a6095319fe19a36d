#pragma once

/// Private to this folder.

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/gap/run_file.h"
#include "surefoot/evaluation/recordings/csv_file.h"

namespace surefoot::gap {

/// The run in a table.
Result<TaskRun> RunFromTable(const CsvFile& file, const RunFileOptions& options);

}  // namespace surefoot::gap
