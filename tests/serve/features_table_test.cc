// The table in docs/reference/simulation_interfaces.md against the answer of the server.

#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <sstream>

#include "surefoot/msgs/simulation_interfaces.h"
#include "tests/serve/served.h"
#include "tests/source_dir.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;

/// Rows "| 0 | spawn | yes | ...": the features whose third cell is "yes", and all numbers.
struct Table {
  std::set<int> supported;
  std::set<int> all;
};

Table ReadTable() {
  std::ifstream file(std::string(SUREFOOT_SOURCE_DIR) + "/docs/reference/simulation_interfaces.md");
  Table table;
  for (std::string line; std::getline(file, line);) {
    std::istringstream row(line);
    char bar = 0;
    int number = -1;
    if (!(row >> bar >> number) || bar != '|') continue;
    std::string cell;
    // The rest of the first cell, the name, and Surefoot.
    for (int i = 0; i < 3; ++i) std::getline(row, cell, '|');
    table.all.insert(number);
    if (cell == " yes ") table.supported.insert(number);
  }
  return table;
}

TEST(FeaturesTable, IsWhatTheServerAnswers) {
  Served served("flat");
  const auto answer = served.Call<si::GetSimulatorFeatures>("/get_simulator_features");
  const std::vector<std::uint16_t>& features = answer.features.features;
  const Table table = ReadTable();
  EXPECT_EQ(table.supported, std::set<int>(features.begin(), features.end()));
  // All features of the standard's version 1.5.
  EXPECT_EQ(table.all.size(), 32u);
}

}  // namespace
}  // namespace surefoot::serve::test
