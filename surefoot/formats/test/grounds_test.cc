#include "surefoot/formats/grounds.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/source_dir.h"

namespace surefoot::formats {
namespace {

namespace fs = std::filesystem;

class Grounds : public ::testing::Test {
 protected:
  Grounds() {
    folder_ =
        fs::temp_directory_path() /
        ("surefoot_grounds_" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
         ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_ / "grounds");
    fs::create_directories(folder_ / "soils");
  }
  ~Grounds() override { fs::remove_all(folder_); }

  void Write(const std::string& file, const std::string& text) const {
    std::ofstream(folder_ / file) << text;
  }

  world::WorldSpec WithSurface(const std::string& name) const {
    auto model = std::make_shared<world::Model>();
    world::Link link;
    world::Collision collision;
    collision.surface.name = name;
    link.collisions.push_back(collision);
    model->links.push_back(link);
    world::WorldSpec spec;
    spec.models.push_back(world::ModelInstance{"floor", RigidTransform(), model});
    return spec;
  }

  std::string Add(world::WorldSpec* spec) const {
    Problems problems;
    AddGrounds(UriResolver({folder_.string()}), "/nowhere/world.sdf", spec, &problems);
    return problems.ErrorText();
  }

  fs::path folder_;
};

TEST_F(Grounds, AreFoundByTheNameOfASurface) {
  Write("grounds/ice.xml", "<ground name=\"ice\">\n<mu>0.1</mu><source>guess</source></ground>");
  Write("soils/ice.xml", "<ground name=\"ice\"/>");
  world::WorldSpec spec = WithSurface("ice");
  EXPECT_EQ(Add(&spec), "");
  ASSERT_EQ(spec.grounds.size(), 1u);
  EXPECT_EQ(spec.grounds[0].name, "ice");
  EXPECT_DOUBLE_EQ(spec.grounds[0].hard.mu, 0.1);
  EXPECT_EQ(spec.grounds[0].source_text, "guess");
  EXPECT_FALSE(spec.grounds[0].has_soil);
  EXPECT_EQ(Add(&spec), "");
  EXPECT_EQ(spec.grounds.size(), 1u);
}

TEST_F(Grounds, OfTheWorldComeFirst) {
  Write("grounds/ice.xml", "<ground name=\"ice\"/>");
  world::WorldSpec spec = WithSurface("ice");
  world::GroundMaterial own;
  own.name = "ice";
  own.hard.mu = 0.03;
  spec.grounds.push_back(own);
  EXPECT_EQ(Add(&spec), "");
  ASSERT_EQ(spec.grounds.size(), 1u);
  EXPECT_DOUBLE_EQ(spec.grounds[0].hard.mu, 0.03);
}

TEST_F(Grounds, UnknownNamesAndPathsAreLeftAlone) {
  for (const char* name : {"rubber", "../grounds/ice", "", ".", "a b"}) {
    Write("grounds/ice.xml", "<ground name=\"ice\"/>");
    world::WorldSpec spec = WithSurface(name);
    EXPECT_EQ(Add(&spec), "");
    EXPECT_TRUE(spec.grounds.empty()) << name;
  }
}

TEST_F(Grounds, WrongFilesAreErrorsWithTheirLine) {
  const auto error = [&](const std::string& text) {
    Write("soils/mud.xml", text);
    world::WorldSpec spec = WithSurface("mud");
    return Add(&spec);
  };
  const std::string soil =
      "<exponent>1</exponent><frictional_modulus>1e5</frictional_modulus>"
      "<shear_modulus_x>0.01</shear_modulus_x><density>1500</density>";
  EXPECT_EQ(error("<ground name=\"mud\"><soil>" + soil + "</soil></ground>"), "");
  EXPECT_NE(error("<ground name=\"mud\"><soil/></ground>").find("exponent"), std::string::npos);
  EXPECT_NE(error("<ground name=\"mud\">\n<mu>slippery</mu></ground>").find("mud.xml:2"),
            std::string::npos);
  EXPECT_NE(error("<ground name=\"mud\"><mu>-1</mu></ground>").find("between"), std::string::npos);
  EXPECT_NE(error("<ground name=\"mud\"><friction>1</friction></ground>").find("accepted: name"),
            std::string::npos);
  EXPECT_NE(error("<ground name=\"dirt\"/>").find("name of its file"), std::string::npos);
  EXPECT_NE(error("<soil name=\"mud\"/>").find("<ground>"), std::string::npos);
  EXPECT_NE(error("<ground").find("mud.xml"), std::string::npos);
}

/// An uncompressed TGA of 2 x 2 pixels: red, green above blue, white.
std::string TinyImage() {
  const char head[18] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, 0x20};
  const unsigned char bgr[12] = {0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255};
  return std::string(head, 18) + std::string(reinterpret_cast<const char*>(bgr), 12);
}

TEST_F(Grounds, MapsBringTheirGroundsAndImages) {
  Write("grounds/field.xml",
        "<ground name=\"field\"><map>\n"
        "<image uri=\"field.tga\" size=\"4 2\" centre=\"1 0\" yaw_deg=\"90\">\n"
        "<colour value=\"#ff0000\" ground=\"mud\"/>\n"
        "<colour value=\"#05f803\" ground=\"field\"/>\n"
        "<colour grey=\"200 255\" ground=\"ice\"/></image>\n"
        "<circle ground=\"mud\">1 2 3</circle></map></ground>");
  Write("grounds/field.tga", TinyImage());
  Write("grounds/ice.xml", "<ground name=\"ice\"/>");
  Write("soils/mud.xml", "<ground name=\"mud\"/>");
  world::WorldSpec spec = WithSurface("field");
  Problems problems;
  AddGrounds(UriResolver({folder_.string()}), "/nowhere/world.sdf", &spec, &problems);
  EXPECT_EQ(problems.ErrorText(), "");
  ASSERT_EQ(problems.all().size(), 1u);
  EXPECT_NE(ToString(problems.all()[0]).find("25 %"), std::string::npos)
      << "blue has no ground:  " << ToString(problems.all()[0]);
  ASSERT_EQ(spec.grounds.size(), 3u);
  const auto& image = std::get<world::GroundImage>(spec.grounds[0].map.layers[0]);
  EXPECT_NEAR(image.yaw, 1.5707963267948966, 1e-15);
  ASSERT_NE(image.cells, nullptr);
  EXPECT_EQ(image.cells->labels, (std::vector<std::uint8_t>{0, 3, 1, 2})) << "lowest row first";
}

TEST_F(Grounds, WrongMapsAreErrorsWithTheirLine) {
  const auto error = [&](const std::string& layers) {
    Write("grounds/field.xml", "<ground name=\"field\"><map>\n" + layers + "</map></ground>");
    world::WorldSpec spec = WithSurface("field");
    return Add(&spec);
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const std::string colour = "<colour value=\"#ff0000\" ground=\"field\"/></image>";
  EXPECT_TRUE(has(error("<image uri=\"no.png\" size=\"1 1\">" + colour), "field.xml:2"));
  EXPECT_TRUE(has(error("<image uri=\"no.png\" size=\"1 1\">" + colour), "no.png"));
  Write("grounds/bad.png", "this is not an image");
  EXPECT_TRUE(has(error("<image uri=\"bad.png\" size=\"1 1\">" + colour), "PNG"));
  EXPECT_TRUE(has(error("<image uri=\"bad.png\" size=\"1 0\">" + colour), "0.001 to 1e6"));
  EXPECT_TRUE(has(error("<image uri=\"bad.png\" size=\"1 1\"/>"), "colour"));
  EXPECT_TRUE(has(error("<circle ground=\"field\">1 2</circle>"), "a positive radius"));
  EXPECT_TRUE(has(error("<circle ground=\"field\">1 2 nan</circle>"), "field.xml:2"));
  EXPECT_TRUE(has(error("<circle>1 2 3</circle>"), "name of a ground"));
  EXPECT_TRUE(has(error("<polygon ground=\"field\">0 0 1 0</polygon>"), "3 to 10000"));
  EXPECT_TRUE(has(error("<polygon ground=\"field\">0 0 1 0 1e9 3</polygon>"), "1e6"));
  EXPECT_TRUE(has(error("<square/>"), "accepted: frame"));
  EXPECT_TRUE(has(error(""), "at least one"));
}

TEST_F(Grounds, ThoseThatComeAlongAreRight) {
  for (const char* folder : {"grounds", "soils"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(SUREFOOT_SOURCE_DIR) / folder)) {
      world::WorldSpec spec = WithSurface(entry.path().stem().string());
      Problems problems;
      AddGrounds(UriResolver({SUREFOOT_SOURCE_DIR}), "/nowhere/w.sdf", &spec, &problems);
      EXPECT_EQ(problems.ErrorText(), "") << entry.path();
      ASSERT_EQ(spec.grounds.size(), 1u) << entry.path();
      EXPECT_FALSE(spec.grounds[0].source_text.empty()) << entry.path();
      EXPECT_EQ(spec.grounds[0].has_soil, std::string(folder) == "soils") << entry.path();
    }
  }
}

}  // namespace
}  // namespace surefoot::formats
