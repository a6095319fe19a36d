#include "surefoot/base/text.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"

namespace surefoot::cli {
namespace {

using Align = TextTable::Align;

/// Decimal units, as in file managers: 1 kB is 1000 B.
std::string SizeText(std::uint64_t bytes) {
  const double size = static_cast<double>(bytes);
  if (size < 1e3) return StrFormat("%.0f B", size);
  if (size < 1e6) return StrFormat("%.1f kB", size / 1e3);
  if (size < 1e9) return StrFormat("%.1f MB", size / 1e6);
  return StrFormat("%.2f GB", size / 1e9);
}

/// The table above the topics. Only recordings of Surefoot have a run; keys that older versions did
/// not write are shown as "?".
std::string FactsText(const std::string& file, const record::RecordingSummary& summary) {
  TextTable table({Align::kLeft, Align::kLeft});
  table.Add({"Recording", file + ", " + SizeText(summary.file_bytes)});
  const std::string profile = summary.profile.empty() ? "" : ", profile " + summary.profile;
  table.Add({"Written by", summary.library + profile});
  if (!summary.run.empty()) {
    const auto value = [&](const char* key) {
      const auto found = summary.run.find(key);
      return found == summary.run.end() ? std::string("?") : found->second;
    };
    table.Add({"Run", value("world_file") + " on " + value("engine") + " " +
                          value("engine_version") + ", seed " + value("seed")});
  }
  table.Add({"Duration",
             StrFormat("%.3f s, from %.3f to %.3f", ToSeconds(summary.last_ns - summary.first_ns),
                       ToSeconds(summary.first_ns), ToSeconds(summary.last_ns))});
  table.Add({"Messages", std::to_string(summary.message_count)});
  if (!summary.truncation.empty()) table.Add({"Incomplete", summary.truncation});
  if (!summary.damage.empty()) table.Add({"Damaged", summary.damage});
  return table.ToString();
}

}  // namespace

std::string RecordInfoText(const std::string& file, const record::RecordingSummary& summary) {
  TextTable table({Align::kLeft, Align::kLeft, Align::kRight, Align::kRight, Align::kRight});
  table.Add({"Topic", "Type", "Messages", "Rate (Hz)", "Size"});
  std::string remarks;
  for (const record::TopicSummary& topic : summary.topics) {
    // A topic with one message has no rate.
    const std::string rate = topic.Rate() > 0.0 ? StrFormat("%.4g", topic.Rate()) : "-";
    table.Add({topic.topic, topic.type.empty() ? topic.encoding : topic.type,
               std::to_string(topic.count), rate, SizeText(topic.bytes)});
    // Topics of types that this build does not have are counted, but not decoded.
    if (!topic.why_not.empty()) remarks += topic.topic + " " + topic.why_not + "\n";
  }
  std::string text = FactsText(file, summary) + "\n" + table.ToString();
  if (!remarks.empty()) text += "\nSurefoot cannot read these topics:\n" + remarks;
  return text;
}

int RecordInfoCommand(const RecordInfoOptions& options) {
  const Result<record::RecordingSummary> summary = record::Summarize(options.file);
  if (!summary.ok()) {
    PrintError(summary.error().message);
    if (options.json) WriteResult(RefusalJson(summary.error(), Problems()));
    return kBadInput;
  }
  const std::string text = options.json ? RecordInfoJson(options.file, *summary)
                                        : RecordInfoText(options.file, *summary);
  return WriteResult(text) ? kDone : kFailed;
}

void AddArguments(CommandArguments command, RecordInfoOptions* options) {
  command.Positional("FILE", &options->file, "Recording of Surefoot or another program");
  command.Json(&options->json);
  command.Footer(
      "Prints topics with types, numbers and rates of messages, the duration, and whether the\n"
      "recording is complete.\n\n"
      "Example:\n"
      "  surefoot record-info drive.mcap");
}

}  // namespace surefoot::cli
