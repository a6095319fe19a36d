#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "surefoot/record/mcap/mcap_records.h"
#include "surefoot/record/recording_source.h"

namespace surefoot::record {

/// What all readers of bags have; a bag has no metadata.
class BagSource : public RecordingSource {
 public:
  BagSource(std::string profile, std::string library)
      : profile_(std::move(profile)), library_(std::move(library)) {}

  const Status& status() const override { return status_; }
  bool truncated() const override { return !truncation_.empty(); }
  const std::string& truncation() const override { return truncation_; }
  const std::string& profile() const override { return profile_; }
  const std::string& library() const override { return library_; }
  const std::map<std::uint16_t, McapSchema>& schemas() const override { return schemas_; }
  const std::map<std::uint16_t, McapChannel>& channels() const override { return channels_; }
  const McapMetadata* FindMetadata(const std::string&) const override { return nullptr; }

 protected:
  std::map<std::uint16_t, McapSchema> schemas_;
  std::map<std::uint16_t, McapChannel> channels_;
  Status status_;
  /// Empty when the bag is complete.
  std::string truncation_;

 private:
  std::string profile_;
  std::string library_;
};

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
