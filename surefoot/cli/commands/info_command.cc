#include <algorithm>
#include <iterator>

#include "surefoot/base/text.h"
#include "surefoot/cli/commands/commands.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/version.h"

// `surefoot info`: everything that is printed comes from the registries of the build, so it cannot
// differ from what the program does.

namespace surefoot::cli {
namespace {

using Align = TextTable::Align;

/// Columns of the tables without the indentation of 2: 98 fit into a terminal of 100.
constexpr std::size_t kWidth = 96;

std::string Heading(const std::string& text) {
  return "\n" + Colored(stdout, Color::kBold, text) + "\n";
}

/// Two blanks before each line.
std::string Indented(const std::string& lines) {
  std::string text = "  ";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i];
    if (lines[i] == '\n' && i + 1 < lines.size()) text += "  ";
  }
  return text;
}

std::string EnginesText(const std::vector<physics::BackendInfo>& engines,
                        const std::vector<std::string>& missing) {
  TextTable table({Align::kLeft, Align::kLeft, Align::kLeft});
  for (const physics::BackendInfo& engine : engines) {
    table.Add({engine.name, engine.version, engine.help});
  }
  for (const std::string& name : missing) table.Add({name, "-", "not in this build"});
  return Heading("Engines") + Indented(table.ToString(kWidth));
}

/// Which parts of a step the engine computes, and which Surefoot: an engine's name does not say it.
std::string WhoComputesText(const std::vector<physics::BackendInfo>& engines) {
  TextTable table(std::vector<Align>(4, Align::kLeft));
  table.Add({"", "dynamics", "collisions", "contact forces"});
  for (const physics::BackendInfo& engine : engines) {
    table.Add({engine.name, engine.dynamics, engine.collisions, engine.contact_forces});
  }
  return Heading("Who computes what") + Indented(table.ToString(kWidth));
}

/// Engines that cannot be loaded are in the list of engines, with the reason.
std::vector<physics::BackendInfo> UsableOf(const std::vector<physics::BackendInfo>& engines) {
  std::vector<physics::BackendInfo> usable;
  std::copy_if(engines.begin(), engines.end(), std::back_inserter(usable), IsUsable);
  return usable;
}

/// The reason for each capability that an engine lacks.
std::string ReasonsText(const std::vector<physics::BackendInfo>& engines) {
  TextTable table({Align::kLeft, Align::kLeft, Align::kLeft});
  bool any = false;
  for (const physics::BackendInfo& engine : engines) {
    for (const physics::Support& support : engine.support) {
      if (support.supported) continue;
      table.Add({engine.name, physics::CapabilityName(support.capability), support.remark});
      any = true;
    }
  }
  return any ? Heading("Missing capabilities") + Indented(table.ToString(kWidth)) : "";
}

/// A row per capability, a column per engine. Remarks fit only beside a single engine.
std::string CapabilitiesText(const std::vector<physics::BackendInfo>& engines) {
  const bool remarks = engines.size() == 1;
  TextTable table(std::vector<Align>(1 + engines.size() + (remarks ? 1 : 0), Align::kLeft));
  std::vector<std::string> head = {""};
  for (const physics::BackendInfo& engine : engines) head.push_back(engine.name);
  if (remarks) head.push_back("");
  table.Add(head);
  for (int i = 0; i < static_cast<int>(physics::Capability::kCount); ++i) {
    const auto capability = static_cast<physics::Capability>(i);
    std::vector<std::string> row = {physics::CapabilityName(capability)};
    for (const physics::BackendInfo& engine : engines) {
      row.push_back(engine.Of(capability).supported ? "yes" : "no");
    }
    if (remarks) row.push_back(engines.front().Of(capability).remark);
    table.Add(row);
  }
  return Heading("What the engines can do") + Indented(table.ToString(kWidth));
}

std::string FormatsText(const formats::FormatRegistry& registry) {
  TextTable table({Align::kLeft, Align::kLeft, Align::kLeft});
  for (const auto& [name, format] : registry.entries()) {
    std::string endings;
    for (const std::string& ending : format.endings) {
      endings += (endings.empty() ? "." : " .") + ending;
    }
    table.Add({name, endings, format.help});
  }
  return Heading("File formats") + Indented(table.ToString(kWidth));
}

std::string SensorsText(const sensors::SensorRegistry& registry) {
  TextTable table({Align::kLeft, Align::kLeft});
  for (const auto& [name, kind] : registry.entries()) {
    const std::string types = Joined(kind.types);
    table.Add({name, kind.help + " (" + types + ")"});
  }
  return Heading("Sensors (and their types in files)") + Indented(table.ToString(kWidth));
}

std::string DrivesText(const drives::DriveRegistry& registry) {
  TextTable table({Align::kLeft, Align::kLeft});
  for (const auto& [name, kind] : registry.entries()) {
    table.Add({name, kind.help + " (" + kind.takes + ")"});
  }
  return Heading("Drives (and the messages they accept)") + Indented(table.ToString(kWidth));
}

/// Licence, languages with an example each, gateways and user interfaces.
std::string AccessText(const Parts& parts) {
  TextTable table({Align::kLeft, Align::kLeft});
  const Licence& licence = parts.licence;
  table.Add({"licence", licence.name + (licence.free_to_use ? ", free to use" : "") +
                            (licence.open_source ? ", open source" : "")});
  for (const auto& [name, language] : parts.languages.entries()) {
    table.Add({name, language.help + " (" + language.example + ")"});
  }
  for (const auto& [name, gateway] : parts.gateways.entries()) {
    table.Add({name, gateway.help + (gateway.on_installation ? "" : " (to be installed)")});
  }
  if (parts.gateways.entries().empty()) table.Add({"gateways", "none in this build"});
  for (const auto& [name, ui] : parts.interfaces.entries()) {
    const std::string abilities = Joined(
        ui.abilities, [](const UiAbility& ability) { return std::string(UiAbilityName(ability)); });
    table.Add({name, ui.help + " (" + abilities + ")"});
  }
  if (parts.interfaces.entries().empty()) table.Add({"page", "not built (./run builds it)"});
  return Heading("Licence and access") + Indented(table.ToString(kWidth));
}

std::string FoldersText(const std::vector<std::string>& folders) {
  std::string text;
  for (const std::string& folder : folders) text += folder + "\n";
  if (text.empty()) text = "none found\n";
  return Heading("Folders with models and worlds (searched after SUREFOOT_PATH)") + Indented(text);
}

}  // namespace

int InfoCommand(const Parts& parts, const InfoOptions& options) {
  std::string text;
  if (!options.engine.empty()) {
    const physics::BackendFactory* engine = parts.engines.Find(options.engine);
    if (engine == nullptr) {
      PrintError(parts.NoSuchEngine(options.engine).message);
      return kBadInput;
    }
    const std::vector<physics::BackendInfo> one = {engine->info()};
    text = options.json
               ? EngineJson(one[0])
               : EnginesText(one, {}) +
                     (IsUsable(one[0]) ? WhoComputesText(one) + CapabilitiesText(one) : "");
  } else if (options.json) {
    text = InfoJson(parts);
  } else {
    const std::vector<physics::BackendInfo> engines = parts.EngineInfos();
    const std::vector<physics::BackendInfo> usable = UsableOf(engines);
    text = std::string("Surefoot ") + Version() + " (build " + BuildId() + ")\n" +
           EnginesText(engines, parts.missing_engines) + WhoComputesText(usable) +
           FormatsText(parts.formats) + SensorsText(parts.sensors) + DrivesText(parts.drives) +
           AccessText(parts) + FoldersText(parts.data_folders) + CapabilitiesText(usable) +
           ReasonsText(usable);
  }
  return WriteResult(text) ? kDone : kFailed;
}

void AddArguments(CommandArguments command, InfoOptions* options) {
  command.Option("--engine", &options->engine, "NAME",
                 "Only this engine, with a remark on each capability");
  command.Json(&options->json);
  command.Footer(
      "Examples:\n"
      "  surefoot info\n"
      "  surefoot info --engine bullet\n"
      "  surefoot info --json");
}

}  // namespace surefoot::cli
