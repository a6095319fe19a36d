#include "surefoot/base/archive.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace surefoot {
namespace {

enum class Mode { kFree, kSpeed, kPosition };

/// One of everything that an archive supports.
struct Part {
  double number = 0.0;
  void Archive(StateArchive* archive) { archive->Items(&number); }
};

struct Old {
  std::int32_t number = 0;
  void Save(ByteWriter* writer) const { writer->Put(number); }
  bool Restore(ByteReader* reader) {
    number = reader->Get<std::int32_t>();
    return number >= 0;
  }
};

struct Whole {
  bool flag = false;
  std::string text;
  std::vector<double> numbers = {0.0, 0.0};
  std::array<int, 2> plain = {};
  Mode mode = Mode::kFree;
  RandomStream stream{1, "whole"};
  std::vector<Part> parts{2};
  Old old;
  Bytes bytes;

  void Archive(StateArchive* archive) {
    archive->Items(&flag, &text, &numbers, &plain, &stream, &old, &bytes);
    archive->Choice(&mode, Mode::kPosition);
    archive->Each(&parts);
  }
};

Whole Filled() {
  Whole whole;
  whole.flag = true;
  whole.text = "text";
  whole.numbers = {1.5, -2.5};
  whole.plain = {3, 4};
  whole.mode = Mode::kPosition;
  whole.stream.Uniform();
  whole.parts[1].number = 7.0;
  whole.old.number = 8;
  whole.bytes = {9, 10};
  return whole;
}

TEST(StateArchive, GivesBackWhatItSaved) {
  Whole saved = Filled();
  Whole restored;
  ASSERT_TRUE(RestoreState(SavedState(&saved), &restored));
  EXPECT_TRUE(restored.flag);
  EXPECT_EQ(restored.text, "text");
  EXPECT_EQ(restored.numbers, saved.numbers);
  EXPECT_EQ(restored.plain, saved.plain);
  EXPECT_EQ(restored.mode, Mode::kPosition);
  EXPECT_EQ(restored.stream.state(), saved.stream.state());
  EXPECT_EQ(restored.parts[1].number, 7.0);
  EXPECT_EQ(restored.old.number, 8);
  EXPECT_EQ(restored.bytes, saved.bytes);
}

TEST(StateArchive, RefusesBytesThatDoNotFit) {
  Whole saved = Filled();
  const Bytes bytes = SavedState(&saved);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    Whole restored;
    EXPECT_FALSE(RestoreState(Bytes(bytes.data(), bytes.data() + cut), &restored)) << cut;
  }
  Bytes longer = bytes;
  longer.push_back(0);
  Whole restored;
  EXPECT_FALSE(RestoreState(longer, &restored));
  Whole more = Filled();
  more.numbers.push_back(1.0);
  EXPECT_FALSE(RestoreState(SavedState(&more), &restored));
  Whole wrong = Filled();
  wrong.mode = static_cast<Mode>(3);
  EXPECT_FALSE(RestoreState(SavedState(&wrong), &restored));
  wrong = Filled();
  wrong.old.number = -1;
  EXPECT_FALSE(RestoreState(SavedState(&wrong), &restored));
}

struct Motion {
  double speed = 0.5;
  std::int64_t time_ns = 7;
  std::vector<double> numbers = {1.0, 2.0};

  void Archive(StateArchive* archive) { archive->Items(&speed, &time_ns, &numbers); }
};

TEST(StateArchive, TakesOnlySoundNumbersFromOutside) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto restores = [](const Motion& motion, SimTimeNs now_ns) {
    Motion saved = motion;
    Motion restored;
    return RestoreStateAt(now_ns, SavedState(&saved), &restored);
  };
  EXPECT_TRUE(restores(Motion(), 0));
  std::vector<Motion> wrong(5);
  wrong[0].speed = NAN;
  wrong[1].speed = -kInfinity;
  wrong[2].time_ns = std::numeric_limits<std::int64_t>::max();
  wrong[3].time_ns = std::numeric_limits<std::int64_t>::min();
  wrong[4].numbers[1] = kInfinity;
  for (const Motion& motion : wrong) {
    EXPECT_FALSE(restores(motion, 0));
    // State that a run passes to itself is restored without checks.
    EXPECT_TRUE(restores(motion, StateArchive::kUnknownTime));
  }
}

TEST(StateArchive, FlagsAreZeroOrOne) {
  bool flag = true;
  Bytes bytes = SavedState(&flag);
  ASSERT_EQ(bytes.size(), 1u);
  EXPECT_TRUE(RestoreState(bytes, &flag));
  bytes[0] = 2;
  EXPECT_FALSE(RestoreState(bytes, &flag));
}

}  // namespace
}  // namespace surefoot
