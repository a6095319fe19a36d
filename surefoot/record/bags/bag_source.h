#pragma once

/// Bags of ROS as recordings. Private to this folder.

#include <memory>
#include <string>

#include "surefoot/record/recording_source.h"

namespace surefoot::record {

/// Whether the folder is a ROS 2 bag: it has a metadata.yaml.
bool IsBagFolder(const std::string& path);

/// Reads the parts of a ROS 2 bag one after another, in the order that its metadata.yaml names
/// them.
Result<std::unique_ptr<RecordingSource>> OpenBagFolder(const std::string& path);

/// What a ROS 1 bag begins with, before its version.
constexpr const char* kBagMagic = "#ROSBAG V";

/// Reads a ROS 1 bag, format 2.0, from start to end: indexed or not, chunks plain or packed by bz2
/// or lz4. Connections are told as channels with the encoding "ros1".
Result<std::unique_ptr<RecordingSource>> OpenBag(const std::string& path);

/// Reads a ROS 2 bag in SQLite (.db3), in the order of its times.
Result<std::unique_ptr<RecordingSource>> OpenSqliteBag(const std::string& path);

}  // namespace surefoot::record
