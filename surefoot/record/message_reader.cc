#include "surefoot/record/message_reader.h"

#include <utility>

#include "surefoot/record/definition.h"
#include "surefoot/record/recorder.h"

namespace surefoot::record {
namespace {

TopicSupport No(const std::string& why) { return TopicSupport{nullptr, why}; }

TopicSupport FindSupport(const McapChannel& channel,
                         const std::map<std::uint16_t, McapSchema>& schemas) {
  if (channel.message_encoding == "ros1") {
    return No("is in the encoding of ROS 1, which is not supported yet");
  }
  if (channel.message_encoding != "cdr") {
    return No("is in the encoding '" + channel.message_encoding + "'; only cdr is read");
  }
  const auto schema = schemas.find(channel.schema_id);
  if (schema == schemas.end()) return No("has no schema that names its type");
  const msgs::TypeInfo* type = msgs::FindType(schema->second.name);
  if (type == nullptr) return No("has the type " + schema->second.name + ", which is not known");
  if (schema->second.encoding == "ros2msg" &&
      !SameOnTheWire(type->name, type->definition, schema->second.data)) {
    return No("has another " + schema->second.name + " than ours: the fields differ");
  }
  return TopicSupport{type, ""};
}

}  // namespace

const void* TypedMessage::Decode() const {
  std::shared_ptr<void>& kept = (*decoded_)[type_];
  if (kept == nullptr) kept = type_->make();
  const bool fits = type_->decode(message_.data.data(), message_.data.size(), kept.get());
  return fits ? kept.get() : nullptr;
}

Result<std::unique_ptr<MessageReader>> MessageReader::Open(const std::string& path) {
  Result<std::unique_ptr<McapReader>> mcap = McapReader::Open(path);
  if (!mcap.ok()) return mcap.error();
  return std::unique_ptr<MessageReader>(new MessageReader(std::move(mcap).value()));
}

const TopicSupport& MessageReader::SupportOf(const McapChannel& channel) {
  const auto found = support_.find(channel.id);
  if (found != support_.end()) return found->second;
  return support_[channel.id] = FindSupport(channel, mcap_->schemas());
}

bool MessageReader::is_run() const { return mcap_->FindMetadata(kRunMetadata) != nullptr; }

bool MessageReader::Next(TypedMessage* message) {
  while (mcap_->Next(&message->message_)) {
    message->type_ = SupportOf(*message->message_.channel).type;
    message->decoded_ = &decoded_;
    if (message->type_ != nullptr) return true;
  }
  return false;
}

}  // namespace surefoot::record
