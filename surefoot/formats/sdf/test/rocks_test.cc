/// <surefoot:rocks>: sizes and positions.

#include <cmath>
#include <filesystem>
#include <set>

#include "surefoot/formats/sdf/test/sdf_test_tools.h"
#include "surefoot/formats/test/spec_text.h"
#include "surefoot/formats/write.h"
#include "surefoot/world/content_hash.h"

namespace surefoot::formats {
namespace {

const char* const kTerrain =
    "<model name=\"ground\"><static>true</static><pose>10 20 0.5 0 0 0</pose><link name=\"l\">"
    "<collision name=\"c\"><geometry><heightmap><uri>surefoot:terrain/mars?seed=3&amp;size=60x40"
    "</uri></heightmap></geometry></collision></link></model>\n";

class SdfRocksTest : public SdfTest {
 protected:
  static std::vector<const world::ModelInstance*> RocksIn(const world::WorldSpec& spec) {
    std::vector<const world::ModelInstance*> rocks;
    for (const world::ModelInstance& instance : spec.models) {
      if (instance.name.rfind("rock_", 0) == 0) rocks.push_back(&instance);
    }
    return rocks;
  }
  static const TriMesh& MeshOf(const world::ModelInstance& rock) {
    return *std::get<world::Mesh>(rock.model->links.at(0).collisions.at(0).geometry).mesh;
  }
  static const HeightField& FieldOf(const world::WorldSpec& spec) {
    return *std::get<world::HeightMap>(spec.models.at(0).model->links[0].collisions[0].geometry)
                .field;
  }
};

TEST_F(SdfRocksTest, LieHalfSunkOnTheTerrain) {
  const world::WorldSpec spec = ReadWorld(
      std::string(kTerrain) + "<surefoot:rocks seed=\"7\" count=\"30\" size=\"0.3 1.2\"/>");
  const auto rocks = RocksIn(spec);
  ASSERT_EQ(rocks.size(), 30u);
  std::set<double> sizes;
  for (const world::ModelInstance* rock : rocks) {
    EXPECT_TRUE(rock->model->is_static);
    const Vector3d& p = rock->X_WM.p;
    EXPECT_LE(std::abs(p.x() - 10.0), 30.0);
    EXPECT_LE(std::abs(p.y() - 20.0), 20.0);
    EXPECT_NEAR(p.z(), 0.5 + FieldOf(spec).HeightAt(p.x() - 10.0, p.y() - 20.0), 1e-12);
    const Eigen::AlignedBox3d box = MeshOf(*rock).Bounds();
    EXPECT_GE(box.sizes().x(), 0.3 - 1e-9);
    EXPECT_LE(box.sizes().x(), 1.2 + 1e-9);
    sizes.insert(box.sizes().x());
    EXPECT_EQ(rock->model->links[0].visuals.size(), 1u);
    // The density is 2700 kg/m3, and a rock fills much of its bounding box.
    const double mass = rock->model->links[0].inertia.mass;
    EXPECT_GT(mass, 0.2 * 2700.0 * box.volume());
    EXPECT_LT(mass, 0.75 * 2700.0 * box.volume());
  }
  EXPECT_GT(sizes.size(), 20u);
}

TEST_F(SdfRocksTest, KeepAwayFromPlacesPathsAndEachOther) {
  const world::WorldSpec spec = ReadWorld(
      std::string(kTerrain) +
      "<surefoot:rocks seed=\"2\" count=\"40\" size=\"0.5 1\" spacing=\"0.4\" area=\"-15 5 35 35\">"
      "<surefoot:keep_out>0 20 8</surefoot:keep_out>"
      "<surefoot:keep_path distance=\"1.5\">0 20 30 20 30 34</surefoot:keep_path>"
      "</surefoot:rocks>");
  const auto rocks = RocksIn(spec);
  ASSERT_EQ(rocks.size(), 40u);
  for (const world::ModelInstance* rock : rocks) {
    // All corners of the rock.
    for (const Vector3d& vertex : MeshOf(*rock).vertices) {
      const Vector3d p = rock->X_WM * vertex;
      EXPECT_GE(std::hypot(p.x(), p.y() - 20.0), 8.0);
      const bool beside_first = p.x() > 0.0 && p.x() < 30.0;
      const bool beside_second = p.y() > 20.0 && p.y() < 34.0;
      EXPECT_TRUE(!beside_first || std::abs(p.y() - 20.0) >= 1.5);
      EXPECT_TRUE(!beside_second || std::abs(p.x() - 30.0) >= 1.5);
    }
    for (const world::ModelInstance* other : rocks) {
      if (rock == other) continue;
      const double apart = (rock->X_WM.p - other->X_WM.p).head<2>().norm();
      const double sizes = MeshOf(*rock).Bounds().sizes().x() + MeshOf(*other).Bounds().sizes().x();
      EXPECT_GE(apart, 0.5 * sizes + 0.4);
    }
  }
}

TEST_F(SdfRocksTest, SizesFollowTheirLaw) {
  const auto above = [&](const std::string& law, double size) {
    const world::WorldSpec spec = ReadWorld(
        "<model name=\"floor\"><static>true</static><link name=\"l\"><collision name=\"c\">"
        "<geometry><plane/></geometry></collision></link></model><surefoot:rocks count=\"1000\" "
        "area=\"-500 -500 500 500\" size=\"0.2 2\" " +
        law + "/>");
    int count = 0;
    for (const world::ModelInstance* rock : RocksIn(spec)) {
      count += MeshOf(*rock).Bounds().sizes().x() > size ? 1 : 0;
    }
    return count / 1000.0;
  };
  const double min = 1.0 / 4.0;
  EXPECT_NEAR(above("", 0.4), (1.0 / 0.16 - min) / (1.0 / 0.04 - min), 0.05);
  EXPECT_NEAR(above("law=\"uniform\"", 1.1), 0.5, 0.05);
}

TEST_F(SdfRocksTest, MovableRocksLieOnTheGround) {
  const world::WorldSpec spec =
      ReadWorld(std::string(kTerrain) +
                "<surefoot:rocks seed=\"5\" count=\"10\" static=\"false\" size=\"0.3 0.6\"/>");
  for (const world::ModelInstance* rock : RocksIn(spec)) {
    EXPECT_FALSE(rock->model->is_static);
    double lowest = 1e9;
    for (const Vector3d& vertex : MeshOf(*rock).vertices) {
      const Vector3d p = rock->X_WM * vertex;
      lowest = std::min(lowest, p.z() - 0.5 - FieldOf(spec).HeightAt(p.x() - 10.0, p.y() - 20.0));
    }
    EXPECT_GT(lowest, 0.0005);
    EXPECT_LT(lowest, 0.15);
  }
}

TEST_F(SdfRocksTest, AWrittenWorldIsEqual) {
  const std::string path = folder_.Write(
      "w.sdf",
      WorldText(std::string(kTerrain) +
                "<surefoot:rocks seed=\"7\" count=\"5\"/><surefoot:rocks name=\"stone\" "
                "count=\"3\" static=\"false\" surface=\"basalt\"/><surefoot:sun "
                "azimuth_deg=\"135\" elevation_deg=\"12\"/><surefoot:sky kind=\"mars\"/>"));
  const ReadResult read = ReadPath(path);
  ASSERT_TRUE(read.ok) << AllProblems();
  ASSERT_EQ(read.spec.models.size(), 9u);
  const std::string copy = folder_.path() + "/out.sdf";
  const Status written = WriteFile(registry_, read.spec, copy);
  ASSERT_TRUE(written.ok()) << written.error().message;
  // No mesh files are written: terrain and rocks are generated from their URIs.
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/out_files"));
  const ReadResult again = ReadPath(copy);
  ASSERT_TRUE(again.ok) << AllProblems();
  EXPECT_EQ(SpecText::FirstDifference(read.spec, again.spec), "");
  EXPECT_EQ(world::ContentHash(read.spec), world::ContentHash(again.spec));
}

TEST_F(SdfRocksTest, ErrorsHaveTheirLine) {
  const auto fails = [&](const std::string& element, const std::string& part, int line = 4) {
    const ReadResult result = Read(WorldText(kTerrain + element));
    EXPECT_FALSE(result.ok) << element;
    EXPECT_TRUE(Has(Severity::kError, line, part)) << element << "\n" << AllProblems();
  };
  fails("<surefoot:rocks seed=\"1\"/>", "number of rocks is missing");
  fails("<surefoot:rocks count=\"many\"/>", "many");
  fails("<surefoot:rocks count=\"-1\"/>", "0");
  fails("<surefoot:rocks count=\"3\" size=\"2 1\"/>", "the smaller one first");
  fails("<surefoot:rocks count=\"3\" area=\"0 0 0 5\"/>", "the area is empty");
  fails("<surefoot:rocks count=\"3\" area=\"500 500 600 600\"/>", "not enough free ground");
  fails("<surefoot:rocks count=\"9000\" size=\"2 3\"/>", "not enough free ground");
  fails("<surefoot:rocks count=\"3\" ground=\"sea\"/>", "no ground");
  fails("<surefoot:rocks count=\"3\" law=\"normal\"/>", "uniform");
  fails("<surefoot:rocks count=\"3\" static=\"false\" sunk=\"0.5\"/>", "only static rocks");
  fails(
      "<surefoot:rocks count=\"3\">\n<surefoot:keep_out>1 2</surefoot:keep_out>\n"
      "</surefoot:rocks>",
      "keep_out", 5);
  fails(
      "<surefoot:rocks count=\"3\">\n<surefoot:keep_path>1 2 3</surefoot:keep_path>\n"
      "</surefoot:rocks>",
      "at least two points", 5);
  fails("<surefoot:rocks count=\"3\"/>\n<surefoot:rocks count=\"3\"/>",
        "a model already has this name", 5);
  fails("<surefoot:sun azimuth=\"135\" elevation=\"0.2\"/>", "azimuth");
  fails("<surefoot:sun azimuth_deg=\"135\"/>", "elevation is missing");
  fails("<surefoot:sky kind=\"venus\"/>", "dark");
  Read(WorldText(std::string(kTerrain) + "<surefoot:rocks count=\"2\" sizes=\"1 2\"/>"));
  EXPECT_TRUE(Has(Severity::kWarning, 4, "size")) << AllProblems();
}

}  // namespace
}  // namespace surefoot::formats
