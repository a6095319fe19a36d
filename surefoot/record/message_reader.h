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

/// What we make of a recorded topic.
struct TopicSupport {
  /// nullptr: its messages cannot be read, `why_not` says why.
  const msgs::TypeInfo* type = nullptr;
  std::string why_not;
};

/// Memory that is used again for each message.
struct MessageBuffers {
  /// One message of each type.
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
  /// In CDR, whatever the recording has. Empty when the bytes are damaged.
  std::span<const std::uint8_t> data() const;
  /// nullptr when T is not its type or the bytes are damaged.
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

/// Reads the messages of a recording as messages: ours, and those of other programs, in CDR or as
/// ROS 1 has them, whose types we know.
class MessageReader {
 public:
  /// Any that OpenRecording takes.
  static Result<std::unique_ptr<MessageReader>> Open(const std::string& path);

  /// The next message that can be read; others are passed over. False at the end and at damage.
  bool Next(TypedMessage* message);
  const Status& status() const { return source_->status(); }

  /// By what the file says of the channel.
  const TopicSupport& SupportOf(const McapChannel& channel);
  /// A message of source(), as it can be read; false when it cannot.
  bool Read(const McapMessage& stored, TypedMessage* message);

  /// Whether it is a recording of one of our runs.
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
