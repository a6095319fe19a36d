#include "surefoot/evaluation/report/text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace surefoot::report {
namespace {

/// The UTF-8 of a code point, by the table of RFC 3629.
std::string Utf8(std::uint32_t code) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0 | (code >> 6)), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0 | (code >> 12)), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | (code >> 18)), tail(12), tail(6), tail(0)};
}

bool IsXmlCharacter(std::uint32_t code) {
  return code == 0x9 || code == 0xA || code == 0xD || (code >= 0x20 && code <= 0xD7FF) ||
         (code >= 0xE000 && code <= 0xFFFD) || (code >= 0x10000 && code <= 0x10FFFF);
}

TEST(Text, KeepsEveryCharacterThatXmlTakes) {
  for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
    const bool surrogate = code >= 0xD800 && code < 0xE000;
    const bool control = (code >= 0x7F && code < 0xA0);
    const bool no_character = (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
    const bool kept = Cleaned(Utf8(code)) == Utf8(code);
    if (surrogate || control || no_character || !IsXmlCharacter(code)) {
      EXPECT_FALSE(kept) << code;
    } else {
      EXPECT_TRUE(kept) << code;
    }
  }
}

TEST(Text, ReplacesEachByteThatIsNoUtf8) {
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(Cleaned("a\xFFz"), "a" + bad + "z");
  EXPECT_EQ(Cleaned("\xC0\xAF"), bad + bad);  // overlong '/'
  EXPECT_EQ(Cleaned("\xE0\x80\xAF"), bad + bad + bad);
  EXPECT_EQ(Cleaned("\xE2\x82"), bad + bad);  // cut off
  EXPECT_EQ(Cleaned("\xF4\x90\x80\x80"), bad + bad + bad + bad);
  EXPECT_EQ(Cleaned(std::string("a\0b", 3)),
            "a\xE2\x90\x80"
            "b");
  EXPECT_EQ(Cleaned("\x1b[31m\x7f"), "\xE2\x90\x9B[31m\xE2\x90\xA1");
}

TEST(Text, EscapesWhatHtmlReads) {
  EXPECT_EQ(Escaped("<a href='x' b=\"y\">&amp;"),
            "&lt;a href=&#39;x&#39; b=&quot;y&quot;&gt;&amp;amp;");
}

TEST(Text, CountsColumns) {
  EXPECT_EQ(ColumnsOf(""), 0u);
  EXPECT_EQ(ColumnsOf("m/s²"), 4u);
  EXPECT_EQ(ColumnsOf("日本"), 4u);
  EXPECT_EQ(ColumnsOf("e\xCC\x81"), 1u);  // e and a combining accent
  EXPECT_EQ(ColumnsOf("🤖"), 2u);
}

TEST(Text, ShortensToTheWidth) {
  EXPECT_EQ(Shortened("short", 100.0), "short");
  const std::string word(500, 'W');
  const std::string cut = Shortened(word, 20.0);
  EXPECT_LE(WidthOf(cut), 20.0);
  EXPECT_GT(WidthOf(cut), 18.0);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_EQ(Shortened("日本語日本語", 3.0), "日本…");
  EXPECT_EQ(Shortened("two\nlines", 100.0), "two lines");
}

TEST(Text, WrapsAtSpaces) {
  const std::string text = "one two three four five six seven";
  const std::vector<std::string> lines = Wrapped(text, 6.0, 100);
  std::string joined;
  for (const std::string& line : lines) {
    EXPECT_LE(WidthOf(line), 6.0) << line;
    joined += (joined.empty() ? "" : " ") + line;
  }
  EXPECT_EQ(joined, text);
  EXPECT_GT(lines.size(), 2u);
  EXPECT_EQ(Wrapped(text, 6.0, 2).size(), 2u);
  EXPECT_TRUE(Wrapped(text, 6.0, 2).back().ends_with("…"));
  EXPECT_TRUE(Wrapped("", 6.0, 2).empty());
  // Not even one character fits, but the function still terminates.
  EXPECT_LE(Wrapped("abc", 0.01, 5).size(), 5u);
  EXPECT_GT(Wrapped(std::string(100, 'x'), 6.0, 100).size(), 5u);
}

TEST(Text, FormatsNumbers) {
  EXPECT_EQ(FixedNumber(1.005, 1), "1.0");
  EXPECT_EQ(FixedNumber(-0.04, 1), "0.0");
  EXPECT_EQ(FixedNumber(-0.0, 0), "0");
  EXPECT_EQ(FixedNumber(-12.345, 2), "-12.35");  // the double is slightly beyond the half
  EXPECT_EQ(FixedNumber(1234567.0, 0), "1234567");
  EXPECT_EQ(FixedNumber(1e300, 2), "1.000e300");
  EXPECT_EQ(FixedNumber(0.5, -3), "0");
  EXPECT_EQ(FixedNumber(std::nan(""), 2), "-");
  EXPECT_EQ(FixedNumber(-std::numeric_limits<double>::infinity(), 2), "-");
  EXPECT_EQ(ScientificNumber(2.5e6, 1), "2.5e6");
  EXPECT_EQ(ScientificNumber(-1e-7, 0), "-1e-7");
  EXPECT_EQ(ScientificNumber(3.0, 0), "3e0");
  EXPECT_EQ(ShortNumber(0.012345), "0.0123");
  EXPECT_EQ(ShortNumber(123.456), "123");
  EXPECT_EQ(ShortNumber(123456.0), "123456");
  EXPECT_EQ(ShortNumber(0.0), "0");
  EXPECT_EQ(ShortNumber(1e-9), "1.00e-9");
}

TEST(Text, ShortNumbersReadBackToTheirDigits) {
  for (double value = 1.2345678e-20; value < 1e20; value *= 1.7) {
    for (const double x : {value, -value}) {
      EXPECT_NEAR(std::strtod(ShortNumber(x, 4).c_str(), nullptr), x, 6e-4 * value);
    }
  }
}

}  // namespace
}  // namespace surefoot::report
