#pragma once

/// A recording in whatever container: MCAP, ROS 1 bag, ROS 2 bag in SQLite. Topics and types are
/// told in the words of MCAP.

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

/// One message as it stands in the file.
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

/// Reads from start to end, also what was cut off or is damaged further on.
class RecordingSource {
 public:
  virtual ~RecordingSource() = default;
  RecordingSource(const RecordingSource&) = delete;
  RecordingSource& operator=(const RecordingSource&) = delete;

  /// The next message in the order of the file. False at the end and at damage, see status().
  virtual bool Next(McapMessage* message) = 0;
  /// Why Next stopped, when it stopped before the end.
  const Status& status() const { return status_; }
  /// Whether the file is incomplete, and a sentence that says where.
  bool truncated() const { return !truncation_.empty(); }
  const std::string& truncation() const { return truncation_; }

  /// "ros2", "ros1" or what else it was written for; the program that wrote it, where known.
  const std::string& profile() const { return profile_; }
  const std::string& library() const { return library_; }
  /// By id; some appear as Next comes upon them.
  const std::map<std::uint16_t, McapSchema>& schemas() const { return schemas_; }
  const std::map<std::uint16_t, McapChannel>& channels() const { return channels_; }
  /// The first metadata of that name, or nullptr; bags have none.
  virtual const McapMetadata* FindMetadata(const std::string&) const { return nullptr; }

  /// Ends with the source, after its file is closed.
  void Keep(std::shared_ptr<void> kept) { kept_ = std::move(kept); }

 protected:
  RecordingSource(std::string profile, std::string library)
      : profile_(std::move(profile)), library_(std::move(library)) {}

  std::map<std::uint16_t, McapSchema> schemas_;
  std::map<std::uint16_t, McapChannel> channels_;
  Status status_;
  /// Empty when the file is complete.
  std::string truncation_;

 private:
  std::string profile_;
  std::string library_;
  std::shared_ptr<void> kept_;
};

/// Opens a recording by what it is: an MCAP file, a ROS 1 bag (2.0), a ROS 2 bag (.db3, or a folder
/// with metadata.yaml and parts in either container), files packed by zstd included.
Result<std::unique_ptr<RecordingSource>> OpenRecording(const std::string& path);

/// Whether the file, by its first bytes, or the folder is one that OpenRecording reads.
bool IsRecording(const std::string& path);

}  // namespace record
}  // namespace surefoot
