#pragma once

/// Bags of ROS as recordings. Private to this folder.

#include <memory>
#include <string>

#include "surefoot/record/recording_source.h"

namespace surefoot::record {

/// Whether the folder is a ROS 2 bag, i.e. contains metadata.yaml.
bool IsBagFolder(const std::string& path);

/// Reads the parts of a ROS 2 bag one after another, in the order of its metadata.yaml.
Result<std::unique_ptr<RecordingSource>> OpenBagFolder(const std::string& path);

/// First bytes of a ROS 1 bag, before its version.
constexpr const char* kBagMagic = "#ROSBAG V";

/// Reads a ROS 1 bag, format 2.0, from start to end: with or without index, chunks uncompressed or
/// compressed by bz2 or lz4. Connections appear as channels with the encoding "ros1".
Result<std::unique_ptr<RecordingSource>> OpenBag(const std::string& path);

/// Reads a ROS 2 bag in SQLite (.db3), in the order of time.
Result<std::unique_ptr<RecordingSource>> OpenSqliteBag(const std::string& path);

}  // namespace surefoot::record
