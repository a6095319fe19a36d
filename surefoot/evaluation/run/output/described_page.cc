#include "surefoot/evaluation/run/output/described_page.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/report/page.h"
#include "surefoot/evaluation/run/pool.h"
#include "surefoot/evaluation/run/yaml.h"

// A command's result has one representation, its JSON. The page, the terminal's text and CSV files
// are views of it, so a program that reads the JSON sees every number that a reader of the page
// sees.

namespace surefoot::experiment {
namespace {

using nlohmann::ordered_json;
using report::Page;
using world::Element;

/// True for a list whose first entry is an object.
bool IsListOfObjects(const ordered_json& value) {
  return value.is_array() && !value.empty() && value.front().is_object();
}

/// True for an object whose members are records of one set, with their names as keys.
bool IsKeyed(const ordered_json& value) {
  return value.is_object() && !value.empty() &&
         std::all_of(value.begin(), value.end(), [](const ordered_json& one) {
           return one.is_object() || IsListOfObjects(one);
         });
}

/// A JSON scalar as a value: booleans become 0 or 1, null becomes NaN.
Value NumberOf(const ordered_json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  return value.is_number() ? value.get<double>() : std::nan("");
}

/// Converts a JSON object to facts and sets, recursively.
class JsonRecords {
 public:
  explicit JsonRecords(StudyOutcome* outcome) : outcome_(outcome) {}

  /// Reads an object; nested lists of objects become sets.
  Record Read(const ordered_json& object, const std::string& path, const Record& outside,
              const std::string& key = "") {
    Record record;
    if (!key.empty()) record.Set("key", key);
    std::vector<std::pair<std::string, const ordered_json*>> lists;
    AddFields(object, "", &record, &lists);
    for (const Record::Field& field : outside.fields()) {
      if (!std::holds_alternative<std::vector<double>>(field.value))
        record.Set(field.name, field.value);
    }
    for (const auto& [name, list] : lists) AddSet(*list, path + name, record);
    return record;
  }

 private:
  void AddFields(const ordered_json& object, const std::string& prefix, Record* record,
                 std::vector<std::pair<std::string, const ordered_json*>>* lists) {
    for (const auto& [key, value] : object.items()) {
      const std::string name = prefix + key;
      if (IsListOfObjects(value) || IsKeyed(value)) lists->emplace_back(name, &value);
      if (value.is_object()) AddFields(value, name + ".", record, lists);
      if (value.is_string()) record->Set(name, value.get<std::string>());
      if (!value.is_structured() && !value.is_string()) record->Set(name, NumberOf(value));
      if (!value.is_array() || value.empty() || value.front().is_structured()) continue;
      if (value.front().is_string()) {
        lists->emplace_back(name, &value);
        continue;
      }
      std::vector<double> curve;
      for (const ordered_json& one : value) curve.push_back(std::get<double>(NumberOf(one)));
      record->Set(name, std::move(curve));
    }
  }

  /// Adds a list of objects as a set; records get the scalars of enclosing objects, too.
  void AddSet(const ordered_json& list, const std::string& name, const Record& outside,
              const std::string& given = "") {
    for (const auto& [key, value] : list.items()) {
      const std::string own = list.is_object() ? key : given;
      if (value.is_array()) {
        AddSet(value, name, outside, own);
        continue;
      }
      Record record = value.is_string() ? Record().Set("text", value.get<std::string>())
                                        : Read(value, name + "/", outside, own);
      outcome_->Set(name).records.push_back(std::move(record));
    }
  }

  StudyOutcome* outcome_;
};

/// Mood of a headline by its name.
Page::Headline::Mood MoodOf(const std::string& text) {
  if (text == "good") return Page::Headline::Mood::kGood;
  return text == "bad" ? Page::Headline::Mood::kBad : Page::Headline::Mood::kPlain;
}

/// Adds subtitle, text, notices and headlines.
void AddHead(const Element& head, const Scope& scope, Page* page) {
  page->set_subtitle(Paragraph(head, "subtitle", scope));
  for (const Element& item : ItemsOf(head, "headlines")) {
    if (!Holds(item.Child("when"), scope, scope)) continue;
    for (const Scope& one : Chosen(item, scope)) {
      page->AddHeadline({Paragraph(item, "value", one), Paragraph(item, "label", one),
                         MoodOf(Paragraph(item, "mood", one))});
    }
  }
  for (const std::string& text : Sentences(head, "notices", scope)) page->AddNotice(text);
  for (const std::string& text : Sentences(head, "text", scope)) page->AddText(text);
}

/// The named tables of the sections, each with the remarks of its section, for a terminal.
std::string TerminalText(const Element& terminal, const Scope& scope) {
  std::string text;
  for (const std::string& line : Sentences(terminal, "text", scope)) text += line + "\n";
  std::vector<std::string> ids;
  for (const Element& id : ItemsOf(terminal, "tables")) ids.push_back(id.text);
  for (const StudySection& section : scope.outcome().sections) {
    bool shown = false;
    for (const report::Table& table : section.tables) {
      if (std::find(ids.begin(), ids.end(), table.id) == ids.end()) continue;
      text += "\n" + report::ToText(table);
      shown = true;
    }
    if (!shown) continue;
    for (const std::string& remark : section.remarks) text += remark + "\n";
  }
  return text;
}

}  // namespace

StudyOutcome OutcomeOf(const std::string& json) {
  StudyOutcome outcome;
  const ordered_json parsed = ordered_json::parse(json, nullptr, false);
  if (parsed.is_object()) outcome.facts = JsonRecords(&outcome).Read(parsed, "", Record());
  return outcome;
}

Result<DescribedPage> DescribePage(const std::string& name, const std::vector<std::string>& data,
                                   StudyOutcome outcome, const std::vector<NamedText>& details) {
  Problems problems;
  const Element description =
      FindDescription(name, data.empty() ? "." : data.back(), data, &problems);
  if (!problems.ok()) return Error{problems.ErrorText(5)};
  if (description.children.empty()) {
    return Error{"no experiments/reports/" + name + ".yaml in the data folders"};
  }
  Describe(description, &outcome);
  const Scope scope(outcome);
  const Element none;
  const auto part = [&](const char* key) -> const Element& {
    const Element* child = description.Child(key);
    return child != nullptr ? *child : none;
  };
  Page page(Paragraph(part("page"), "title", scope));
  AddHead(part("page"), scope, &page);
  int figures = 0;
  for (const StudySection& section : outcome.sections) {
    page.AddSection(section.title);
    if (!section.text.empty()) page.AddText(section.text);
    for (const auto& [caption, figure] : section.figures) {
      page.AddFigure("figure_" + std::to_string(++figures), figure.svgs, caption);
    }
    for (const report::Table& table : section.tables) page.AddTable(table);
    if (!section.remarks.empty()) page.AddList(section.remarks);
  }
  for (const auto& [title, text] : details) page.AddDetails(title, text);
  DescribedPage made{page.ToHtml(), TerminalText(part("terminal"), scope), {}};
  for (const Element& file : ItemsOf(description, "files")) {
    const report::Table table = TableOf(file, scope);
    if (!table.rows.empty()) made.files.emplace_back(file.Child("name")->text, ToCsv(table));
  }
  return made;
}

Status WriteFiles(const std::string& folder, const std::vector<NamedText>& files) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{"--out: cannot make " + folder + ": " + error.message()};
  for (const auto& [name, text] : files) {
    SUREFOOT_TRY(WriteFileAtOnce((fs::path(folder) / name).string(), text));
  }
  return Status();
}

}  // namespace surefoot::experiment
