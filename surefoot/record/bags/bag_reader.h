#pragma once

#include <memory>
#include <string>

#include "surefoot/record/recording_source.h"

namespace surefoot::record {

/// What a ROS 1 bag begins with, before its version.
constexpr const char* kBagMagic = "#ROSBAG V";

/// Reads a ROS 1 bag, format 2.0, from start to end: indexed or not, chunks plain or packed by bz2
/// or lz4. Connections are told as channels with the encoding "ros1".
Result<std::unique_ptr<RecordingSource>> OpenBag(const std::string& path);

}  // namespace surefoot::record
