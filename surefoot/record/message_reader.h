#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/msgs/type_info.h"
#include "surefoot/record/mcap_reader.h"

namespace surefoot::record {

/// What we make of a recorded topic.
struct TopicSupport {
  /// nullptr: its messages cannot be read, `why_not` says why.
  const msgs::TypeInfo* type = nullptr;
  std::string why_not;
};

/// A recorded message of a known type; valid until the next one is read.
class TypedMessage {
 public:
  const std::string& topic() const { return message_.channel->topic; }
  const msgs::TypeInfo& type() const { return *type_; }
  SimTimeNs time_ns() const { return message_.log_time_ns; }
  /// In CDR.
  std::span<const std::uint8_t> data() const { return message_.data; }
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
  /// One message of each type, whose memory is used again.
  std::map<const msgs::TypeInfo*, std::shared_ptr<void>>* decoded_ = nullptr;
};

/// Reads the messages of a recording as messages: ours, and those of other programs in CDR whose
/// types we know.
class MessageReader {
 public:
  static Result<std::unique_ptr<MessageReader>> Open(const std::string& path);

  /// The next message that can be read; others are passed over. False at the end and at damage.
  bool Next(TypedMessage* message);
  const Status& status() const { return mcap_->status(); }

  /// By what the file says of the channel.
  const TopicSupport& SupportOf(const McapChannel& channel);

  /// Whether it is a recording of one of our runs.
  bool is_run() const;

  McapReader& mcap() { return *mcap_; }

 private:
  explicit MessageReader(std::unique_ptr<McapReader> mcap) : mcap_(std::move(mcap)) {}

  std::unique_ptr<McapReader> mcap_;
  /// By channel.
  std::map<std::uint16_t, TopicSupport> support_;
  std::map<const msgs::TypeInfo*, std::shared_ptr<void>> decoded_;
};

}  // namespace surefoot::record
