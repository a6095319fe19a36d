#pragma once

/// Studies: what an experiment computes beside its trials, and what its report says of both. The
/// key `study` of an experiment file is a mapping with `kind` and the settings of that kind.

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

struct StudyContext {
  const Parts& parts;
  /// Of the experiment's trials.
  const Results& results;
  const world::Element& settings;
  std::uint64_t seed = 0;
  /// Threads that may be used.
  int jobs = 1;
  /// Told now and then: what is done, and the share of it that is done (0 to 1). May be empty.
  std::function<void(const std::string& what, double share)> progress;
  /// True: to be left with an error at the next occasion. May be empty.
  std::function<bool()> cancelled;
};

struct StudyKind {
  std::string help;
  /// Reads the settings and reports what is wrong with them: unknown keys, values out of range.
  void (*check)(const world::ElementReader& settings) = nullptr;
  /// Settings have been checked.
  Result<StudyOutcome> (*make)(const StudyContext& context) = nullptr;
  /// Its description, experiments/reports/NAME.yaml (output/described_report.h), for experiments
  /// that have none of their own. Empty: `make` makes sections and checks itself.
  std::string report = {};
};
using StudyRegistry = Registry<StudyKind>;

/// A kind whose settings are what `Read` makes of a reader, which reports what is wrong with them;
/// `Make(context, settings)` gives the outcome.
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
