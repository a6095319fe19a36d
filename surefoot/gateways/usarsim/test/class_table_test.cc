#include "surefoot/gateways/usarsim/class_table.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "tests/source_dir.h"

namespace surefoot::gateways::usarsim {
namespace {

using testing::HasSubstr;

TEST(ClassTable, OfTheProjectHasTheUsualClasses) {
  const std::string source = SUREFOOT_SOURCE_DIR;
  const Result<ClassTable> table = ReadClassTable(source + "/usarsim/classes.xml");
  ASSERT_TRUE(table.ok()) << table.error().message;
  for (const char* name : {"P2AT", "P3AT", "P2DX", "P3DX", "Husky", "Nao", "ERS7", "QRIO"}) {
    EXPECT_NE(table->Find(name), nullptr) << name;
    EXPECT_NE(table->Find("USARBot." + std::string(name)), nullptr) << name;
  }
  EXPECT_EQ(table->Find("usarbot.p2at")->dialect, Dialect::kUt2004);
  EXPECT_EQ(table->Find("P3AT")->dialect, Dialect::kUdk);
  EXPECT_EQ(table->Find("P2AT")->model, table->Find("P3AT")->model);
  EXPECT_TRUE(table->Find("Zerg")->model.empty());
  EXPECT_EQ(table->Find("ERS7")->joints.size(), 20U);
  EXPECT_EQ(table->Find("QRIO")->joints.size(), 38U);
  EXPECT_EQ(table->Find("Nao")->joints.size(), 25U);
  EXPECT_EQ(table->Find("Hexapod")->joints.size(), 18U);
  EXPECT_EQ(table->Find("Snake")->joints.size(), 32U);
  EXPECT_EQ(table->Find("Quadruped")->joints.size(), 12U);
  EXPECT_NE(table->FindObject("USARPhysObj.WCCrate"), nullptr);
  EXPECT_EQ(table->Find("ERS")->ModelInSkin("Red").value(), "model://ers7_red");
  EXPECT_EQ(table->Find("ERS7")->ModelInSkin("blue").value(), "model://ers7_blue");
}

/// The model's SDF file; empty for other formats.
std::string ModelText(const std::string& uri) {
  const std::string name = uri.substr(uri.rfind('/') + 1);
  const auto folder = std::filesystem::path(SUREFOOT_SOURCE_DIR) / "models" / name;
  EXPECT_TRUE(std::filesystem::is_directory(folder)) << folder;
  std::ifstream file(folder / "model.sdf");
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::multiset<std::string> MotionsIn(const std::string& model) {
  const std::regex motion("<motion name=\"(\\w+)\"");
  std::multiset<std::string> names;
  for (std::sregex_iterator it(model.begin(), model.end(), motion), end; it != end; ++it) {
    names.insert((*it)[1]);
  }
  return names;
}

TEST(ClassTable, ModelsSkinsAndMotionsOfTheProjectAreThere) {
  const Result<ClassTable> table =
      ReadClassTable(std::string(SUREFOOT_SOURCE_DIR) + "/usarsim/classes.xml");
  ASSERT_TRUE(table.ok()) << table.error().message;
  for (const ClassSpec& spec : table->classes) {
    if (spec.model.empty()) continue;
    std::multiset<std::string> sequences;
    for (const PackageSpec& package : spec.packages) {
      sequences.insert(package.sequences.begin(), package.sequences.end());
    }
    EXPECT_EQ(sequences, MotionsIn(ModelText(spec.model))) << spec.name;
    for (const SkinSpec& skin : spec.skins) {
      const bool is_itself = skin.model == spec.model;
      const std::string look = ModelText(skin.model);
      EXPECT_TRUE(is_itself || look.find("<uri>" + spec.model + "</uri>") != look.npos);
    }
  }
}

TEST(ClassTable, ErrorsNameLineAndWhatIsAccepted) {
  const std::pair<const char*, const char*> cases[] = {
      {"<usarsim>", "t.xml:1"},
      {"<other/>", "must be <usarsim>"},
      {"<usarsim><robot/></usarsim>", "accepted: class, object"},
      {"<usarsim>\n<class/></usarsim>", "t.xml:2: <class>: needs 'name'"},
      {"<usarsim><class name='a' mass='x'/></usarsim>", "mass is 'x', accepted: 1 number"},
      {"<usarsim><class name='a' mass='-1'/></usarsim>", "accepted: at least 0"},
      {"<usarsim><class name='a' type='Boat'/></usarsim>", "type is 'Boat', accepted: Ground"},
      {"<usarsim><class name='a'><leg/></class></usarsim>", "is unknown, accepted: sensor"},
      {"<usarsim><class name='a'><sensor topic='x' type='Nose'/></class></usarsim>", "'Nose'"},
      {"<usarsim><class name='a'/><class name='A'/></usarsim>", "'A' is listed twice"},
      {"<usarsim><class name='a'><gripper name='g' joint='j'/></class></usarsim>",
       "not a <joint> above it"},
      {"<usarsim><class name='a'><joint joint='j' scale='0'/></class></usarsim>", "scale is 0"},
      {"<usarsim><class name='a'><skin name='red'/></class></usarsim>", "needs 'model'"},
      {"<usarsim><class name='a'><package name='m'><sequence/></package></class></usarsim>",
       "<sequence>: needs 'name'"},
  };
  for (const auto& [xml, message] : cases) {
    const Result<ClassTable> table = ParseClassTable(xml, "t.xml");
    ASSERT_FALSE(table.ok()) << xml;
    EXPECT_THAT(table.error().message, HasSubstr(message)) << xml;
  }
  EXPECT_THAT(ReadClassTable("/no/such.xml").error().message, HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace surefoot::gateways::usarsim
