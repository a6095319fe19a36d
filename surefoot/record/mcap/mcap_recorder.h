#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/record/mcap/mcap_writer.h"
#include "surefoot/record/recorder.h"

namespace surefoot::record {

/// Messages in CDR with their ROS 2 definitions, as `ros2 bag` writes them.
class McapRecorder final : public Recorder {
 public:
  static Result<std::unique_ptr<Recorder>> Open(const std::string& path,
                                                McapCompression compression);

  Status AddMetadata(const std::string& name, const StringMap& entries) override;
  Result<int> AddTopic(const std::string& topic, const msgs::TypeInfo& type) override;
  Status Write(int topic, SimTimeNs time_ns, const void* message) override;
  Status Write(int topic, const graph::Delivery& delivery) override;
  Status Close() override { return writer_->Close(); }

 private:
  struct Channel {
    std::uint16_t id = 0;
    const msgs::TypeInfo* type = nullptr;
    std::uint32_t sequence = 0;
  };

  explicit McapRecorder(std::unique_ptr<McapWriter> writer) : writer_(std::move(writer)) {}
  Status WriteBytes(int topic, SimTimeNs time_ns, const Bytes& cdr);

  std::unique_ptr<McapWriter> writer_;
  std::map<const msgs::TypeInfo*, std::uint16_t> schemas_;
  std::vector<Channel> channels_;
  Bytes buffer_;
};

}  // namespace surefoot::record
