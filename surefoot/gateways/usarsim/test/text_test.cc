#include "surefoot/gateways/usarsim/text.h"

#include <gmock/gmock.h>

#include <limits>
#include <random>

namespace surefoot::gateways::usarsim {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(ParseLine, ReadsWhatRealClientsSend) {
  // Lines of the ROS client, the Java client and others: see docs/guides/usarsim.md.
  const Line drive = ParseLine("Drive {Left 2.710027} {Right 2.710027}");
  EXPECT_TRUE(drive.Is("DRIVE"));
  EXPECT_THAT(drive.Number("left"), Optional(2.710027));
  const Line init = ParseLine(
      "INIT {ClassName USARBot.P2AT} {Name 1} {Location 47.169998 -55.700001 -2.250000} "
      "{Rotation 0.000000 0.000000 0.000000}");
  EXPECT_EQ(init.Text("Classname"), "USARBot.P2AT");
  EXPECT_EQ(*ParseVector(init.Text("Location")), Vector3d(47.169998, -55.700001, -2.25));
  const Line spaces = ParseLine("INIT {ClassName USARBot.KR6} {Location .4, .4, 1.8}");
  EXPECT_EQ(*ParseVector(spaces.Text("Location")), Vector3d(0.4, 0.4, 1.8));
  const Line tight = ParseLine("SET{Type Camera}{Name Cam}{Opcode FOV}{0.5}");
  EXPECT_TRUE(tight.Is("SET"));
  EXPECT_EQ(tight.segments.back().key, "0.5");
  EXPECT_THAT(ParseLine("DRIVE {Normalized True} {Light false}").Flag("Normalized"),
              Optional(true));
  EXPECT_EQ(ParseLine("DRIVE").Flag("Light"), std::nullopt);
}

TEST(ParseLine, KeepsTheOrderOfEqualKeys) {
  const Line line = ParseLine("ACT {Name Arm} {Link 1} {Value 0.3} {Link 2} {Value -1.2}");
  std::vector<std::string> keys;
  for (const Segment& segment : line.segments) keys.push_back(segment.key + segment.value);
  EXPECT_THAT(keys, ElementsAre("NameArm", "Link1", "Value0.3", "Link2", "Value-1.2"));
}

TEST(ParseLine, TakesDamageCalmly) {
  EXPECT_TRUE(ParseLine("").segments.empty());
  EXPECT_TRUE(ParseLine("}}}{{{{}}} }{").segments.empty());
  EXPECT_EQ(ParseLine("DRIVE {Left 1} {Right 2").Text("Right"), "2");
  EXPECT_EQ(ParseLine("DRIVE {A {B {Left 1}}} {Right 2}").Text("Left"), "1");
  EXPECT_EQ(ParseLine("{Class Pawn} {Name x}").keyword, "");
  EXPECT_EQ(ParseLine("{Class Pawn} {Name x}").Text("Name"), "x");
  std::mt19937 random(1);
  const std::string letters = "DRIVE {}{}Left 1.0,;\\\"\x7f\x80\xff";
  for (int i = 0; i < 20000; ++i) {
    std::string text(random() % 60, ' ');
    for (char& c : text) c = letters[random() % letters.size()];
    const Line line = ParseLine(text);
    for (const Segment& segment : line.segments) (void)ParseNumbers(segment.value, 10);
  }
}

TEST(ParseNumber, AcceptsPlainFiniteNumbersOnly) {
  EXPECT_THAT(ParseNumber("-1.5"), Optional(-1.5));
  EXPECT_THAT(ParseNumber(" +2 "), Optional(2.0));
  EXPECT_THAT(ParseNumber(".5"), Optional(0.5));
  // USARSim itself also reads a decimal comma in this way.
  EXPECT_THAT(ParseNumber("1,50"), Optional(1.0));
  for (const char* bad : {"", "x", "nan", "inf", "-inf", "1e999", "--1", "NaN"}) {
    EXPECT_EQ(ParseNumber(bad), std::nullopt) << bad;
  }
  EXPECT_EQ(ParseNumbers("1,2,x", 3), std::nullopt);
  EXPECT_EQ(ParseNumbers("1,2,3,4", 3), std::nullopt);
  EXPECT_EQ(ParseVector(""), std::nullopt);
  EXPECT_EQ(*ParseVector("1,2"), Vector3d(1, 2, 0));
}

TEST(LineSplitter, TakesAllEndsOfLinesInAnyPieces) {
  const std::string bytes = "A {x 1}\r\n\nB\n\rC\rD\n\r\n\r\nE\r\n";
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    LineSplitter splitter(100);
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      splitter.Add(std::string_view(bytes).substr(at, piece));
      while (auto line = splitter.Next()) lines.push_back(*line);
    }
    EXPECT_THAT(lines, ElementsAre("A {x 1}", "B", "C", "D", "E")) << piece;
  }
}

TEST(LineSplitter, LeavesOutWhatIsTooLong) {
  LineSplitter splitter(10);
  for (int i = 0; i < 1000; ++i) {
    splitter.Add("endless text without an end");
    EXPECT_EQ(splitter.Next(), std::nullopt);
    EXPECT_LE(splitter.waiting(), 30U);
  }
  splitter.Add("\nshort\n");
  EXPECT_THAT(splitter.Next(), Optional(std::string("short")));
  EXPECT_EQ(splitter.too_long(), 1U);
}

TEST(Out, WritesAsUsarsimDoes) {
  EXPECT_EQ(Out("STA").Add("Type", "X").Add("Time", 5609.449, 2).AddFlag("On", true).Take(),
            "STA {Type X} {Time 5609.45} {On True}\r\n");
  EXPECT_EQ(Out().Add("Name", "a").Take(), "{Name a}\r\n");
  EXPECT_EQ(FormatVector(Vector3d(-0.00001, 1.0 / 3.0, -2.0), 2), "0.00,0.33,-2.00");
  EXPECT_EQ(FormatNumber(std::numeric_limits<double>::infinity(), 0), "1000000000");
  EXPECT_EQ(FormatNumber(std::nan(""), 1), "0.0");
  EXPECT_EQ(Clean("a{b}\r\nc"), "a b   c");
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
