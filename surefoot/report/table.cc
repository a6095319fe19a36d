#include "surefoot/report/table.h"

#include <algorithm>
#include <cstddef>

#include "surefoot/report/text.h"

namespace surefoot::report {
namespace {

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

void AddCsvRow(const std::vector<Cell>& row, std::size_t columns, std::string& csv) {
  // An empty only field would be an empty line, which many readers pass over.
  if (columns == 1 && (row.empty() || row[0].text.empty())) csv += "\"\"";
  for (std::size_t i = 0; i < columns; ++i) {
    if (i > 0) csv += ',';
    if (i < row.size()) csv += CsvField(row[i].text);
  }
  csv += "\r\n";
}

/// A table as terminals show it: texts in one line each, with the numbers of their notes.
struct TextGrid {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> widths;
};

void AddTextRow(const std::vector<Cell>& row, NoteList& notes, TextGrid& grid) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::string text = OneLine(row[i].text);
    if (!row[i].note.empty()) text += " [" + std::to_string(notes.NumberOf(row[i].note)) + "]";
    grid.widths[i] = std::max(grid.widths[i], ColumnsOf(text));
    texts.push_back(std::move(text));
  }
  grid.rows.push_back(std::move(texts));
}

std::string Padded(const std::string& text, std::size_t width, bool right) {
  const std::string space(width - ColumnsOf(text), ' ');
  return right ? space + text : text + space;
}

void PrintRow(const std::vector<std::string>& texts, const std::vector<std::size_t>& widths,
              const std::vector<bool>& right, std::string& out) {
  std::string line;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) line += "  ";
    line += Padded(texts[i], widths[i], right[i]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
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

std::string ToText(const Table& table) {
  TextGrid grid;
  grid.widths.resize(ColumnCount(table));
  NoteList notes;
  AddTextRow(table.header, notes, grid);
  for (const std::vector<Cell>& row : table.rows) AddTextRow(row, notes, grid);

  const std::vector<bool> right = NumberColumns(table);
  std::string out;
  if (!table.caption.empty()) out += OneLine(table.caption) + "\n\n";
  if (!table.header.empty()) {
    PrintRow(grid.rows[0], grid.widths, right, out);
    std::size_t width = 0;
    for (const std::size_t w : grid.widths) width += w + 2;
    out += std::string(width - 2, '-') + "\n";
  }
  for (std::size_t i = 1; i < grid.rows.size(); ++i)
    PrintRow(grid.rows[i], grid.widths, right, out);
  for (std::size_t i = 0; i < notes.notes().size(); ++i) {
    out += "[" + std::to_string(i + 1) + "] " + OneLine(notes.notes()[i]) + "\n";
  }
  for (const std::string& note : table.notes) out += OneLine(note) + "\n";
  return out;
}

}  // namespace surefoot::report
