#include "surefoot/formats/centurion/centurion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/world/world.h"
#include "tests/source_dir.h"

namespace surefoot::formats {
namespace {

const std::string kSample = std::string(SUREFOOT_SOURCE_DIR) + "/worlds/centurion_arena.xml";

std::string SampleText() {
  std::ifstream file(kSample);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Loaded {
  bool ok = false;
  world::WorldSpec spec;
  Problems problems;
};

Loaded LoadFile(const std::string& path) {
  Loaded loaded;
  ReadContext context;
  context.problems = &loaded.problems;
  bool is_model = true;
  loaded.ok = MakeCenturionFormat().read(path, context, &loaded.spec, &is_model);
  EXPECT_TRUE(!loaded.ok || !is_model);
  return loaded;
}

Loaded LoadText(const std::string& text) {
  const TempFolder folder;
  return LoadFile(folder.Write("arena.xml", text));
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(CenturionFormat, RecognisesItsFiles) {
  const Format format = MakeCenturionFormat();
  EXPECT_TRUE(format.matches(SampleText()));
  EXPECT_TRUE(format.matches("<centurion_config>"));
  EXPECT_FALSE(format.matches("<mujoco>"));
  EXPECT_FALSE(format.matches(""));
  EXPECT_EQ(format.write, nullptr);
}

TEST(CenturionFormat, ReadsTheArena) {
  Loaded loaded = LoadFile(kSample);
  ASSERT_TRUE(loaded.ok) << loaded.problems.ErrorText();
  EXPECT_EQ(loaded.spec.physics.step, 0.01);
  std::vector<std::string> names;
  for (const auto& instance : loaded.spec.models) names.push_back(instance.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"floor", "wall_south", "wall_east", "wall_north", "wall_west",
                                      "object_1", "object_2", "object_3", "robot_1", "robot_2"}));
  const auto& ahead = loaded.spec.models[5];
  EXPECT_NEAR(ahead.X_WM.p.x(), 0.87, 1e-12);
  const auto& box = std::get<world::Box>(ahead.model->links[0].collisions[0].geometry);
  EXPECT_NEAR(box.size.x(), 0.02, 1e-12);
  EXPECT_NEAR(box.size.y(), 0.22, 1e-12);
  const auto& robot = loaded.spec.models[8];
  EXPECT_NEAR(robot.X_WM.p.x(), 0.36, 1e-12);
  EXPECT_NEAR(robot.X_WM.p.y(), 0.51, 1e-12);
  ASSERT_EQ(robot.model->links[0].sensors.size(), 1u);
  EXPECT_EQ(robot.model->links[0].sensors[0].type, "sonar");
  EXPECT_NEAR(robot.model->links[0].sensors[0].X_LS.p.x(), 0.0795, 1e-12);
  EXPECT_NEAR(robot.model->links[0].sensors[0].update_rate, 10.0, 1e-12);
  const auto world = world::MakeWorld(std::move(loaded.spec), &loaded.problems);
  ASSERT_TRUE(world.ok()) << world.error().message;
  EXPECT_EQ(world.value()->wheels().size(), 4u);
}

TEST(CenturionFormat, ReportsErrorAndLine) {
  const std::string good = SampleText();
  const struct {
    const char* from;
    const char* to;
    const char* message;
  } cases[] = {
      {"<num_objects>3<", "<num_objects>4<", "the count differs from the number of <object>"},
      {"<num_sensors>1<", "<num_sensors>2<", "the count differs from the number of <sensor>"},
      {"<num_agent_groups>2<", "<num_agent_groups>1<", "the count differs from the number of"},
      {"<radius>0.03</radius>", "<radius>-1</radius>", "out of range"},
      {"<radius>0.03</radius>", "<radius>wide</radius>", "number"},
      {"<radius>0.03</radius>", "<radius>nan</radius>", "number"},
      {"<radius>0.03</radius>", "", "<circle> has no <radius>"},
      {"<type>ULTRASONIC</type>", "<type>RADAR</type>", "accepted: IDEAL_BEAM, ULTRASONIC, IR"},
      {"<boundary_walls>TRUE<", "<boundary_walls>maybe<", "accepted: FALSE, TRUE"},
      {"<angle>0</angle>", "", "1 <x>, 1 <y> and 0 <angle>"},
      {"<control_algorithm>BOIDS<", "<control_algorithm>BIRDS<", "accepted: OVERLORD"},
      {"<num_agents>1<", "<num_agents>100000<", "out of range"},
      {"<simulation_type>discrete<", "<simulation_type>real<", "accepted: discrete"},
      {"</environment>", "", ""},
  };
  for (const auto& one : cases) {
    const auto at = good.begin() + static_cast<std::ptrdiff_t>(good.find(one.from));
    const auto line = 1 + std::count(good.begin(), at, '\n');
    const Loaded loaded = LoadText(Replaced(good, one.from, one.to));
    EXPECT_FALSE(loaded.ok) << one.to;
    EXPECT_GT(loaded.problems.error_count(), 0) << one.to;
    bool found = false;
    for (const Problem& problem : loaded.problems.all()) {
      if (problem.severity != Severity::kError) continue;
      const std::string all = problem.message + " " + problem.advice;
      const bool here = problem.source.line == line || *one.message == '\0';
      found = found || (here && all.find(one.message) != std::string::npos);
    }
    EXPECT_TRUE(found) << one.to << ": " << loaded.problems.ErrorText();
  }
}

TEST(CenturionFormat, ReportsGroupsThatDoNotFit) {
  std::string text = SampleText();
  const std::size_t second = text.rfind("<num_agents>1<");
  text.replace(second, 14, "<num_agents>500<");
  const Loaded loaded = LoadText(text);
  EXPECT_FALSE(loaded.ok);
  EXPECT_NE(loaded.problems.ErrorText().find("not enough free space for all agents"),
            std::string::npos);
}

/// Truncated anywhere, or with one character changed: the reader reports errors or accepts the
/// file, but never crashes.
TEST(CenturionFormat, SurvivesDamage) {
  const std::string good = SampleText();
  for (std::size_t cut = 0; cut < good.size(); cut += 97) LoadText(good.substr(0, cut));
  for (std::size_t at = 0; at < good.size(); at += 41) {
    std::string text = good;
    text[at] = "<>/09-x \""[at % 9];
    LoadText(text);
  }
}

}  // namespace
}  // namespace surefoot::formats
