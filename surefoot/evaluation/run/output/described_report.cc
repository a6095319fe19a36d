#include "surefoot/evaluation/run/output/described_report.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "surefoot/evaluation/run/yaml.h"

// Descriptions are evaluated by templates with conditions and no expressions: numbers are computed
// in C++, where they are tested, and descriptions only choose and word them.

namespace surefoot::experiment {
namespace {

namespace fs = std::filesystem;
using report::Cell;
using report::Table;
using world::Element;
using world::ElementReader;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The text of a child; empty when it is missing.
std::string TextOf(const Element& entry, const std::string& key) {
  const Element* child = entry.Child(key);
  return child != nullptr ? child->text : "";
}

/// Reads a flag; it may be a name in braces, which is true when its value is 1.
bool IsSet(const Element& entry, const std::string& key, const Scope& scope) {
  const std::string text = Fill(TextOf(entry, key), scope).text;
  return text == "true" || text == "1";
}

/// Evaluates `when` and `unless`.
bool Applies(const Element& entry, const Scope& scope) {
  const Element* unless = entry.Child("unless");
  return Holds(entry.Child("when"), scope, scope) &&
         (unless == nullptr || !Holds(unless, scope, scope));
}

/// Joins sentences with spaces.
std::string JoinedSentences(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() || text.empty() ? "" : " ") + text;
  return all;
}

}  // namespace

std::vector<Element> ItemsOf(const Element& entry, const std::string& key) {
  const Element* list = entry.Child(key);
  return list != nullptr ? list->children : std::vector<Element>();
}

std::vector<std::string> Sentences(const Element& entry, const std::string& key,
                                   const Scope& scope) {
  std::vector<std::string> sentences;
  for (const Element& item : ItemsOf(entry, key)) {
    if (!Applies(item, scope)) continue;
    for (const Scope& one : Chosen(item, scope)) {
      sentences.push_back(Fill(item.children.empty() ? item.text : TextOf(item, "text"), one).text);
    }
  }
  return sentences;
}

std::string Paragraph(const Element& entry, const std::string& key, const Scope& scope) {
  const Element* text = entry.Child(key);
  if (text == nullptr) return "";
  return text->children.empty() ? Fill(text->text, scope).text
                                : JoinedSentences(Sentences(entry, key, scope));
}

namespace {

/// A cell with its text and look.
Cell CellOf(const std::string& show, const Element& look, const Scope& scope) {
  const FilledText filled = Fill(show, scope);
  // A cell whose names all have no value becomes "-" instead of "- s" or "- to -". Descriptions
  // write a replacement after a bar: "{slip|none}".
  const bool empty =
      filled.names > 0 && filled.missing == filled.names && show.find('|') == std::string::npos;
  Cell cell(empty ? "-" : filled.text);
  // Texts without a formatted number stay left-aligned in a column of numbers.
  cell.is_number =
      filled.is_number || (IsSet(look, "right", scope) && show.find(':') != std::string::npos);
  cell.faint = IsSet(look, "faint", scope);
  cell.strong = IsSet(look, "strong", scope);
  return cell;
}

/// A row from a list of cells; nullopt when none of its names has a value.
void AddWrittenRow(const Element& row, const Scope& scope, Table* table) {
  if (!Applies(row, scope)) return;
  const bool plain = row.Child("cells") == nullptr;
  std::vector<Cell> cells;
  int names = 0;
  int missing = 0;
  for (const Element& item : plain ? row.children : ItemsOf(row, "cells")) {
    const FilledText filled = Fill(item.text, scope);
    names += filled.names;
    missing += filled.missing;
    cells.push_back(CellOf(item.text, plain ? Element() : row, scope));
  }
  if (names == 0 || missing < names) table->rows.push_back(std::move(cells));
}

/// A pivot table: one row per distinct `row` text, one column per distinct `column` text, in order
/// of first occurrence.
void AddPivot(const Element& pivot, const Element& entry, const Scope& scope, Table* table) {
  table->header.push_back(TextOf(pivot, "title"));
  for (const Scope& one : Chosen(entry, scope)) {
    const std::string row = Fill(TextOf(pivot, "row"), one).text;
    Cell column = Fill(TextOf(pivot, "column"), one).text;
    column.faint = IsSet(pivot, "column_faint", one);
    const auto at = [](auto& list, const std::string& name, const auto& text_of) {
      const auto found = std::find_if(list.begin(), list.end(),
                                      [&](const auto& known) { return text_of(known) == name; });
      return static_cast<std::size_t>(found - list.begin());
    };
    const std::size_t c =
        at(table->header, column.text, [](const Cell& cell) { return cell.text; });
    if (c == table->header.size()) table->header.push_back(column);
    const std::size_t r =
        at(table->rows, row, [](const std::vector<Cell>& cells) { return cells.front().text; });
    if (r == table->rows.size()) table->rows.push_back({row});
    table->rows[r].front().strong = IsSet(pivot, "row_strong", one);
    if (table->rows[r].size() <= c) table->rows[r].resize(c + 1, Cell("-"));
    table->rows[r][c] = CellOf(TextOf(pivot, "show"), pivot, one);
    table->rows[r][c].note = Fill(TextOf(pivot, "note"), one).text;
  }
}

}  // namespace

Table TableOf(const Element& entry, const Scope& scope) {
  Table table;
  table.id = Fill(TextOf(entry, "id"), scope).text;
  table.caption = Paragraph(entry, "title", scope);
  table.notes = Sentences(entry, "notes", scope);
  if (const Element* pivot = entry.Child("pivot")) {
    AddPivot(*pivot, entry, scope, &table);
    return table;
  }
  std::vector<Element> columns;
  for (Element& column : ItemsOf(entry, "columns")) {
    if (!Applies(column, scope)) continue;
    table.header.push_back(
        CellOf(column.children.empty() ? column.text : TextOf(column, "title"), column, scope));
    columns.push_back(std::move(column));
  }
  const std::vector<Element> rows = ItemsOf(entry, "rows");
  for (const Scope& one : Chosen(entry, scope)) {
    for (const Element& row : rows) AddWrittenRow(row, one, &table);
    if (!rows.empty()) continue;
    table.rows.emplace_back();
    for (const Element& column : columns) {
      // A plain name is short for a column that shows the field of that name.
      table.rows.back().push_back(
          CellOf(column.children.empty() ? "{" + column.text + ":g9}" : TextOf(column, "show"),
                 column, one));
    }
  }
  return table;
}

namespace {

/// Adds a section. With `generated`, its content is appended to the section that the study itself
/// created under that title.
StudySection SectionOf(const Element& entry, const Scope& scope, std::vector<StudySection>* own) {
  StudySection section;
  section.title = Paragraph(entry, "title", scope);
  for (auto one = own->begin(); IsSet(entry, "generated", scope) && one != own->end(); ++one) {
    if (one->title != section.title) continue;
    section = std::move(*one);
    own->erase(one);
    break;
  }
  section.decision_caption = Paragraph(entry, "decision", scope);
  section.text = Paragraph(entry, "text", scope);
  for (const Element& figure : ItemsOf(entry, "figures")) {
    if (!Applies(figure, scope)) continue;
    for (const Scope& one : Chosen(figure, scope, "each")) {
      Figure drawn = DescribedFigure(figure, one);
      if (drawn.svgs.empty()) continue;
      section.figures.emplace_back(Paragraph(figure, "caption", one), std::move(drawn));
    }
  }
  for (const Element& table : ItemsOf(entry, "tables")) {
    if (Applies(table, scope)) section.tables.push_back(TableOf(table, scope));
  }
  section.remarks = Sentences(entry, "remarks", scope);
  return section;
}

/// Euclidean distance between fields of a record and of its reference in the set `against`; NaN
/// without a reference.
double DifferenceOf(const Element& check, const Scope& scope) {
  double squares = 0.0;
  for (const std::string& field : [&] {
         std::vector<std::string> fields;
         for (const Element& item : ItemsOf(check, "difference")) fields.push_back(item.text);
         if (fields.empty()) fields.push_back(TextOf(check, "difference"));
         return fields;
       }()) {
    const double off = scope.Number(field) - scope.Number(TextOf(check, "against") + "." + field);
    squares += off * off;
  }
  return std::sqrt(squares);
}

/// Adds one check of the largest distance over all records that have a reference.
void AddLargest(const Element& check, const Scope& scope, std::vector<StudyCheck>* checks) {
  double largest = 0.0;
  Record count;
  int records = 0;
  for (const Scope& one : Chosen(check, scope)) {
    const double off = DifferenceOf(check, one);
    if (std::isnan(off)) continue;
    largest = std::max(largest, off);
    ++records;
  }
  if (records == 0) return;
  count.Set("count", static_cast<double>(records));
  checks->push_back({Fill(TextOf(check, "name"), scope.With(count, 0)).text, largest, 0.0,
                     scope.Number(TextOf(check, "high")),
                     Fill(TextOf(check, "source"), scope).text});
}

/// Adds a check for each chosen record.
void AddCheck(const Element& check, const Scope& scope, std::vector<StudyCheck>* checks) {
  StudyCheck one{Fill(TextOf(check, "name"), scope).text, scope.Number(TextOf(check, "value")),
                 -kInfinity, kInfinity, Fill(TextOf(check, "source"), scope).text};
  if (check.Child("minus") != nullptr) one.value -= scope.Number(TextOf(check, "minus"));
  if (check.Child("low") != nullptr) one.low = scope.Number(TextOf(check, "low"));
  if (check.Child("high") != nullptr) one.high = scope.Number(TextOf(check, "high"));
  if (check.Child("expected") != nullptr) {
    const double reference = scope.Number(TextOf(check, "expected"));
    // A record without a value in the source is not checked against it.
    if (std::isnan(reference)) return;
    one.low = reference - scope.Number(TextOf(check, "within"));
    one.high = reference + scope.Number(TextOf(check, "within"));
  }
  if (std::isnan(one.low) || std::isnan(one.high)) return;
  checks->push_back(std::move(one));
}

/// Adds the checks of a list; an entry that has a list `checks` itself is a group with one
/// condition.
void AddChecks(const Element& group, const Scope& scope, std::vector<StudyCheck>* checks) {
  for (const Element& check : ItemsOf(group, "checks")) {
    if (!Applies(check, scope)) continue;
    if (check.Child("checks") != nullptr) {
      AddChecks(check, scope, checks);
    } else if (check.Child("difference") != nullptr) {
      AddLargest(check, scope, checks);
    } else {
      for (const Scope& one : Chosen(check, scope)) AddCheck(check, one, checks);
    }
  }
}

/// A literal of a table: a number, a name of the scope, or a text.
Value ParsedValue(const std::string& text, const Scope& scope) {
  const double number = scope.Number(text);
  return std::isnan(number) ? Value(text) : Value(number);
}

/// Adds the rows of a table as records. An empty cell is a value that the source does not state.
void AddRows(const Element& entry, bool is_reference, StudyOutcome* outcome) {
  const StudyOutcome nothing;
  RecordSet set;
  set.name = entry.name;
  set.source = TextOf(entry, "source");
  for (const Element& key : ItemsOf(entry, "keys")) set.keys.push_back(key.text);
  const std::vector<Element> columns = ItemsOf(entry, "columns");
  for (const Element& row : ItemsOf(entry, "rows")) {
    Record& record = set.Add();
    for (std::size_t i = 0; i < std::min(columns.size(), row.children.size()); ++i) {
      if (is_reference && row.children[i].text.empty()) continue;
      record.Set(columns[i].text, ParsedValue(row.children[i].text, Scope(nothing)));
    }
  }
  outcome->sets.push_back(std::move(set));
}

/// Reports unknown keys of an entry.
void Refuse(const Element& entry, const std::vector<std::string>& keys, Problems* problems) {
  if (!entry.children.empty()) RefuseUnknown(ElementReader(entry, problems), keys);
}

/// Reports unknown keys of conditional sentences.
void CheckSentences(const Element& entry, const std::string& key, Problems* problems) {
  for (const Element& item : ItemsOf(entry, key)) {
    Refuse(item, {"text", "when", "unless", "of", "where"}, problems);
  }
}

/// Reports unknown keys of a table.
void CheckTable(const Element& entry, Problems* problems) {
  Refuse(entry,
         {"id", "title", "when", "unless", "of", "where", "columns", "rows", "pivot", "notes"},
         problems);
  CheckSentences(entry, "notes", problems);
  for (const Element& column : ItemsOf(entry, "columns")) {
    Refuse(column, {"title", "show", "faint", "strong", "right", "when", "unless"}, problems);
  }
  for (const Element& row : ItemsOf(entry, "rows")) {
    if (row.Child("cells") != nullptr)
      Refuse(row, {"cells", "faint", "strong", "right", "when"}, problems);
  }
  if (const Element* pivot = entry.Child("pivot")) {
    Refuse(*pivot,
           {"title", "row", "row_strong", "column", "column_faint", "show", "faint", "strong",
            "right", "note"},
           problems);
  }
}

/// Reports unknown keys of checks, in groups, too.
void CheckChecks(const Element& group, Problems* problems) {
  for (const Element& check : ItemsOf(group, "checks")) {
    CheckChecks(check, problems);
    Refuse(check,
           {"name", "of", "where", "when", "unless", "value", "minus", "low", "high", "expected",
            "within", "against", "difference", "source", "checks"},
           problems);
  }
}

}  // namespace

void CheckDescription(const Element& description, Problems* problems) {
  Refuse(description,
         {"reference", "records", "facts", "sections", "checks", "page", "terminal", "files"},
         problems);
  for (const Element& entry : ItemsOf(description, "records")) {
    Refuse(entry, {"columns", "rows"}, problems);
  }
  for (const Element& entry : ItemsOf(description, "reference")) {
    Refuse(entry, {"source", "keys", "columns", "rows"}, problems);
    if (TextOf(entry, "source").empty()) {
      problems->Error(entry.source, "reference values need a source", entry.name,
                      "`source: \"the article, table 2\"`");
    }
  }
  for (const Element& section : ItemsOf(description, "sections")) {
    Refuse(section,
           {"title", "generated", "each", "where", "when", "unless", "text", "figures", "tables",
            "decision", "remarks"},
           problems);
    CheckSentences(section, "text", problems);
    CheckSentences(section, "remarks", problems);
    for (const Element& figure : ItemsOf(section, "figures")) CheckFigure(figure, problems);
    for (const Element& table : ItemsOf(section, "tables")) CheckTable(table, problems);
  }
  CheckChecks(description, problems);
}

void Describe(const Element& description, StudyOutcome* outcome) {
  for (const Element& entry : ItemsOf(description, "reference")) AddRows(entry, true, outcome);
  for (const Element& entry : ItemsOf(description, "records")) AddRows(entry, false, outcome);
  for (const Element& fact : ItemsOf(description, "facts"))
    outcome->facts.Set(fact.name, fact.text);
  const Scope scope(*outcome);
  std::vector<StudySection> sections;
  for (const Element& entry : ItemsOf(description, "sections")) {
    if (!Applies(entry, scope)) continue;
    for (const Scope& one : Chosen(entry, scope, "each")) {
      sections.push_back(SectionOf(entry, one, &outcome->sections));
    }
  }
  AddChecks(description, scope, &outcome->checks);
  outcome->sections.insert(outcome->sections.end(), std::make_move_iterator(sections.begin()),
                           std::make_move_iterator(sections.end()));
}

Element FindDescription(const std::string& kind, const std::string& folder,
                        const std::vector<std::string>& data, Problems* problems) {
  std::vector<fs::path> folders = {fs::path(folder)};
  for (const std::string& one : data) folders.push_back(fs::path(one) / "experiments");
  std::error_code error;
  for (const fs::path& one : folders) {
    const fs::path file = one / "reports" / (kind + ".yaml");
    if (!fs::is_regular_file(file, error)) continue;
    std::optional<Element> read = ReadYaml(file.string(), problems);
    if (!read) break;
    ReplaceOldNames(&*read, problems);
    CheckDescription(*read, problems);
    return *std::move(read);
  }
  return Element();
}

}  // namespace surefoot::experiment
