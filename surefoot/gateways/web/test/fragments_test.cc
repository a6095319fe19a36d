#include "surefoot/gateways/web/rosbridge/fragments.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace surefoot::gateways::web {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// Reassembles fragments without the code under test.
std::string Join(const std::vector<std::string>& messages, const std::string& id) {
  std::string whole;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const json message = json::parse(messages[i]);
    EXPECT_EQ(message["op"], "fragment");
    EXPECT_EQ(message["id"], id);
    EXPECT_EQ(message["num"], i);
    EXPECT_EQ(message["total"], messages.size());
    whole += message["data"].get<std::string>();
  }
  return whole;
}

TEST(Split, KeepsTextAndCharacters) {
  const std::string text = "{\"a\":\"\xc3\xa4\xe2\x82\xac\xf0\x9f\xa4\x96 \\\" \\n\"}";
  for (std::size_t size = 1; size < text.size() + 2; ++size) {
    const auto messages = SplitIntoFragments(text, size, "i");
    EXPECT_EQ(Join(messages, "i"), text) << size;
    for (const std::string& message : messages) {
      EXPECT_LE(json::parse(message)["data"].get<std::string>().size(),
                std::max<std::size_t>(size, 4));
    }
  }
}

TEST(Split, DoesNotMakeMillionsOfPieces) {
  EXPECT_LE(SplitIntoFragments(std::string(10000000, 'x'), 1, "i").size(), 5000u);
}

class DefragmenterTest : public testing::Test {
 protected:
  DefragmenterTest() {
    limits_.message_bytes = 1000;
    limits_.open_fragments = 3;
  }
  Limits limits_;
  Defragmenter defragmenter_{limits_};
  TimePoint now_;
};

TEST_F(DefragmenterTest, JoinsInAnyOrder) {
  EXPECT_EQ(defragmenter_.Add("x", 2, 3, "c", now_).value(), "");
  EXPECT_EQ(defragmenter_.Add("y", 0, 2, "1", now_).value(), "");
  EXPECT_EQ(defragmenter_.Add("x", 0, 3, "a", now_).value(), "");
  EXPECT_EQ(defragmenter_.Add("x", 0, 3, "again", now_).value(), "");
  EXPECT_EQ(defragmenter_.Add("x", 1, 3, "b", now_).value(), "abc");
  EXPECT_EQ(defragmenter_.Add("y", 1, 2, "2", now_).value(), "12");
  EXPECT_EQ(defragmenter_.open(), 0u);
}

TEST_F(DefragmenterTest, RefusesNonsense) {
  const std::vector<std::pair<int, int>> bad{{-1, 2}, {2, 2}, {0, 0}, {0, -1}, {5, 2000000}};
  for (const auto& [num, total] : bad) {
    EXPECT_FALSE(defragmenter_.Add("x", num, total, "a", now_).ok()) << num << " " << total;
  }
  EXPECT_TRUE(defragmenter_.Add("x", 0, 3, "a", now_).ok());
  EXPECT_THAT(defragmenter_.Add("x", 1, 4, "a", now_).error().message, HasSubstr("was 3"));
  EXPECT_EQ(defragmenter_.open(), 0u);
}

TEST_F(DefragmenterTest, HasLimits) {
  EXPECT_TRUE(defragmenter_.Add("x", 0, 9, std::string(900, 'a'), now_).ok());
  EXPECT_TRUE(defragmenter_.Add("x", 1, 9, std::string(900, 'a'), now_).ok());
  EXPECT_THAT(defragmenter_.Add("x", 2, 9, std::string(900, 'a'), now_).error().message,
              HasSubstr("too large"));
  for (const char* id : {"a", "b", "c"}) {
    EXPECT_TRUE(defragmenter_.Add(id, 0, 2, "1", now_).ok());
  }
  EXPECT_THAT(defragmenter_.Add("d", 0, 2, "1", now_).error().message, HasSubstr("incomplete"));
  // Expired ones free their place.
  EXPECT_TRUE(defragmenter_.Add("d", 0, 2, "1", now_ + std::chrono::seconds(61)).ok());
  EXPECT_EQ(defragmenter_.open(), 1u);
}

}  // namespace
}  // namespace surefoot::gateways::web
