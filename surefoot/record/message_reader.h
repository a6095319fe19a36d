#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/msgs/type_info.h"
#include "surefoot/record/recording_source.h"

namespace surefoot::record {

/// What can be done with a recorded topic.
struct TopicSupport {
  /// nullptr if its messages cannot be read; `why_not` states the reason.
  const msgs::TypeInfo* type = nullptr;
  std::string why_not;
};

/// Memory reused for all messages.
struct MessageBuffers {
  /// One message object for each type.
  std::map<const msgs::TypeInfo*, std::shared_ptr<void>> decoded;
  Bytes cdr;
  Bytes unpacked;
};

/// A recorded message of a known type; valid until the next one is read.
class TypedMessage {
 public:
  const std::string& topic() const { return message_.channel->topic; }
  const msgs::TypeInfo& type() const { return *type_; }
  SimTimeNs time_ns() const { return message_.log_time_ns; }
  /// The message in CDR, whatever the encoding of the recording. Empty if the bytes are damaged.
  std::span<const std::uint8_t> data() const;
  /// nullptr if T is not its type or the bytes are damaged.
  template <typename T>
  const T* As() const {
    return &T::type() == type_ ? static_cast<const T*>(Decode()) : nullptr;
  }

 private:
  friend class MessageReader;
  const void* Decode() const;

  McapMessage message_;
  const msgs::TypeInfo* type_ = nullptr;
  bool is_ros1_ = false;
  MessageBuffers* buffers_ = nullptr;
};

/// Reads messages of known types from a recording: Surefoot's own and those of other programs, in
/// CDR or in the encoding of ROS 1.
///
///   auto reader = SUREFOOT_TRY(MessageReader::Open("drive.mcap"));
///   TypedMessage message;
///   while (reader->Next(&message)) {
///     if (const auto* imu = message.As<msgs::sensor_msgs::Imu>()) ...
///   }
class MessageReader {
 public:
  /// Opens any format that OpenRecording supports.
  static Result<std::unique_ptr<MessageReader>> Open(const std::string& path);

  /// The next readable message; others are skipped. Returns false at the end or at damage, see
  /// status().
  bool Next(TypedMessage* message);
  const Status& status() const { return source_->status(); }

  /// Decided by the description of the channel in the file.
  const TopicSupport& SupportOf(const McapChannel& channel);
  /// Interprets a message of source(); returns false if it cannot be read.
  bool Read(const McapMessage& stored, TypedMessage* message);

  /// Whether this is a recording of a Surefoot run, with simulated times.
  bool is_run() const;

  RecordingSource& source() { return *source_; }

 private:
  explicit MessageReader(std::unique_ptr<RecordingSource> source) : source_(std::move(source)) {}

  std::unique_ptr<RecordingSource> source_;
  /// By channel.
  std::map<std::uint16_t, TopicSupport> support_;
  MessageBuffers buffers_;
};

}  // namespace surefoot::record
