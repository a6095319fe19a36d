#include "surefoot/evaluation/gap/drives/gap_page.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "surefoot/evaluation/gap/drives/gap_figures.h"
#include "surefoot/evaluation/gap/drives/gap_ranges.h"
#include "surefoot/evaluation/gap/drives/gap_tables.h"
#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/run/pool.h"

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;

using report::Page;

std::string Fixed(double value, int decimals) { return report::Cell::Number(value, decimals).text; }

void AddHeadlines(const DriveGap& drive, Page* page) {
  const DriveModel& baseline = drive.models.front();
  const DriveModel* best = nullptr;
  for (const DriveModel& model : drive.models) {
    if (model.is_baseline || model.all.windows == 0) continue;
    if (best == nullptr ||
        model.all.translation_median.value < best->all.translation_median.value) {
      best = &model;
    }
  }
  if (best == nullptr) return;
  const auto add = [&](double value, double than, const std::string& unit, const char* what) {
    page->AddHeadline({Fixed(value, 2) + " " + unit,
                       std::string(what) + " after 2 s by " + best->name + "; ideal kinematics " +
                           Fixed(than, 2) + " " + unit,
                       value < than ? Page::Headline::Mood::kGood : Page::Headline::Mood::kBad});
  };
  add(best->all.translation_median.value, baseline.all.translation_median.value, "m",
      "median error of the position");
  add(best->all.heading_median.value, baseline.all.heading_median.value, "rad",
      "median error of the heading");
  page->AddHeadline({Fixed(best->yaw_gain, 2) + " : " + Fixed(drive.yaw_gain, 2),
                     "yaw gain, " + best->name + " : real robot"});
}

void AddDrive(const GapResult& result, const DriveGap& drive, Page* page) {
  page->AddSection("DRIVE: where the robot is after two seconds");
  page->AddText(
      "The wheels of the simulated robot turn as those of the real one did. Windows of two seconds "
      "that follow each other are one drive; each is judged by the motion inside it, from the "
      "first to the last new pose of the lidar's localisation. Encoders are taken " +
      Fixed(drive.nuisance.encoder_lag, 2) +
      " s earlier than they were logged, and poses of a point " + Fixed(drive.nuisance.lever, 3) +
      " m ahead of the robot's centre, because the recording was made so.");
  page->AddTable(DriveTable(drive, result));
  page->AddText(
      "Dig-ins are windows in which the real robot turns less than 55 % of what is usual at its "
      "wheel speeds: its wheels spin in loose ground, which no model here knows of.");
  page->AddText("Each window as a restart, with the exact lower bound of docs/gap.md:");
  for (const std::string& sentence : TrustSentences(drive)) page->AddText(sentence);
  page->AddFigure("growth", GrowthFigures(drive),
                  "Errors over time inside the windows: medians, and dashed what 90 % stay below.");
  page->AddFigure("yaw", {YawFigure(drive)},
                  "What the robot turned, over what it would have turned without slip: medians of "
                  "groups of windows.");
}

void AddTerrains(const GapResult& result, Page* page) {
  page->AddSection("BorealTC: what the IMU shows");
  page->AddText(
      "Runs on named terrains with an IMU and wheel speeds, but without poses: figures of the "
      "whole run are compared, never sample by sample. Tables and figures are medians over the "
      "runs of a terrain. Mean and range are those of equation (7) of Farley, Wang and Marshall "
      "(2022): the range goes from the mean of the lowest one percent to that of the highest.");
  page->AddTable(YawGainTable(result.terrains));
  page->AddTable(RangeShareTable(RangeRows(result)));
  page->AddTable(RangeErrorTable(result.terrains));
  page->AddFigure("ranges", RangeFigures(result.terrains),
                  "Robust ranges of the IMU's axes; the mark is the mean.");
  page->AddTable(MeanErrorTable(result.terrains));
  page->AddSection("BorealTC: spectra");
  page->AddTable(SpectrumTable(result.terrains));
  for (const TerrainGap& terrain : result.terrains) {
    page->AddFigure("spectra_" + terrain.name, SpectrumFigures(terrain),
                    "Power spectral densities on " + terrain.name + ", means over " +
                        std::to_string(terrain.runs) + " runs.");
  }
  page->AddTable(BandTable(result.terrains));
}

void AddRemarks(const GapResult& result, Page* page) {
  std::vector<std::string> remarks = result.notes;
  remarks.insert(remarks.end(), result.failures.begin(), result.failures.end());
  if (remarks.empty()) return;
  page->AddSection("Remarks");
  page->AddList(remarks);
}

}  // namespace

Manifest GapManifest(const Parts& parts, const GapWorld& world,
                     const std::vector<std::string>& recordings, const GapResult& result) {
  Manifest manifest;
  manifest.time = TimeText();
  manifest.machine = ThisMachine();
  for (const std::string& engine : result.engines) {
    const physics::BackendFactory* factory = parts.FindEngine(engine);
    manifest.engines.emplace_back(engine, factory != nullptr ? factory->info().version : "");
  }
  std::string program;
  for (const std::string& file : ProgramFiles()) {
    if (const Result<std::string> hash = Sha256OfFile(file); hash.ok()) program += *hash + "\n";
  }
  manifest.program = Sha256(program);
  InputFiles inputs;
  for (const auto* files : {&world.files, &recordings}) {
    for (const std::string& file : *files) {
      std::error_code error;
      const Result<std::string> hash = inputs.Add(fs::canonical(file, error).string());
      if (!hash.ok()) manifest.notes.push_back(hash.error().message);
    }
  }
  manifest.inputs = inputs.all();
  manifest.notes.push_back("made by surefoot gap: run the command again to repeat it");
  manifest.trials.push_back({"gap", 0, "", Sha256(GapJson(result))});
  return manifest;
}

std::string GapPage(const GapResult& result, const Manifest& manifest) {
  Page page("How far from real drives");
  std::string engines;
  for (const std::string& variant : result.variants) {
    engines += (engines.empty() ? "" : "; ") + variant;
  }
  page.set_subtitle("Robot " + result.robot + " (model " + result.model + ") in " + result.world +
                    "; " + engines);
  if (!result.drives.empty()) AddHeadlines(result.drives.front(), &page);
  page.AddNotice(
      "Models without a word behind the engine's name: wheels are rigid and the ground is as hard "
      "as "
      "the world's file says, nothing was fitted to these recordings, and the IMU is much quieter "
      "than the real one. With \"tyre\": elastic wheels with lugs on the ground that goes with the "
      "recording, whose parameters and sources are in its file in grounds/.");
  for (const DriveGap& drive : result.drives) AddDrive(result, drive, &page);
  if (!result.terrains.empty()) AddTerrains(result, &page);
  AddRemarks(result, &page);
  page.AddSection("How to repeat it");
  std::string command;
  for (const std::string& word : manifest.command) command += (command.empty() ? "" : " ") + word;
  page.AddText("Every window and run is in the tables beside this file. The command was: " +
               command);
  page.AddDetails("The manifest", ToJson(manifest));
  return page.ToHtml();
}

Status WriteGapReport(const std::string& folder, const GapResult& result,
                      const Manifest& manifest) {
  const fs::path out(folder);
  std::error_code error;
  fs::create_directories(out, error);
  if (error) return Error{"--out: cannot make " + folder + ": " + error.message()};
  std::vector<std::pair<const char*, std::string>> files = {{"gap.html", GapPage(result, manifest)},
                                                            {"gap.json", GapJson(result)},
                                                            {"manifest.json", ToJson(manifest)}};
  if (!result.drives.empty()) {
    files.emplace_back("drive_windows.csv", report::ToCsv(WindowRows(result.drives)));
  }
  if (!result.terrains.empty()) {
    files.emplace_back("terrain_runs.csv", report::ToCsv(RunRows(result.runs)));
    files.emplace_back("terrain_spectra.csv", report::ToCsv(SpectrumRows(result.terrains)));
  }
  for (const auto& [name, text] : files) {
    if (Status status = WriteFileAtOnce((out / name).string(), text); !status.ok()) return status;
  }
  return Status();
}

}  // namespace surefoot::experiment
