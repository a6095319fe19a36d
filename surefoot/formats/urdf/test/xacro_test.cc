#include "surefoot/formats/urdf/xacro.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "surefoot/formats/urdf/test/urdf_test_file.h"

namespace surefoot::formats {
namespace {

/// Tests with a program of their own in place of xacro. The real one is tried in
/// tests/integration/xacro.sh.
class XacroTest : public testing::Test {
 protected:
  ~XacroTest() override { ::unsetenv("SUREFOOT_XACRO"); }

  void UseProgram(const std::string& script) {
    const std::string file = folder_.Write("bin/xacro", "#!/bin/sh\n" + script);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    ::setenv("SUREFOOT_XACRO", file.c_str(), 1);
  }
  Loaded Load(const std::string& arguments = "") const {
    FormatRegistry registry;
    registry.Add("urdf", MakeUrdfFormat());
    const std::string path = folder_.Write(
        "pkg/robot.xacro",
        "<robot name=\"r\" xmlns:xacro=\"http://ros.org/wiki/xacro\">\n<xacro:include "
        "filename=\"a\"/>\n<link name=\"a\"/></robot>");
    Loaded loaded;
    const ReadResult result = ReadFile(registry, UriResolver(), path + arguments, &loaded.problems);
    loaded.read = result.ok;
    loaded.spec = result.spec;
    return loaded;
  }

  TempFolder folder_;
};

TEST_F(XacroTest, OutputOfTheProgramIsRead) {
  UseProgram("echo '<robot name=\"made\"><link name=\"one\"/></robot>'");
  const Loaded loaded = Load();
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.model().name, "made");
  ExpectProblem(loaded, Severity::kNote, 0, "line numbers are those of the expanded text");
}

TEST_F(XacroTest, ArgumentsAndFoldersArePassedOn) {
  UseProgram("echo \"<robot name='$#|$1|$2|$3'><link name='$SUREFOOT_XACRO_FOLDERS'/></robot>\"");
  const Loaded loaded = Load("?arm=left&n=");
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.model().name, "3|" + folder_.Path("pkg/robot.xacro") + "|arm:=left|n:=");
  EXPECT_EQ(loaded.model().links[0].name.find(folder_.Path("pkg") + ":"), 0u);
}

TEST_F(XacroTest, WhatGoesWrong) {
  UseProgram(
      "echo 'some warning' >&2; printf '\\033[31mundefined macro: wheel\\033[0m\\n' >&2; exit 2");
  ExpectProblem(Load(), kError, 0, "xacro refused the file: some warning\nundefined macro: wheel");
  UseProgram("echo '<robot name=\"r\"><link name=\"${x}\"/></robot>'");
  ExpectProblem(Load(), kError, 1, "xacro has left this as it was");
  UseProgram("echo not xml");
  EXPECT_FALSE(Load().read);
  ::setenv("SUREFOOT_XACRO", "/nonexistent/xacro", 1);
  ExpectProblem(Load(), kError, 0, "xacro could not be run");
}

TEST(Xacro, WithoutTheProgram) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const Loaded values = LoadBody("<link name=\"a\"/>\n<link name=\"${prefix}b\"/>");
  ::setenv("PATH", path.c_str(), 1);
  if (values.Find(kError, "was not found") == nullptr) GTEST_SKIP() << "skipped: ROS is installed";
  ExpectProblem(values, kError, 3, "pip install xacro");
}

TEST(Xacro, WhatIsLeftOfMacrosIsIgnored) {
  const Loaded loaded = LoadBody(
      "<link name=\"a\"/>\n<xacro:sensor x=\"1\"/>\n<xacro:sensor x=\"2\"/>\n"
      "<transmission name=\"${t}\"/>");
  EXPECT_TRUE(loaded.read && loaded.problems.ok()) << loaded.Text();
  ExpectProblem(loaded, kWarning, 3, "was not expanded is ignored (and 1 more of this kind)");
  // The namespace alone is harmless.
  EXPECT_TRUE(LoadText("<robot name=\"r\" xmlns:xacro=\"x\"><link name=\"a\"/></robot>").read);
}

}  // namespace
}  // namespace surefoot::formats
