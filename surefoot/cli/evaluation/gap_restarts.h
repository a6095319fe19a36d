#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/cli/arguments.h"
#include "surefoot/evaluation/gap/verdict/gap_verdict_report.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

struct GapArguments;

/// What only `surefoot gap --real RECORDING --world WORLD` takes.
struct RestartArguments {
  /// Topic with what the robot was told.
  std::string commands;
  std::optional<double> horizon;
  std::optional<double> every;
  int seeds = 1;
  /// "NAME=VALUE".
  std::vector<std::string> set;
  bool close = false;
  /// "0.01" or "0.01,0.005": metres, radians.
  std::string reference_deviation;
  std::optional<double> time_offset;
};
void AddArguments(const CommandArguments& command, RestartArguments* arguments);

/// "position=0.05" and the like, by quantity.
Result<std::map<std::string, double>> ToTolerances(const std::vector<std::string>& texts);

/// "0.01" or "0.01,0.005" of --reference-deviation: metres, radians; nothing of an empty text.
Result<std::vector<double>> ToDeviations(const std::string& text);

/// Writes a verdict: the report into --out, text or JSON to standard output. Gives the exit status.
int DeliverVerdict(const Parts& parts, const GapArguments& arguments,
                   const gap::GapVerdict& verdict, const experiment::VerdictContext& context,
                   const std::vector<gap::Comparison>& comparisons);

/// Whether this is a recording to be repeated by restarts: with --world, and MCAP, a bag, or a
/// table with --columns.
bool WantsRestarts(const GapArguments& arguments);

/// Puts the simulation into recorded states and tells for how long it stays near. Returns the exit
/// status.
int GapRestarts(const Parts& parts, const GapArguments& arguments);

}  // namespace surefoot::cli
