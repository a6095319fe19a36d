#pragma once

/// The kinds of tables and figures that an experiment file can name (docs/guides/experiments.md).

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/registry.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/table.h"
#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

struct TableKind {
  std::string help;
  std::vector<std::string> keys;
  report::Table (*make)(const world::ElementReader& reader, const Results& results) = nullptr;
};
using TableRegistry = Registry<TableKind>;
TableRegistry BuiltinTables();

struct FigureKind {
  std::string help;
  std::vector<std::string> keys;
  Figure (*make)(const world::ElementReader& reader, const Results& results) = nullptr;
};
using FigureRegistry = Registry<FigureKind>;
FigureRegistry BuiltinFigures();
/// A metric against a value of `for`, over all trials.
Figure BandsFigure(const world::ElementReader& reader, const Results& results);

/// Tone of an engine by its index in the plan: the same in every figure of a report.
report::Tone EngineTone(std::size_t index);

/// The cases that match the patterns under `key`, in their order; all when the key is missing.
std::vector<const Case*> ChosenCases(const world::ElementReader& reader, const Results& results,
                                     const std::string& key = "cases");

}  // namespace surefoot::experiment
