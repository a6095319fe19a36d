#pragma once

#include <string>

#include "surefoot/sim/run_state.h"

namespace surefoot {

/// A snapshot on disk: magic, length, hash, bytes. Written beside and then renamed, so that a
/// killed process leaves the old file or the new one, never half of one.
Status WriteSnapshotFile(const std::string& path, const sim::Snapshot& snapshot);
Result<Bytes> ReadSnapshotFile(const std::string& path);

}  // namespace surefoot
