#include "surefoot/record/message_reader.h"

#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/msgs/ros1.h"
#include "surefoot/record/definition.h"
#include "surefoot/record/mcap/compression.h"
#include "surefoot/record/recorder.h"

// Messages of recordings are decoded by the definition in the file if it equals Surefoot's;
// otherwise the topic is listed with the reason.

namespace surefoot::record {
namespace {

TopicSupport No(const std::string& why) { return TopicSupport{nullptr, why}; }

/// A recording may contain an older or newer definition of a type with the same name.
bool HasSameFields(const msgs::TypeInfo& type, const McapSchema& schema) {
  if (schema.encoding == "ros2msg") {
    return SameOnTheWire(type.name, type.definition, schema.data);
  }
  if (schema.encoding == "ros1msg") {
    return SameOnTheWire(type.name, msgs::MakeRos1Type(type).definition, schema.data);
  }
  return true;
}

TopicSupport SupportFor(const McapChannel& channel,
                        const std::map<std::uint16_t, McapSchema>& schemas) {
  if (channel.message_encoding != "cdr" && channel.message_encoding != "ros1") {
    return No("is in the encoding '" + channel.message_encoding + "'; only cdr and ros1 are read");
  }
  const auto schema = schemas.find(channel.schema_id);
  if (schema == schemas.end()) return No("has no schema with its type");
  const msgs::TypeInfo* type = msgs::FindType(schema->second.name);
  if (type == nullptr) return No("has the type " + schema->second.name + ", which is not known");
  if (!schema->second.data.empty() && !HasSameFields(*type, schema->second)) {
    return No("has another definition of " + schema->second.name +
              " than Surefoot: the fields differ");
  }
  return TopicSupport{type, ""};
}

}  // namespace

const void* TypedMessage::Decode() const {
  std::shared_ptr<void>& kept = buffers_->decoded[type_];
  if (kept == nullptr) kept = type_->make();
  const auto& data = message_.data;
  const bool fits = is_ros1_ ? msgs::DecodeRos1(*type_, data.data(), data.size(), kept.get())
                             : type_->decode(data.data(), data.size(), kept.get());
  return fits ? kept.get() : nullptr;
}

std::span<const std::uint8_t> TypedMessage::data() const {
  if (!is_ros1_) return message_.data;
  const void* decoded = Decode();
  if (decoded == nullptr) return {};
  type_->encode(decoded, &buffers_->cdr);
  return buffers_->cdr;
}

Result<std::unique_ptr<MessageReader>> MessageReader::Open(const std::string& path) {
  return std::unique_ptr<MessageReader>(new MessageReader(SUREFOOT_TRY(OpenRecording(path))));
}

const TopicSupport& MessageReader::SupportOf(const McapChannel& channel) {
  const auto found = support_.find(channel.id);
  if (found != support_.end()) return found->second;
  return support_[channel.id] = SupportFor(channel, source_->schemas());
}

bool MessageReader::is_run() const { return source_->FindMetadata(kRunMetadata) != nullptr; }

bool MessageReader::Read(const McapMessage& stored, TypedMessage* message) {
  message->message_ = stored;
  message->type_ = SupportOf(*stored.channel).type;
  message->is_ros1_ = stored.channel->message_encoding == "ros1";
  message->buffers_ = &buffers_;
  if (message->type_ == nullptr) return false;
  // ROS 2 may compress each message separately. CDR starts with 0, so the two cannot be confused.
  if (message->is_ros1_ || !IsZstd(stored.data)) return true;
  if (!UnpackZstd(stored.data, &buffers_.unpacked).ok()) return false;
  message->message_.data = buffers_.unpacked;
  return true;
}

bool MessageReader::Next(TypedMessage* message) {
  McapMessage stored;
  while (source_->Next(&stored)) {
    if (Read(stored, message)) return true;
  }
  return false;
}

}  // namespace surefoot::record
