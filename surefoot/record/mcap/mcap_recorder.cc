#include "surefoot/record/mcap/mcap_recorder.h"

#include <utility>

namespace surefoot::record {

Result<std::unique_ptr<Recorder>> McapRecorder::Open(const std::string& path,
                                                     McapCompression compression) {
  McapWriterOptions options;
  options.compression = compression;
  options.profile = "ros2";
  Result<std::unique_ptr<McapWriter>> writer = McapWriter::Open(path, options);
  if (!writer.ok()) return writer.error();
  return std::unique_ptr<Recorder>(new McapRecorder(std::move(writer).value()));
}

Status McapRecorder::AddMetadata(const std::string& name, const StringMap& entries) {
  return writer_->AddMetadata(name, entries);
}

Result<int> McapRecorder::AddTopic(const std::string& topic, const msgs::TypeInfo& type) {
  if (schemas_.count(&type) == 0) {
    const Result<std::uint16_t> schema = writer_->AddSchema(type.name, "ros2msg", type.definition);
    if (!schema.ok()) return schema.error();
    schemas_[&type] = schema.value();
  }
  // The key is what rosbag2 looks for; an empty value is its usual quality of service.
  const Result<std::uint16_t> channel =
      writer_->AddChannel(topic, "cdr", schemas_[&type], {{"offered_qos_profiles", ""}});
  if (!channel.ok()) return channel.error();
  channels_.push_back({channel.value(), &type, 0});
  return static_cast<int>(channels_.size()) - 1;
}

Status McapRecorder::WriteBytes(int topic, SimTimeNs time_ns, const Bytes& cdr) {
  Channel& channel = channels_[static_cast<std::size_t>(topic)];
  return writer_->Write(channel.id, time_ns, time_ns, channel.sequence++, cdr);
}

Status McapRecorder::Write(int topic, SimTimeNs time_ns, const void* message) {
  channels_[static_cast<std::size_t>(topic)].type->encode(message, &buffer_);
  return WriteBytes(topic, time_ns, buffer_);
}

Status McapRecorder::Write(int topic, const graph::Delivery& delivery) {
  return WriteBytes(topic, delivery.time_ns(), delivery.cdr());
}

}  // namespace surefoot::record
