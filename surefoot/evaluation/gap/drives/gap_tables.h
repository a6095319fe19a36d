#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_study.h"
#include "surefoot/evaluation/report/table.h"

namespace surefoot::experiment {

/// Errors of all windows, of those without dig-ins, and of dig-ins alone, with yaw-rate gains.
report::Table DriveTable(const DriveGap& drive, const GapResult& result);

/// For how long each model can be trusted: "mujoco: Trust position to 5 cm for 0.6 s. ...".
std::vector<std::string> TrustSentences(const DriveGap& drive);

/// Per terrain: the real robot's figures, and each engine's errors.
report::Table YawGainTable(const std::vector<TerrainGap>& terrains);
report::Table MeanErrorTable(const std::vector<TerrainGap>& terrains);
report::Table RangeErrorTable(const std::vector<TerrainGap>& terrains);
report::Table SpectrumTable(const std::vector<TerrainGap>& terrains);
report::Table BandTable(const std::vector<TerrainGap>& terrains);

/// A row for every window by every model; for every run, engine and axis.
report::Table WindowRows(const std::vector<DriveGap>& drives);
report::Table RunRows(const std::vector<TerrainRunScore>& runs);
/// The mean spectra: a row for each terrain, model and frequency.
report::Table SpectrumRows(const std::vector<TerrainGap>& terrains);

/// All tables for a terminal.
std::string GapText(const GapResult& result);

/// All results as one JSON object, windows and runs included.
std::string GapJson(const GapResult& result);

}  // namespace surefoot::experiment
