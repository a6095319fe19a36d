/// Errors in files: each must be reported with its line, its value and advice.

#include "surefoot/formats/sdf/test/sdf_test_tools.h"

namespace surefoot::formats {
namespace {

/// An error: the text of the whole file, and what its report must contain.
struct Mistake {
  const char* name;
  std::string text;
  int line;
  /// Parts of the message.
  std::vector<std::string> parts;
  Severity severity = Severity::kError;
};

std::string Model(const std::string& body) {
  return "<sdf version=\"1.9\">\n<model name=\"m\">\n" + body + "\n</model>\n</sdf>\n";
}

std::string World(const std::string& body) {
  return "<sdf version=\"1.9\">\n<world name=\"w\">\n" + body + "\n</world>\n</sdf>\n";
}

/// Links a and b in lines 3 and 4, then a revolute joint j that begins in line 5.
std::string Jointed(const std::string& ends, const std::string& type = "revolute",
                    const std::string& axis = "<xyz>0 0 1</xyz>") {
  return Model(LinkText("a") + LinkText("b") + "<joint name=\"j\" type=\"" + type + "\">\n" + ends +
               "\n<axis>" + axis + "</axis></joint>");
}

const char* const kEnds = "<parent>a</parent><child>b</child>";

std::vector<Mistake> Numbers() {
  return {
      {"decimal comma",
       Model("<link name=\"a\"><inertial>\n<mass>1,5</mass></inertial></link>"),
       4,
       {"model[m]/link[a]/inertial/mass", "\"1,5\"", "comma"}},
      {"letters behind", Model("<pose>0 0 1.5x 0 0 0</pose>" + LinkText("a")), 3, {"1.5x"}},
      {"too few", Model("<pose>1 2 3</pose>" + LinkText("a")), 3, {"6 are needed"}},
      {"not a number",
       Model("<link name=\"a\"><inertial><mass>nan</mass></inertial></link>"),
       3,
       {"not a finite number"}},
      {"negative friction",
       Model("<link name=\"a\"><collision name=\"c\"><geometry><box><size>1 1 1</size></box>"
             "</geometry>\n<surface><friction><ode><mu>-1</mu></ode></friction></surface>"
             "</collision></link>"),
       4,
       {"out of range", "at least 0"}},
      {"neither true nor false", Model("<static>yes</static>" + LinkText("a")), 3, {"yes", "true"}},
      {"long quaternion",
       Model("<pose rotation_format=\"quat_xyzw\">0 0 0 0 0 0 2</pose>" + LinkText("a")),
       3,
       {"quaternion"}},
      {"gravity", World("<gravity>0 -9.8</gravity>"), 3, {"world[w]/gravity", "3 are needed"}},
      {"step",
       World("<physics type=\"ode\">\n<max_step_size>0</max_step_size></physics>"),
       4,
       {"above 0"}},
      {"latitude",
       World("<spherical_coordinates>\n<latitude_deg>99</latitude_deg></spherical_coordinates>"),
       4,
       {"-90 to 90"}},
      {"empty",
       Model("<link name=\"a\"><inertial>\n<mass></mass></inertial></link>"),
       4,
       {"default"},
       Severity::kWarning},
      {"plane without normal",
       Model("<static>1</static><link name=\"a\"><collision name=\"c\"><geometry>\n"
             "<plane><normal>0 0 0</normal></plane></geometry></collision></link>"),
       4,
       {"normal is zero"}},
  };
}

std::vector<Mistake> Names() {
  return {
      {"no name", Model("<link/>"), 3, {"attribute name is missing"}},
      {"empty name", Model("<link name=\"\"/>"), 3, {"name is empty"}},
      {"twice", Model(LinkText("a") + LinkText("a")), 4, {"used twice", "line 3"}},
      {"twice across kinds", Model(LinkText("a") + "<frame name=\"a\"/>"), 4, {"used twice"}},
      {"reserved", Model("<link name=\"__x__\"/>"), 3, {"reserved"}},
      {"colons", Model("<link name=\"a::b\"/>"), 3, {"::"}},
      {"misspelt element",
       Model(LinkText("a", "\n<colision name=\"c\"/>")),
       4,
       {"colision", "did you mean \"collision\"?"},
       Severity::kWarning},
      {"misspelt attribute",
       Model("<link name=\"a\" nane=\"b\"/>"),
       3,
       {"nane", "did you mean \"name\"?"},
       Severity::kWarning},
      {"misspelt extension",
       Model(LinkText("a") + "<surefoot:comand joint=\"j\"/>"),
       4,
       {"surefoot:command"},
       Severity::kWarning},
      {"two worlds",
       "<sdf version=\"1.9\">\n<world name=\"a\"/>\n<world name=\"b\"/>\n</sdf>",
       3,
       {"only the first"},
       Severity::kWarning},
  };
}

std::vector<Mistake> References() {
  return {
      {"no such child",
       Jointed("<parent>a</parent>\n<child>bb</child>"),
       7,
       {"joint[j]/child", "\"bb\"", "did you mean \"b\"?"}},
      {"joint to itself", Jointed("<parent>a</parent>\n<child>a</child>"), 7, {"with itself"}},
      {"world as child", Jointed("<parent>a</parent>\n<child>world</child>"), 7, {"parent"}},
      {"no parent", Jointed("<child>b</child>"), 5, {"<parent> is missing"}},
      {"joint type", Jointed(kEnds, "revolut"), 5, {"revolut", "did you mean \"revolute\"?"}},
      {"our joint type", Jointed(kEnds, "planar"), 5, {"surefoot:type"}},
      {"zero axis", Jointed(kEnds, "revolute", "\n<xyz>0 0 0</xyz>"), 8, {"zero length"}},
      {"axis in no frame",
       Jointed(kEnds, "revolute", "<xyz expressed_in=\"c\">0 0 1</xyz>"),
       7,
       {"expressed_in", "no frame has this name"}},
      {"thread pitch",
       Jointed(std::string(kEnds) + "\n<thread_pitch>0</thread_pitch>", "screw"),
       7,
       {"pitch is zero"}},
      {"relative to nothing",
       Model(LinkText("a") + "<link name=\"b\">\n<pose relative_to=\"aa\"/></link>"),
       5,
       {"relative_to", "\"aa\""}},
      {"circle of poses",
       Model("<link name=\"a\"><pose relative_to=\"b\"/></link>\n"
             "<link name=\"b\"><pose relative_to=\"a\"/></link>"),
       3,
       {"cycle", "a -> b -> a"}},
      {"circle of frames",
       Model(LinkText("l") + "<frame name=\"f\" attached_to=\"g\"/>\n"
                             "<frame name=\"g\" attached_to=\"f\"/>"),
       4,
       {"cycle"}},
      {"attached to nothing",
       Model(LinkText("a") + "<frame name=\"f\" attached_to=\"x\"/>"),
       4,
       {"attached_to"}},
      {"canonical link",
       "<sdf version=\"1.9\">\n<model name=\"m\" canonical_link=\"x\">" + LinkText("a") +
           "</model></sdf>",
       2,
       {"canonical_link"}},
      {"no link", Model("<pose>0 0 0 0 0 0</pose>"), 2, {"no link"}},
      {"missing mesh",
       Model(LinkText("a",
                      "<collision name=\"c\"><geometry>\n<mesh><uri>model://nope/x.dae</uri>"
                      "</mesh></geometry></collision>")),
       4,
       {"collision[c]/geometry/mesh", "nope/x.dae", "SUREFOOT_PATH"}},
      {"missing picture",
       Model(LinkText("a",
                      "<visual name=\"v\"><geometry>\n<mesh><uri>model://nope/x.dae</uri>"
                      "</mesh></geometry></visual>")),
       4,
       {"visual[v]/geometry/mesh", "nope/x.dae", "SUREFOOT_PATH"},
       Severity::kWarning},
      {"mesh without address",
       Model(LinkText("a", "<visual name=\"v\"><geometry>\n<mesh/></geometry></visual>")),
       4,
       {"<uri> is missing"}},
      {"missing include", World("<include>\n<uri>model://nope</uri></include>"), 4, {"nope"}},
      {"remote include",
       World("<include>\n<uri>https://fuel.gazebosim.org/1.0/x/models/y</uri></include>"),
       4,
       {"nothing is downloaded"}},
      {"include of nothing", World("<include>\n<name>x</name></include>"), 3, {"no <uri>"}},
      {"joint to no model",
       World("<joint name=\"j\" type=\"fixed\"><parent>world</parent><child>x</child></joint>"),
       3,
       {"no link of the world has this name", "\"x\""}},
  };
}

std::vector<Mistake> Files() {
  return {
      {"not an SDF file", "<robot name=\"r\"/>", 1, {"<sdf"}},
      {"no version", "\n<sdf><model name=\"m\"/></sdf>", 2, {"version"}},
      {"bad version", "<sdf version=\"abc\"/>", 1, {"\"abc\""}},
      {"odd version", "<sdf version=\"1.9.1\"/>", 1, {"\"1.9.1\""}},
      {"future version", "<sdf version=\"2.0\"/>", 1, {"\"2.0\""}},
      {"nothing in it", "<sdf version=\"1.9\">\n</sdf>", 1, {"neither a world nor a model"}},
      {"not closed", "<sdf version=\"1.9\">\n<model name=\"m\">\n</sdf>", 2, {"not closed"}},
      {"cut off", "<sdf version=\"1.9\">\n<model name=\"m\">\n<link", 3, {"too early"}},
  };
}

/// A joint j in line 3, extensions from line 4 on.
std::string Extended(const std::string& extension) {
  std::string links = LinkText("a") + LinkText("b");
  links.erase(std::remove(links.begin(), links.end(), '\n'), links.end());
  return Model(links +
               "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><axis>"
               "<xyz>0 0 1</xyz></axis></joint>\n" +
               extension);
}

std::string TwoModels(const std::string& extension) {
  return World(
      "<model name=\"a\"><link name=\"l\"/></model><model name=\"b\"><link name=\"l\"/></model>\n" +
      extension);
}

std::vector<Mistake> OurElements() {
  return {
      {"joint",
       Extended("<surefoot:command joint=\"jj\" mode=\"effort\" value=\"1\"/>"),
       4,
       {"surefoot:command", "\"jj\"", "did you mean \"j\"?"}},
      {"mode",
       Extended("<surefoot:command joint=\"j\" mode=\"velocty\" value=\"1\"/>"),
       4,
       {"did you mean \"velocity\"?"}},
      {"value", Extended("\n<surefoot:position joint=\"j\" value=\"0,5\"/>"), 5, {"comma"}},
      {"no value", Extended("<surefoot:position joint=\"j\"/>"), 4, {"needs the attribute value"}},
      {"attribute",
       Extended("<surefoot:position joint=\"j\" value=\"1\" vaule=\"1\"/>"),
       4,
       {"vaule", "did you mean \"value\"?"},
       Severity::kWarning},
      {"mimic",
       Model(
           LinkText("a") + LinkText("b") +
           "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><axis><xyz>0 0 1"
           "</xyz></axis>\n<surefoot:mimic joint=\"k\"/></joint>"),
       6,
       {"no joint has this name"}},
      {"type",
       Model(LinkText("a") + LinkText("b") +
             "<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>b</child>\n"
             "<surefoot:type>wobbly</surefoot:type></joint>"),
       6,
       {"planar, floating"}},
      {"surface",
       Model(LinkText("a",
                      "<collision name=\"c\"><geometry><box><size>1 1 1</size></box>"
                      "</geometry>\n<surefoot:surface/></collision>")),
       4,
       {"needs the attribute name"}},
      {"filter",
       TwoModels("<surefoot:collision_filter a=\"a::x\" b=\"b\"/>"),
       4,
       {"no link has this name", "a::l"}},
      {"attach",
       TwoModels("<surefoot:attach parent=\"a\" child=\"c\"/>"),
       4,
       {"no model has this name"}},
      {"attach to itself",
       TwoModels("<surefoot:attach parent=\"a\" child=\"a::l\"/>"),
       4,
       {"itself"}},
      {"pair",
       TwoModels("<surefoot:surface_pair a=\"x\" b=\"y\" restitution=\"2\"/>"),
       4,
       {"0 to 1"}},
  };
}

class SdfProblemsTest : public SdfTest {
 protected:
  void Check(const std::vector<Mistake>& mistakes) {
    for (const Mistake& mistake : mistakes) {
      const ReadResult result = Read(mistake.text);
      EXPECT_EQ(result.ok, mistake.severity != Severity::kError) << mistake.name;
      bool found = false;
      for (const Problem& problem : problems_.all()) {
        if (problem.severity != mistake.severity || problem.source.line != mistake.line) continue;
        const std::string text = ToString(problem);
        bool all = true;
        for (const std::string& part : mistake.parts) {
          all = all && text.find(part) != std::string::npos;
        }
        found = found || all;
      }
      EXPECT_TRUE(found) << mistake.name << ", line " << mistake.line << ":\n" << AllProblems();
      if (mistake.severity == Severity::kError) {
        EXPECT_EQ(problems_.error_count(), 1) << mistake.name << ":\n" << AllProblems();
      }
    }
  }
};

TEST_F(SdfProblemsTest, NumbersAndFlags) { Check(Numbers()); }
TEST_F(SdfProblemsTest, NamesOfThings) { Check(Names()); }
TEST_F(SdfProblemsTest, ReferencesToThings) { Check(References()); }
TEST_F(SdfProblemsTest, WholeFiles) { Check(Files()); }
TEST_F(SdfProblemsTest, ExtensionElements) { Check(OurElements()); }

TEST_F(SdfProblemsTest, AllErrorsAreReportedAtOnce) {
  Read(Model("<pose>a</pose>\n<static>maybe</static>\n<link/>"));
  EXPECT_TRUE(Has(Severity::kError, 3, "not a number"));
  EXPECT_TRUE(Has(Severity::kError, 4, "maybe"));
  EXPECT_TRUE(Has(Severity::kError, 5, "name"));
}

TEST_F(SdfProblemsTest, ErrorsOfEveryKindAreReportedAtOnce) {
  Read(Model("<link name=\"a\"><inertial><mass>heavy</mass></inertial></link>\n" +
             LinkText("b", "<pose relative_to=\"c\"/>") +
             "<joint name=\"j\" type=\"fixed\"><parent>a</parent>\n<child>d</child></joint>"));
  EXPECT_TRUE(Has(Severity::kError, 3, "heavy"));
  EXPECT_TRUE(Has(Severity::kError, 4, "\"c\""));
  EXPECT_TRUE(Has(Severity::kError, 6, "\"d\""));
  EXPECT_EQ(problems_.error_count(), 3) << AllProblems();
}

TEST_F(SdfProblemsTest, NamesFromAMissingIncludeAreNotReported) {
  Read(Model(LinkText("a") + "<include><uri>model://nope</uri></include>" +
             "<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>n::b</child></joint>"));
  EXPECT_EQ(problems_.error_count(), 1) << AllProblems();
}

TEST_F(SdfProblemsTest, ErrorsInIncludedFilesNameThatFile) {
  const std::string file =
      folder_.Write("models/bad/model.sdf",
                    "<sdf version=\"1.9\">\n<model name=\"bad\">\n\n<link name=\"a\"><inertial>\n"
                    "<mass>heavy</mass></inertial></link></model></sdf>");
  Read(WorldText("\n\n\n\n\n\n<include><uri>model://bad</uri></include>"));
  ASSERT_EQ(problems_.error_count(), 1) << AllProblems();
  EXPECT_EQ(problems_.all()[0].source.file, file);
  EXPECT_EQ(problems_.all()[0].source.line, 5);
}

TEST_F(SdfProblemsTest, MapsAreNotCheckedAfterOtherErrors) {
  Read(
      "<sdf version=\"1.9\"><world name=\"w\"><surefoot:ground "
      "name=\"a\"><surefoot:map><surefoot:circle ground=\"ice\">0 0 1"
      "</surefoot:circle></surefoot:map></surefoot:ground><gravity>down</gravity>"
      "</world></sdf>");
  EXPECT_NE(AllProblems().find("down"), std::string::npos);
  EXPECT_EQ(AllProblems().find("unknown ground"), std::string::npos) << AllProblems();
}

}  // namespace
}  // namespace surefoot::formats
