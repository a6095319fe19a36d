#include "surefoot/evaluation/studies/simulators/study_cells.h"
#include "surefoot/evaluation/studies/simulators/study_tables.h"

namespace surefoot::experiment {
namespace {

using gap::Features;
using report::Cell;
using report::Table;

std::string YesNo(bool value) { return value ? "yes" : "no"; }

std::string RosText(gap::RosSupport ros) {
  switch (ros) {
    case gap::RosSupport::kNone:
      return "none";
    case gap::RosSupport::kPlugin:
      return "by a plugin";
    case gap::RosSupport::kOnInstallation:
      return "on installation";
  }
  return "";
}

std::string UiText(const gap::UiControls& ui) {
  std::vector<std::string> abilities;
  if (ui.visualize) abilities.push_back("visualize");
  if (ui.start) abilities.push_back("start");
  if (ui.stop) abilities.push_back("stop");
  if (ui.step) abilities.push_back("step");
  if (ui.add_models) abilities.push_back("add models");
  return abilities.size() == 5 ? "full control" : Joined(abilities);
}

std::string FormatText(const Features& features) {
  if (features.formats_by_plugin.empty()) return Joined(features.formats);
  return Joined(features.formats) + "; by a plugin " + Joined(features.formats_by_plugin);
}

/// In the order of the metrics.
std::array<std::string, gap::kFeatureCount> TextsOf(const Features& features) {
  return {YesNo(features.free_to_use), YesNo(features.open_source), RosText(features.ros),
          Joined(features.languages),  UiText(features.ui),         FormatText(features),
          Joined(features.engines)};
}

std::vector<Cell> HeaderOf() {
  std::vector<Cell> header = {"Feature"};
  for (const gap::PublishedSimulator& simulator : gap::PublishedSimulators()) {
    header.push_back(Cell(simulator.name));
    header.back().faint = true;
  }
  header.push_back("Surefoot");
  return header;
}

}  // namespace

Table Table3(const StudyInput& input) {
  Table table{"table_3", "Table 3: what the simulators offer", HeaderOf(), {}, {}};
  for (std::size_t i = 0; i < gap::kFeatureCount; ++i) {
    std::vector<Cell> row = {Cell(gap::StudyMetrics()[i].title)};
    for (const gap::PublishedSimulator& simulator : gap::PublishedSimulators()) {
      row.push_back(Cell(TextsOf(simulator.features)[i]));
      row.back().faint = true;
    }
    row.push_back(Cell(TextsOf(input.features)[i]));
    table.rows.push_back(row);
  }
  table.notes = {
      "The four as the article describes them in 2022; Surefoot as `surefoot info` does."};
  return table;
}

Table Table4(const StudyInput& input) {
  Table table{"table_4", "Table 4: scores of the features", HeaderOf(), {}, {}};
  const auto ours = gap::AsList(gap::ScoresOf(input.features));
  for (std::size_t i = 0; i < gap::kFeatureCount; ++i) {
    std::vector<Cell> row = {Cell(gap::StudyMetrics()[i].title)};
    for (const gap::PublishedSimulator& simulator : gap::PublishedSimulators()) {
      row.push_back(CheckedCell(gap::AsList(simulator.feature_scores)[i],
                                gap::AsList(gap::ScoresOf(simulator.features))[i],
                                gap::kScoreDecimals, "section 3.2"));
    }
    row.push_back(Cell::Number(ours[i], gap::kScoreDecimals));
    table.rows.push_back(row);
  }
  table.notes = {"Computed by the rules of the article's section 3.2 from what Table 3 tells."};
  return table;
}

}  // namespace surefoot::experiment
