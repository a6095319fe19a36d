#pragma once

/// Output of a verdict: the described page (experiments/reports/verdict.yaml), text, and JSON in
/// the format surefoot-gap-1, for runs and for restarts alike.

#include <map>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"
#include "surefoot/evaluation/run/output/described_page.h"

namespace surefoot::experiment {

/// Provenance of a verdict, and what the page draws beside it. Filled in by the command: for
/// restarts from RestartStudy, for runs from the files.
struct VerdictContext {
  struct Alignment {
    bool ok = true;
    double residual = 0.0;
    std::string residual_unit = "m";
    double time_offset = 0.0;
    /// "aligned to 8 mm".
    std::string sentence;
  };
  struct Path {
    std::vector<double> x;
    std::vector<double> y;
    std::vector<double> heading;
  };
  struct Restart {
    /// Seconds since the start of the recording.
    double t = 0.0;
    Path real;
    Path simulated;
  };
  /// One parameter, refitted alone (gap_close.h).
  struct Close {
    std::string parameter;
    std::string label;
    std::string unit;
    double was = 0.0;
    double fitted = 0.0;
    /// Reduction of the error, as a share, on data that it was not fitted to.
    double closes = 0.0;
  };

  /// "restarts" or "runs".
  std::string mode = "runs";
  std::vector<std::string> files;
  std::string robot;
  std::string model;
  double duration = 0.0;
  std::string pose_topic;
  std::string command_topic;
  double start = 0.0;
  Alignment alignment;

  std::vector<std::string> simulated_files;
  std::string world;
  std::string engine;
  int seeds = 0;
  int runs = 0;
  std::map<std::string, double> set;

  double horizon = 0.0;
  /// 0 for runs.
  double every = 0.0;
  std::vector<Restart> restarts;
  std::vector<Close> close;
};

/// The verdict as JSON in the format "surefoot-gap-1" (docs/guides/gap.md). Numbers that are not
/// finite become null, as JSON has no NaN.
std::string VerdictJson(const gap::GapVerdict& verdict, const VerdictContext& context);

/// Page and text of a verdict by experiments/reports/verdict.yaml in one of the data folders.
/// `comparisons`: runs on the common clock, whose paths and bands are drawn; empty: none.
Result<DescribedPage> VerdictReport(const std::vector<std::string>& data,
                                    const gap::GapVerdict& verdict, const VerdictContext& context,
                                    const std::vector<gap::Comparison>& comparisons = {},
                                    const std::vector<std::string>& command = {});

}  // namespace surefoot::experiment
