// Every type with random contents: round trip, and damaged bytes.

#include <gtest/gtest.h>

#include <algorithm>

#include "surefoot/msgs/test/random_message.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {
namespace {

Bytes RandomBytes(const TypeInfo& type, std::size_t longest, RandomStream* random) {
  const std::shared_ptr<void> message = type.make();
  FillRandom(type, longest, random, message.get());
  Bytes bytes;
  type.encode(message.get(), &bytes);
  return bytes;
}

TEST(RoundTrip, EveryTypeComesBack) {
  ASSERT_GT(AllTypes().size(), 60u);
  RandomStream random(1, "round trip");
  for (const TypeInfo* type : AllTypes()) {
    // The message that is read into has other contents before.
    const std::shared_ptr<void> back = type->make();
    FillRandom(*type, 5, &random, back.get());
    for (std::size_t longest = 0; longest < 6; ++longest) {
      const Bytes bytes = RandomBytes(*type, longest, &random);
      ASSERT_TRUE(type->decode(bytes.data(), bytes.size(), back.get())) << type->name;
      Bytes again;
      type->encode(back.get(), &again);
      EXPECT_EQ(again, bytes) << type->name;
    }
  }
}

TEST(RoundTrip, EveryCutIsNoticed) {
  RandomStream random(2, "cut");
  for (const TypeInfo* type : AllTypes()) {
    const Bytes bytes = RandomBytes(*type, 2, &random);
    const std::shared_ptr<void> back = type->make();
    // The one byte of an empty message may be missing.
    const std::size_t last = bytes.size() == 5 ? 4 : bytes.size();
    for (std::size_t size = 0; size < last; ++size) {
      // In a buffer of exactly this size, so that a sanitizer detects reads beyond it.
      const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_FALSE(type->decode(cut.data(), cut.size(), back.get())) << type->name << " " << size;
    }
  }
}

TEST(RoundTrip, DamagedBytesAreReadOrRefused) {
  RandomStream random(3, "damage");
  int refused = 0;
  for (const TypeInfo* type : AllTypes()) {
    const Bytes good = RandomBytes(*type, 3, &random);
    const std::shared_ptr<void> back = type->make();
    for (int i = 0; i < 300; ++i) {
      Bytes bytes = good;
      const std::uint64_t changes = 1 + random.NextBits() % 4;
      for (std::uint64_t k = 0; k < changes; ++k) {
        static constexpr std::uint8_t kOften[] = {0, 1, 0x7f, 0x80, 0xff};
        const std::uint64_t bits = random.NextBits();
        bytes[random.NextBits() % bytes.size()] =
            bits % 2 == 0 ? kOften[(bits >> 8) % 5] : static_cast<std::uint8_t>(bits >> 8);
      }
      if (!type->decode(bytes.data(), bytes.size(), back.get())) {
        ++refused;
        continue;
      }
      // Whatever was accepted is a valid message.
      Bytes again;
      type->encode(back.get(), &again);
      EXPECT_LE(again.size(), 4 * bytes.size() + 64) << type->name;
      EXPECT_TRUE(type->decode(again.data(), again.size(), back.get())) << type->name;
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(TypeInfo, NamesAreSortedAndFound) {
  const auto& all = AllTypes();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](const TypeInfo* a, const TypeInfo* b) {
    return std::string(a->name) < b->name;
  }));
  for (const TypeInfo* type : all) EXPECT_EQ(FindType(type->name), type);
  EXPECT_EQ(FindType("sensor_msgs/Imu"), FindType("sensor_msgs/msg/Imu"));
  for (const char* name : {"", "/", "Imu", "sensor_msgs/", "sensor_msgs/imu", "a/b/c/d"}) {
    EXPECT_EQ(FindType(name), nullptr) << name;
  }
  for (const ServiceInfo* service : AllServices()) {
    EXPECT_EQ(service->request->name, std::string(service->name) + "_Request");
    EXPECT_EQ(service->response->name, std::string(service->name) + "_Response");
  }
}

}  // namespace
}  // namespace surefoot::msgs
