/// Files of this repository, read by Surefoot and by libsdformat.

#include "surefoot/formats/sdf/test/peer.h"

#include "surefoot/formats/sdf/test/sdf_test_tools.h"
#include "tests/source_dir.h"

namespace surefoot::formats {
namespace {

/// A joint between a and b with this content.
std::string JointText(const std::string& name, const std::string& ends, const std::string& inside) {
  return "<joint name=\"" + name + "\" type=\"revolute\">" + ends + inside + "</joint>\n";
}

const char* const kAb = "<parent>a</parent><child>b</child>";

class SdfPeerTest : public SdfTest {
 protected:
  void CompareText(const std::string& text) {
    const ReadResult result = Read(text);
    ASSERT_TRUE(result.ok) << AllProblems() << text;
    CompareWithPeer(folder_.path() + "/models", folder_.path() + "/w.sdf", result.spec);
  }

  void CompareModel(const std::string& body, const std::string& version = "1.9") {
    CompareText("<sdf version=\"" + version + "\"><model name=\"m\">" + body + "</model></sdf>");
  }
};

TEST_F(SdfPeerTest, FramesInAModel) {
  CompareModel(
      "<pose>1 2 3 0.1 0.2 0.3</pose>" + LinkText("a", "<pose>0.5 0 0 0.4 0 0</pose>") +
      LinkText("b",
               "<pose relative_to=\"f\">0 1 0 0 0.5 0</pose>"
               "<collision name=\"c\"><pose relative_to=\"a\">1 0 0 0 0 1</pose><geometry><sphere>"
               "<radius>1</radius></sphere></geometry></collision>"
               "<visual name=\"v\"><pose>1 0 0 0 0 1</pose><geometry><sphere>"
               "<radius>1</radius></sphere></geometry></visual>") +
      "<frame name=\"f\" attached_to=\"a\"><pose>0 0 1 0.3 0.2 0.1</pose></frame>"
      "<frame name=\"g\" attached_to=\"j\"><pose relative_to=\"f\">1 1 1 0 0 0.7</pose></frame>"
      "<frame name=\"h\"/>" +
      JointText(
          "j", kAb,
          "<pose relative_to=\"__model__\">1 0 2 0 0.3 0</pose><axis>"
          "<xyz expressed_in=\"f\">1 2 3</xyz><limit><lower>-1</lower><upper>2</upper></limit>"
          "<dynamics><damping>0.5</damping></dynamics></axis>") +
      JointText("k", "<parent>world</parent><child>h</child>",
                "<axis><xyz expressed_in=\"__model__\">0 1 0</xyz></axis>"));
}

TEST_F(SdfPeerTest, RotationsInEveryFormat) {
  CompareModel(LinkText("a", "<pose degrees=\"true\">1 2 3 30 40 50</pose>") +
               LinkText("b", "<pose rotation_format=\"quat_xyzw\">1 2 3 0.5 0.5 0.5 0.5</pose>") +
               "<link name=\"c\"><inertial><pose>0.1 0.2 0.3 0.4 0.5 0.6</pose><mass>2</mass>"
               "<inertia><ixx>1</ixx><iyy>1.5</iyy><izz>2</izz><ixy>0.1</ixy><ixz>0.2</ixz>"
               "<iyz>0.3</iyz></inertia></inertial></link>");
}

TEST_F(SdfPeerTest, NestedModels) {
  CompareModel(
      LinkText("a") +
      "<model name=\"n\" placement_frame=\"f\"><pose relative_to=\"a\">1 0 0 0 0 0.5</pose>" +
      LinkText("b", "<pose>0 0 1 0.2 0 0</pose>") +
      "<frame name=\"f\" attached_to=\"b\"><pose>0 1 0 0 0.3 0</pose></frame>"
      "<model name=\"o\" canonical_link=\"d\"><pose relative_to=\"f\">0 0 2 0 0 0</pose>" +
      LinkText("c") + LinkText("d", "<pose>3 0 0 0 0 0</pose>") + "</model></model>" +
      JointText("j", "<parent>a</parent><child>n::o::d</child>",
                "<axis><xyz expressed_in=\"n::f\">0 0 1</xyz></axis>") +
      JointText("k", "<parent>n::o::c</parent><child>n</child>",
                "<pose relative_to=\"n::o\">0 0 1 0 0 0</pose><axis><xyz>0 1 0</xyz></axis>"));
}

TEST_F(SdfPeerTest, OldVersions) {
  const std::string turned = "<pose>0 0 1 0.1 0.2 0.3</pose>";
  for (const char* version : {"1.2", "1.3", "1.4", "1.5", "1.6", "1.7"}) {
    CompareModel(LinkText("a") + LinkText("b", turned) +
                     JointText("j", kAb, "<pose>0 1 0 0.4 0 0</pose><axis><xyz>0 1 0</xyz></axis>"),
                 version);
  }
  for (const char* flag : {"true", "false", "1"}) {
    CompareModel(LinkText("a") + LinkText("b", turned) +
                     JointText("j", kAb,
                               std::string("<axis><xyz>0 1 0</xyz><use_parent_model_frame>") +
                                   flag + "</use_parent_model_frame></axis>"),
                 "1.6");
  }
  CompareModel("<frame name=\"f\"><pose frame=\"\">1 0 0 0 0 0</pose></frame>" +
                   LinkText("a", "<pose frame=\"f\">0 1 0 0 0 0</pose>"),
               "1.6");
  CompareText(
      "<sdf version=\"1.5\"><world name=\"w\"><physics type=\"ode\"><gravity>0 0 -3</gravity>"
      "</physics><model name=\"m\">" +
      LinkText("n::a") + LinkText("n::b", turned) + "</model></world></sdf>");
}

TEST_F(SdfPeerTest, MergedModels) {
  folder_.Write("models/arm/model.config", "<model><sdf version=\"1.9\">model.sdf</sdf></model>");
  folder_.Write("models/arm/model.sdf",
                "<sdf version=\"1.9\"><model name=\"arm\"><pose>0 0 5 0 0 0.3</pose>" +
                    LinkText("b", "<pose>1 0 0 0 0.2 0</pose>") +
                    LinkText("c", "<pose relative_to=\"__model__\">0 0 1 0 0 0</pose>") +
                    "<frame name=\"f\"><pose>0 0 2 0.3 0 0</pose></frame>" +
                    JointText("j", "<parent>b</parent><child>c</child>",
                              "<axis><xyz expressed_in=\"__model__\">1 1 0</xyz></axis>") +
                    "</model></sdf>");
  const std::string include = "<include merge=\"true\"><uri>model://arm</uri>";
  CompareModel(LinkText("a", "<pose>0 1 0 0.2 0 0</pose>") + include +
               "<pose relative_to=\"a\">1 0 0 0 0 1</pose></include>");
  CompareModel(include + "</include>" + LinkText("a"));
}

TEST_F(SdfPeerTest, OurOwnModels) {
  const std::string models = std::string(SUREFOOT_SOURCE_DIR) + "/models";
  for (const char* name : {"husky", "rover", "quadruped", "ground_plane"}) {
    const std::string path = models + "/" + name + "/model.sdf";
    const ReadResult result = ReadPath(path);
    ASSERT_TRUE(result.ok) << AllProblems();
    CompareWithPeer(models, path, result.spec);
  }
}

}  // namespace
}  // namespace surefoot::formats
