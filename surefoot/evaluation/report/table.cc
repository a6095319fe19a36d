#include "surefoot/evaluation/report/table.h"

#include <algorithm>
#include <cstddef>

#include "surefoot/evaluation/report/text.h"

// CSV and terminal output of tables. The CSV follows RFC 4180, so that spreadsheets and Python's
// csv module read it without options.

namespace surefoot::report {
namespace {

/// A field, quoted if it contains separators, quotes, line ends, or spaces at its ends.
std::string CsvField(const std::string& raw) {
  const std::string text = Cleaned(raw);
  const bool plain = text.find_first_of(",\"\r\n") == std::string::npos &&
                     (text.empty() || (text.front() != ' ' && text.back() != ' '));
  if (plain) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

/// A row in the format of RFC 4180.
void AddCsvRow(const std::vector<Cell>& row, std::size_t columns, std::string& csv) {
  // A row with one empty field would be an empty line, which many CSV readers skip.
  if (columns == 1 && (row.empty() || row[0].text.empty())) csv += "\"\"";
  for (std::size_t i = 0; i < columns; ++i) {
    if (i > 0) csv += ',';
    if (i < row.size()) csv += CsvField(row[i].text);
  }
  csv += "\r\n";
}

/// Lays a table out for a terminal. Marks of notes have their own columns, so that they do not
/// shift numbers.
struct TextGrid {
  struct Entry {
    std::string text;
    std::string mark;
  };
  struct Column {
    bool right = false;
    std::size_t text = 0;
    std::size_t mark = 0;
  };
  std::vector<std::vector<Entry>> rows;
  std::vector<Column> columns;
};

/// Collects a row and the widths of its columns.
void AddTextRow(const std::vector<Cell>& row, NoteList& notes, TextGrid& grid) {
  std::vector<TextGrid::Entry> entries;
  for (std::size_t i = 0; i < row.size(); ++i) {
    TextGrid::Entry entry{OneLine(row[i].text), {}};
    if (!row[i].note.empty()) entry.mark = " [" + std::to_string(notes.NumberOf(row[i].note)) + "]";
    TextGrid::Column& column = grid.columns[i];
    if (!column.right) entry = {entry.text + entry.mark, {}};
    column.text = std::max(column.text, ColumnsOf(entry.text));
    column.mark = std::max(column.mark, entry.mark.size());
    entries.push_back(std::move(entry));
  }
  grid.rows.push_back(std::move(entries));
}

std::string Spaces(std::size_t width, std::size_t used) { return std::string(width - used, ' '); }

std::string RowText(const std::vector<TextGrid::Entry>& row, const TextGrid& grid) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const TextGrid::Column& column = grid.columns[i];
    const std::string space = Spaces(column.text, ColumnsOf(row[i].text));
    if (i > 0) line += "  ";
    line += column.right ? space + row[i].text : row[i].text + space;
    line += row[i].mark + Spaces(column.mark, row[i].mark.size());
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

Cell Cell::Number(double value, int decimals) {
  Cell cell(FixedNumber(value, decimals));
  cell.is_number = true;
  return cell;
}

std::size_t NoteList::NumberOf(const std::string& note) {
  const auto found = std::find(notes_.begin(), notes_.end(), note);
  if (found != notes_.end()) return static_cast<std::size_t>(found - notes_.begin()) + 1;
  notes_.push_back(note);
  return notes_.size();
}

std::size_t ColumnCount(const Table& table) {
  std::size_t columns = table.header.size();
  for (const std::vector<Cell>& row : table.rows) columns = std::max(columns, row.size());
  return columns;
}

// Columns that consist of numbers are aligned to the right.
std::vector<bool> NumberColumns(const Table& table) {
  std::vector<bool> numbers(ColumnCount(table));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::size_t count = 0;
    std::size_t filled = 0;
    for (const std::vector<Cell>& row : table.rows) {
      if (i >= row.size() || row[i].text.empty() || row[i].text == "-") continue;
      ++filled;
      if (row[i].is_number) ++count;
    }
    numbers[i] = 2 * count > filled;
  }
  return numbers;
}

std::string ToCsv(const Table& table) {
  const std::size_t columns = ColumnCount(table);
  std::string csv;
  if (columns == 0) return csv;
  if (!table.header.empty()) AddCsvRow(table.header, columns, csv);
  for (const std::vector<Cell>& row : table.rows) AddCsvRow(row, columns, csv);
  return csv;
}

// For terminals, with notes below the table.
std::string ToText(const Table& table) {
  TextGrid grid;
  for (const bool right : NumberColumns(table)) grid.columns.push_back({right, 0, 0});
  NoteList notes;
  AddTextRow(table.header, notes, grid);
  for (const std::vector<Cell>& row : table.rows) AddTextRow(row, notes, grid);

  std::string out;
  if (!table.caption.empty()) out += OneLine(table.caption) + "\n\n";
  if (!table.header.empty()) {
    std::size_t width = 0;
    for (const TextGrid::Column& column : grid.columns) width += column.text + column.mark + 2;
    out += RowText(grid.rows[0], grid) + std::string(width - 2, '-') + "\n";
  }
  for (std::size_t i = 1; i < grid.rows.size(); ++i) out += RowText(grid.rows[i], grid);
  for (std::size_t i = 0; i < notes.notes().size(); ++i) {
    out += "[" + std::to_string(i + 1) + "] " + OneLine(notes.notes()[i]) + "\n";
  }
  for (const std::string& note : table.notes) out += OneLine(note) + "\n";
  return out;
}

}  // namespace surefoot::report
