#include <cstddef>

#include "surefoot/evaluation/report/html.h"
#include "surefoot/evaluation/report/text.h"

// Tables as HTML. Widths are estimated from the text, because a page must not wait for a script to
// lay out its tables, and has to work on a phone and on paper.

namespace surefoot::report {
namespace {

// Tables with more rows scroll below a fixed header.
constexpr std::size_t kTallRows = 30;

// Longer texts get a wider column; otherwise their rows become tall on phones.
constexpr std::size_t kProseSize = 45;

/// State while a table is written: its id, alignment of columns, notes so far.
struct Making {
  const std::string& id;
  std::vector<bool> numbers;
  NoteList notes;
};

std::string NoteMark(const std::string& note, Making& making) {
  if (note.empty()) return {};
  const std::string number = std::to_string(making.notes.NumberOf(note));
  return "<sup><a href=\"#" + making.id + "-note-" + number + "\">" + number + "</a></sup>";
}

/// True for a word so long that its column would be too wide; it may be broken anywhere.
bool HasLongWord(std::string_view text) {
  std::size_t length = 0;
  for (const char c : text) {
    length = c == ' ' || c == '\n' || c == '\t' ? 0 : length + 1;
    if (length > 30) return true;
  }
  return false;
}

/// Allows line breaks after punctuation that joins the parts of a long word.
std::string WithBreaks(const std::string& text) {
  std::string html;
  std::string part;
  for (const char c : text) {
    part += c;
    if (c != '_' && c != '/' && c != '.' && c != ':' && c != ',') continue;
    html += Escaped(part) + "<wbr>";
    part.clear();
  }
  return html + Escaped(part);
}

/// A cell with its classes and its note.
std::string CellHtml(const Cell& cell, std::size_t column, bool head, Making& making) {
  std::string classes;
  const auto add = [&](const char* name) {
    classes += (classes.empty() ? "" : " ") + std::string(name);
  };
  if (cell.is_number || making.numbers[column]) add("n");
  if (cell.strong) add("strong");
  if (cell.faint) add("faint");
  const bool is_long = HasLongWord(cell.text);
  if (is_long) add("long");
  if (!head && column > 0 && cell.text.size() > kProseSize) add("prose");
  const std::string tag = head || column == 0 ? "th" : "td";
  std::string html = "<" + tag;
  if (head) html += " scope=\"col\"";
  if (!head && column == 0) html += " scope=\"row\"";
  if (!classes.empty()) html += " class=\"" + classes + "\"";
  if (!cell.note.empty()) html += " title=\"" + Escaped(cell.note) + "\"";
  return html + ">" + (is_long ? WithBreaks(cell.text) : Escaped(cell.text)) +
         NoteMark(cell.note, making) + "</" + tag + ">";
}

std::string RowHtml(const std::vector<Cell>& row, bool head, bool total, Making& making) {
  std::string html = total ? "<tr class=\"total\">" : "<tr>";
  for (std::size_t i = 0; i < making.numbers.size(); ++i) {
    html += CellHtml(i < row.size() ? row[i] : Cell(), i, head, making);
  }
  return html + "</tr>\n";
}

/// How many rows come before the totals at the end.
std::size_t RowsBeforeTotals(const Table& table) {
  std::size_t count = table.rows.size();
  while (count > 0 && !table.rows[count - 1].empty() && table.rows[count - 1][0].strong) --count;
  return count == 0 ? table.rows.size() : count;
}

/// Notes below the table, to which the cells link.
std::string NotesHtml(const Table& table, const Making& making) {
  std::string html;
  const std::vector<std::string>& notes = making.notes.notes();
  if (!notes.empty()) html += "<ol class=\"notes\">\n";
  for (std::size_t i = 0; i < notes.size(); ++i) {
    html += "<li id=\"" + making.id + "-note-" + std::to_string(i + 1) + "\">" + Escaped(notes[i]) +
            "</li>\n";
  }
  if (!notes.empty()) html += "</ol>\n";
  for (const std::string& note : table.notes) {
    html += "<p class=\"remark\">" + Prose(note) + "</p>\n";
  }
  return html;
}

}  // namespace

std::string TableHtml(const Table& table, const std::string& id) {
  Making making{id, NumberColumns(table), {}};
  std::string html = "<figure class=\"table\" id=\"" + id + "\">\n";
  if (!table.caption.empty()) html += "<figcaption>" + Prose(table.caption) + "</figcaption>\n";
  // A scrolling box must be reachable by keyboard (WCAG 2.1, criterion 2.1.1).
  html += std::string("<div class=\"scroll") + (table.rows.size() > kTallRows ? " tall" : "") +
          "\" tabindex=\"0\" role=\"region\" aria-label=\"" +
          Escaped(OneLine(table.caption.empty() ? "Table" : table.caption)) + "\"><table>\n";
  if (!table.header.empty()) {
    html += "<thead>" + RowHtml(table.header, true, false, making) + "</thead>\n";
  }
  html += "<tbody>\n";
  const std::size_t before_totals = RowsBeforeTotals(table);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    html += RowHtml(table.rows[i], false, i >= before_totals, making);
  }
  html += "</tbody></table></div>\n";
  if (table.rows.empty()) html += "<p class=\"remark\">no data</p>\n";
  return html + NotesHtml(table, making) + "</figure>\n";
}

}  // namespace surefoot::report
