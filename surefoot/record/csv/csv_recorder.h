#pragma once

#include <memory>
#include <string>

#include "surefoot/record/recorder.h"

namespace surefoot::record {

/// Messages as tables: one file for each topic in a folder, or one file for a single topic.
Result<std::unique_ptr<Recorder>> OpenCsvFolder(const std::string& path);
Result<std::unique_ptr<Recorder>> OpenCsvFile(const std::string& path);

}  // namespace surefoot::record
