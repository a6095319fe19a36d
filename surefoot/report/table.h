#pragma once

#include <string>
#include <vector>

namespace surefoot::report {

/// One cell: what is shown, and how.
struct Cell {
  std::string text;
  /// Numbers stand at the right, with digits of one width.
  bool is_number = false;
  /// The best of its row, a total.
  bool strong = false;
  /// Less weight: a published figure beside ours, a remark.
  bool faint = false;
  /// A short explanation, shown when pointed at and listed under the table for paper; empty: none.
  std::string note;

  Cell() = default;
  Cell(std::string t) : text(std::move(t)) {}  // NOLINT: implicit on purpose
  Cell(const char* t) : text(t) {}             // NOLINT: implicit on purpose
  /// A number with that many decimals; not finite: "-".
  static Cell Number(double value, int decimals);
};

/// A table as people read it; the same goes into the report, a CSV file and the terminal.
struct Table {
  /// For file names and links: "table_10".
  std::string id;
  std::string caption;
  std::vector<Cell> header;
  std::vector<std::vector<Cell>> rows;
  /// Sentences under the table.
  std::vector<std::string> notes;
};

/// RFC 4180: header and rows, no notes.
std::string ToCsv(const Table& table);

/// For a terminal, in columns.
std::string ToText(const Table& table);

}  // namespace surefoot::report
