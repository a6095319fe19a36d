#pragma once

#include <memory>
#include <string>

#include "surefoot/record/recording_source.h"

namespace surefoot::record {

/// Whether the folder is a ROS 2 bag: it has a metadata.yaml.
bool IsBagFolder(const std::string& path);

/// Reads the parts of a ROS 2 bag one after another, in the order that its metadata.yaml names
/// them.
Result<std::unique_ptr<RecordingSource>> OpenBagFolder(const std::string& path);

}  // namespace surefoot::record
