#pragma once

/// Kinds of studies: a study computes further results after an experiment's trials, from the trials
/// or from its own simulations. The key `study` of an experiment file is a mapping with `kind` and
/// the settings of that kind.
///
///   Settings ReadSettings(const world::ElementReader& reader);
///   Result<StudyOutcome> Make(const StudyContext& context, const Settings& settings);
///   registry.Add("slip_curve", StudyOf<ReadSettings, Make>("slip over load", "slip_curve"));

#include <cstdint>
#include <functional>
#include <string>

#include "surefoot/base/registry.h"
#include "surefoot/base/result.h"
#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/session/parts.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::experiment {

struct Results;

/// What a study may use. References are valid during the call only.
struct StudyContext {
  const Parts& parts;
  /// Results of the experiment's trials.
  const Results& results;
  const world::Element& settings;
  std::uint64_t seed = 0;
  /// Number of threads to use; the outcome must not depend on it.
  int jobs = 1;
  /// Receives the current activity and its completed share (0 to 1). May be empty.
  std::function<void(const std::string& what, double share)> progress;
  /// Polled; when it returns true, the study returns an error soon. May be empty.
  std::function<bool()> cancelled;
};

/// A kind of study in the registry.
struct StudyKind {
  std::string help;
  /// Reports errors in the settings: unknown keys, values out of range.
  void (*check)(const world::ElementReader& settings) = nullptr;
  /// Computes the study; called only when `check` reported nothing.
  Result<StudyOutcome> (*make)(const StudyContext& context) = nullptr;
  /// Name of its description, experiments/reports/NAME.yaml (output/described_report.h), used by
  /// experiments without their own. Empty: `make` creates sections and checks itself.
  std::string report = {};
};
using StudyRegistry = Registry<StudyKind>;

/// A kind from a function that reads the settings (and reports errors) and one that computes the
/// outcome.
template <auto Read, auto Make>
StudyKind StudyOf(const char* help, const char* report) {
  return {help, [](const world::ElementReader& settings) { Read(settings); },
          [](const StudyContext& context) -> Result<StudyOutcome> {
            Problems problems;
            const auto settings = Read(world::ElementReader(context.settings, &problems));
            if (!problems.ok()) return Error{problems.ErrorText()};
            return Make(context, settings);
          },
          report};
}

}  // namespace surefoot::experiment
