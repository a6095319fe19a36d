#include "surefoot/formats/urdf/urdf.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>

#include "surefoot/formats/urdf/test/urdf_test_file.h"
#include "surefoot/world/world.h"
#include "tests/source_dir.h"

namespace surefoot::formats {
namespace {

TEST(UrdfFormat, RecognisesItsFiles) {
  const Format format = MakeUrdfFormat();
  EXPECT_TRUE(format.matches("<?xml version=\"1.0\"?>\n<!-- <sdf> -->\n<robot name=\"r\">"));
  EXPECT_TRUE(format.matches("<robot>"));
  EXPECT_FALSE(format.matches("<sdf version=\"1.9\"><robot/></sdf>"));
  EXPECT_FALSE(format.matches("<robots/>"));
  EXPECT_FALSE(format.matches("<mujoco>"));
  EXPECT_FALSE(format.matches(""));
  EXPECT_FALSE(format.matches("<!-- never closed"));
}

TEST(UrdfStructure, Errors) {
  const std::string ab = LinkText("a") + LinkText("b");  // lines 2 and 3
  const struct {
    std::string body;
    int line;
    const char* part;
  } rows[] = {
      {ab, 3, "2 root links"},
      {ab + JointText("j", "fixed", "a", "a"), 4, "connects a link to itself"},
      {ab + JointText("j", "fixed", "a", "b") + JointText("k", "fixed", "b", "a"), 1,
       "the joints form a cycle"},
      {ab + LinkText("c") + JointText("j", "fixed", "a", "b") + JointText("k", "fixed", "b", "a"),
       2, "a cycle that is not connected to the root"},
      {ab + JointText("j", "fixed", "a", "b") + JointText("k", "fixed", "a", "b"), 5,
       "also of \"j\" on line 4"},
      {ab + JointText("j", "fixed", "a", "b") + JointText("j", "fixed", "a", "b"), 5,
       "more than one joint of this name"},
      {"", 1, "the robot has no links"},
  };
  for (const auto& row : rows) {
    const Loaded loaded = LoadBody(row.body);
    EXPECT_FALSE(loaded.read) << row.part;
    EXPECT_TRUE(loaded.spec.models.empty());
    ExpectProblem(loaded, kError, row.line, row.part);
  }
}

TEST(UrdfStructure, AllErrorsAreReportedAtOnce) {
  const Loaded loaded = LoadBody(
      "<link name=\"a\"><inertial><mass value=\"x\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/>"
      "</inertial></link>\n" +
      JointText("j", "revolut", "a", "b") + "<gazebo reference=\"a\"><mu1>x</mu1></gazebo>");
  EXPECT_EQ(loaded.Count(kError), 4) << loaded.Text();  // mass, type, child, mu1
}

TEST(UrdfStructure, LinkWorldIsTheWorld) {
  const Loaded loaded =
      LoadBody(LinkText("arm") + "<link name=\"world\"/>\n" + LinkText("hand") +
               JointText("base", "fixed", "world", "arm", "<origin xyz=\"0 0 1\"/>") +
               JointText("wrist", "continuous", "arm", "hand", "<origin xyz=\"0 0 2\"/>"));
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.model().links.size(), 2u);
  EXPECT_EQ(loaded.joint("base").parent, world::kWorldLink);
  EXPECT_EQ(loaded.joint("base").child, 0);
  EXPECT_EQ(loaded.joint("wrist").parent, 0);
  EXPECT_EQ(loaded.joint("wrist").child, 1);
  EXPECT_EQ(loaded.link("hand").X_ML.p.z(), 3.0);
  Problems problems;
  const auto world = world::MakeWorld(loaded.spec, &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  EXPECT_TRUE((*world)->tree(0).bodies[0].is_static);
  EXPECT_FALSE((*world)->tree(0).bodies[1].is_static);
}

TEST(UrdfStructure, WorldNeedNotBeDeclared) {
  const Loaded loaded = LoadBody(LinkText("arm") + JointText("rail", "continuous", "world", "arm"));
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.model().links.size(), 1u);
  EXPECT_EQ(loaded.joint("rail").parent, world::kWorldLink);
  ExpectProblem(loaded, Severity::kNote, 3, "treated as the world itself");
}

TEST(UrdfStructure, LinkWorldWithShapesStays) {
  const Loaded loaded = LoadBody(
      "<link name=\"world\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision>"
      "</link>\n");
  ASSERT_TRUE(loaded.read) << loaded.Text();
  Problems problems;
  const auto world = world::MakeWorld(loaded.spec, &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  EXPECT_TRUE((*world)->tree(0).bodies[0].is_static);
  EXPECT_EQ(loaded.link("world").inertia.mass, 0.0);
}

TEST(UrdfFile, NotUrdf) {
  ExpectProblem(LoadText("<sdf version=\"1.9\"/>"), kError, 1, "this is SDF");
  ExpectProblem(LoadText("<mujoco/>"), kError, 1, "this is MJCF");
  ExpectProblem(LoadText("<html/>"), kError, 1, "the root of a URDF file is <robot");
  ExpectProblem(LoadText("<robot name=\"r\"><group name=\"arm\"/></robot>"), kError, 1,
                "this is SRDF");
  const Loaded unnamed = LoadText("<robot>\n<link name=\"a\"/></robot>");
  ExpectProblem(unnamed, kWarning, 1, "<robot> has no name; it is named \"robot\"");
  EXPECT_EQ(unnamed.model().name, "robot");
  ExpectProblem(LoadText("<robot name=\"r\">\n<link name=\"a\">"), kError, 2, "not closed");
  EXPECT_FALSE(LoadText("").read);
  EXPECT_FALSE(LoadText("robot").read);
}

TEST(UrdfFile, OddBeginnings) {
  const std::string robot = "<robot name=\"r\"><link name=\"a\"/></robot>";
  for (const std::string& text :
       {"\xef\xbb\xbf<?xml version=\"1.0\"?>" + robot, "\n<?xml version=\"1.0\"?>" + robot,
        "<!-- c -->\n<?xml version=\"1.0\"?>\n" + robot,
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><!-- \xe4 -->" + robot,
        "<!DOCTYPE robot>\n" + robot, robot + std::string(3, '\0'), robot + "\n\n"}) {
    const Loaded loaded = LoadText(text);
    EXPECT_TRUE(loaded.read && loaded.problems.ok()) << text << loaded.Text();
    EXPECT_EQ(loaded.model().name, "r");
  }
}

TEST(UrdfFile, ValuesFromTheEnvironment) {
  const Loaded loaded =
      LoadBody(LinkText("a") + LinkText("b") +
               JointText("j", "fixed", "a", "b",
                         "<origin xyz=\"$(optenv SUREFOOT_NO_SUCH_VALUE 1 2 3)\"/>"));
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.joint("j").X_PJ.p, Vector3d(1.0, 2.0, 3.0));
}

TEST(UrdfFile, UnknownElementsAreReportedOnce) {
  const Loaded loaded = LoadBody("<link name=\"a\"/><lnk/><lnk/><drake:x/>\n<transmision/>");
  EXPECT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.Count(kWarning), 2) << loaded.Text();
  ExpectProblem(loaded, kWarning, 1, "did you mean \"transmission\"?");
}

TEST(UrdfFile, HostileFiles) {
  EXPECT_FALSE(LoadFile("/nonexistent.urdf").read);
  EXPECT_FALSE(LoadFile("/dev/zero").read);
  const TempFolder folder;
  EXPECT_FALSE(LoadFile(folder.path()).read);
  const std::string pipe = folder.Path("pipe.urdf");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(LoadFile(pipe).read);
  const std::string large = folder.Write("large.urdf", "<robot name=\"r\">");
  std::filesystem::resize_file(large, 100u << 20);
  ExpectProblem(LoadFile(large), kError, 0, "the file is too large");
  // A file may name files outside of its folder, but only meshes are read, and messages do not show
  // their content.
  const std::string up = "../../../../../../../../../../../../";
  for (const std::string& mesh : {up + "etc/passwd", up + "dev/zero", std::string("/dev/tty")}) {
    const Loaded outside = LoadBody(LinkText(
        "a", "<collision><geometry><mesh filename=\"" + mesh + "\"/></geometry></collision>"));
    ExpectProblem(outside, kError, 2, mesh);
    EXPECT_EQ(outside.Text().find("root:"), std::string::npos);
  }
  // Nested deeply.
  std::string deep = "<robot name=\"r\">";
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_FALSE(LoadText(deep).read);
  // Entities are not expanded.
  const Loaded entities = LoadText(
      "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]>\n"
      "<robot name=\"&b;\"><link name=\"x\"/></robot>");
  if (entities.read) {
    EXPECT_EQ(entities.model().name, "&b;");
  }
  // Many elements, many errors, long names: all must end within seconds.
  const auto start = std::chrono::steady_clock::now();
  std::string many = "<robot name=\"r\">";
  for (int i = 0; i < 4100000; ++i) many += "<a/>";
  const Loaded refused = LoadText(many + "</robot>");
  ExpectProblem(refused, kError, 0, "too many elements");
  EXPECT_NE(refused.Text().find("4100001"), std::string::npos) << refused.Text().substr(0, 200);
  std::string errors = "<link name=\"" + std::string(1000000, 'x') + "\"/>";
  for (int i = 0; i < 100000; ++i) errors += "<joint name=\"j\" type=\"q\"/>";
  const Loaded stopped = LoadBody(errors);
  ExpectProblem(stopped, kError, 1, "too many errors");
  EXPECT_LT(stopped.problems.error_count(), 1000);
  std::string shapes = "<link name=\"a\">";
  for (int i = 0; i < 100000; ++i) {
    shapes += "<collision><geometry><sphere radius=\"1\"/></geometry></collision>";
  }
  EXPECT_TRUE(LoadBody(shapes + "</link>").read);
  EXPECT_FALSE(LoadBody(LinkText(std::string(1000000, 'y')) + LinkText("b") +
                        JointText("j", "fixed", std::string(999999, 'y'), "b"))
                   .read);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST(UrdfFile, LongChain) {
  std::string body = LinkText("l0");
  for (int i = 1; i < 20000; ++i) {
    const std::string a = "l" + std::to_string(i - 1), b = "l" + std::to_string(i);
    body += LinkText(b) + JointText("j" + b, "continuous", a, b, "<origin xyz=\"1 0 0\"/>");
  }
  const auto start = std::chrono::steady_clock::now();
  const Loaded loaded = LoadBody(body);
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.model().links.back().X_ML.p.x(), 19999.0);
  Problems problems;
  EXPECT_TRUE(world::MakeWorld(loaded.spec, &problems).ok());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

/// Every prefix of a valid file, and every byte of it changed: a result or an error, never a crash.
TEST(UrdfFile, CutAndBrokenFiles) {
  const TempFolder folder;
  const std::string good =
      "<?xml version=\"1.0\"?><robot name=\"r\">" +
      LinkText("a",
               "<visual><origin xyz=\"0 0 1\"/><geometry><box size=\"1 1 1\"/></geometry>"
               "<material name=\"m\"><color rgba=\"1 0 0 1\"/></material></visual>") +
      LinkText("b") +
      JointText("j", "revolute", "a", "b",
                "<axis xyz=\"0 0 1\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" "
                "velocity=\"1\"/><mimic joint=\"j\"/>") +
      "<gazebo reference=\"b\"><mu1>1</mu1><sensor name=\"s\" type=\"imu\"><pose>0 0 0 0 0 0</pose>"
      "</sensor></gazebo><surefoot:command joint=\"j\" mode=\"effort\" value=\"1\"/></robot>";
  int read = 0;
  const auto check = [&](const std::string& text) {
    const Loaded loaded = LoadFile(folder.Write("r.urdf", text));
    if (!loaded.read) {
      EXPECT_FALSE(loaded.problems.ok()) << text;
    } else {
      Problems problems;
      const auto world = world::MakeWorld(loaded.spec, &problems);
      EXPECT_EQ(world.ok(), problems.ok());
      ++read;
    }
  };
  for (std::size_t i = 0; i < good.size(); ++i) {
    check(good.substr(0, i));
    for (const char c : {'x', '0', '<', '"', '-', ' '}) {
      std::string text = good;
      text[i] = c;
      check(text);
    }
    std::string text = good;
    text.erase(i, 1);
    check(text);
  }
  EXPECT_GT(read, 1000) << "the changes were too coarse to test anything";
}

TEST(UrdfModels, TwoWheelRobot) {
  const Loaded loaded =
      LoadFile(std::string(SUREFOOT_SOURCE_DIR) + "/models/two_wheel/two_wheel.urdf");
  ASSERT_TRUE(loaded.read && loaded.problems.all().empty()) << loaded.Text();
  Problems problems;
  const auto world = world::MakeWorld(loaded.spec, &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  double mass = 0.0;
  for (const world::Link& link : loaded.model().links) mass += link.inertia.mass;
  EXPECT_NEAR(mass, 1.0, 1e-12);
  EXPECT_EQ((*world)->v_count(), 2);
}

/// The Husky of the lab; its meshes are not available.
TEST(UrdfModels, HuskyOfTheLab) {
  const char* given = std::getenv("SUREFOOT_REAL_DATA");
  const std::filesystem::path data =
      given != nullptr ? given : std::string(SUREFOOT_SOURCE_DIR) + "/../shared/data";
  const std::filesystem::path path = data / "husky_lab/husky.urdf";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "skipped: no real data";
  const Loaded loaded = LoadFile(path.string());
  ASSERT_TRUE(loaded.read) << loaded.Text();
  EXPECT_EQ(loaded.Count(kError), 1) << loaded.Text();
  ExpectProblem(loaded, kError, 312,
                "was not found (value \"package://husky_description/meshes/top_plate.stl\")");
  EXPECT_EQ(loaded.Count(kWarning), 10) << loaded.Text();
  ExpectProblem(loaded, kWarning, 36, "base_link.dae\" was not found");
  // Numbers from the file.
  const world::Joint& wheel = loaded.joint("rear_right_wheel");
  EXPECT_EQ(wheel.type, world::JointType::kContinuous);
  EXPECT_TRUE(wheel.axes[0].axis_J.isApprox(Vector3d::UnitY()));
  EXPECT_TRUE(
      loaded.link("rear_right_wheel_link").X_ML.p.isApprox(Vector3d(-0.256, -0.2854, 0.03282)));
  EXPECT_EQ(loaded.link("front_left_wheel_link").collisions[0].surface.stiffness, 1e7);
  EXPECT_EQ(loaded.link("base_link").inertia.mass, 0.0);
  EXPECT_EQ(loaded.model().plugins.size(), 3u);
  EXPECT_EQ(loaded.model().extensions.size(), 4u);
  Problems problems;
  const auto world = world::MakeWorld(loaded.spec, &problems);
  ASSERT_TRUE(world.ok()) << problems.ErrorText();
  const world::Tree& tree = (*world)->tree(0);
  ASSERT_EQ(tree.bodies.size(), 5u);
  EXPECT_NEAR(tree.bodies[0].inertia.mass, 46.034, 1e-12);
  EXPECT_NEAR(tree.bodies[4].inertia.mass, 2.637, 1e-12);
}

}  // namespace
}  // namespace surefoot::formats
