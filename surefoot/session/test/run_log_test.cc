#include "surefoot/session/run_log.h"

#include <gtest/gtest.h>

#include <limits>

#include "surefoot/base/random.h"

namespace surefoot::run_log {
namespace {

StepHash SomeHash() { return StepHash{-7, 0xfedcba9876543210u, {1u, 0xffffffffu, 0u, 12345u}}; }

BodyStates SomeStates() {
  BodyStates states;
  states.step = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < 26; ++i) states.values.push_back(0.1 * i - 1.0);
  return states;
}

template <typename T>
Bytes Encoded(const T& message) {
  Bytes bytes = {9, 9, 9};  // whatever was there before goes
  Encode(message, &bytes);
  return bytes;
}

TEST(RunLog, HashesComeBackWhole) {
  const Bytes bytes = Encoded(SomeHash());
  EXPECT_EQ(bytes.size(), 8u + 8u + 4u + 4u * 4u);
  StepHash read;
  read.bodies.assign(100, 1u);
  ASSERT_TRUE(Decode(bytes.data(), bytes.size(), &read));
  EXPECT_EQ(read.step, SomeHash().step);
  EXPECT_EQ(read.chain, SomeHash().chain);
  EXPECT_EQ(read.bodies, SomeHash().bodies);
}

TEST(RunLog, StatesComeBackWhole) {
  const Bytes bytes = Encoded(SomeStates());
  BodyStates read;
  ASSERT_TRUE(Decode(bytes.data(), bytes.size(), &read));
  EXPECT_EQ(read.step, SomeStates().step);
  EXPECT_EQ(read.values, SomeStates().values);
}

TEST(RunLog, EmptyMessagesComeBackEmpty) {
  const Bytes hash = Encoded(StepHash());
  StepHash read_hash;
  ASSERT_TRUE(Decode(hash.data(), hash.size(), &read_hash));
  EXPECT_TRUE(read_hash.bodies.empty());
  const Bytes states = Encoded(BodyStates());
  BodyStates read_states;
  ASSERT_TRUE(Decode(states.data(), states.size(), &read_states));
  EXPECT_TRUE(read_states.values.empty());
}

template <typename T>
void ExpectOnlyItsOwnLength(const Bytes& whole) {
  for (std::size_t size = 0; size <= whole.size() + 16; ++size) {
    // An exact copy, so that the address sanitizer sees a read past its end.
    Bytes bytes(size, 0);
    std::copy_n(whole.begin(), std::min(size, whole.size()), bytes.begin());
    T read;
    EXPECT_EQ(Decode(bytes.data(), bytes.size(), &read), size == whole.size()) << size;
  }
}

TEST(RunLog, AnyOtherLengthIsRefused) {
  ExpectOnlyItsOwnLength<StepHash>(Encoded(SomeHash()));
  ExpectOnlyItsOwnLength<BodyStates>(Encoded(SomeStates()));
}

TEST(RunLog, HostileCountsAllocateNothing) {
  for (const std::uint64_t count :
       {std::uint64_t{5}, std::uint64_t{1} << 30, std::uint64_t{1} << 31, std::uint64_t{1} << 32,
        std::uint64_t{1} << 61, (std::uint64_t{1} << 61) + 1, std::uint64_t{1} << 63,
        std::numeric_limits<std::uint64_t>::max()}) {
    Bytes bytes;
    ByteWriter hash(&bytes);
    hash.Put<std::int64_t>(1);
    hash.Put<std::uint64_t>(2);
    hash.Put(static_cast<std::uint32_t>(count | 1));
    StepHash read_hash;
    EXPECT_FALSE(Decode(bytes.data(), bytes.size(), &read_hash));
    bytes.clear();
    ByteWriter states(&bytes);
    states.Put<std::int64_t>(1);
    states.Put(count);
    states.Put(1.0);
    BodyStates read_states;
    EXPECT_FALSE(Decode(bytes.data(), bytes.size(), &read_states));
  }
}

TEST(RunLog, RandomBytesAreRefusedOrReadExactly) {
  RandomStream random(1, "run log");
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes(static_cast<std::size_t>(random.Uniform(0.0, 60.0)));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.NextBits() & 3u);
    StepHash hash;
    if (Decode(bytes.data(), bytes.size(), &hash)) {
      EXPECT_EQ(Encoded(hash), bytes);
    }
    BodyStates states;
    if (Decode(bytes.data(), bytes.size(), &states)) {
      EXPECT_EQ(Encoded(states), bytes);
    }
  }
}

}  // namespace
}  // namespace surefoot::run_log
