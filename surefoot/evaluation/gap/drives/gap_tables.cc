#include "surefoot/evaluation/gap/drives/gap_tables.h"

#include <cstdio>
#include <filesystem>

#include "surefoot/evaluation/gap/drives/gap_ranges.h"
#include "surefoot/evaluation/recordings/imu_recording.h"

namespace surefoot::experiment {
namespace {

using report::Cell;
using report::Table;

std::string Fixed(double value, int decimals) { return Cell::Number(value, decimals).text; }

Cell RightCell(std::string text) {
  Cell cell(std::move(text));
  cell.is_number = true;
  return cell;
}

/// "0.427 [0.39, 0.46]".
Cell EstimateCell(const gap::Estimate& estimate, bool with_interval) {
  std::string text = Fixed(estimate.value, 3);
  if (with_interval) {
    text += " [" + Fixed(estimate.interval.low, 3) + ", " + Fixed(estimate.interval.high, 3) + "]";
  }
  return RightCell(text);
}

Cell Faint(Cell cell) {
  cell.faint = true;
  return cell;
}

/// Few windows say nothing of their quantiles' spread.
bool HasInterval(const gap::DriveSummary& summary) { return summary.windows >= 20; }

void AddDriveRows(const DriveGap& drive, const std::string& which,
                  gap::DriveSummary DriveModel::*summary, Table* table) {
  std::vector<const DriveModel*> models;
  for (bool baseline : {true, false}) {
    for (const DriveModel& model : drive.models) {
      if (model.is_baseline == baseline) models.push_back(&model);
    }
  }
  for (const DriveModel* each : models) {
    const DriveModel& model = *each;
    const gap::DriveSummary& s = model.*summary;
    if (s.windows == 0) continue;
    const bool interval = HasInterval(s);
    const bool gain = summary == &DriveModel::without_dig_ins;
    std::vector<Cell> row = {which,
                             model.name,
                             Cell::Number(s.windows, 0),
                             EstimateCell(s.translation_median, interval),
                             EstimateCell(s.translation_p90, interval),
                             EstimateCell(s.heading_median, interval),
                             EstimateCell(s.heading_p90, interval),
                             gain ? Cell::Number(model.yaw_gain, 3) : Cell("")};
    if (model.is_baseline) {
      for (Cell& cell : row) cell.faint = true;
    }
    table->rows.push_back(std::move(row));
  }
}

/// Of the windows whose error is above what 90 % stay below, those that dig in.
std::string DigInsAbove(const DriveGap& drive, const DriveModel& model,
                        double gap::WindowScore::*error, const gap::Estimate& p90) {
  int above = 0, dug = 0;
  for (const gap::WindowScore& score : model.scores) {
    if (score.*error <= p90.value) continue;
    ++above;
    if (drive.dug_in.count(score.id) > 0) ++dug;
  }
  return std::to_string(dug) + " of the " + std::to_string(above);
}

void AddModelNotes(const DriveGap& drive, Table* table) {
  for (const DriveSpread& spread : drive.spreads) {
    table->notes.push_back("Contact " + spread.contact + ": the " + std::to_string(spread.engines) +
                           " engines differ by at most " + Fixed(100.0 * spread.share, 2) +
                           " % in these figures (all windows).");
  }
  for (const DriveModel& model : drive.models) {
    if (model.is_baseline || model.all.windows == 0) continue;
    std::string note = model.name + ": the base's height stays within " +
                       Fixed(1000.0 * model.height_range, 2) + " mm";
    if (!drive.dug_in.empty()) {
      note += "; dig-ins are " +
              DigInsAbove(drive, model, &gap::WindowScore::translation, model.all.translation_p90) +
              " windows above the 90 % of the position, and " +
              DigInsAbove(drive, model, &gap::WindowScore::heading, model.all.heading_p90) +
              " above that of the heading";
    }
    table->notes.push_back(note + ".");
  }
}

std::vector<Cell> AxisHeader() {
  std::vector<Cell> header = {"terrain", "model"};
  for (const char* axis : gap::kImuAxes) header.push_back(RightCell(axis));
  return header;
}

/// A table with a row for each terrain and engine; `real` gives the row above them, if any.
template <typename Real, typename Value>
Table AxisTable(const std::vector<TerrainGap>& terrains, Real real, Value value) {
  Table table;
  table.header = AxisHeader();
  for (const TerrainGap& terrain : terrains) {
    std::vector<Cell> first = {terrain.name, "real"};
    for (std::size_t i = 0; i < 6; ++i) first.push_back(Faint(real(terrain, i)));
    if (!first[2].text.empty()) table.rows.push_back(first);
    for (const TerrainEngine& engine : terrain.engines) {
      std::vector<Cell> row = {terrain.name, engine.name};
      for (std::size_t i = 0; i < 6; ++i) row.push_back(value(engine, i));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace

Table DriveTable(const DriveGap& drive, const GapResult& result) {
  Table table;
  table.id = "drive";
  table.caption = "DRIVE: error of the pose after 2 s, " +
                  std::filesystem::path(drive.file).filename().string();
  table.header = {"windows",
                  "model",
                  RightCell("n"),
                  RightCell("translation median (m)"),
                  RightCell("90 % (m)"),
                  RightCell("heading median (rad)"),
                  RightCell("90 % (rad)"),
                  RightCell("yaw gain")};
  AddDriveRows(drive, "all", &DriveModel::all, &table);
  AddDriveRows(drive, "no dig-ins", &DriveModel::without_dig_ins, &table);
  AddDriveRows(drive, "dig-ins", &DriveModel::dig_ins, &table);
  table.notes.push_back("Yaw gain of the real robot: " + Fixed(drive.yaw_gain, 3) +
                        " (turned, over what ideal kinematics turn; median).");
  table.notes.push_back("Ideal kinematics: wheels of radius " + Fixed(result.geometry.radius, 4) +
                        " m that never "
                        "slip, sides " +
                        Fixed(result.geometry.track, 4) + " m apart, as in the model " +
                        result.model + ".");
  if (drive.models.back().is_baseline && drive.models.size() > 1) {
    table.notes.push_back(
        "Fitted kinematics: fitted to every second drive, scored on the others, in turn.");
  }
  if (HasInterval(drive.models.front().all)) {
    table.notes.push_back("In brackets: 95 % intervals by drawing whole steps of wheel speeds.");
  }
  AddModelNotes(drive, &table);
  return table;
}

Table YawGainTable(const std::vector<TerrainGap>& terrains) {
  Table table;
  table.id = "yaw_gain";
  table.caption = "BorealTC: yaw-rate gain against ideal kinematics (median over runs)";
  table.header = {"terrain", RightCell("runs"), RightCell("seconds"), RightCell("real")};
  if (!terrains.empty()) {
    for (const TerrainEngine& engine : terrains.front().engines) {
      table.header.push_back(RightCell(engine.name));
    }
  }
  for (const TerrainGap& terrain : terrains) {
    std::vector<Cell> row = {terrain.name, Cell::Number(terrain.runs, 0),
                             Cell::Number(terrain.seconds, 0),
                             Faint(Cell::Number(terrain.yaw_gain, 3))};
    for (const TerrainEngine& engine : terrain.engines) {
      row.push_back(Cell::Number(engine.yaw_gain, 3));
    }
    row.resize(table.header.size());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table MeanErrorTable(const std::vector<TerrainGap>& terrains) {
  Table table = AxisTable(
      terrains, [](const TerrainGap& t, std::size_t i) { return Cell::Number(t.stats[i].mean, 3); },
      [](const TerrainEngine& e, std::size_t i) { return Cell::Number(e.mean_error[i], 3); });
  table.id = "mean_error";
  table.caption = "BorealTC: error of the mean, equation (7) (median over runs; rad/s, m/s2)";
  table.notes.push_back("Rows \"real\": the mean itself.");
  return table;
}

Table RangeErrorTable(const std::vector<TerrainGap>& terrains) {
  Table table = AxisTable(
      terrains,
      [](const TerrainGap& t, std::size_t i) { return Cell::Number(t.stats[i].range(), 2); },
      [](const TerrainEngine& e, std::size_t i) {
        const int decimals = e.range_ratio[i] < 0.1 ? 3 : 2;
        return RightCell(Fixed(e.range_error[i], 2) + " (x" + Fixed(e.range_ratio[i], decimals) +
                         ")");
      });
  table.id = "range_error";
  table.caption =
      "BorealTC: error of the robust range, equation (7) (median over runs; rad/s, m/s2)";
  table.notes.push_back(
      "Rows \"real\": the range itself. In parentheses: simulated over real range.");
  return table;
}

Table SpectrumTable(const std::vector<TerrainGap>& terrains) {
  Table table = AxisTable(
      terrains, [](const TerrainGap&, std::size_t) { return Cell(""); },
      [](const TerrainEngine& e, std::size_t i) { return Cell::Number(e.distance[i], 1); });
  table.id = "spectrum";
  table.caption = "BorealTC: distance of spectra (dB, median over runs)";
  table.notes.push_back(
      "Root mean square of level differences in half octaves from 0.5 to 45 Hz. 3 dB is a factor "
      "of 2 in power, 20 dB one of 100.");
  return table;
}

Table BandTable(const std::vector<TerrainGap>& terrains) {
  Table table;
  table.id = "bands";
  table.caption = "BorealTC: simulated minus real level in bands (dB, median over runs)";
  table.header = {"terrain", "model", "band"};
  for (const char* axis : gap::kImuAxes) table.header.push_back(RightCell(axis));
  for (const TerrainGap& terrain : terrains) {
    for (const TerrainEngine& engine : terrain.engines) {
      for (std::size_t b = 0; b < kTerrainBands.size(); ++b) {
        std::vector<Cell> row = {
            terrain.name, engine.name,
            Fixed(kTerrainBands[b].low, 1) + " to " + Fixed(kTerrainBands[b].high, 0) + " Hz"};
        for (std::size_t i = 0; i < 6; ++i) row.push_back(Cell::Number(engine.bands[i][b], 1));
        table.rows.push_back(std::move(row));
      }
    }
  }
  return table;
}

std::vector<std::string> TrustSentences(const DriveGap& drive) {
  std::vector<std::string> sentences;
  for (const DriveModel& model : drive.models) {
    std::string sentence = model.name + ":";
    for (const gap::QuantityVerdict& verdict : model.trust) sentence += " " + verdict.sentence;
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

std::string GapText(const GapResult& result) {
  std::string text = "robot " + result.robot + " (model " + result.model + ") in " + result.world +
                     ", " + Fixed(result.simulated, 0) + " s simulated\n";
  const auto add = [&text](const Table& table) { text += "\n" + report::ToText(table); };
  for (const DriveGap& drive : result.drives) {
    add(DriveTable(drive, result));
    for (const std::string& sentence : TrustSentences(drive)) text += sentence + "\n";
  }
  if (!result.terrains.empty()) {
    add(YawGainTable(result.terrains));
    add(MeanErrorTable(result.terrains));
    add(RangeErrorTable(result.terrains));
    add(RangeShareTable(RangeRows(result)));
    add(SpectrumTable(result.terrains));
  }
  return text;
}

}  // namespace surefoot::experiment
