#pragma once

#include <memory>
#include <string>

#include "surefoot/record/recording_source.h"

namespace surefoot::record {

/// Reads a ROS 2 bag in SQLite (.db3), in the order of its times.
Result<std::unique_ptr<RecordingSource>> OpenSqliteBag(const std::string& path);

}  // namespace surefoot::record
