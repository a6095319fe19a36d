#pragma once

#include <string>

#include "surefoot/sim/run_state.h"

namespace surefoot {

/// A snapshot on disk: magic number, length, hash, bytes. Written to a temporary file and then
/// renamed, so that a killed process leaves either the old file or the new one.
Status WriteSnapshotFile(const std::string& path, const sim::Snapshot& snapshot);
Result<Bytes> ReadSnapshotFile(const std::string& path);

}  // namespace surefoot
