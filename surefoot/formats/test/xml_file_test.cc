#include "surefoot/formats/xml_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <tinyxml2.h>

#include "surefoot/base/test/temp_folder.h"

namespace surefoot::formats {
namespace {

TEST(ReadTextFile, GivesTheBytes) {
  const TempFolder folder;
  Problems problems;
  EXPECT_EQ(ReadTextFile(folder.Write("a.txt", "one\ntwo"), &problems), "one\ntwo");
  EXPECT_EQ(ReadTextFile(folder.Write("empty", ""), &problems), "");
  EXPECT_EQ(ReadTextFileHead(folder.Write("long", "0123456789"), 4, &problems), "0123");
  EXPECT_TRUE(problems.all().empty());
}

TEST(CountElements, CountsNoClosingTags) {
  EXPECT_EQ(CountElements(""), 0);
  EXPECT_EQ(CountElements("<?xml version=\"1.0\"?><a><b></b><c/><!-- d --></a>"), 5);
  EXPECT_EQ(CountElements("<"), 1);
}

TEST(CheckElementCount, ReportsTheNumber) {
  Problems problems;
  EXPECT_TRUE(CheckElementCount("<a><b></b></a>", 2, "w.xml", &problems));
  EXPECT_FALSE(CheckElementCount("<a><b></b><b></b></a>", 2, "w.xml", &problems));
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_EQ(problems.all()[0].value, "3");
  EXPECT_EQ(problems.all()[0].advice, "at most 2 are accepted");
}

TEST(ReadTextFile, RefusesNonFiles) {
  const TempFolder folder;
  const std::string pipe = folder.path() + "/pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path :
       {pipe, folder.path(), folder.path() + "/nothing", std::string("/dev/zero")}) {
    Problems problems;
    EXPECT_FALSE(ReadTextFile(path, &problems)) << path;
    EXPECT_EQ(problems.error_count(), 1) << path;
    EXPECT_EQ(problems.all()[0].source.file, path);
  }
}

TEST(ReadTextFile, RefusesHugeFiles) {
  const TempFolder folder;
  const std::string path = folder.Write("huge", "");
  // A sparse file: it has this size, but uses no disk space.
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(kMaxTextFileBytes) + 1);
  Problems problems;
  EXPECT_FALSE(ReadTextFile(path, &problems));
  EXPECT_NE(problems.all()[0].message.find("too large"), std::string::npos);
  EXPECT_TRUE(ReadTextFileHead(path, 100, &problems));
}

/// Line of the error in a text; 0 if it was read without errors.
int ErrorLine(const std::string& text) {
  Problems problems;
  tinyxml2::XMLDocument document;
  const bool read = ParseXml(text, "x.sdf", &problems, &document);
  EXPECT_EQ(read, problems.ok());
  return problems.ok() ? 0 : problems.all()[0].source.line;
}

TEST(ParseXml, ReportsTheLine) {
  EXPECT_EQ(ErrorLine("<a>\n<b/>\n</a>"), 0);
  EXPECT_EQ(ErrorLine("<a>\n<b>\n</c></a>"), 2);
  EXPECT_EQ(ErrorLine("<a>\n<b x=1/>\n</a>"), 2);
  EXPECT_EQ(ErrorLine("<a>\n\n<b"), 3);
}

TEST(ParseXml, ReportsTextsWithoutElements) {
  for (const char* text : {"", "   \n", "hello", "<!-- only this -->", "<?xml version=\"1.0\"?>"}) {
    Problems problems;
    tinyxml2::XMLDocument document;
    EXPECT_FALSE(ParseXml(text, "x", &problems, &document)) << text;
    EXPECT_EQ(problems.error_count(), 1) << text;
  }
}

TEST(ParseXml, SurvivesDepthEntitiesAndZeros) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_EQ(ErrorLine(deep), 1);

  // The expanded text would have 3^20 letters.
  std::string bomb = "<!DOCTYPE x [<!ENTITY e0 \"lol\">";
  for (int i = 1; i <= 20; ++i) {
    const std::string before = "&e" + std::to_string(i - 1) + ";";
    bomb += "<!ENTITY e" + std::to_string(i) + " \"" + before + before + before + "\">";
  }
  bomb += "]><a>&e20;</a>";
  Problems problems;
  tinyxml2::XMLDocument document;
  if (ParseXml(bomb, "x", &problems, &document)) {
    EXPECT_LT(std::string(document.RootElement()->GetText()).size(), 100u);
  }

  tinyxml2::XMLDocument other;
  EXPECT_FALSE(ParseXml(std::string("<a>\0</a>", 8), "x", &problems, &other));
}

TEST(RootElementName, SkipsWhatComesBefore) {
  EXPECT_EQ(RootElementName("<?xml version=\"1.0\"?>\n<!-- <robot> --><sdf version=\"1.9\">"),
            "sdf");
  EXPECT_EQ(RootElementName("<!DOCTYPE x>\n<robot\nname=\"r\">"), "robot");
  EXPECT_EQ(RootElementName("<mujoco/>"), "mujoco");
  EXPECT_EQ(RootElementName("no markup"), "");
  EXPECT_EQ(RootElementName("<!-- never closed <sdf>"), "");
}

}  // namespace
}  // namespace surefoot::formats
