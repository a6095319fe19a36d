#pragma once

#include <string>
#include <vector>

namespace surefoot::cli {

/// Rows of cells in aligned columns, two blanks apart.
class TextTable {
 public:
  enum class Align { kLeft, kRight };

  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns.
  void Add(std::vector<std::string> row);

  /// One line per row, without blanks at the ends.
  std::string ToString() const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Columns that a terminal gives to UTF-8 text of ordinary letters.
std::size_t DisplayWidth(const std::string& text);

}  // namespace surefoot::cli
