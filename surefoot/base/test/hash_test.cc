#include "surefoot/base/hash.h"

#include <gtest/gtest.h>

#include <bitset>
#include <set>
#include <vector>

namespace surefoot {
namespace {

std::vector<std::uint8_t> Pattern(std::size_t size) {
  std::vector<std::uint8_t> data(size);
  for (std::size_t i = 0; i < size; ++i) data[i] = static_cast<std::uint8_t>(i * 37 + 11);
  return data;
}

TEST(Hash, IsXxh3) {
  // Published values of XXH3_64bits.
  EXPECT_EQ(HashBytes(nullptr, 0), 0x2d06800538d394c2u);
  EXPECT_EQ(HashString("abc"), 0x78af5f94892f3950u);
}

TEST(Hash, IsTheSameInEveryCallAndPlace) {
  for (const std::size_t size : {0, 1, 3, 8, 16, 17, 128, 129, 240, 241, 1000, 5000}) {
    const std::vector<std::uint8_t> data = Pattern(size);
    const std::uint64_t hash = HashBytes(data.data(), size, 5);
    EXPECT_EQ(HashBytes(data.data(), size, 5), hash);
    // At an odd address, too.
    std::vector<std::uint8_t> moved(size + 3);
    std::copy(data.begin(), data.end(), moved.begin() + 3);
    EXPECT_EQ(HashBytes(moved.data() + 3, size, 5), hash) << size;
  }
}

TEST(Hash, ASingleBitChangesHalfOfTheHash) {
  // Sizes on both sides of the algorithm's internal borders.
  for (const std::size_t size : {1, 3, 4, 8, 9, 16, 17, 104, 128, 129, 240, 241, 1024}) {
    std::vector<std::uint8_t> data = Pattern(size);
    const std::uint64_t hash = HashBytes(data.data(), size);
    double changed = 0.0;
    std::set<std::uint64_t> seen = {hash};
    for (std::size_t bit = 0; bit < 8 * size; ++bit) {
      data[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
      const std::uint64_t other = HashBytes(data.data(), size);
      data[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
      EXPECT_TRUE(seen.insert(other).second) << "size " << size << ", bit " << bit;
      changed += static_cast<double>(std::bitset<64>(hash ^ other).count());
    }
    EXPECT_NEAR(changed / static_cast<double>(8 * size), 32.0, 8.0) << size;
  }
}

TEST(Hash, DependsOnTheSeedAndTheLength) {
  const std::vector<std::uint8_t> zeros(64, 0);
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::size_t size = 0; size <= zeros.size(); ++size) {
      EXPECT_TRUE(seen.insert(HashBytes(zeros.data(), size, seed)).second);
    }
  }
}

TEST(Hash, AChainRemembersItsOrder) {
  const auto chain = [](const std::string& first, const std::string& second) {
    return HashString(second, HashString(first));
  };
  EXPECT_NE(chain("left", "right"), chain("right", "left"));
  EXPECT_NE(chain("left", "right"), chain("leftr", "ight"));
}

TEST(Hash, TextIsSixteenHexadecimalDigits) {
  EXPECT_EQ(HashText(0), "0000000000000000");
  EXPECT_EQ(HashText(0xabcdef), "0000000000abcdef");
  EXPECT_EQ(HashText(0xfedcba9876543210u), "fedcba9876543210");
}

}  // namespace
}  // namespace surefoot
