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

/// A world that trials run in, and its substitute where real data are not installed.
struct WorldChoice {
  std::string name;
  std::string file;
  /// Files below the folder of real data. If one is missing, the world `fallback` is used.
  std::vector<std::string> needs;
  std::string fallback;
  Source source;
};

/// One kind of trial, run `trials` times on every engine.
struct Case {
  std::string name;
  std::string title;
  std::string world;
  std::string manoeuvre;
  /// Everything else, as for a trial. MakePlan fills in id, engine, repeat, seed, world and
  /// manoeuvre.
  Trial common;
  int trials = 1;
  std::optional<std::uint64_t> seed;
  /// Empty: the experiment's engines.
  std::vector<std::string> engines;
  Source source;
};

struct Experiment {
  /// The file's absolute path, its folder, and its name without ending.
  std::string path;
  std::string folder;
  std::string name;
  std::string title;
  std::string description;
  std::uint64_t seed = 0;
  /// Names, or "all".
  std::vector<std::string> engines;
  std::vector<WorldChoice> worlds;
  /// Name and description of each manoeuvre.
  std::vector<std::pair<std::string, world::Element>> manoeuvres;
  std::vector<Case> cases;
  /// A mapping from names to metrics.
  world::Element metrics;
  /// Each a mapping with `kind` (report_parts.h).
  std::vector<world::Element> tables;
  std::vector<world::Element> figures;
  /// The study that runs after the trials, and its settings.
  std::optional<StudyKind> study_kind;
  world::Element study;
  /// Description of how the study's results are shown and checked; empty: the kind's default.
  world::Element report;
  /// The text of the file.
  std::string text;

  const WorldChoice* FindWorld(const std::string& world_name) const;
  const world::Element* FindManoeuvre(const std::string& manoeuvre_name) const;
  const Case* FindCase(const std::string& case_name) const;
};

/// Parses the text of the file `path`, which need not exist any more (manifests contain the text).
/// Reports all errors and not only the first. `studies`: the kinds that `study` may name.
std::optional<Experiment> ParseExperiment(const std::string& text, const std::string& path,
                                          const StudyRegistry& studies, Problems* problems);

/// Path of an experiment file: `name` itself, or the file of that name in a folder `experiments` of
/// `data`. The error lists the available names.
Result<std::string> FindExperiment(const std::string& name, const std::vector<std::string>& data);

}  // namespace surefoot::experiment
