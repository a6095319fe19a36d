#include "surefoot/base/pattern.h"

#include <gmock/gmock.h>
#include <regex.h>

#include <random>

namespace surefoot {
namespace {

using testing::HasSubstr;

bool Finds(const std::string& expression, const std::string& text) {
  const Result<Pattern> pattern = Pattern::Make(expression);
  if (!pattern.ok()) {
    ADD_FAILURE() << expression << ": " << pattern.error().message;
    return false;
  }
  std::int64_t steps = Pattern::kMaxSteps;
  const Result<bool> found = pattern->Finds(text, &steps);
  EXPECT_TRUE(found.ok());
  return found.ok() && found.value();
}

std::string WhyNot(const std::string& expression) {
  const Result<Pattern> pattern = Pattern::Make(expression);
  return pattern.ok() ? "" : pattern.error().message;
}

TEST(Pattern, FindsWhatTheStandardDefines) {
  EXPECT_TRUE(Finds("", ""));
  EXPECT_TRUE(Finds("usk", "husky"));
  EXPECT_FALSE(Finds("^usk", "husky"));
  EXPECT_TRUE(Finds("^husky(_[0-9]+)?$", "husky_12"));
  EXPECT_FALSE(Finds("^husky(_[0-9]+)?$", "husky_"));
  EXPECT_TRUE(Finds("^(a|bc|)d$", "d"));
  EXPECT_TRUE(Finds("a{2,3}$", "xaa"));
  EXPECT_FALSE(Finds("^a{2,3}$", "aaaa"));
  EXPECT_TRUE(Finds("^a{2,}$", "aaaa"));
  EXPECT_TRUE(Finds("^[]a-]+$", "]-a"));
  EXPECT_FALSE(Finds("[^[:alnum:]_]", "robot_1"));
  EXPECT_TRUE(Finds("\\.\\*\\\\", "a.*\\"));
  EXPECT_TRUE(Finds("^\\w+\\s\\S$", "two_2 x"));
  EXPECT_TRUE(Finds("^(a*)*$", "aaa")) << "a loop without a byte must end";
  EXPECT_TRUE(Finds("[[.-.]]", "-"));
}

TEST(Pattern, StatesWhatIsWrong) {
  EXPECT_THAT(WhyNot("("), HasSubstr("'(' has no ')'"));
  EXPECT_THAT(WhyNot("a)"), HasSubstr("')' has no '('"));
  EXPECT_THAT(WhyNot("[a"), HasSubstr("'[' has no ']'"));
  EXPECT_THAT(WhyNot("*a"), HasSubstr("nothing precedes the '*'"));
  EXPECT_THAT(WhyNot("a{3,2}"), HasSubstr("braces"));
  EXPECT_THAT(WhyNot("a{x}"), HasSubstr("braces"));
  EXPECT_THAT(WhyNot("a{256}"), HasSubstr("255"));
  EXPECT_THAT(WhyNot("[z-a]"), HasSubstr("ends before its start"));
  EXPECT_THAT(WhyNot("[[:nonsense:]]"), HasSubstr("not supported"));
  EXPECT_THAT(WhyNot("(a)\\1"), HasSubstr("\\1 is not supported"));
  EXPECT_THAT(WhyNot("a\\"), HasSubstr("last character"));
}

/// Each of these took gigabytes, minutes or the stack of the C library's regcomp.
TEST(Pattern, RefusesBombsBeforeTheyAreBuilt) {
  EXPECT_THAT(WhyNot("((((a{1,100}){1,100}){1,100}){1,100})"), HasSubstr("too large"));
  EXPECT_THAT(WhyNot("(((.{1,255}){1,255}){1,255})"), HasSubstr("too large"));
  EXPECT_THAT(WhyNot("((((((((()*)*)*{9}){99}){99}){99}){99}){99}){99}"), HasSubstr("too large"));
  EXPECT_THAT(WhyNot(std::string(500, '(') + std::string(500, ')')), HasSubstr("nested"));
  EXPECT_THAT(WhyNot(std::string(200000, '(')), HasSubstr("at most 1000"));
  EXPECT_TRUE(Finds("a" + std::string(900, '*'), ""));
}

TEST(Pattern, ASearchHasALimit) {
  const Result<Pattern> pattern = Pattern::Make("(.*){40}(.*){40}x");
  ASSERT_TRUE(pattern.ok());
  std::int64_t steps = 100'000;
  const Result<bool> found = pattern->Finds(std::string(10'000, 'a'), &steps);
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message, HasSubstr("too many steps"));
}

/// Random expressions of the grammar that both understand.
class Writer {
 public:
  explicit Writer(unsigned seed) : random_(seed) {}

  /// Anchors only at the ends: glibc finds "([ab]^a){2}$(^){0}" in texts where it is not.
  std::string Expression() {
    return (Below(4) == 0 ? "^" : "") + Choice(3) + (Below(4) == 0 ? "$" : "");
  }
  std::string Choice(int depth) {
    std::string text = Sequence(depth);
    while (Below(4) == 0) text += "|" + Sequence(depth);
    return text;
  }
  std::string Subject() {
    std::string text;
    for (int length = Below(8); length > 0; --length) text += "abc-_ "[Below(6)];
    return text;
  }

 private:
  int Below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }

  std::string Sequence(int depth) {
    std::string text;
    for (int items = 1 + Below(4); items > 0; --items) text += Item(depth);
    return text;
  }
  std::string Item(int depth) {
    static const std::vector<std::string> kItems = {
        "a",   "b",   "c",   ".",    "[ab]", "[^a]", "[a-c]", "[[:alpha:]]", "[^[:space:]-]",
        "\\w", "\\S", "\\-", "[]a]", "_"};
    std::string text =
        depth > 0 && Below(4) == 0
            ? "(" + Choice(depth - 1) + ")"
            : kItems[static_cast<std::size_t>(Below(static_cast<int>(kItems.size())))];
    static const std::vector<std::string> kRepeats = {"*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}"};
    if (Below(3) == 0) text += kRepeats[static_cast<std::size_t>(Below(7))];
    return text;
  }

  std::mt19937 random_;
};

TEST(Pattern, AgreesWithTheCLibrary) {
  Writer writer(7);
  int compared = 0;
  int found = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string expression = writer.Expression();
    regex_t reference;
    if (::regcomp(&reference, expression.c_str(), REG_EXTENDED | REG_NOSUB) != 0) continue;
    const Result<Pattern> pattern = Pattern::Make(expression);
    if (pattern.ok()) {
      for (int j = 0; j < 10; ++j) {
        const std::string text = writer.Subject();
        const bool expected = ::regexec(&reference, text.c_str(), 0, nullptr, 0) == 0;
        EXPECT_EQ(Finds(expression, text), expected) << expression << " in '" << text << "'";
        ++compared;
        found += expected ? 1 : 0;
      }
    } else {
      EXPECT_THAT(pattern.error().message, HasSubstr("too large")) << expression;
    }
    ::regfree(&reference);
  }
  EXPECT_GT(compared, 20000);
  EXPECT_GT(found, compared / 10);
}

}  // namespace
}  // namespace surefoot
