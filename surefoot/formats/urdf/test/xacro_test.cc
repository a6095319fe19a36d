#include "surefoot/formats/urdf/xacro.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>

#include "surefoot/formats/urdf/test/urdf_test_file.h"

namespace surefoot::formats {
namespace {

/// Tests that replace the program xacro by a script. tests/integration/xacro.sh uses the real one.
class XacroTest : public testing::Test {
 protected:
  ~XacroTest() override { ::unsetenv("SUREFOOT_XACRO"); }

  void UseProgram(const std::string& script) {
    const std::string file = folder_.Write("bin/xacro", "#!/bin/sh\n" + script);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    ::setenv("SUREFOOT_XACRO", file.c_str(), 1);
  }
  Loaded Load(const std::string& arguments = "", bool client = false) const {
    FormatRegistry registry;
    registry.Add("urdf", MakeUrdfFormat());
    UriResolver resolver;
    if (client) resolver.set_scope(FileScope({folder_.Path("pkg")}));
    const std::string path =
        folder_.Write("pkg/robot.xacro",
                      "<robot name=\"r\" xmlns:xacro=\"http://ros.org/wiki/xacro\">\n<link "
                      "name=\"${[x for x in 'a'][0]}\"/></robot>");
    Loaded loaded;
    const ReadResult result = ReadFile(registry, resolver, path + arguments, &loaded.problems);
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
  ExpectProblem(loaded, Severity::kNote, 2, "line numbers are those of the expanded text");
}

TEST_F(XacroTest, AFileFromAClientStartsNoProgram) {
  UseProgram("touch '" + folder_.Path("marker") + "'; echo '<robot name=\"x\"/>'");
  const Loaded loaded = Load("", true);
  EXPECT_FALSE(loaded.read);
  ExpectProblem(loaded, kError, 2, "comprehensions are not supported");
  EXPECT_FALSE(std::filesystem::exists(folder_.Path("marker")));
  Load();
  EXPECT_TRUE(std::filesystem::exists(folder_.Path("marker")));
}

TEST_F(XacroTest, ArgumentsAndFoldersArePassedOn) {
  UseProgram("echo \"<robot name='$#|$1|$2|$3'><link name='$SUREFOOT_XACRO_FOLDERS'/></robot>\"");
  const Loaded loaded = Load("?arm=left&n=");
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.model().name, "3|" + folder_.Path("pkg/robot.xacro") + "|arm:=left|n:=");
  EXPECT_EQ(loaded.model().links[0].name.find(folder_.Path("pkg") + ":"), 0u);
}

TEST_F(XacroTest, ErrorsOfTheProgram) {
  UseProgram(
      "echo 'some warning' >&2; printf '\\033[31mundefined macro: wheel\\033[0m\\n' >&2; exit 2");
  ExpectProblem(Load(), kError, 0, "xacro rejected the file: some warning\nundefined macro: wheel");
  UseProgram("echo '<robot name=\"r\"><link name=\"${x}\"/></robot>'");
  ExpectProblem(Load(), kError, 1, "xacro did not expand this element");
  UseProgram("echo not xml");
  EXPECT_FALSE(Load().read);
  ::setenv("SUREFOOT_XACRO", "/nonexistent/xacro", 1);
  ExpectProblem(Load(), kError, 0, "xacro could not be run");
}

/// The name of the link in this body.
std::string NameFrom(const std::string& body) {
  const Loaded loaded = LoadText("<robot name=\"r\" xmlns:xacro=\"x\">" + body + "</robot>");
  EXPECT_TRUE(loaded.read) << loaded.Text();
  return loaded.model().links.empty() ? "" : loaded.model().links[0].name;
}

TEST(Xacro, ExpressionsEvaluateAsInPython) {
  const std::pair<const char*, const char*> cases[] = {{"-7 // 2", "-4"},
                                                       {"-7 % 3", "2"},
                                                       {"2**-1", "0.5"},
                                                       {"1e16", "1e+16"},
                                                       {"1e15", "1000000000000000.0"},
                                                       {"1/3", "0.3333333333333333"},
                                                       {"round(2.5)", "2"},
                                                       {"round(2.675, 2)", "2.67"},
                                                       {"[1, 'a', 2.0]", "[1, 'a', 2.0]"},
                                                       {"1 &lt; 2 &lt; 3", "True"},
                                                       {"'a' if 0 else 'b'", "b"},
                                                       {"'abc'[::-1]", "cba"},
                                                       {"0.00001", "1e-05"},
                                                       {"-2**2", "-4"},
                                                       {"'a b'.split()[1]", "b"}};
  for (const auto& [expression, expected] : cases) {
    EXPECT_EQ(NameFrom(std::string("<link name=\"${") + expression + "}\"/>"), expected);
  }
}

TEST(Xacro, MacrosPropertiesAndBlocks) {
  EXPECT_EQ(NameFrom("<xacro:property name=\"a\" value=\"${b + 1}\"/>"
                     "<xacro:property name=\"b\" value=\"2\"/>"
                     "<xacro:macro name=\"m\" params=\"p q:=^|5 *x\"><xacro:insert_block "
                     "name=\"x\"/></xacro:macro>"
                     "<xacro:m p=\"1\"><link name=\"l${a}\"/></xacro:m>"),
            "l3");
}

TEST(Xacro, EndlessMacrosEnd) {
  const Loaded loaded =
      LoadBody("<xacro:macro name=\"m\"><xacro:m/></xacro:macro>\n<xacro:m/>\n<link name=\"a\"/>");
  ExpectProblem(loaded, kError, 2, "nested too deeply");
}

TEST(Xacro, WithoutTheProgram) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const Loaded values = LoadBody("<link name=\"a\"/>\n<link name=\"${[x for x in 'b'][0]}\"/>");
  ::setenv("PATH", path.c_str(), 1);
  if (values.Find(kError, "comprehensions") == nullptr) GTEST_SKIP() << "skipped: ROS is installed";
  ExpectProblem(values, kError, 3, "pip install xacro");
}

TEST(Xacro, UnexpandedMacrosAreIgnored) {
  const Loaded loaded = LoadBody(
      "<link name=\"a\"/>\n<xacro:sensor x=\"1\"/>\n<xacro:sensor x=\"2\"/>\n"
      "<transmission name=\"${t}\"/>");
  EXPECT_TRUE(loaded.read && loaded.problems.ok()) << loaded.Text();
  ExpectProblem(loaded, kWarning, 3, "was not expanded is ignored (and 1 more of this kind)");
  // The namespace alone is harmless.
  EXPECT_TRUE(LoadText("<robot name=\"r\" xmlns:xacro=\"x\"><link name=\"a\"/></robot>").read);
}

/// A list of a hundred thousand strings of a megabyte was charged as a hundred thousand values, and
/// took 100 GB: one line of a file ended the server. The memory is limited by the address space
/// here, so that a failure is an error and not the end of the machine.
TEST(XacroLimits, CopiesOfLongStringsTakeNoMemory) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // they map terabytes
  const rlimit few{rlim_t{4} << 30, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &few), 0);
#endif
  for (const char* expression :
       {"len(['y'*1000000]*100000)", "len(([p]*1000)*100)", "len(sorted([p]*100000))",
        "len(list([p]*100000))", "len([p]*50000 + [p]*50000)"}) {
    const Loaded loaded = LoadText(
        std::string("<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>\n"
                    "<xacro:property name='p' value=\"${'y'*1000000}\"/>\n<link name=\"n${") +
        expression + "}\"/></robot>");
    const bool refused = loaded.Text().find("at most") != std::string::npos;
    EXPECT_TRUE(refused || (loaded.read && loaded.model().links[0].name == "n100000"))
        << expression << ": " << loaded.Text();
  }
  ::setrlimit(RLIMIT_AS, &before);
}

/// Looking up a key copies and hashes it, so a long key costs as many steps as its text.
TEST(XacroLimits, LongKeysAreCharged) {
  std::string use = "${p in d";
  for (int i = 0; i < 2000; ++i) use += " and p in d";
  const Loaded loaded = LoadText(
      "<robot name='r' xmlns:xacro='http://ros.org/wiki/xacro'>\n"
      "<xacro:property name='p' value=\"${'y'*1000000}\"/>\n"
      "<xacro:property name='d' value=\"${dict([[p, 1]])}\"/>\n<link name=\"n" +
      use + "}\"/></robot>");
  EXPECT_FALSE(loaded.read);
  EXPECT_NE(loaded.Text().find("too many steps"), std::string::npos) << loaded.Text();
}

}  // namespace
}  // namespace surefoot::formats
