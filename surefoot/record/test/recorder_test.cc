#include "surefoot/record/recorder.h"

#include <gmock/gmock.h>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/record/message_reader.h"
#include "surefoot/record/test/record_test_util.h"
#include "tests/allocation_counter.h"

namespace surefoot::record {
namespace {

using msgs::sensor_msgs::Image;
using msgs::sensor_msgs::Imu;
using msgs::std_msgs::Float64;
using testing::ElementsAre;
using testing::HasSubstr;

class RecorderTest : public testing::Test {
 protected:
  std::unique_ptr<Recorder> Open(const std::string& name) {
    Result<std::unique_ptr<Recorder>> recorder = OpenRecorder(dir_.File(name), {});
    EXPECT_TRUE(recorder.ok()) << recorder.error().message;
    return std::move(recorder).value();
  }
  /// "topic value@ns" of the Float64 messages in a file.
  std::vector<std::string> Values(const std::string& name) {
    auto reader = MessageReader::Open(dir_.File(name)).value();
    std::vector<std::string> values;
    TypedMessage message;
    while (reader->Next(&message)) {
      const Float64* number = message.As<Float64>();
      values.push_back(message.topic() + " " +
                       (number != nullptr ? std::to_string(number->data) : "?") + "@" +
                       std::to_string(message.time_ns()));
    }
    EXPECT_TRUE(reader->status().ok());
    return values;
  }
  void Publish(const std::string& topic, SimTimeNs time_ns, double value) {
    Float64 message;
    message.data = value;
    graph_.Publish(graph_.Advertise<Float64>(topic).value(), time_ns, message);
  }

  TempDir dir_;
  graph::Graph graph_;
};

/// Messages have their own topic's name, however the filter names them.
TEST_F(RecorderTest, MessagesOfAliasesAreRecordedOnce) {
  ASSERT_TRUE(graph_.AddAlias("/husky/platform/odom", "/husky/odom").ok());
  const auto recorded = [&](const TopicFilter& filter) {
    auto recorder = Open("alias.mcap");
    {
      const GraphRecorder graph_recorder(&graph_, filter, recorder.get());
      Publish("/husky/odom", 1, 1.0);
      Publish("/husky/platform/odom", 2, 2.0);
    }
    EXPECT_TRUE(recorder->Close().ok());
    return Values("alias.mcap");
  };
  const auto own = ElementsAre("/husky/odom 1.000000@1", "/husky/odom 2.000000@2");
  EXPECT_THAT(recorded({}), own);
  EXPECT_THAT(recorded({.topics = {"/husky/*"}}), own);
  EXPECT_THAT(recorded({.topics = {"/husky/odom"}}), own);
  EXPECT_THAT(recorded({.topics = {"/husky/platform/*"}}),
              ElementsAre("/husky/platform/odom 1.000000@1", "/husky/platform/odom 2.000000@2"));
  EXPECT_THAT(recorded({.exclude = {"/husky/odom"}}), ElementsAre());
  EXPECT_THAT(recorded({.topics = {"/husky/*"}, .exclude = {"/husky/odom"}}), ElementsAre());
}

TEST(TopicFilter, TakesByPatterns) {
  EXPECT_TRUE(MatchesPattern("/husky/imu/data", "/husky/*"));
  EXPECT_TRUE(MatchesPattern("/husky/imu/data", "*imu*"));
  EXPECT_TRUE(MatchesPattern("/a/b/c", "/?/*/c"));
  EXPECT_TRUE(MatchesPattern("/aab", "*ab"));
  EXPECT_TRUE(MatchesPattern("", "**"));
  EXPECT_FALSE(MatchesPattern("/husky/imu", "/husky"));
  EXPECT_FALSE(MatchesPattern("/husky", "/husky/*"));
  EXPECT_FALSE(MatchesPattern("/a", "/?b"));
  // Backtracking remains cheap.
  EXPECT_FALSE(MatchesPattern(std::string(5000, 'a'), "*a*a*a*a*a*a*a*b"));
  TopicFilter filter;
  EXPECT_TRUE(filter.Takes("/x"));
  filter = {{"/a/*", "/b"}, {"*/raw"}};
  EXPECT_TRUE(filter.Takes("/a/x"));
  EXPECT_TRUE(filter.Takes("/b"));
  EXPECT_FALSE(filter.Takes("/a/raw"));
  EXPECT_FALSE(filter.Takes("/c"));
}

TEST_F(RecorderTest, RecordsChosenTopicsInOrder) {
  auto recorder = Open("a.mcap");
  Publish("/before", 1, 0.0);
  {
    const GraphRecorder all(&graph_, {{}, {"/secret*"}}, recorder.get());
    Publish("/x", 2, 1.5);
    Publish("/secret/y", 3, 2.5);
    Publish("/x", 4, 3.5);
    Publish("/before", 4, 4.5);
    EXPECT_TRUE(all.status().ok());
  }
  Publish("/x", 5, 9.0);
  ASSERT_TRUE(recorder->Close().ok());
  EXPECT_THAT(Values("a.mcap"),
              ElementsAre("/x 1.500000@2", "/x 3.500000@4", "/before 4.500000@4"));
  auto reader = McapReader::Open(dir_.File("a.mcap")).value();
  EXPECT_EQ(reader->profile(), "ros2");
  const McapSchema& schema = reader->schemas().at(1);
  EXPECT_EQ(schema.name, "std_msgs/msg/Float64");
  EXPECT_EQ(schema.encoding, "ros2msg");
  EXPECT_EQ(schema.data, "float64 data\n");
  EXPECT_EQ(reader->schemas().size(), 1u) << "one for both topics";
  EXPECT_EQ(reader->channels().at(1).message_encoding, "cdr");
}

TEST_F(RecorderTest, LatchedMessagesAreThere) {
  Float64 message;
  message.data = 7.0;
  graph_.Publish(graph_.Advertise<Float64>("/map", {.latched = true}).value(), 3, message);
  auto recorder = Open("a.mcap");
  const GraphRecorder all(&graph_, {}, recorder.get());
  ASSERT_TRUE(recorder->Close().ok());
  EXPECT_THAT(Values("a.mcap"), ElementsAre("/map 7.000000@3"));
}

TEST_F(RecorderTest, AllocatesNothingOnceWarm) {
  auto recorder = Open("a.mcap");
  const GraphRecorder all(&graph_, {}, recorder.get());
  const int camera = graph_.Advertise<Image>("/camera").value();
  const int imu = graph_.Advertise<Imu>("/imu").value();
  Image image;
  image.data.resize(200'000);
  Imu sample;
  sample.header.frame_id = "a frame with a name that is longer than a small string";
  const auto publish = [&](SimTimeNs from_ns) {
    for (SimTimeNs i = 0; i < 400; ++i) {
      image.data[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i * 7);
      if (i % 10 == 0) graph_.Publish(camera, from_ns + i * 2'000'000, image);
      graph_.Publish(imu, from_ns + i * 2'000'000, sample);
    }
  };
  publish(0);
  const long before = AllocationCount();
  publish(1'000'000'000);
  EXPECT_EQ(AllocationCount(), before);
}

TEST_F(RecorderTest, PathsReportTheFormat) {
  EXPECT_TRUE(IsTableFile("run.csv"));
  EXPECT_FALSE(IsTableFile("run.mcap"));
  EXPECT_FALSE(IsTableFile("run.csv/"));
  for (const char* name : {"none", "lz4", "zstd"}) EXPECT_TRUE(ParseCompression(name).ok());
  EXPECT_THAT(ParseCompression("gzip").error().message, HasSubstr("none, lz4 and zstd"));
  Open("tables/")->Close().ok();
  EXPECT_TRUE(std::filesystem::is_directory(dir_.File("tables")));
  EXPECT_FALSE(OpenRecorder(dir_.File("none/run.csv"), {}).ok());
  SaveBytes(dir_.File("file"), {});
  EXPECT_FALSE(OpenRecorder(dir_.File("file/tables/"), {}).ok());
}

TEST_F(RecorderTest, IncompressibleChunksAreStored) {
  RandomStream random(1, "noise");
  McapWriterOptions options;
  options.compression = McapCompression::kZstd;
  auto writer = McapWriter::Open(dir_.File("noise.mcap"), options).value();
  const std::uint16_t channel = writer->AddChannel("/jpeg", "raw").value();
  Bytes noise(300'000);
  for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random.NextBits());
  ASSERT_TRUE(writer->Write(channel, 0, 0, 0, noise).ok());
  ASSERT_TRUE(writer->Flush().ok());
  ASSERT_TRUE(writer->Write(channel, 1, 1, 1, Bytes(300'000, 7)).ok());
  ASSERT_TRUE(writer->Close().ok());
  const Bytes file = LoadBytes(dir_.File("noise.mcap"));
  EXPECT_GT(file.size(), 300'000u);
  EXPECT_LT(file.size(), 304'000u);
  // Uncompressed, so that a picture can be extracted from the file.
  EXPECT_NE(std::search(file.begin(), file.end(), noise.begin(), noise.end()), file.end());
  auto reader = McapReader::Open(dir_.File("noise.mcap")).value();
  EXPECT_EQ(ReadRest(reader.get()).size(), 2u);
  EXPECT_TRUE(reader->VerifyChecksums().ok());
}

}  // namespace
}  // namespace surefoot::record
