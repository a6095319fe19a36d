#include "surefoot/base/bytes.h"

#include <gtest/gtest.h>

#include <limits>

namespace surefoot {
namespace {

/// One field of each kind.
Bytes Everything() {
  Bytes bytes;
  ByteWriter writer(&bytes);
  writer.Put<std::int64_t>(-5);
  writer.Put<std::uint8_t>(200);
  writer.PutString("wheel");
  const double values[] = {0.5, -1e300, std::numeric_limits<double>::denorm_min()};
  writer.PutDoubles(values, 3);
  writer.PutBytes({1, 2, 3});
  writer.PutString("");
  return bytes;
}

/// Whether everything is read as it was written.
bool ReadsBack(ByteReader* reader) {
  bool same = reader->Get<std::int64_t>() == -5;
  same = reader->Get<std::uint8_t>() == 200 && same;
  same = reader->GetString() == "wheel" && same;
  double values[3] = {};
  reader->GetDoubles(values, 3);
  same = values[0] == 0.5 && values[1] == -1e300 &&
         values[2] == std::numeric_limits<double>::denorm_min() && same;
  same = reader->GetBytes() == Bytes{1, 2, 3} && same;
  same = reader->GetString().empty() && same;
  return same && reader->ok();
}

TEST(Bytes, ReadBackAsWritten) {
  const Bytes bytes = Everything();
  ByteReader reader(bytes);
  EXPECT_TRUE(ReadsBack(&reader));
  EXPECT_EQ(reader.left(), 0u);
}

TEST(Bytes, AreLittleEndianWithoutGaps) {
  Bytes bytes;
  ByteWriter writer(&bytes);
  writer.Put<std::uint8_t>(0xaa);
  writer.Put<std::uint32_t>(0x01020304);
  writer.PutString("ab");
  EXPECT_EQ(bytes, (Bytes{0xaa, 4, 3, 2, 1, 2, 0, 0, 0, 'a', 'b'}));
}

TEST(Bytes, WriterAppends) {
  Bytes bytes = {7};
  ByteWriter(&bytes).Put<std::uint8_t>(8);
  EXPECT_EQ(bytes, (Bytes{7, 8}));
}

TEST(Bytes, EveryPrefixIsRecognisedAsCutOff) {
  const Bytes whole = Everything();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    // A copy of exactly that size, so that the address sanitizer sees a read past its end.
    const Bytes prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    ByteReader reader(prefix);
    EXPECT_FALSE(ReadsBack(&reader)) << size;
    EXPECT_FALSE(reader.ok()) << size;
  }
}

TEST(Bytes, ReadsPastTheEndGiveZeroAndStayFailed) {
  const Bytes bytes = {1, 2, 3};
  ByteReader reader(bytes);
  EXPECT_EQ(reader.Get<std::uint64_t>(), 0u);
  EXPECT_FALSE(reader.ok());
  // Even values that would have fitted: the reader has lost its position.
  EXPECT_EQ(reader.Get<std::uint8_t>(), 0);
  EXPECT_EQ(reader.GetString(), "");
  EXPECT_TRUE(reader.GetBytes().empty());
  EXPECT_FALSE(reader.ok());
}

TEST(Bytes, HostileLengthsAllocateNothing) {
  for (const std::uint64_t length :
       {std::uint64_t{9}, std::uint64_t{1} << 31, std::uint64_t{1} << 62, std::uint64_t{1} << 63,
        std::numeric_limits<std::uint64_t>::max()}) {
    Bytes bytes;
    ByteWriter writer(&bytes);
    writer.Put(length);
    writer.Put<std::uint64_t>(0);
    ByteReader reader(bytes);
    EXPECT_TRUE(reader.GetBytes().empty());
    EXPECT_FALSE(reader.ok()) << length;
  }
  Bytes bytes;
  ByteWriter(&bytes).Put<std::uint32_t>(0xffffffffu);
  ByteReader reader(bytes);
  EXPECT_EQ(reader.GetString(), "");
  EXPECT_FALSE(reader.ok());
}

TEST(Bytes, DoublesMustBeAsManyAsExpected) {
  Bytes bytes;
  const double values[] = {1.0, 2.0, 3.0};
  ByteWriter(&bytes).PutDoubles(values, 3);
  for (const std::size_t expected : {std::size_t{0}, std::size_t{2}, std::size_t{4}}) {
    ByteReader reader(bytes);
    double out[4] = {-1.0, -1.0, -1.0, -1.0};
    reader.GetDoubles(out, expected);
    EXPECT_FALSE(reader.ok()) << expected;
    EXPECT_EQ(out[0], -1.0);
  }
}

TEST(Bytes, NothingAtAllIsReadable) {
  ByteReader reader(nullptr, 0);
  reader.GetRaw(nullptr, 0);
  EXPECT_TRUE(reader.ok());
  EXPECT_EQ(reader.Get<std::uint8_t>(), 0);
  EXPECT_FALSE(reader.ok());
}

}  // namespace
}  // namespace surefoot
