#include "surefoot/evaluation/run/experiment_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/run/manoeuvres/manoeuvre.h"
#include "surefoot/evaluation/run/measures/measure.h"
#include "surefoot/evaluation/run/output/described_report.h"
#include "surefoot/evaluation/run/output/old_names.h"
#include "surefoot/evaluation/run/output/report.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/world/parse.h"

// Reading an experiment file, in two passes per case: placeholders and variants are expanded
// first, each expanded case is then read like a case written out. All errors are collected,
// because a user fixes a file faster from a list than from one error at a time.

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;
using world::Element;
using world::ElementReader;

const std::vector<std::string> kTopKeys = {
    "variants", "surefoot", "title",       "description", "seed",       "trials",
    "duration", "settle",   "step",        "engines",     "timing",     "record",
    "worlds",   "start",    "manoeuvres",  "cases",       "metrics",    "tables",
    "figures",  "study",    "update_rate", "csv",         "wall_limit", "contact",
    "set",      "gravity",  "slope",       "motion",      "report"};
const std::vector<std::string> kCaseKeys = {
    "also",   "title",      "world",   "manoeuvre", "start",  "duration", "settle", "step",
    "timing", "seed",       "trials",  "engines",   "record", "metrics",  "pass",   "update_rate",
    "csv",    "wall_limit", "contact", "for",       "set",    "gravity",  "slope",  "motion"};

/// True for names of letters, digits, _ and -, because names become parts of file names.
bool IsName(const std::string& name) {
  return !name.empty() && name.size() <= 80 && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
         });
}

std::optional<std::uint64_t> ReadSeed(const ElementReader& reader) {
  if (!reader.Has("seed")) return std::nullopt;
  return static_cast<std::uint64_t>(reader.Integer("seed", 0, 0, INT64_MAX));
}

/// Reads a file into an Experiment. Worlds and manoeuvres are read before cases, which refer to
/// them.
class FileReader {
 public:
  FileReader(Experiment* experiment, const StudyRegistry& studies, Problems* problems)
      : experiment_(experiment), studies_(studies), problems_(problems) {}

  void Read(const Element& root) {
    const ElementReader reader(root, problems_);
    RefuseUnknown(reader, kTopKeys);
    if (reader.Integer("surefoot", 1, 1, 1) != 1) return;
    experiment_->title = reader.Text("title", experiment_->name);
    experiment_->description = reader.Text("description");
    experiment_->seed = ReadSeed(reader).value_or(0);
    experiment_->engines = Texts(reader, "engines");
    if (experiment_->engines.empty()) experiment_->engines = {"mujoco"};
    defaults_.duration = 10.0;
    defaults_.record = {"*"};
    defaults_ = ReadCommon(reader, defaults_);
    trials_ = static_cast<int>(reader.Integer("trials", 1, 1, kMaxTrials));
    ReadStudy(root);
    ReadWorlds(root);
    ReadManoeuvres(root);
    ReadMetrics(root);
    ReadCases(root);
    ReadParts(root, "tables", &experiment_->tables);
    ReadParts(root, "figures", &experiment_->figures);
  }

 private:
  void Error(const Source& source, const std::string& message, const std::string& value = "",
             const std::string& advice = "") {
    problems_->Error(source, message, value, advice);
  }

  /// Children of a mapping; names that are not valid in file names are reported.
  std::vector<const Element*> NamedEntries(const Element& root, const std::string& key) {
    std::vector<const Element*> entries;
    const Element* mapping = root.Child(key);
    if (mapping == nullptr) return entries;
    for (const Element& child : mapping->children) {
      if (child.name == "item") {
        Error(child.source, "'" + key + "' is a list", "",
              "give each entry a name: `" + key + ": {first: ...}`");
        return {};
      }
      if (!IsName(child.name)) {
        Error(child.source, "a name has letters, digits, '_', '-' and '.', 80 at most", child.name);
      }
      entries.push_back(&child);
    }
    return entries;
  }

  /// Files written before there were several kinds have no `kind`: they mean the study of
  /// simulators.
  void ReadStudy(const Element& root) {
    const Element* study = root.Child("study");
    if (study == nullptr) return;
    experiment_->study = *study;
    const ElementReader reader(*study, problems_);
    const std::string name = reader.Text("kind", "simulators");
    const StudyKind* kind = studies_.Find(name);
    if (kind == nullptr) {
      reader.Error("kind", "no such study", name, "accepted: " + studies_.NameList());
      return;
    }
    experiment_->study_kind = *kind;
    kind->check(reader);
    if (const Element* report = root.Child("report")) {
      experiment_->report = *report;
      ReplaceOldNames(&experiment_->report, problems_);
      CheckDescription(experiment_->report, problems_);
    }
  }

  /// Keys that the file's top level and each case have in common.
  Trial ReadCommon(const ElementReader& reader, Trial common) {
    common.duration = reader.Number("duration", common.duration, 1e-3, kLongestTrial);
    common.settle = reader.Number("settle", common.settle, 0.0, kLongestTrial);
    common.step = reader.Number("step", common.step, 0.0, 0.1);
    common.contact = reader.Choice("contact", {"engine", "tyre", "soil"}, common.contact);
    common.timing = ReadTiming(reader, common.timing);
    common.update_rate = reader.Number("update_rate", common.update_rate, 0.1, 10000.0);
    common.wall_limit = reader.Number("wall_limit", common.wall_limit, 0.1, kLongestTrial);
    if (reader.element().Child("record") != nullptr) common.record = Texts(reader, "record");
    common.motion = reader.Flag("motion", common.motion);
    if (reader.element().Child("csv") != nullptr) common.csv = Texts(reader, "csv");
    if (reader.element().Child("start") != nullptr) common.starts = ReadStarts(reader);
    if (reader.element().Child("set") != nullptr) common.set = ReadChanges(reader);
    common.pull = ReadPull(reader, common.pull);
    return common;
  }

  /// Reads `worlds`: name and file, or a mapping with needed files and a substitute.
  void ReadWorlds(const Element& root) {
    for (const Element* entry : NamedEntries(root, "worlds")) {
      WorldChoice choice;
      choice.name = entry->name;
      choice.source = entry->source;
      choice.file = entry->text;
      if (!entry->children.empty()) {
        const ElementReader reader(*entry, problems_);
        choice.file = reader.Text("file");
        choice.needs = Texts(reader, "needs");
        choice.fallback = reader.Text(reader.WithOldName("fallback", "otherwise"));
        RefuseUnknown(reader);
        if (!choice.needs.empty() && choice.fallback.empty()) {
          reader.Error(
              "needs",
              "a world with 'needs' must have a fallback, for machines without these files", "",
              "add `fallback: FILE`");
        }
      }
      if (choice.file.empty()) Error(entry->source, "a world names a file", "", "`NAME: FILE`");
      experiment_->worlds.push_back(choice);
    }
  }

  /// Reads `manoeuvres`. They stay elements, because they may contain placeholders of cases.
  void ReadManoeuvres(const Element& root) {
    for (const Element* entry : NamedEntries(root, "manoeuvres")) {
      // Parsed only to report errors; with placeholders it is parsed when the values are known.
      if (!HasPlaceholder(*entry)) MakeManoeuvre(*entry, problems_);
      experiment_->manoeuvres.emplace_back(entry->name, *entry);
    }
  }

  /// Reads `metrics`.
  void ReadMetrics(const Element& root) {
    if (const Element* metrics = root.Child("metrics")) experiment_->metrics = *metrics;
    experiment_->metrics.name = "metrics";
    NamedEntries(root, "metrics");
    MakeMetrics(experiment_->metrics, problems_);
  }

  /// Reads the list of tables or figures.
  void ReadParts(const Element& root, const std::string& key, std::vector<Element>* parts) {
    const Element* list = root.Child(key);
    if (list == nullptr) return;
    for (const Element& entry : list->children) {
      if (entry.name != "item" || entry.Child("kind") == nullptr) {
        Error(entry.source, "'" + key + "' is a list of mappings with a kind", entry.name,
              "- {kind: ..., ...}");
        continue;
      }
      parts->push_back(entry);
    }
  }

  /// Reads `cases`, with `for` and `also` expanded.
  void ReadCases(const Element& root) {
    for (const Element* entry : NamedEntries(root, "cases")) ReadCaseOver(*entry, root);
    NamedEntries(root, "variants");  // only to report errors
    if (experiment_->cases.empty() && !experiment_->study_kind && problems_->ok()) {
      Error(root.source, "there are no cases", "", "`cases: {NAME: {world: ..., ...}}`");
    }
  }

  /// Expands `for`: one case for each combination of values.
  void ReadCaseOver(const Element& entry, const Element& root) {
    for (const CaseValues& values : ReadFor(ElementReader(entry, problems_))) {
      values_ = values;
      const int errors_before = problems_->error_count();
      Element one = WithValues(entry, values, problems_);
      // A placeholder without a value has been reported; reading the case would report it again.
      if (problems_->error_count() > errors_before) return;
      one.name += SuffixOf(values);
      if (!values.empty() && !IsName(one.name)) {
        Error(entry.source, "with its values the case's name is too long", one.name);
        return;
      }
      ReadCase(one, root);
    }
    values_.clear();
  }

  /// Expands `also`: the case itself and one case for each of its variants.
  void ReadCase(const Element& entry, const Element& root) {
    const int errors_before = problems_->error_count();
    ReadOneCase(entry);
    const ElementReader reader(entry, problems_);
    // Variants would only repeat the errors of the case.
    if (problems_->error_count() > errors_before) return;
    for (const std::string& name : Texts(reader, "also")) {
      const Element* variants = root.Child("variants");
      const Element* variant = variants != nullptr ? variants->Child(name) : nullptr;
      if (variant == nullptr) {
        std::vector<std::string> names;
        if (variants != nullptr) {
          for (const Element& known : variants->children) names.push_back(known.name);
        }
        reader.Error("also", "no such variant", name, world::NameAdvice(name, names));
        continue;
      }
      ReadOneCase(Varied(entry, *variant));
    }
  }

  /// The case with the variant's keys replacing its own.
  static Element Varied(const Element& entry, const Element& variant) {
    Element varied = entry;
    varied.name += "_" + variant.name;
    for (const Element& change : variant.children) {
      std::erase_if(varied.children,
                    [&](const Element& child) { return child.name == change.name; });
      varied.children.push_back(change);
    }
    if (variant.Child("title") != nullptr) return varied;
    for (Element& child : varied.children) {
      if (child.name == "title") child.text += " (" + variant.name + ")";
    }
    return varied;
  }

  /// Reads a case after expansion.
  void ReadOneCase(const Element& entry) {
    const ElementReader reader(entry, problems_);
    RefuseUnknown(reader, kCaseKeys);
    Case one;
    one.source = entry.source;
    one.title = reader.Text("title");
    one.common = ReadCommon(reader, defaults_);
    one.common.values = values_;
    one.trials = static_cast<int>(reader.Integer("trials", trials_, 1, kMaxTrials));
    one.seed = ReadSeed(reader);
    one.engines = Texts(reader, "engines");
    one.common.metrics = ChosenMetrics(reader);
    if (const Element* pass = entry.Child("pass")) one.common.pass = *pass;
    one.common.pass.name = "pass";
    MakeConditions(one.common.pass, problems_);
    AddProducts(entry, reader, one);
  }

  /// The experiment's metrics, or the subset that the case names.
  Element ChosenMetrics(const ElementReader& reader) {
    const Element* list = reader.element().Child("metrics");
    if (list == nullptr) return experiment_->metrics;
    Element chosen = experiment_->metrics;
    chosen.children.clear();
    for (const std::string& name : Texts(reader, "metrics")) {
      const Element* metric = experiment_->metrics.Child(name);
      if (metric == nullptr) {
        auto names = Mapped<std::string>(experiment_->metrics.children, &Element::name);
        Error(list->source, "no such metric", name, world::NameAdvice(name, names));
        continue;
      }
      chosen.children.push_back(*metric);
    }
    return chosen;
  }

  /// One case for each of its worlds and manoeuvres: "NAME_WORLD_MANOEUVRE" where there are
  /// several.
  void AddProducts(const Element& entry, const ElementReader& reader, const Case& common) {
    const std::vector<std::string> worlds = Texts(reader, "world");
    std::vector<std::string> manoeuvres = Texts(reader, "manoeuvre");
    if (worlds.empty()) {
      reader.Error("world", "a case needs a world", "", world::NameAdvice("", WorldNames()));
    }
    if (manoeuvres.empty()) manoeuvres.push_back("");
    for (const std::string& world : worlds) {
      if (experiment_->FindWorld(world) == nullptr) {
        reader.Error("world", "no such world", world, world::NameAdvice(world, WorldNames()));
      }
      for (const std::string& manoeuvre : manoeuvres) {
        Case one = common;
        one.name = entry.name + (worlds.size() > 1 ? "_" + world : "") +
                   (manoeuvres.size() > 1 ? "_" + manoeuvre : "");
        if (one.title.empty()) one.title = one.name;
        one.world = world;
        one.manoeuvre = manoeuvre;
        if (experiment_->FindCase(one.name) != nullptr) {
          Error(entry.source, "two cases have the same name", one.name, "rename one of them");
        }
        experiment_->cases.push_back(one);
      }
    }
    for (const std::string& manoeuvre : manoeuvres) {
      const Element* known_one = experiment_->FindManoeuvre(manoeuvre);
      if (known_one != nullptr && HasPlaceholder(*known_one)) {
        MakeManoeuvre(WithValues(*known_one, values_, problems_), problems_);
      }
      if (manoeuvre.empty() || known_one != nullptr) continue;
      std::vector<std::string> names;
      for (const auto& known : experiment_->manoeuvres) names.push_back(known.first);
      reader.Error("manoeuvre", "no such manoeuvre", manoeuvre,
                   world::NameAdvice(manoeuvre, names));
    }
  }

  std::vector<std::string> WorldNames() const {
    return Mapped<std::string>(experiment_->worlds, &WorldChoice::name);
  }

  Experiment* experiment_;
  const StudyRegistry& studies_;
  Problems* problems_;
  Trial defaults_;
  int trials_ = 1;
  /// Values of the case that is being read.
  CaseValues values_;
};

}  // namespace

const WorldChoice* Experiment::FindWorld(const std::string& world_name) const {
  return FindIf(worlds, [&](const WorldChoice& world) { return world.name == world_name; });
}

const Element* Experiment::FindManoeuvre(const std::string& manoeuvre_name) const {
  for (const auto& [known, manoeuvre] : manoeuvres) {
    if (known == manoeuvre_name) return &manoeuvre;
  }
  return nullptr;
}

const Case* Experiment::FindCase(const std::string& case_name) const {
  return FindIf(cases, [&](const Case& one) { return one.name == case_name; });
}

std::optional<Experiment> ParseExperiment(const std::string& text, const std::string& path,
                                          const StudyRegistry& studies, Problems* problems) {
  const std::optional<Element> root = ParseYaml(text, path, problems);
  if (!root) return std::nullopt;
  Experiment experiment;
  experiment.path = path;
  experiment.folder = fs::path(path).parent_path().string();
  experiment.name = fs::path(path).stem().string();
  experiment.text = text;
  FileReader(&experiment, studies, problems).Read(*root);
  CheckReportParts(experiment, problems);
  if (!problems->ok()) return std::nullopt;
  return experiment;
}

Result<std::string> FindExperiment(const std::string& name, const std::vector<std::string>& data) {
  std::error_code error;
  if (fs::is_regular_file(name, error)) return fs::canonical(name, error).string();
  std::set<std::string> known;
  std::vector<fs::path> folders = {fs::path("experiments")};
  for (const std::string& folder : data) folders.push_back(fs::path(folder) / "experiments");
  for (const fs::path& folder : folders) {
    const fs::path file = folder / (name + ".yaml");
    if (fs::is_regular_file(file, error)) return fs::canonical(file, error).string();
    for (const auto& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".yaml") known.insert(entry.path().stem().string());
    }
  }
  const std::vector<std::string> names(known.begin(), known.end());
  return Error{"no experiment '" + name + "'; give a file, or " +
               (names.empty() ? "add one to experiments/" : world::NameAdvice(name, names))};
}

}  // namespace surefoot::experiment
