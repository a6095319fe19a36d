#include "surefoot/gateways/ros2/graph_info.h"

#include <gtest/gtest.h>

#include "surefoot/msgs/cdr.h"

namespace surefoot::gateways::ros2 {
namespace {

dds::Guid GuidOf(std::uint8_t last) {
  dds::Guid guid{};
  guid[0] = 1;
  guid[15] = last;
  return guid;
}

/// The message by the definition in rmw_dds_common, with GUIDs of `n` octets.
template <std::size_t n>
struct Info {
  using Gid = std::array<std::uint8_t, n>;
  Gid participant{};
  std::uint32_t nodes = 0;
  std::string node_namespace;
  std::string node;
  std::vector<Gid> readers;
  std::vector<Gid> writers;
  bool ok = false;

  explicit Info(const Bytes& cdr) {
    msgs::CdrReader reader(cdr.data(), cdr.size());
    reader.Read(&participant);
    reader.Read(&nodes);
    reader.Read(&node_namespace);
    reader.Read(&node);
    ReadGids(&reader, &readers);
    ReadGids(&reader, &writers);
    ok = reader.ok();
  }

  static void ReadGids(msgs::CdrReader* reader, std::vector<Gid>* gids) {
    std::uint32_t count = 0;
    reader->Read(&count);
    for (std::uint32_t i = 0; i < count && reader->ok(); ++i) {
      Gid gid;
      reader->Read(&gid);
      gids->push_back(gid);
    }
  }
};

TEST(GraphInfo, ListsTheEndpointsOfTheNode) {
  GraphInfo info("/sim1", "surefoot", GidSize::k16);
  info.AddReader(GuidOf(4));
  info.AddWriter(GuidOf(3));
  info.AddWriter(GuidOf(7));
  info.AddWriter(GuidOf(9));
  info.Remove(GuidOf(9));
  const Bytes cdr = info.Encode(GuidOf(0xc1));
  const Info<16> message(cdr);
  ASSERT_TRUE(message.ok);
  EXPECT_EQ(message.participant, GuidOf(0xc1));
  EXPECT_EQ(message.nodes, 1u);
  EXPECT_EQ(message.node_namespace, "/sim1");
  EXPECT_EQ(message.node, "surefoot");
  EXPECT_EQ(message.readers, std::vector{GuidOf(4)});
  EXPECT_EQ(message.writers, (std::vector{GuidOf(3), GuidOf(7)}));
}

TEST(GraphInfo, HumbleHasLongerGuids) {
  GraphInfo info("/", "surefoot", GidSize::k24);
  info.AddWriter(GuidOf(3));
  const Info<24> message(info.Encode(GuidOf(0xc1)));
  ASSERT_TRUE(message.ok);
  EXPECT_EQ(message.node, "surefoot");
  ASSERT_EQ(message.writers.size(), 1u);
  EXPECT_EQ(message.writers[0][15], 3);
  EXPECT_EQ(message.writers[0][16], 0);
}

}  // namespace
}  // namespace surefoot::gateways::ros2
