#include "surefoot/gateways/ros2/graph_info.h"

#include <utility>

#include "surefoot/msgs/cdr.h"

namespace surefoot::gateways::ros2 {
namespace {

constexpr int kPadding = 8;

void WriteGid(const dds::Guid& guid, GidSize size, msgs::CdrWriter* writer) {
  writer->Write(guid);
  for (int i = 0; size == GidSize::k24 && i < kPadding; ++i) writer->Write(std::uint8_t{0});
}

void WriteGids(const std::set<dds::Guid>& guids, GidSize size, msgs::CdrWriter* writer) {
  writer->Write(static_cast<std::uint32_t>(guids.size()));
  for (const dds::Guid& guid : guids) WriteGid(guid, size, writer);
}

}  // namespace

GraphInfo::GraphInfo(std::string node_namespace, std::string node, GidSize gid_size)
    : namespace_(std::move(node_namespace)), node_(std::move(node)), gid_size_(gid_size) {}

void GraphInfo::Remove(const dds::Guid& guid) {
  readers_.erase(guid);
  writers_.erase(guid);
}

Bytes GraphInfo::Encode(const dds::Guid& participant) const {
  Bytes cdr;
  msgs::CdrWriter writer(&cdr);
  WriteGid(participant, gid_size_, &writer);
  // One node.
  writer.Write(std::uint32_t{1});
  writer.Write(namespace_);
  writer.Write(node_);
  WriteGids(readers_, gid_size_, &writer);
  WriteGids(writers_, gid_size_, &writer);
  return cdr;
}

}  // namespace surefoot::gateways::ros2
