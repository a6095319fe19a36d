#include <algorithm>
#include <vector>

#include "surefoot/base/text.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

/// The heading and the first lines; nothing if there are no lines.
std::string List(const std::string& heading, const std::vector<std::string>& lines) {
  constexpr std::size_t kMaxLines = 10;
  if (lines.empty()) return "";
  std::string text = heading + "\n";
  for (std::size_t i = 0; i < std::min(lines.size(), kMaxLines); ++i)
    text += "  " + lines[i] + "\n";
  if (lines.size() > kMaxLines) {
    text += StrFormat("  ... and %zu more (--json lists all)\n", lines.size() - kMaxLines);
  }
  return text;
}

/// The step hash covers more than the bodies in the recording, so the first different step may have
/// no different body.
std::string DivergenceText(const RunDiff& diff) {
  std::string text =
      StrFormat("different from step %lld on\n", static_cast<long long>(diff.first_step));
  if (diff.bodies.empty()) {
    text += "no body differs in that step, but settings, joints or earlier inputs do\n";
  }
  text += List("bodies that differ in that step:", diff.bodies);
  if (diff.position_difference >= 0.0) {
    text += StrFormat("by step %lld they are up to %.3g m apart",
                      static_cast<long long>(diff.position_step), diff.position_difference);
    if (diff.position_difference > 0.0) text += " (" + diff.position_body + ")";
    text += "\n";
  }
  return text;
}

/// One recording is a prefix of the other.
std::string LengthDifferenceText(const RunDiff& diff) {
  if (diff.common_steps == 0) {
    return StrFormat("different: the recordings have no step in common (A has %lld, B has %lld)\n",
                     static_cast<long long>(diff.steps_a), static_cast<long long>(diff.steps_b));
  }
  return StrFormat(
      "different in length only: A has %lld steps, B has %lld; the %lld that both have "
      "are the same\n",
      static_cast<long long>(diff.steps_a), static_cast<long long>(diff.steps_b),
      static_cast<long long>(diff.common_steps));
}

}  // namespace

std::string DiffText(const RunDiff& diff) {
  std::string text;
  if (diff.identical) {
    text = StrFormat("identical: %lld steps\n", static_cast<long long>(diff.common_steps));
  } else {
    text = diff.first_step >= 0 ? DivergenceText(diff) : LengthDifferenceText(diff);
  }
  text += List("inputs up to that step that only one run has:", diff.inputs);
  text += List("settings that differ (A, B):", diff.settings);
  return text;
}

int DiffCommand(const DiffOptions& options) {
  const Result<RunDiff> diff = CompareRuns(options.a, options.b);
  if (!diff.ok()) {
    PrintError(diff.error().message);
    if (options.json) WriteResult(RefusalJson(diff.error(), Problems()));
    return kBadInput;
  }
  const bool written = WriteResult(options.json ? DiffJson(options.a, options.b, diff.value())
                                                : DiffText(diff.value()));
  return diff.value().identical && written ? kDone : kFailed;
}

void AddArguments(CommandArguments command, DiffOptions* options) {
  command.Positional("A", &options->a, "Recording");
  command.Positional("B", &options->b, "Recording to compare with");
  command.Json(&options->json);
  command.Footer(
      "Exit status 0: the same; 1: different; 2: not readable.\n\n"
      "Example:\n"
      "  surefoot run worlds/flat.sdf --record a.mcap\n"
      "  surefoot run worlds/flat.sdf --record b.mcap --command front_left_wheel=velocity:2\n"
      "  surefoot diff a.mcap b.mcap");
}

}  // namespace surefoot::cli
