// Truncated, flipped and scrambled files: never a crash, never an undetected wrong message.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "surefoot/record/test/record_test_util.h"

namespace surefoot::record {
namespace {

/// Result of reading a file that may be damaged.
struct Outcome {
  bool opened = false;
  bool truncated = false;
  bool damaged = false;
  bool verified = false;
  std::vector<KeptMessage> messages;

  /// Whether the reader reported a problem in any way.
  bool noticed() const { return !opened || truncated || damaged || !verified; }
};

Outcome ReadAll(const std::string& path) {
  Outcome outcome;
  Result<std::unique_ptr<McapReader>> reader = McapReader::Open(path);
  outcome.opened = reader.ok();
  if (!outcome.opened) return outcome;
  outcome.truncated = (*reader)->truncated();
  outcome.messages = ReadRest(reader->get());
  outcome.damaged = !(*reader)->status().ok();
  outcome.verified = (*reader)->VerifyChecksums().ok();
  return outcome;
}

bool IsPrefix(const std::vector<KeptMessage>& part, const std::vector<KeptMessage>& whole) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

class McapDamage : public testing::TestWithParam<McapCompression> {
 protected:
  McapDamage() {
    McapWriterOptions options;
    options.compression = GetParam();
    options.chunk_bytes = 200;
    sample_ = WriteSample(path_, options, 20);
    bytes_ = LoadBytes(path_);
  }

  TempDir dir_;
  std::string path_ = dir_.File("a.mcap");
  Sample sample_;
  Bytes bytes_;
};

INSTANTIATE_TEST_SUITE_P(All, McapDamage,
                         testing::Values(McapCompression::kNone, McapCompression::kLz4,
                                         McapCompression::kZstd));

TEST_P(McapDamage, EveryTruncationGivesAPrefix) {
  ASSERT_EQ(ReadAll(path_).messages, sample_.messages);
  std::size_t max = 0;
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    SaveBytes(path_, Bytes(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size)));
    const Outcome outcome = ReadAll(path_);
    ASSERT_EQ(outcome.opened, size >= 8) << size;
    ASSERT_EQ(outcome.truncated, outcome.opened) << size;
    ASSERT_FALSE(outcome.damaged) << size;
    ASSERT_TRUE(IsPrefix(outcome.messages, sample_.messages)) << size;
    // A longer prefix never gives fewer messages.
    ASSERT_GE(outcome.messages.size(), max) << size;
    max = outcome.messages.size();
  }
  EXPECT_EQ(max, sample_.messages.size());
}

TEST_P(McapDamage, EveryFlippedBitIsNoticed) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      Bytes flipped = bytes_;
      flipped[i] = static_cast<std::uint8_t>(flipped[i] ^ (1 << bit));
      SaveBytes(path_, flipped);
      ASSERT_TRUE(ReadAll(path_).noticed()) << "byte " << i << " bit " << bit;
    }
  }
}

TEST_P(McapDamage, AFlippedBitInAChunkGivesNoWrongMessage) {
  // After the definitions, whose checksum is verified by VerifyChecksums only.
  std::size_t first = 8;
  while (bytes_[first] != 0x06) {
    std::uint64_t length = 0;
    std::memcpy(&length, &bytes_[first + 1], sizeof length);
    first += 9 + length;
  }
  for (std::size_t i = first; i < bytes_.size(); ++i) {
    Bytes flipped = bytes_;
    flipped[i] = static_cast<std::uint8_t>(flipped[i] ^ 0x10);
    SaveBytes(path_, flipped);
    const Outcome outcome = ReadAll(path_);
    // A record with a flipped type may be skipped with its messages, so compare as a subset.
    auto expected = sample_.messages.begin();
    for (const KeptMessage& message : outcome.messages) {
      expected = std::find(expected, sample_.messages.end(), message);
      ASSERT_NE(expected, sample_.messages.end()) << "byte " << i;
      ++expected;
    }
  }
}

TEST_P(McapDamage, ScrambledFilesDoNoHarm) {
  RandomStream random(3, "scramble");
  int damaged = 0;
  for (int round = 0; round < 3000; ++round) {
    Bytes scrambled = bytes_;
    const std::size_t edits = 1 + random.NextBits() % 8;
    for (std::size_t edit = 0; edit < edits; ++edit) {
      const std::size_t at = 8 + random.NextBits() % (scrambled.size() - 8);
      const std::size_t length =
          std::min<std::size_t>(random.NextBits() % 9, scrambled.size() - at);
      const std::uint64_t kind = random.NextBits() % 3;
      for (std::size_t i = 0; i < length; ++i) {
        scrambled[at + i] = kind == 0   ? 0
                            : kind == 1 ? 0xff
                                        : static_cast<std::uint8_t>(random.NextBits());
      }
      if (random.NextBits() % 8 == 0) scrambled.resize(at + length);
      if (scrambled.size() <= 16) break;
    }
    SaveBytes(path_, scrambled);
    damaged += ReadAll(path_).noticed() ? 1 : 0;
  }
  EXPECT_GT(damaged, 2500);
}

}  // namespace
}  // namespace surefoot::record
