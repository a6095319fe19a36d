#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace surefoot::report {

/// One cell: its text and how it is shown.
struct Cell {
  std::string text;
  /// Numbers are right-aligned with digits of equal width.
  bool is_number = false;
  /// The best of its row, a total.
  bool strong = false;
  /// De-emphasized: a published figure beside a simulated one, a remark.
  bool faint = false;
  /// A short explanation, shown under the pointer and listed below the table for print; empty:
  /// none.
  std::string note;

  Cell() = default;
  Cell(std::string t) : text(std::move(t)) {}  // NOLINT: implicit on purpose
  Cell(const char* t) : text(t) {}             // NOLINT: implicit on purpose
  /// A number with that many decimals; not finite: "-".
  static Cell Number(double value, int decimals);
};

/// A table for the report, a CSV file and the terminal. Rows may be shorter than the header.
/// Trailing rows whose first cell is strong are totals: they stay at the end when a reader sorts.
struct Table {
  /// For file names and links: "table_10".
  std::string id;
  std::string caption;
  std::vector<Cell> header;
  std::vector<std::vector<Cell>> rows;
  /// Sentences under the table.
  std::vector<std::string> notes;
};

/// Number of columns: the longest of header and rows.
std::size_t ColumnCount(const Table& table);

/// Which columns hold numbers, apart from empty cells and "-".
std::vector<bool> NumberColumns(const Table& table);

/// The notes of a table's cells, numbered from 1; equal ones have one number.
class NoteList {
 public:
  std::size_t NumberOf(const std::string& note);
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::vector<std::string> notes_;
};

/// RFC 4180: header and rows, no notes.
std::string ToCsv(const Table& table);

/// For a terminal, in columns.
std::string ToText(const Table& table);

}  // namespace surefoot::report
