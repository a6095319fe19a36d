#include "surefoot/formats/grounds.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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
