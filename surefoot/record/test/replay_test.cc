#include "surefoot/record/replay.h"

#include <gmock/gmock.h>

#include <limits>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/record/message_reader.h"
#include "surefoot/record/recorder.h"
#include "surefoot/record/recording_summary.h"
#include "surefoot/record/test/record_test_util.h"

namespace surefoot::record {
namespace {

using msgs::std_msgs::Float64;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr SimTimeNs kEpoch = 1'700'000'000'000'000'000;

/// A recording as made by another program, unsorted and with topics that cannot be read.
class ReplayTest : public testing::Test {
 protected:
  void SetUp() override {
    auto writer = McapWriter::Open(dir_.File("bag.mcap")).value();
    const auto channel = [&](const std::string& topic, const std::string& type,
                             const std::string& definition, const std::string& encoding) {
      const std::uint16_t schema = writer->AddSchema(type, "ros2msg", definition).value();
      return writer->AddChannel(topic, encoding, schema).value();
    };
    const auto a = channel("/a", "std_msgs/msg/Float64", "# a number\nfloat64 data\n", "cdr");
    const auto b = channel("/b", "std_msgs/Float64", "float64 data", "cdr");
    const auto old = channel("/old", "std_msgs/Float64", "float64 data", "ros1");
    const auto other = channel("/other", "std_msgs/msg/Float64", "float32 data", "cdr");
    const auto unknown = channel("/unknown", "my_msgs/msg/Thing", "int32 x", "cdr");
    const auto json = writer->AddChannel("/json", "json").value();
    const auto write = [&](std::uint16_t id, SimTimeNs time_ns, double value) {
      Float64 message;
      message.data = value;
      Bytes bytes;
      msgs::Encode(message, &bytes);
      ASSERT_TRUE(writer->Write(id, kEpoch + time_ns, kEpoch, 0, bytes).ok());
    };
    write(a, 1000, 1.0);
    write(b, 3000, 2.0);
    write(a, 2000, 3.0);
    for (std::uint16_t id : {old, other, unknown, json}) write(id, 2500, 4.0);
    write(b, 4000, 5.0);
    ASSERT_TRUE(writer->Close().ok());
  }

  std::unique_ptr<Replay> Open(const ReplayOptions& options) {
    Result<std::unique_ptr<Replay>> replay = Replay::Open(dir_.File("bag.mcap"), options);
    EXPECT_TRUE(replay.ok()) << replay.error().message;
    return std::move(replay).value();
  }

  TempDir dir_;
};

TEST_F(ReplayTest, PublishesAtTheirTimes) {
  auto replay = Open({});
  graph::Graph graph;
  std::vector<std::string> log;
  const graph::Subscription all = graph.SubscribeAll([&](const graph::Delivery& delivery) {
    log.push_back(delivery.topic().name + " " +
                  std::to_string(static_cast<int>(delivery.As<Float64>()->data)) + "@" +
                  std::to_string(delivery.time_ns()));
  });
  ASSERT_TRUE(replay->PublishUntil(0, &graph).ok());
  EXPECT_THAT(log, ElementsAre("/a 1@0"));
  ASSERT_TRUE(replay->PublishUntil(1999, &graph).ok());
  EXPECT_THAT(log, ElementsAre("/a 1@0", "/a 3@1000"));
  ASSERT_TRUE(replay->PublishUntil(5000, &graph).ok());
  EXPECT_THAT(log, ElementsAre("/a 1@0", "/a 3@1000", "/b 2@2000", "/b 5@3000"));
  EXPECT_EQ(replay->end_ns(), 3000);
  replay->SkipBefore(2500);
  log.clear();
  ASSERT_TRUE(replay->PublishUntil(5000, &graph).ok());
  EXPECT_THAT(log, ElementsAre("/b 5@3000"));
}

TEST_F(ReplayTest, NamesWhatItCannotReplay) {
  EXPECT_THAT(
      Open({})->notes(),
      ElementsAre(HasSubstr("/other has another definition of std_msgs/msg/Float64 than Surefoot"),
                  HasSubstr("/unknown has the type my_msgs/msg/Thing"),
                  HasSubstr("/json is in the encoding 'json'")));
}

TEST_F(ReplayTest, ChoosesAndRemaps) {
  ReplayOptions options;
  options.remaps = {ParseRemap("/b:=/husky/b").value()};
  options.filter.topics = {"/husky/*"};
  options.start_ns = 7000;
  auto replay = Open(options);
  ASSERT_EQ(replay->topics().size(), 1u);
  EXPECT_EQ(replay->topics()[0].name, "/husky/b");
  EXPECT_EQ(replay->topics()[0].recorded, "/b");
  EXPECT_EQ(replay->topics()[0].count, 2u);
  EXPECT_EQ(replay->NextUntil(9000)->time_ns, 9000);
  EXPECT_THAT(replay->notes(), IsEmpty());
  EXPECT_THAT(replay->passed_over(), testing::Contains("/a (std_msgs/msg/Float64)"));
  options.filter.topics = {};
  options.requested = [](const std::string& topic) { return topic == "/a"; };
  EXPECT_EQ(Open(options)->topics()[0].name, "/a");
  for (const char* text : {"", ":=", "/a:=", ":=/b", "/a=/b"}) {
    EXPECT_FALSE(ParseRemap(text).ok()) << text;
  }
}

/// A recording of a real robot may have the other name of a command.
TEST_F(ReplayTest, AliasesReachTheSubscribersOfTheirTopics) {
  graph::Graph graph;
  ASSERT_TRUE(graph.AddAlias("/a", "/husky/a").ok());
  ASSERT_TRUE(graph.Advertise<Float64>("/husky/a").ok());
  int received = 0;
  const graph::Subscription subscription =
      graph.Subscribe("/husky/a", [&](const graph::Delivery&) { ++received; });
  ReplayOptions options;
  options.requested = [&](const std::string& topic) { return graph.IsListenedTo(topic); };
  auto replay = Open(options);
  ASSERT_EQ(replay->topics().size(), 1u);
  EXPECT_EQ(replay->topics()[0].name, "/a");
  ASSERT_TRUE(replay->PublishUntil(5000, &graph).ok());
  EXPECT_EQ(received, 2);
}

TEST_F(ReplayTest, AGraphWithAnotherTypeIsAnError) {
  graph::Graph graph;
  ASSERT_TRUE(graph.Advertise<msgs::geometry_msgs::Twist>("/a").ok());
  EXPECT_THAT(Open({})->PublishUntil(5000, &graph).error().message,
              HasSubstr("geometry_msgs/msg/Twist, not std_msgs/msg/Float64"));
}

TEST_F(ReplayTest, OurTimesAreKept) {
  auto recorder = OpenRecorder(dir_.File("run.mcap"), {}).value();
  ASSERT_TRUE(recorder->AddMetadata(kRunMetadata, {{"seed", "1"}}).ok());
  const Float64 message;
  const int id = recorder->AddTopic("/x", message.type()).value();
  ASSERT_TRUE(recorder->Write(id, 5'000'000, &message).ok());
  ASSERT_TRUE(recorder->Close().ok());
  ReplayOptions options;
  options.start_ns = 77;
  auto replay = Replay::Open(dir_.File("run.mcap"), options).value();
  EXPECT_TRUE(replay->is_run());
  EXPECT_EQ(replay->NextUntil(5'000'000)->time_ns, 5'000'000);
}

TEST_F(ReplayTest, ACutFileIsReplayedUpToItsEnd) {
  Bytes bytes = LoadBytes(dir_.File("bag.mcap"));
  bytes.resize(bytes.size() - 40);
  SaveBytes(dir_.File("bag.mcap"), bytes);
  auto replay = Open({});
  EXPECT_EQ(replay->topics().size(), 3u);
  EXPECT_THAT(replay->notes().back(), HasSubstr("bag.mcap"));
}

TEST_F(ReplayTest, DamagedFilesAreReadOrRefused) {
  const Bytes good = LoadBytes(dir_.File("bag.mcap"));
  RandomStream random(1, "damage");
  for (int i = 0; i < 400; ++i) {
    Bytes bytes = good;
    for (std::uint64_t k = 0; k < 1 + random.NextBits() % 3; ++k) {
      bytes[random.NextBits() % bytes.size()] = static_cast<std::uint8_t>(random.NextBits());
    }
    if (i % 4 == 0) bytes.resize(random.NextBits() % bytes.size());
    SaveBytes(dir_.File("damaged.mcap"), bytes);
    const Result<RecordingSummary> summary = Summarize(dir_.File("damaged.mcap"));
    Result<std::unique_ptr<Replay>> replay = Replay::Open(dir_.File("damaged.mcap"), {});
    EXPECT_EQ(summary.ok(), replay.ok());
    if (!replay.ok()) continue;
    EXPECT_LE(summary->message_count, 8u);
    EXPECT_EQ(replay.value()->damage(), summary->damage);
    graph::Graph graph;
    const graph::Subscription all = graph.SubscribeAll(
        [](const graph::Delivery& delivery) { static_cast<void>(delivery.message()); });
    static_cast<void>(replay.value()->PublishUntil(std::numeric_limits<SimTimeNs>::max(), &graph));
  }
}

TEST_F(ReplayTest, SummaryReportsTopicsAndRates) {
  const RecordingSummary summary = Summarize(dir_.File("bag.mcap")).value();
  EXPECT_EQ(summary.message_count, 8u);
  EXPECT_EQ(summary.first_ns, kEpoch + 1000);
  EXPECT_EQ(summary.last_ns, kEpoch + 4000);
  EXPECT_EQ(summary.truncation, "");
  EXPECT_THAT(summary.run, IsEmpty());
  ASSERT_EQ(summary.topics.size(), 6u);
  EXPECT_EQ(summary.topics[0].topic, "/a");
  EXPECT_EQ(summary.topics[0].type, "std_msgs/msg/Float64");
  EXPECT_EQ(summary.topics[0].count, 2u);
  EXPECT_EQ(summary.topics[0].bytes, 24u);
  EXPECT_DOUBLE_EQ(summary.topics[0].Rate(), 1e6);
  EXPECT_EQ(summary.topics[0].why_not, "");
  EXPECT_EQ(summary.topics[2].topic, "/json");
  EXPECT_EQ(summary.topics[2].Rate(), 0.0);
  EXPECT_NE(summary.topics[2].why_not, "");
  EXPECT_FALSE(Summarize(dir_.File("none.mcap")).ok());
}

}  // namespace
}  // namespace surefoot::record
