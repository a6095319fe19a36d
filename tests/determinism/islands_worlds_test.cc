// Every installed world, on every engine, with islands and as one instance: the same bits, except
// where the table in docs/studies/scale.md lists differences.
// SUREFOOT_ISLANDS_TABLE=docs/studies/scale.md writes the table instead of comparing with it.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "surefoot/base/text.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/session/session.h"
#include "tests/scene/scene.h"

namespace surefoot {
namespace {

namespace fs = std::filesystem;

constexpr double kSeconds = 0.2;

std::vector<std::string> AllEngines() {
  std::vector<std::string> names = conformance::EngineNames();
  names.emplace_back("kinematic");
  return names;
}

/// Name and file.
std::map<std::string, std::string> ShippedWorlds() {
  std::map<std::string, std::string> worlds;
  for (const std::string& folder : BuiltinParts().data_folders) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(folder) / "worlds", error)) {
      worlds.emplace(entry.path().stem().string(), entry.path().string());
    }
  }
  return worlds;
}

/// Robots with cmd_vel drive along a curve.
void Drive(Session* session) {
  msgs::geometry_msgs::Twist twist;
  twist.linear.x = 0.3;
  twist.angular.z = 0.2;
  for (const std::string& topic : session->simulation().machine().command_topics()) {
    if (topic.ends_with("cmd_vel")) static_cast<void>(session->Publish(topic, twist));
  }
}

/// Hash of the run; the error if it cannot be built.
Result<std::uint64_t> HashOf(const std::shared_ptr<const world::World>& world,
                             const std::string& file, const std::string& engine, bool islands) {
  SessionOptions options;
  options.engine = engine;
  options.islands = islands;
  const Parts parts = BuiltinParts();
  Problems problems;
  Result<std::unique_ptr<Session>> session =
      Session::FromWorld(parts, world, file, options, &problems);
  if (!session.ok()) return session.error();
  Drive(session->get());
  const Status status = session.value()->RunFor(kSeconds);
  EXPECT_TRUE(status.ok()) << file << " on " << engine << ": " << status.error().message;
  return session.value()->simulation().hash();
}

/// An engine's row in the table.
struct Row {
  int same = 0;
  std::set<std::string> differ;
  std::set<std::string> not_run;
};

std::string NamesText(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "`" : ", `") + name + "`";
  return text.empty() ? "none" : text;
}

std::string LineOf(const std::string& engine, const Row& row) {
  return "| `" + engine + "` | " + std::to_string(row.same) + " | " + NamesText(row.differ) +
         " | " + NamesText(row.not_run) + " |";
}

/// Replaces the line of the file that has the same beginning.
void WriteLine(const std::string& path, const std::string& engine, const std::string& line) {
  std::ifstream in(path);
  std::string text;
  for (std::string old; std::getline(in, old);) {
    const bool is_row = old.starts_with("| `" + engine + "` | ") && old.size() > 2 &&
                        std::isdigit(static_cast<unsigned char>(old[engine.size() + 7])) != 0;
    text += (is_row ? line : old) + "\n";
  }
  in.close();
  std::ofstream(path) << text;
}

class IslandsOfShippedWorlds : public testing::TestWithParam<std::string> {};

TEST_P(IslandsOfShippedWorlds, GiveTheBitsOfOneInstance) {
  const std::string& engine = GetParam();
  Row row;
  const Parts parts = BuiltinParts();
  for (const auto& [name, file] : ShippedWorlds()) {
    Problems problems;
    const auto world = LoadForSession(parts, file, &problems);
    ASSERT_TRUE(world.ok()) << problems.ErrorText();
    const Result<std::uint64_t> apart = HashOf(world.value(), file, engine, true);
    const Result<std::uint64_t> together = HashOf(world.value(), file, engine, false);
    ASSERT_EQ(apart.ok(), together.ok()) << name;
    if (!apart.ok()) {
      row.not_run.insert(name);
    } else if (*apart == *together) {
      ++row.same;
    } else {
      row.differ.insert(name);
    }
  }
  const std::string line = LineOf(engine, row);
  if (const char* path = std::getenv("SUREFOOT_ISLANDS_TABLE")) {
    return WriteLine(path, engine, line);
  }
  std::ifstream docs(std::string(SUREFOOT_SOURCE_DIR) + "/docs/studies/scale.md");
  std::stringstream text;
  text << docs.rdbuf();
  EXPECT_NE(text.str().find(line + "\n"), std::string::npos)
      << "docs/studies/scale.md does not have this row:\n"
      << line;
}

INSTANTIATE_TEST_SUITE_P(Engines, IslandsOfShippedWorlds, testing::ValuesIn(AllEngines()),
                         [](const testing::TestParamInfo<std::string>& engine) {
                           return engine.param;
                         });

}  // namespace
}  // namespace surefoot
