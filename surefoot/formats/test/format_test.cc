#include "surefoot/formats/format.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/formats/xml_file.h"

namespace surefoot::formats {
namespace {

Format MakeFormat(const std::vector<std::string>& endings, bool (*matches)(const std::string&),
                  bool (*read)(const std::string&, const ReadContext&, world::WorldSpec*, bool*)) {
  Format format;
  format.endings = endings;
  format.matches = matches;
  format.read = read;
  return format;
}

class FormatTest : public testing::Test {
 protected:
  FormatTest() {
    registry_.Add(
        "a",
        MakeFormat(
            {"a", "xml"}, [](const std::string& head) { return RootElementName(head) == "a"; },
            [](const std::string&, const ReadContext&, world::WorldSpec* spec, bool* is_model) {
              spec->name = "from a";
              *is_model = true;
              return true;
            }));
    registry_.Add(
        "b", MakeFormat(
                 {"b", "xml"}, [](const std::string& head) { return RootElementName(head) == "b"; },
                 [](const std::string& path, const ReadContext& context, world::WorldSpec*, bool*) {
                   context.problems->Error(Source{path, 3, ""}, "wrong");
                   return true;
                 }));
    registry_.Add("c", MakeFormat({"c"}, nullptr,
                                  [](const std::string&, const ReadContext&, world::WorldSpec*,
                                     bool*) -> bool { throw std::runtime_error("boom"); }));
  }

  ReadResult Read(const std::string& path) {
    return ReadFile(registry_, UriResolver(), path, &problems_);
  }

  TempFolder folder_;
  FormatRegistry registry_;
  Problems problems_;
};

TEST_F(FormatTest, ChoosesByEndingThenByContent) {
  EXPECT_EQ(Read(folder_.Write("x.a", "<z/>")).format, "a");
  EXPECT_EQ(Read(folder_.Write("x.A", "<z/>")).format, "a");
  EXPECT_EQ(Read(folder_.Write("x.xml", "<!-- <a> --><b/>")).format, "b");
  EXPECT_EQ(Read(folder_.Write("y.xml", "<a/>")).format, "a");
  EXPECT_EQ(Read(folder_.Write("no_ending", "<a/>")).format, "a");
  EXPECT_EQ(Read(folder_.Write("other.txt", "<a/>")).format, "a");
}

TEST_F(FormatTest, GivesWhatTheReaderGives) {
  const ReadResult result = Read(folder_.Write("x.a", ""));
  EXPECT_TRUE(result.ok);
  EXPECT_TRUE(result.is_model);
  EXPECT_EQ(result.spec.name, "from a");
}

TEST_F(FormatTest, AnErrorIsAFailureWhateverTheReaderReturns) {
  EXPECT_FALSE(Read(folder_.Write("x.b", "<b/>")).ok);
  // Only errors of this file count.
  EXPECT_TRUE(Read(folder_.Write("x.a", "<a/>")).ok);
}

TEST_F(FormatTest, NothingThrownGetsOut) {
  EXPECT_FALSE(Read(folder_.Write("x.c", "")).ok);
  EXPECT_NE(problems_.ErrorText().find("boom"), std::string::npos);
}

TEST_F(FormatTest, UnknownFormatsNameTheKnownOnes) {
  EXPECT_FALSE(Read(folder_.Write("x.doc", "hello")).ok);
  EXPECT_NE(problems_.ErrorText().find("a (.a, .xml), b (.b, .xml), c (.c)"), std::string::npos);
}

TEST_F(FormatTest, MissingFilesAreReported) {
  EXPECT_FALSE(Read(folder_.path() + "/nothing.a").ok);
  EXPECT_FALSE(Read(folder_.path()).ok);
  EXPECT_EQ(problems_.error_count(), 2);
  // It must not crash without an object to report to.
  EXPECT_FALSE(ReadFile(registry_, UriResolver(), "/nothing", nullptr).ok);
}

}  // namespace
}  // namespace surefoot::formats
