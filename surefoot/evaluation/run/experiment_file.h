#pragma once

/// An experiment as its file describes it (docs/guides/experiments.md).

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/run/study_kind.h"
#include "surefoot/evaluation/run/trial.h"

namespace surefoot::experiment {

/// A world that trials run in.
struct WorldChoice {
  std::string name;
  std::string file;
  /// Files below the folder of real data without which `otherwise` is taken.
  std::vector<std::string> needs;
  std::string otherwise;
  Source source;
};

/// One kind of trial, run `trials` times on every engine.
struct Case {
  std::string name;
  std::string title;
  std::string world;
  std::string manoeuvre;
  /// All else, as for a trial: id, engine, repeat, seed, world and manoeuvre are filled in later.
  Trial common;
  int trials = 1;
  std::optional<std::uint64_t> seed;
  /// Empty: those of the experiment.
  std::vector<std::string> engines;
  Source source;
};

struct Experiment {
  /// Of the file, absolute; its folder; its name without ending.
  std::string path;
  std::string folder;
  std::string name;
  std::string title;
  std::string description;
  std::uint64_t seed = 0;
  /// Names, or "all".
  std::vector<std::string> engines;
  std::vector<WorldChoice> worlds;
  /// Name, and what it does.
  std::vector<std::pair<std::string, world::Element>> manoeuvres;
  std::vector<Case> cases;
  /// A mapping of all metrics by name.
  world::Element metrics;
  /// Each a mapping with `kind` (report_parts.h).
  std::vector<world::Element> tables;
  std::vector<world::Element> figures;
  /// The study that is made beside the trials, and its settings.
  std::optional<StudyKind> study_kind;
  world::Element study;
  /// How the study's results are shown and judged; empty: as the kind's own description says.
  world::Element report;
  /// The text of the file.
  std::string text;

  const WorldChoice* FindWorld(const std::string& world_name) const;
  const world::Element* FindManoeuvre(const std::string& manoeuvre_name) const;
  const Case* FindCase(const std::string& case_name) const;
};

/// Reads a text that stands (or stood) in the file `path`; reports everything that is wrong.
/// `studies`: the kinds that `study` may name.
std::optional<Experiment> ParseExperiment(const std::string& text, const std::string& path,
                                          const StudyRegistry& studies, Problems* problems);

/// The file of an experiment: a path, or the name of one in the folders `experiments` of `data`.
/// The error lists those that there are.
Result<std::string> FindExperiment(const std::string& name, const std::vector<std::string>& data);

}  // namespace surefoot::experiment
