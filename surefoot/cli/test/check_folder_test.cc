#include "surefoot/cli/commands/check_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "surefoot/cli/json_output.h"

namespace surefoot::cli {
namespace {

namespace fs = std::filesystem;

class CheckFolderTest : public testing::Test {
 protected:
  CheckFolderTest() {
    std::string pattern = (fs::temp_directory_path() / "surefoot-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    formats::Format format;
    format.endings = {"urdf", "xacro"};
    format.matches = [](const std::string& head) { return head.find("<robot") == 0; };
    formats_.Add("urdf", format);
  }
  ~CheckFolderTest() override { fs::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text = "<robot name=\"r\"/>") const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  /// Paths below the folder.
  std::vector<std::string> List() const {
    std::vector<std::string> files;
    for (const std::string& file : ListDescriptions(formats_, folder_.string())) {
      files.push_back(fs::path(file).lexically_relative(folder_).string());
    }
    return files;
  }

  fs::path folder_;
  formats::FormatRegistry formats_;
};

using Files = std::vector<std::string>;

TEST_F(CheckFolderTest, FilesOfKnownFormatsInOrder) {
  for (const char* name : {"b.urdf", "a/z.URDF", "a.urdf", "robot.xml", "mesh.stl", "model.config",
                           ".hidden.urdf", ".git/x.urdf", "build/x.urdf", "node_modules/x.urdf"}) {
    Write(name);
  }
  Write("package.xml", "<package/>");
  EXPECT_EQ(List(), (Files{"a.urdf", "a/z.URDF", "b.urdf", "robot.xml"}));
}

TEST_F(CheckFolderTest, OnlyNamedRobotsOfXacro) {
  Write("robot.urdf.xacro", "<!-- c -->\n<robot xmlns:xacro=\"x\" name=\"r\">");
  Write("wheel.urdf.xacro", "<robot xmlns:xacro=\"x\">\n<link name=\"a\"/>");
  EXPECT_EQ(List(), Files{"robot.urdf.xacro"});
}

TEST_F(CheckFolderTest, LinksToFoldersAreNotFollowed) {
  Write("a/r.urdf");
  fs::create_directory_symlink(folder_, folder_ / "a/up");
  fs::create_symlink(folder_ / "a/r.urdf", folder_ / "same.urdf");
  fs::create_symlink(folder_ / "nothing", folder_ / "broken.urdf");
  EXPECT_EQ(List(), (Files{"a/r.urdf", "same.urdf"}));
}

TEST(CountMessages, NamesAndNumbersAreLeftOut) {
  std::vector<FileCheck> checks(2);
  checks[0].problems.Warning(Source(), "joint \"a\" turns 10.5 times");
  checks[0].problems.Warning(Source(), "joint \"b\" turns 7.25 times");
  checks[0].problems.Error(Source(), "the mesh \"x\" was not found; tried:\n  here");
  checks[0].problems.Note(Source(), "a note");
  checks[1].problems.Error(Source(), "the mesh \"y\" was not found; tried:\n  there");
  const std::vector<MessageCount> counts = CountMessages(checks);
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_EQ(counts[0].message, "the mesh \"...\" was not found; tried:");
  EXPECT_EQ(counts[0].files, 2);
  EXPECT_EQ(counts[1].message, "joint \"...\" turns N.N times");
  EXPECT_EQ(counts[1].files, 1);
  EXPECT_EQ(counts[1].count, 2);
}

TEST(FileCheckJson, RoundTrip) {
  FileCheck check;
  check.file = "robot.urdf";
  check.models = 1;
  check.links = 2;
  check.joints = 3;
  check.run = 0.5;
  check.run_error = "no longer finite";
  check.problems.Warning(Source{"robot.urdf", 7, "robot[r]"}, "message", "value", "advice");
  check.problems.Error(Source{"other", 0, ""}, "wrong");
  FileCheck again;
  ASSERT_TRUE(ParseFileCheck(CheckJson({check}), &again));
  EXPECT_EQ(again.links, 2);
  EXPECT_EQ(again.run, 0.5);
  EXPECT_EQ(again.run_error, check.run_error);
  ASSERT_EQ(again.problems.all().size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(ToString(again.problems.all()[i]), ToString(check.problems.all()[i]));
  }
  for (const char* text :
       {"", "{}", "[1]", "{\"files\": [1]}", "{\"files\": [{}], \"problems\": 1}"}) {
    EXPECT_FALSE(ParseFileCheck(text, &again)) << text;
  }
}

}  // namespace
}  // namespace surefoot::cli
