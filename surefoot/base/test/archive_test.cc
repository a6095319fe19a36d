#include "surefoot/base/archive.h"

#include <gtest/gtest.h>

#include <array>

namespace surefoot {
namespace {

enum class Mode { kFree, kSpeed, kPosition };

/// One of everything that an archive takes.
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

}  // namespace
}  // namespace surefoot
