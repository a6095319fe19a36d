/// <surefoot:arena>: the plan and its models.

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>

#include "surefoot/formats/sdf/arena/arena_plan.h"
#include "surefoot/formats/sdf/test/sdf_test_tools.h"
#include "surefoot/formats/test/spec_text.h"
#include "surefoot/formats/write.h"

namespace surefoot::formats {
namespace {

/// Number of cells that are reachable from the first one.
int Reachable(const ArenaPlan& plan) {
  constexpr int kStepX[] = {1, 0, -1, 0};
  constexpr int kStepY[] = {0, 1, 0, -1};
  std::vector<bool> seen(static_cast<std::size_t>(plan.columns() * plan.rows()), false);
  std::vector<int> todo = {0};
  seen[0] = true;
  int count = 0;
  while (!todo.empty()) {
    const int cell = todo.back();
    todo.pop_back();
    ++count;
    for (int direction = 0; direction < 4; ++direction) {
      if (plan.HasWall(cell % plan.columns(), cell / plan.columns(), direction)) continue;
      const int next = cell + kStepX[direction] + kStepY[direction] * plan.columns();
      if (seen[static_cast<std::size_t>(next)]) continue;
      seen[static_cast<std::size_t>(next)] = true;
      todo.push_back(next);
    }
  }
  return count;
}

class SdfArenaTest : public SdfTest {
 protected:
  static std::string Arena(const std::string& attributes) {
    return "<surefoot:arena " + attributes + "/>";
  }
  static int Count(const world::WorldSpec& spec, const std::string& start) {
    return static_cast<int>(
        std::count_if(spec.models.begin(), spec.models.end(),
                      [&](const auto& model) { return model.name.rfind(start, 0) == 0; }));
  }
};

std::map<Terrain, int> TerrainsOf(const ArenaPlan& plan) {
  std::map<Terrain, int> counts;
  for (int y = 0; y < plan.rows(); ++y) {
    for (int x = 0; x < plan.columns(); ++x) ++counts[plan.At(x, y).terrain];
  }
  return counts;
}

TEST(ArenaPlan, EveryCellCanBeReached) {
  for (const ArenaClass kind : {ArenaClass::kYellow, ArenaClass::kOrange, ArenaClass::kRed}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const ArenaPlan plan(kind, seed, 3 + static_cast<int>(seed % 7),
                           2 + static_cast<int>(seed % 5));
      EXPECT_EQ(Reachable(plan), plan.columns() * plan.rows()) << seed;
      EXPECT_EQ(plan.At(0, 0).terrain, Terrain::kFlat);
      EXPECT_EQ(plan.At(1, 0).terrain, Terrain::kFlat);
      EXPECT_FALSE(plan.HasWall(0, 0, 0));
      EXPECT_FALSE(plan.HasWall(1, 0, 0));
      EXPECT_TRUE(plan.HasWall(0, 0, 2)) << "the outer wall";
    }
  }
}

TEST(ArenaPlan, ClassesHaveTheirTerrain) {
  std::map<Terrain, int> all[3];
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (int kind = 0; kind < 3; ++kind) {
      for (const auto& [terrain, count] :
           TerrainsOf(ArenaPlan(static_cast<ArenaClass>(kind), seed, 8, 6))) {
        all[kind][terrain] += count;
      }
    }
  }
  const double cells = 30.0 * 48.0;
  for (const Terrain terrain :
       {Terrain::kRidgeY, Terrain::kStepField, Terrain::kStairs, Terrain::kRubble}) {
    EXPECT_EQ(all[0][terrain], 0) << "yellow";
  }
  // Cells with doors and victims are flat.
  EXPECT_NEAR(all[0][Terrain::kRidgeX] / cells, 0.5, 0.12);
  EXPECT_NEAR(all[1][Terrain::kStepField] / cells, 0.2, 0.06);
  EXPECT_NEAR(all[1][Terrain::kRidgeX] / static_cast<double>(all[1][Terrain::kRidgeY]), 1.0, 0.3);
  EXPECT_EQ(all[1][Terrain::kStairs], 60) << "two each";
  EXPECT_EQ(all[1][Terrain::kRubble], 0);
  EXPECT_NEAR(all[2][Terrain::kStepField] / cells, 0.5, 0.12);
  EXPECT_GT(all[2][Terrain::kRubble], 150);
}

TEST_F(SdfArenaTest, TheSameSeedGivesTheSameArena) {
  for (const char* kind : {"yellow", "orange", "red"}) {
    const std::string start = std::string("class=\"") + kind + "\" seed=\"";
    const world::WorldSpec seven = ReadWorld(Arena(start + "7\""));
    EXPECT_EQ(SpecText::FirstDifference(seven, ReadWorld(Arena(start + "7\""))), "");
    EXPECT_NE(SpecText::FirstDifference(seven, ReadWorld(Arena(start + "8\""))), "");
  }
}

TEST_F(SdfArenaTest, WallsRampsAndStairsHaveTheirSizes) {
  const world::WorldSpec spec =
      ReadWorld(Arena("class=\"orange\" seed=\"3\" columns=\"8\" rows=\"6\""));
  const world::Model& arena = *spec.models.at(0).model;
  EXPECT_TRUE(arena.is_static);
  EXPECT_EQ(Count(spec, "arena_door_"), 2);
  EXPECT_EQ(Count(spec, "arena_victim_"), 3);
  const world::Link& walls = arena.links.at(1);
  for (const world::Collision& wall : walls.collisions) {
    const Vector3d size = std::get<world::Box>(wall.geometry).size;
    EXPECT_DOUBLE_EQ(size.z(), 1.2);
    EXPECT_NEAR(wall.X_LG.p.z(), 0.6, 1e-12);
  }
  const world::Link& terrain = arena.links.at(2);
  int ramps = 0;
  double highest = 0.0;
  for (const world::Collision& part : terrain.collisions) {
    const Vector3d size = std::get<world::Box>(part.geometry).size;
    const Vector3d up = part.X_LG.q * Vector3d::UnitZ();
    const double tilt = std::acos(std::clamp(up.z(), -1.0, 1.0)) * 180.0 / 3.14159265358979;
    if (tilt > 1.0) {
      ++ramps;
      EXPECT_NEAR(tilt, 15.0, 1e-9);
      // Its upper edge is the ridge in the middle of a cell, at a height of 0.6 m tan 15 degrees.
      const Vector3d ridge =
          part.X_LG * Vector3d((up.x() + up.y() > 0 ? -1 : 1) * 0.5 * size.x(), 0, 0.5 * size.z());
      EXPECT_NEAR(ridge.z(), 0.6 * std::tan(15.0 * 3.14159265358979 / 180.0), 1e-9);
      EXPECT_NEAR(std::remainder(ridge.x(), 1.2), 0.0, 1e-9);
      EXPECT_NEAR(std::remainder(ridge.y(), 1.2), 0.0, 1e-9);
    } else {
      EXPECT_NEAR(part.X_LG.p.z() - 0.5 * size.z(), 0.0, 1e-12) << "it rests on the floor";
      highest = std::max(highest, size.z());
      // Posts are multiples of 50 mm, steps of 200 mm.
      EXPECT_NEAR(std::remainder(size.z(), 0.05), 0.0, 1e-9);
    }
  }
  EXPECT_GT(ramps, 10);
  EXPECT_NEAR(highest, 0.6, 1e-12) << "three steps of 0.2 m";
}

TEST_F(SdfArenaTest, TheStartIsFree) {
  for (int seed = 0; seed < 20; ++seed) {
    const world::WorldSpec spec = ReadWorld(
        Arena("class=\"red\" pose=\"5 6 1 0 0 0\" seed=\"" + std::to_string(seed) + "\""));
    for (const world::ModelInstance& model : spec.models) {
      for (const world::Link& link : model.model->links) {
        for (const world::Collision& part : link.collisions) {
          const auto* box = std::get_if<world::Box>(&part.geometry);
          if (box == nullptr) continue;
          // No box contains the point 0.4 m above the centre of the second cell.
          const Vector3d p_G =
              (model.X_WM * link.X_ML * part.X_LG).Inverse() * Vector3d(6.2, 6.0, 1.4);
          EXPECT_FALSE((p_G.cwiseAbs().array() < 0.5 * box->size.array()).all());
        }
      }
    }
  }
}

TEST_F(SdfArenaTest, AWrittenWorldIsEqual) {
  const world::WorldSpec spec = ReadWorld(Arena("class=\"red\" seed=\"5\""));
  const std::string copies[] = {folder_.path() + "/a.sdf", folder_.path() + "/b.sdf"};
  std::string texts[2];
  for (int i = 0; i < 2; ++i) {
    const Status written = WriteFile(registry_, spec, copies[i]);
    ASSERT_TRUE(written.ok()) << written.error().message;
    std::ifstream file(copies[i]);
    texts[i].assign(std::istreambuf_iterator<char>(file), {});
  }
  EXPECT_EQ(texts[0], texts[1]);
  EXPECT_EQ(texts[0].find("surefoot:arena"), std::string::npos)
      << "plain models instead of the arena";
  const ReadResult again = ReadPath(copies[0]);
  ASSERT_TRUE(again.ok) << AllProblems();
  EXPECT_EQ(SpecText::FirstDifference(spec, again.spec), "");
}

TEST_F(SdfArenaTest, ErrorsHaveTheirLine) {
  for (const char* wrong : {"class=\"green\"", "columns=\"2\"", "cell=\"0\"", "seed=\"-1\"",
                            "rows=\"many\"", "columns=\"1000\"", "pose=\"1 2\""}) {
    const ReadResult result = Read(WorldText(Arena(wrong)));
    const std::string what = wrong;
    EXPECT_FALSE(result.ok) << wrong;
    EXPECT_TRUE(Has(Severity::kError, 3, what.substr(what.find('=') + 1))) << AllProblems();
  }
}

}  // namespace
}  // namespace surefoot::formats
