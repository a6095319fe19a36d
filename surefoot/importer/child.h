#pragma once

/// What the import programs share. Each reads one file and writes one message
/// (geometry/import/import_message.h) to descriptor 3.

#include <functional>

#include "surefoot/base/result.h"
#include "surefoot/geometry/import/import_message.h"

namespace surefoot::importer {

/// The limits of this process: memory, processor time, no files written, no core dump; it ends
/// with its parent.
void LimitThisProcess();

/// Sends what `read` gives, or its error, and returns the exit code. Whatever it throws is an
/// error.
int Answer(ImportKind kind, const std::function<Result<Bytes>()>& read);

}  // namespace surefoot::importer
