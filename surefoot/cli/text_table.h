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

  /// Without blanks at the ends of lines. The last column is broken between words where a line
  /// would be longer than `width`.
  std::string ToString(std::size_t width = 1000) const;

 private:
  std::vector<std::size_t> Widths() const;

  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// The text in lines of at most `width` columns, broken between words; a longer word stays whole.
std::vector<std::string> WrapWords(const std::string& text, std::size_t width);

/// Columns that a terminal gives to UTF-8 text of ordinary letters.
std::size_t DisplayWidth(const std::string& text);

}  // namespace surefoot::cli
