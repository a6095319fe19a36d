#include <gmock/gmock.h>

#include "surefoot/gateways/ros1/net/send_queue.h"
#include "surefoot/gateways/ros1/tcpros/frame_reader.h"
#include "surefoot/gateways/ros1/tcpros/header.h"

namespace surefoot::gateways::ros1 {
namespace {

using testing::ElementsAre;
using testing::Pair;

Bytes ToBytes(const std::string& text) { return {text.begin(), text.end()}; }

// The example of http://wiki.ros.org/ROS/Connection%20Header, in part.
TEST(ConnectionHeader, HasTheFormOfTheSpecification) {
  const Chunk header = WriteHeader({{"callerid", "/rostopic"}, {"topic", "/chatter"}});
  const std::string expected("\x28\0\0\0\x12\0\0\0callerid=/rostopic\x0e\0\0\0topic=/chatter", 44);
  EXPECT_EQ(std::string(header->begin(), header->end()), expected);
}

TEST(ConnectionHeader, IsReadOrRefused) {
  const Chunk header = WriteHeader({{"a", "1=2"}, {"b", ""}});
  const Result<Fields> fields = ParseHeader({header->begin() + 4, header->end()});
  ASSERT_TRUE(fields.ok());
  EXPECT_THAT(*fields, ElementsAre(Pair("a", "1=2"), Pair("b", "")));
  EXPECT_EQ(FieldOf(*fields, "c"), "");
  EXPECT_TRUE(ParseHeader({})->empty());
  EXPECT_FALSE(ParseHeader(ToBytes("\x04")).ok());
  EXPECT_FALSE(ParseHeader(ToBytes(std::string("\x05\0\0\0a=12", 8))).ok());
  EXPECT_FALSE(ParseHeader(ToBytes(std::string("\x02\0\0\0ab", 6))).ok());
  EXPECT_FALSE(ParseHeader(ToBytes("\xff\xff\xff\xff")).ok());
}

TEST(FrameReader, SplitsAStreamAtAnyPlace) {
  const std::string stream("\x03\0\0\0abc\0\0\0\0\x01\0\0\0d", 16);
  for (std::size_t size = 1; size <= stream.size(); ++size) {
    FrameReader reader(10);
    std::vector<Bytes> frames;
    for (std::size_t at = 0; at < stream.size(); at += size) {
      std::string_view piece = std::string_view(stream).substr(at, size);
      while (reader.Put(&piece)) frames.push_back(reader.Take());
    }
    EXPECT_THAT(frames, ElementsAre(ToBytes("abc"), Bytes(), ToBytes("d"))) << size;
  }
}

TEST(FrameReader, RefusesLongFramesWithoutMemory) {
  FrameReader reader(1000);
  std::string_view bytes("\xff\xff\xff\x7f more");
  EXPECT_FALSE(reader.Put(&bytes));
  ASSERT_FALSE(reader.status().ok());
  EXPECT_THAT(reader.status().error().message, testing::HasSubstr("at most 1000"));
  EXPECT_FALSE(reader.Put(&bytes));
}

Chunk MakeChunk(std::size_t size) { return std::make_shared<const Bytes>(size); }

std::vector<std::size_t> Sizes(SendQueue* queue, std::size_t about) {
  std::vector<Chunk> chunks;
  queue->Take(about, &chunks);
  std::vector<std::size_t> sizes;
  for (const Chunk& chunk : chunks) sizes.push_back(chunk->size());
  return sizes;
}

TEST(SendQueue, DropsTheOldestMessagesButNoAnswers) {
  SendQueue queue({.count = 3, .bytes = 1000});
  queue.AddAnswer(MakeChunk(1));
  for (std::size_t size = 10; size <= 15; ++size) queue.AddSample(MakeChunk(size));
  EXPECT_EQ(queue.dropped(), 3U);
  EXPECT_THAT(Sizes(&queue, 100), ElementsAre(1, 13, 14, 15));
  EXPECT_TRUE(queue.empty());
}

TEST(SendQueue, KeepsTheNewestMessageHoweverLarge) {
  SendQueue queue({.count = 3, .bytes = 100});
  queue.AddSample(MakeChunk(50));
  queue.AddSample(MakeChunk(5000));
  EXPECT_EQ(queue.dropped(), 1U);
  EXPECT_THAT(Sizes(&queue, 10), ElementsAre(5000));
  queue.AddSample(MakeChunk(60));
  queue.AddSample(MakeChunk(40));
  EXPECT_EQ(queue.dropped(), 1U);
  // At least one at a time, in whole chunks.
  EXPECT_THAT(Sizes(&queue, 70), ElementsAre(60));
  EXPECT_THAT(Sizes(&queue, 70), ElementsAre(40));
}

}  // namespace
}  // namespace surefoot::gateways::ros1
