#pragma once

/// Shared by the import programs. Each runs as a child process, reads one file, writes one message
/// (geometry/import/import_message.h) to descriptor 3, and exits. A crash or an exploit in an
/// import library is thereby limited to that process.

#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/import/import_message.h"

namespace surefoot::importer {

/// Sets this process's limits: memory, processor time, no output files, no core dump. The process
/// ends with its parent.
void LimitThisProcess();

/// Restricts this process to reading the files in `places` and what the libraries need; afterwards
/// it cannot write, connect or start programs (base/process/sandbox.h). Fails if the kernel lacks
/// support, unless the owner allows unconfined reading by SUREFOOT_IMPORT_UNCONFINED=1.
Status Confine(std::vector<std::string> places);

/// Sends the result of `read`, or its error, and returns the exit code. Exceptions become errors.
int Answer(ImportKind kind, const std::function<Result<Bytes>()>& read);

}  // namespace surefoot::importer
