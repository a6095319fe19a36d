#pragma once

/// A recording in any container: MCAP, ROS 1 bag, ROS 2 bag in SQLite. Topics and types are
/// described in the terms of MCAP.

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/record/mcap/mcap_format.h"

namespace surefoot {

/// A message as stored in the file.
struct McapMessage {
  /// Valid as long as the reader.
  const McapChannel* channel = nullptr;
  std::uint32_t sequence = 0;
  SimTimeNs log_time_ns = 0;
  SimTimeNs publish_time_ns = 0;
  /// Valid until the reader's next call.
  std::span<const std::uint8_t> data;
};

namespace record {

/// Reads a recording from start to end, including the intact part of truncated or damaged ones.
class RecordingSource {
 public:
  virtual ~RecordingSource() = default;
  RecordingSource(const RecordingSource&) = delete;
  RecordingSource& operator=(const RecordingSource&) = delete;

  /// The next message in file order. Returns false at the end or at damage, see status().
  virtual bool Next(McapMessage* message) = 0;
  /// Why Next stopped, if it was before the end.
  const Status& status() const { return status_; }
  /// Whether the file is incomplete, and a sentence that states where it ends.
  bool truncated() const { return !truncation_.empty(); }
  const std::string& truncation() const { return truncation_; }

  /// The target ("ros2", "ros1" or another), and the program that wrote the file, if known.
  const std::string& profile() const { return profile_; }
  const std::string& library() const { return library_; }
  /// By id; some are added while messages are read.
  const std::map<std::uint16_t, McapSchema>& schemas() const { return schemas_; }
  const std::map<std::uint16_t, McapChannel>& channels() const { return channels_; }
  /// The first metadata with that name, or nullptr; bags have none.
  virtual const McapMetadata* FindMetadata(const std::string&) const { return nullptr; }

  /// Keeps an object until the file is closed, e.g. a temporary file.
  void Keep(std::shared_ptr<void> kept) { kept_ = std::move(kept); }

 protected:
  RecordingSource(std::string profile, std::string library)
      : profile_(std::move(profile)), library_(std::move(library)) {}

  std::map<std::uint16_t, McapSchema> schemas_;
  std::map<std::uint16_t, McapChannel> channels_;
  Status status_;
  /// Empty if the file is complete.
  std::string truncation_;

 private:
  std::string profile_;
  std::string library_;
  std::shared_ptr<void> kept_;
};

/// Opens a recording by its content: an MCAP file, a ROS 1 bag (2.0), a ROS 2 bag (.db3, or a
/// folder with metadata.yaml and parts in either container); each may be compressed by zstd.
Result<std::unique_ptr<RecordingSource>> OpenRecording(const std::string& path);

/// Whether OpenRecording supports the file, judged by its first bytes, or the folder.
bool IsRecording(const std::string& path);

}  // namespace record
}  // namespace surefoot
