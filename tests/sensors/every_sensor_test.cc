// Requirements on every kind of sensor in the registry, on one robot.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>

#include "surefoot/msgs/convert.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sim/inputs/input.h"
#include "tests/allocation_counter.h"
#include "tests/sensors/sensor_run.h"
#include "tests/sensors/sensor_table.h"

namespace surefoot::sensor_tests {
namespace {

/// The kind's row in the table; for a kind without a row, an empty element without noise.
SensorEntry EntryOf(const std::string& kind) {
  for (const SensorEntry& entry : SensorTable()) {
    if (entry.kind == kind) return entry;
  }
  SensorEntry entry;
  entry.kind = kind;
  entry.type = sensors::BuiltinSensors().Find(kind)->types.front();
  return entry;
}

std::vector<std::string> KindNames() {
  std::vector<std::string> names;
  const sensors::SensorRegistry registry = sensors::BuiltinSensors();
  for (const auto& entry : registry.entries()) names.push_back(entry.first);
  return names;
}

std::string SensorText(const SensorEntry& entry, double rate, const std::string& inside,
                       const std::string& name = "probe") {
  char number[40];
  std::snprintf(number, sizeof number, "%.17g", rate);
  return "\n<sensor name='" + name + "' type='" + entry.type + "'><update_rate>" + number +
         "</update_rate>" + inside + "</sensor>\n";
}

/// A driving robot with the sensor, among obstacles. `others` is the text of another sensor.
std::string WorldWith(const SensorEntry& entry, const std::string& sensor,
                      const std::string& others = "", bool with_robot = true) {
  const std::string scene =
      "<spherical_coordinates><latitude_deg>44.2</latitude_deg><longitude_deg>-76.5"
      "</longitude_deg><elevation>90</elevation></spherical_coordinates>" +
      Floor() + Wall("front", "1.5 0 0.5 0 0 0", "0.2 4 1") +
      Wall("side", "0 1.5 0.5 0 0 0.3", "4 0.2 1");
  if (!with_robot) return World(scene);
  return World(scene + (entry.in_joint ? Robot(others, 2.0, 3.0, sensor)
                                       : Robot(others + sensor, 2.0, 3.0)));
}

/// Topics of the sensor "probe" that have a message for each sample.
std::vector<std::string> TopicsOf(const SensorEntry& entry, const sim::Simulation& run) {
  for (const sensors::SensorStatus& status : run.machine().sensors().Statuses()) {
    const std::size_t colons = status.name.rfind("::");
    if (status.name.substr(colons + 2) != "probe") continue;
    std::vector<std::string> topics;
    for (const std::string& topic : status.topics) {
      const bool once = !entry.once.empty() && topic.ends_with(entry.once);
      if (!once) topics.push_back(topic);
    }
    return topics;
  }
  ADD_FAILURE() << "the sensor does not run";
  return {};
}

std::vector<Heard> HeardOn(const Listener& listener, const std::vector<std::string>& topics) {
  std::vector<Heard> heard;
  for (const Heard& one : listener.all()) {
    if (std::find(topics.begin(), topics.end(), one.topic) != topics.end()) heard.push_back(one);
  }
  return heard;
}

bool HasHeader(const sim::Simulation& run, const std::string& topic) {
  const std::string definition = run.graph().FindTopic(topic)->type->definition;
  return definition.compare(0, 22, "std_msgs/Header header") == 0;
}

/// Stamp and length of the frame's name of a message that begins with a header.
SimTimeNs StampOf(const Heard& heard, std::size_t* frame_length) {
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
  std::uint32_t length = 0;
  if (heard.cdr.size() < 16) return -1;
  std::memcpy(&sec, heard.cdr.data() + 4, 4);
  std::memcpy(&nanosec, heard.cdr.data() + 8, 4);
  std::memcpy(&length, heard.cdr.data() + 12, 4);
  *frame_length = length > 0 ? length - 1 : 0;
  return SimTimeNs{sec} * 1000000000 + nanosec;
}

class EverySensor : public testing::TestWithParam<std::string> {
 protected:
  const SensorEntry& entry() const { return entry_; }
  /// A rate that is reasonable for the kind.
  double Rate() const { return std::min(entry().max_rate, 50.0); }

  std::vector<Heard> Bytes(const std::string& sdf, std::uint64_t seed, double seconds = 0.5) const {
    RunOptions options;
    options.seed = seed;
    auto run = RunText(sdf, options);
    if (run == nullptr) return {};
    Listener listener(run.get());
    Advance(run.get(), seconds);
    return HeardOn(listener, TopicsOf(entry(), *run));
  }

 private:
  const SensorEntry entry_ = EntryOf(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Kinds, EverySensor, testing::ValuesIn(KindNames()),
                         [](const auto& parameter) { return parameter.param; });

TEST_P(EverySensor, HasExactRates) {
  for (double rate : {1.0, 7.0, 30.0, 60.0, 100.0, 333.0, 1000.0}) {
    if (rate > entry().max_rate) break;
    auto run = RunText(WorldWith(entry(), SensorText(entry(), rate, entry().fullest())));
    ASSERT_NE(run, nullptr);
    Listener listener(run.get());
    const double seconds = rate > 10.0 ? 1.0 : 2.0;
    Advance(run.get(), seconds);
    std::map<std::string, int> counts;
    for (const Heard& heard : HeardOn(listener, TopicsOf(entry(), *run))) ++counts[heard.topic];
    ASSERT_FALSE(counts.empty());
    for (const auto& [topic, count] : counts) {
      EXPECT_EQ(count, std::lround(rate * seconds)) << topic << " at " << rate << " Hz";
    }
    // At the end of the first step that does not end before k / rate.
    std::map<std::string, int> numbers;
    for (const Heard& heard : HeardOn(listener, TopicsOf(entry(), *run))) {
      const double due = ++numbers[heard.topic] / rate;
      EXPECT_GE(ToSeconds(heard.time_ns), due - 2e-9) << heard.topic;
      EXPECT_LT(ToSeconds(heard.time_ns), due + 0.001) << heard.topic;
    }
  }
}

TEST_P(EverySensor, StampsAndNamesItsFrame) {
  auto run = RunText(WorldWith(entry(), SensorText(entry(), Rate(), entry().plain)));
  ASSERT_NE(run, nullptr);
  Listener listener(run.get());
  Advance(run.get(), 0.5);
  const std::vector<Heard> heard = HeardOn(listener, TopicsOf(entry(), *run));
  ASSERT_FALSE(heard.empty());
  for (const Heard& one : heard) {
    if (!HasHeader(*run, one.topic)) continue;
    std::size_t frame_length = 0;
    // A sample that takes a whole period may be stamped with its start.
    const SimTimeNs stamp = StampOf(one, &frame_length);
    EXPECT_LE(stamp, one.time_ns) << one.topic;
    EXPECT_GE(stamp, one.time_ns - ToNanoseconds(1.0 / Rate()) - 2000000) << one.topic;
    EXPECT_GT(frame_length, 0u) << one.topic;
  }
}

TEST_P(EverySensor, LatencyDelaysThePublishingOnly) {
  const auto with = [&](const std::string& latency) {
    return Bytes(WorldWith(entry(), SensorText(entry(), Rate(), entry().fullest() + latency)), 3);
  };
  const std::vector<Heard> prompt = with("");
  const std::vector<Heard> late = with("<surefoot:latency>0.06</surefoot:latency>");
  ASSERT_FALSE(late.empty());
  ASSERT_LT(late.size(), prompt.size());
  for (std::size_t i = 0; i < late.size(); ++i) {
    EXPECT_EQ(late[i].topic, prompt[i].topic);
    EXPECT_TRUE(late[i].cdr == prompt[i].cdr) << "message " << i;
    EXPECT_EQ(late[i].time_ns, prompt[i].time_ns + 60000000) << "message " << i;
  }
}

TEST_P(EverySensor, DependsOnTheSeedAndNothingElse) {
  const std::string noisy = WorldWith(entry(), SensorText(entry(), Rate(), entry().fullest()));
  const std::vector<Heard> first = Bytes(noisy, 5);
  ASSERT_FALSE(first.empty());
  EXPECT_TRUE(first == Bytes(noisy, 5)) << "two runs with one seed differ";
  if (!entry().noisy.empty()) {
    EXPECT_FALSE(first == Bytes(noisy, 6)) << "another seed gives the same noise";
  }
  const std::string other =
      "<sensor name='other' type='joint_state'><update_rate>200</update_rate><surefoot:velocity>"
      "<noise><type>gaussian</type><stddev>1</stddev></noise></surefoot:velocity>"
      "<topic>other</topic></sensor>" +
      (entry().in_joint
           ? std::string()
           : SensorText(entry(), 2.0 * Rate(), "<topic>twin</topic>" + entry().plain, "twin"));
  EXPECT_TRUE(first ==
              Bytes(WorldWith(entry(), SensorText(entry(), Rate(), entry().fullest()), other), 5))
      << "another sensor changes what this one says";
}

TEST_P(EverySensor, ContinuesFromASnapshot) {
  for (const char* latency : {"", "<surefoot:latency>0.03</surefoot:latency>"}) {
    auto run =
        RunText(WorldWith(entry(), SensorText(entry(), Rate(), entry().fullest() + latency)));
    ASSERT_NE(run, nullptr);
    Listener listener(run.get());
    Advance(run.get(), 0.317);
    const sim::Snapshot snapshot = run->machine().Save();
    listener.Clear();
    Advance(run.get(), 0.4);
    const std::vector<std::string> topics = TopicsOf(entry(), *run);
    const std::vector<Heard> first = HeardOn(listener, topics);
    EXPECT_FALSE(first.empty());
    ASSERT_TRUE(run->machine().Restore(snapshot).ok());
    listener.Clear();
    Advance(run.get(), 0.4);
    EXPECT_TRUE(first == HeardOn(listener, topics)) << latency;
    // And restored into a new run.
    auto other = TryRun(run->shared_world(), RunOptions());
    ASSERT_TRUE(other.ok());
    ASSERT_TRUE((*other)->machine().Restore(snapshot).ok());
    Listener there(other->get());
    Advance(other->get(), 0.4);
    EXPECT_TRUE(first == HeardOn(there, topics)) << latency;
  }
}

TEST_P(EverySensor, RunsWhenItsRobotIsSpawned) {
  Problems problems;
  const auto full =
      ReadWorld(WorldWith(entry(), SensorText(entry(), Rate(), entry().fullest())), &problems);
  ASSERT_TRUE(full.ok()) << problems.ErrorText();
  auto run = RunText(WorldWith(entry(), "", "", false));
  ASSERT_NE(run, nullptr);
  Listener listener(run.get());
  Advance(run.get(), 0.313);
  const Status spawned = run->Apply(sim::Spawn{(*full)->spec().models.back()});
  ASSERT_TRUE(spawned.ok()) << spawned.error().message;
  Advance(run.get(), 0.7);
  std::map<std::string, long> counts;
  for (const Heard& heard : HeardOn(listener, TopicsOf(entry(), *run))) ++counts[heard.topic];
  ASSERT_FALSE(counts.empty());
  // Samples begin on the grid of the rate; the one in progress is incomplete.
  const long between = std::lround(std::floor(1.013 * Rate()) - std::floor(0.313 * Rate()));
  for (const auto& [topic, count] : counts) {
    EXPECT_LE(count, between) << topic;
    EXPECT_GE(count, between - 1) << topic;
  }
}

/// Sensors with rays measure only while they have subscribers.
bool HasRays(const std::string& sdf) {
  auto run = RunText(sdf);
  if (run == nullptr) return false;
  Advance(run.get(), 0.1);
  return run->machine().sensors().Statuses().at(0).samples == 0;
}

TEST_P(EverySensor, AllocatesNothingOnceWarm) {
  const std::string probe = WorldWith(entry(), SensorText(entry(), 50.0, entry().plain));
  // Embree allocates when shapes have moved, so with rays nothing moves.
  const bool rays = HasRays(probe);
  const std::string at_rest = rays ? "<static>true</static>" : "";
  for (const char* latency : {"", "<surefoot:latency>0.05</surefoot:latency>"}) {
    // Compressed pictures with noise differ in size, so buffers for messages may still grow.
    const bool plain = rays && *latency != '\0';
    const std::string& inside = plain ? entry().plain : entry().fullest();
    std::string sdf = WorldWith(entry(), SensorText(entry(), Rate(), inside + latency));
    const std::string robot = "<model name='robot'>";
    sdf.insert(sdf.find(robot) + robot.size(), at_rest);
    auto run = RunText(sdf);
    ASSERT_NE(run, nullptr);
    std::size_t bytes = 0;
    const graph::Subscription subscription = run->graph().SubscribeAll(
        [&bytes](const graph::Delivery& delivery) { bytes += delivery.cdr().size(); });
    // Long enough for every buffer to have held the largest message.
    Advance(run.get(), 2.0);
    const std::size_t before = bytes;
    const long first = AllocationCount();
    bool ok = true;
    for (int i = 0; i < 500; ++i) ok = run->Step().ok() && ok;
    const long count = AllocationCount() - first;
    EXPECT_TRUE(ok);
    EXPECT_EQ(count, 0) << latency;
    EXPECT_GT(bytes, before);
  }
}

/// Variants of the text in each of which one number, or list of numbers, is replaced.
std::vector<std::string> Mutated(const std::string& text, const std::string& by) {
  std::vector<std::string> mutated;
  for (std::size_t open = text.find('>'); open != std::string::npos;
       open = text.find('>', open + 1)) {
    const std::size_t close = text.find_first_not_of("-+0123456789.e ", open + 1);
    if (close == open + 1 || close == std::string::npos || text[close] != '<') continue;
    mutated.push_back(text.substr(0, open + 1) + by + text.substr(close));
  }
  return mutated;
}

TEST_P(EverySensor, NamesTheLineOfASillyParameter) {
  const std::string good = "\n" + entry().fullest();
  const std::string head = "\n<sensor name='probe' type='" + entry().type + "'>";
  for (const std::string& bad : Mutated(good, "abc")) {
    Problems problems;
    const auto world = ReadWorld(WorldWith(entry(), head + bad + "</sensor>\n"), &problems);
    EXPECT_FALSE(world.ok()) << "accepted: " << bad;
    const std::string text = problems.ErrorText();
    const std::size_t line = text.find(".sdf:");
    ASSERT_NE(line, std::string::npos) << text << "\n" << bad;
    EXPECT_GT(std::atoi(text.c_str() + line + 5), 0) << text << "\n" << bad;
  }
}

TEST_P(EverySensor, SurvivesSillyParameters) {
  const std::string& good = entry().fullest();
  const std::string head = "<sensor name='probe' type='" + entry().type + "'>";
  for (const char* silly : {"-1", "0", "-1e30", "1e30", "1e308", "nan", "inf", "1e-300", "",
                            "99999999999999999999", "1 2 3 4 5 6 7"}) {
    for (const std::string& bad : Mutated(good, silly)) {
      Problems problems;
      const auto world = ReadWorld(WorldWith(entry(), head + bad + "</sensor>\n"), &problems);
      if (!world.ok()) {
        EXPECT_FALSE(problems.ok()) << bad;
        continue;
      }
      auto run = TryRun(*world, RunOptions());
      if (!run.ok()) continue;
      Listener listener(run->get());
      Advance(run->get(), 0.05);
    }
  }
}

}  // namespace
}  // namespace surefoot::sensor_tests
