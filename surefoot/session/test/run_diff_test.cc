#include "surefoot/session/run_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/record/test/record_test_util.h"
#include "surefoot/session/run_log.h"

namespace surefoot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A recording made by hand: bodies "box" and "ball" with given hashes and positions.
class HandMade {
 public:
  HandMade(const std::string& path, const StringMap& settings)
      : writer_(std::move(McapWriter::Open(path).value())) {
    EXPECT_TRUE(writer_->AddMetadata(run_log::kMetadata, settings).ok());
    using namespace msgs::surefoot_msgs;
    bodies_ = AddChannel<BodyNames>(run_log::kBodiesTopic);
    hash_ = AddChannel<StepHash>(run_log::kHashTopic);
    state_ = AddChannel<BodyStates>(run_log::kStateTopic);
    input_ = AddChannel<msgs::surefoot_msgs::Input>(run_log::kInputTopic);
  }
  void Bodies(const std::vector<std::string>& names) {
    msgs::surefoot_msgs::BodyNames message;
    message.names = names;
    Send(bodies_, message);
  }
  void Input(std::int64_t step, const std::string& text) {
    msgs::surefoot_msgs::Input message;
    message.step = step;
    message.accepted = true;
    message.text = text;
    Send(input_, message);
  }
  void Step(std::int64_t step, std::uint64_t chain, std::vector<std::uint32_t> bodies) {
    msgs::surefoot_msgs::StepHash message;
    message.step = step;
    message.chain = chain;
    message.bodies = std::move(bodies);
    Send(hash_, message);
  }
  /// States of bodies at these heights.
  void States(std::int64_t step, const std::vector<double>& heights) {
    msgs::surefoot_msgs::BodyStates states;
    states.step = step;
    states.poses.resize(heights.size());
    for (std::size_t i = 0; i < heights.size(); ++i) states.poses[i].position.z = heights[i];
    Send(state_, states);
  }
  void Raw(const Bytes& hash) { Write(hash_, hash); }

 private:
  void Write(std::uint16_t channel, const Bytes& bytes) {
    ++time_;
    EXPECT_TRUE(writer_->Write(channel, time_, time_, 0, bytes).ok());
  }
  template <typename T>
  void Send(std::uint16_t channel, const T& message) {
    Bytes bytes;
    msgs::Encode(message, &bytes);
    Write(channel, bytes);
  }
  template <typename T>
  std::uint16_t AddChannel(const char* topic) {
    const msgs::TypeInfo& type = T::type();
    return writer_
        ->AddChannel(topic, "cdr",
                     writer_->AddSchema(type.name, "ros2msg", type.definition).value())
        .value();
  }

  std::unique_ptr<McapWriter> writer_;
  std::uint16_t bodies_ = 0, hash_ = 0, state_ = 0, input_ = 0;
  SimTimeNs time_ = 0;
};

class CompareRunsTest : public testing::Test {
 protected:
  const StringMap settings_ = {{"world_file", "a.sdf"}, {"engine", "fake"}, {"seed", "1"}};

  /// Steps first to last; from `wrong` on, the chain and the ball's hash differ.
  std::string Run(const std::string& name, std::int64_t first, std::int64_t last,
                  std::int64_t wrong = 1000, const StringMap* settings = nullptr) {
    HandMade run(dir_.File(name), settings != nullptr ? *settings : settings_);
    run.Bodies({"box", "ball"});
    for (std::int64_t step = first; step <= last; ++step) {
      const bool bad = step >= wrong;
      run.Step(step, static_cast<std::uint64_t>(100 * step + (bad ? 1 : 0)), {7u, bad ? 9u : 8u});
      if (step % 4 == 0) run.States(step, {0.5, bad ? 3.25 : 3.0});
    }
    return dir_.File(name);
  }

  RunDiff Compare(const std::string& a, const std::string& b) {
    const Result<RunDiff> diff = CompareRuns(a, b);
    EXPECT_TRUE(diff.ok()) << diff.error().message;
    return diff.ok() ? *diff : RunDiff();
  }
  std::string ErrorOf(const std::string& a, const std::string& b) {
    const Result<RunDiff> diff = CompareRuns(a, b);
    return diff.ok() ? std::string() : diff.error().message;
  }

  record::TempDir dir_;
};

TEST_F(CompareRunsTest, TheSameRunIsIdentical) {
  const RunDiff diff = Compare(Run("a", 1, 10), Run("b", 1, 10));
  EXPECT_TRUE(diff.identical);
  EXPECT_EQ(diff.first_step, -1);
  EXPECT_EQ(diff.common_steps, 10);
  EXPECT_EQ(diff.steps_a, 10);
  EXPECT_EQ(diff.steps_b, 10);
  EXPECT_THAT(diff.bodies, IsEmpty());
  EXPECT_THAT(diff.settings, IsEmpty());
  EXPECT_EQ(diff.position_difference, -1.0);
}

TEST_F(CompareRunsTest, FindsTheFirstStepAndTheBody) {
  const RunDiff diff = Compare(Run("a", 1, 20), Run("b", 1, 20, 6));
  EXPECT_FALSE(diff.identical);
  EXPECT_EQ(diff.first_step, 6);
  EXPECT_THAT(diff.bodies, ElementsAre("ball"));
  EXPECT_EQ(diff.position_step, 8);
  EXPECT_NEAR(diff.position_difference, 0.25, 1e-12);
  EXPECT_EQ(diff.position_body, "ball");
}

TEST_F(CompareRunsTest, ADifferenceWithoutABodyHasNone) {
  const std::string a = Run("a", 1, 3);
  {
    HandMade run(dir_.File("b"), settings_);
    run.Bodies({"box", "ball"});
    run.Step(1, 100, {7u, 8u});
    run.Step(2, 999, {7u, 8u});
  }
  const RunDiff diff = Compare(a, dir_.File("b"));
  EXPECT_EQ(diff.first_step, 2);
  EXPECT_THAT(diff.bodies, IsEmpty());
}

TEST_F(CompareRunsTest, AShorterRunIsNotIdenticalButNeverDiffers) {
  const RunDiff diff = Compare(Run("a", 1, 10), Run("b", 1, 7));
  EXPECT_FALSE(diff.identical);
  EXPECT_EQ(diff.first_step, -1);
  EXPECT_EQ(diff.common_steps, 7);
  EXPECT_EQ(diff.steps_a, 10);
  EXPECT_EQ(diff.steps_b, 7);
}

TEST_F(CompareRunsTest, PairsStepsByNumber) {
  const RunDiff diff = Compare(Run("a", 1, 10), Run("b", 5, 20, 9));
  EXPECT_EQ(diff.first_step, 9);
  EXPECT_EQ(diff.common_steps, 5);
}

TEST_F(CompareRunsTest, RunsOfOtherStepsAreNotIdenticalThoughAsLong) {
  const RunDiff shifted = Compare(Run("a", 1, 10), Run("b", 6, 15));
  EXPECT_FALSE(shifted.identical);
  EXPECT_EQ(shifted.common_steps, 5);
  const RunDiff apart = Compare(Run("a", 1, 10), Run("c", 11, 20));
  EXPECT_FALSE(apart.identical);
  EXPECT_EQ(apart.common_steps, 0);
}

TEST_F(CompareRunsTest, WithoutStepsNothingIsKnown) {
  const RunDiff diff = Compare(Run("a", 1, 0), Run("b", 1, 0));
  EXPECT_FALSE(diff.identical);
  EXPECT_EQ(diff.common_steps, 0);
}

TEST_F(CompareRunsTest, TheFirstHashIsNoSetting) {
  // It follows from the others.
  const StringMap one = {{"first_hash", "11"}};
  const StringMap two = {{"first_hash", "22"}};
  const RunDiff diff = Compare(Run("a", 1, 3, 1, &one), Run("b", 1, 3, 2, &two));
  EXPECT_EQ(diff.first_step, 1);
  EXPECT_THAT(diff.settings, IsEmpty());
}

TEST_F(CompareRunsTest, ListsDifferentSettings) {
  const StringMap other = {{"world_file", "elsewhere/a.sdf"}, {"engine", "ode"}, {"threads", "4"}};
  const RunDiff diff = Compare(Run("a", 1, 3), Run("b", 1, 3, 1000, &other));
  EXPECT_THAT(diff.settings,
              ElementsAre("engine: fake, ode", "seed: 1, (none)", "threads: (none), 4"));
  // The folder of the file does not matter.
  EXPECT_TRUE(diff.identical);
}

TEST_F(CompareRunsTest, ListsInputsUpToTheDifference) {
  for (const std::string name : {"a", "b"}) {
    HandMade run(dir_.File(name), settings_);
    run.Bodies({"box", "ball"});
    run.Input(1, "gravity 0 0 -1");
    run.Step(1, 100, {7u, 8u});
    if (name == "b") run.Input(2, "command wheel axis 0 velocity 3");
    run.Input(2, "remove tree");
    run.Step(2, name == "a" ? 200 : 201, {7u, 8u});
    run.Input(3, "detach hook" + name);  // After the difference: irrelevant.
    run.Step(3, 300, {7u, 8u});
  }
  const RunDiff diff = Compare(dir_.File("a"), dir_.File("b"));
  EXPECT_EQ(diff.first_step, 2);
  EXPECT_THAT(diff.inputs, ElementsAre("B: step 2: command wheel axis 0 velocity 3"));
  const RunDiff back = Compare(dir_.File("b"), dir_.File("a"));
  EXPECT_THAT(back.inputs, ElementsAre("A: step 2: command wheel axis 0 velocity 3"));
}

TEST_F(CompareRunsTest, NamesBodiesAsTheyAreAfterAnEdit) {
  for (const std::string name : {"a", "b"}) {
    const bool b = name == "b";
    HandMade run(dir_.File(name), settings_);
    run.Bodies({"box", "ball"});
    run.States(0, {1, 1});
    run.Step(1, 100, {7u, 8u});
    run.Bodies({"ball", "cart"});  // The box was removed, a cart was added.
    run.States(1, {1, 1});
    run.Step(2, b ? 201 : 200, {8u, b ? 1u : 2u});
    run.Bodies({"cart", "tree", "mast"});
    run.States(2, {b ? 5.0 : 1.0, 1, 1});
    run.Step(3, b ? 301 : 300, {1u, 1u, 1u});
  }
  const RunDiff diff = Compare(dir_.File("a"), dir_.File("b"));
  EXPECT_EQ(diff.first_step, 2);
  EXPECT_THAT(diff.bodies, ElementsAre("cart"));
  EXPECT_EQ(diff.position_step, 2);
  EXPECT_EQ(diff.position_body, "cart");
}

TEST_F(CompareRunsTest, CountsBodiesWhenTheirNumberDiffers) {
  const std::string a = Run("a", 1, 3);
  {
    HandMade run(dir_.File("b"), settings_);
    run.Bodies({"box"});
    run.Step(1, 1, {7u});
  }
  const RunDiff diff = Compare(a, dir_.File("b"));
  EXPECT_THAT(diff.bodies, ElementsAre("2 bodies against 1"));
}

TEST_F(CompareRunsTest, NamesTheFileThatIsNoRecordingOfARun) {
  const std::string good = Run("good", 1, 3);
  const std::string missing = dir_.File("missing");
  EXPECT_THAT(ErrorOf(good, missing), HasSubstr(missing));
  EXPECT_THAT(ErrorOf(missing, good), HasSubstr(missing));
  record::SaveBytes(dir_.File("text"), {'h', 'e', 'l', 'l', 'o'});
  EXPECT_THAT(ErrorOf(good, dir_.File("text")), HasSubstr(dir_.File("text")));
  { auto other = McapWriter::Open(dir_.File("other.mcap")); }
  EXPECT_THAT(ErrorOf(good, dir_.File("other.mcap")),
              HasSubstr("other.mcap' is not a recording of a run"));
}

TEST_F(CompareRunsTest, NamesTheFileThatIsDamaged) {
  const std::string good = Run("good", 1, 3);
  {
    HandMade run(dir_.File("odd"), settings_);
    run.Step(1, 100, {7u, 8u});
    run.Raw({1, 2, 3});
  }
  EXPECT_THAT(ErrorOf(good, dir_.File("odd")),
              HasSubstr("odd: a damaged message on /surefoot/hash"));
}

TEST_F(CompareRunsTest, EarlyRecordingsAreNamed) {
  const std::string good = Run("good", 1, 3);
  {
    auto writer = McapWriter::Open(dir_.File("early")).value();
    ASSERT_TRUE(writer->AddMetadata(run_log::kMetadata, settings_).ok());
    const std::uint16_t hash = writer->AddChannel(run_log::kHashTopic, "surefoot.binary").value();
    ASSERT_TRUE(writer->Write(hash, 1, 1, 0, Bytes(20, 0)).ok());
  }
  EXPECT_THAT(ErrorOf(good, dir_.File("early")), HasSubstr("early: it was recorded by an early"));
}

TEST_F(CompareRunsTest, DamageIsNoticedOrDoesNoHarm) {
  const std::string good = Run("good", 1, 300);
  const std::string spoilt = Run("spoilt", 1, 300);
  Bytes bytes = record::LoadBytes(spoilt);
  int noticed = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 23) {
    bytes[i] ^= 0x55;
    record::SaveBytes(spoilt, bytes);
    bytes[i] ^= 0x55;
    const Result<RunDiff> diff = CompareRuns(good, spoilt);
    if (diff.ok()) {
      EXPECT_EQ(diff->first_step, -1) << i;
    } else {
      ++noticed;
      EXPECT_THAT(diff.error().message, HasSubstr("spoilt")) << i;
    }
  }
  EXPECT_GT(noticed, 10);
}

}  // namespace
}  // namespace surefoot
