#pragma once

/// What the import programs share. Each reads one file and writes one message
/// (geometry/import/import_message.h) to descriptor 3.

#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/import/import_message.h"

namespace surefoot::importer {

/// The limits of this process: memory, processor time, no files written, no core dump; it ends
/// with its parent.
void LimitThisProcess();

/// From now on this process reads only the files in `places` and what the libraries need; it
/// writes, connects and starts nothing (base/sandbox.h). An error where the kernel cannot do that,
/// unless the owner allows it by SUREFOOT_IMPORT_UNCONFINED=1.
Status Confine(std::vector<std::string> places);

/// Sends what `read` gives, or its error, and returns the exit code. Whatever it throws is an
/// error.
int Answer(ImportKind kind, const std::function<Result<Bytes>()>& read);

}  // namespace surefoot::importer
