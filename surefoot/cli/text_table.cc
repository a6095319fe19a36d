#include "surefoot/cli/text_table.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "surefoot/base/check.h"

namespace surefoot::cli {

std::size_t DisplayWidth(const std::string& text) {
  // Every byte but the continuation bytes of UTF-8 begins a character.
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

void TextTable::Add(std::vector<std::string> row) {
  SUREFOOT_CHECK(row.size() == columns_.size(), "a row of another length than the table's");
  rows_.push_back(std::move(row));
}

std::vector<std::string> WrapWords(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && DisplayWidth(lines.back()) + 1 + DisplayWidth(word) > width) {
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

std::vector<std::size_t> TextTable::Widths() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  return widths;
}

std::string TextTable::ToString(std::size_t width) const {
  constexpr std::size_t kGap = 2;
  const std::vector<std::size_t> widths = Widths();
  std::size_t indent = 0;  // where the last column begins
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) indent += widths[i] + kGap;
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - DisplayWidth(row[i]), ' ');
      if (i > 0) line.append(kGap, ' ');
      if (columns_[i] == Align::kRight) {
        line += padding + row[i];
      } else if (i + 1 < row.size() || indent + DisplayWidth(row[i]) <= width) {
        line += row[i] + padding;
      } else {
        const std::string next_line = "\n" + std::string(indent, ' ');
        const auto parts = WrapWords(row[i], std::max(width, indent + 1) - indent);
        for (const std::string& part : parts) line += (&part == &parts[0] ? "" : next_line) + part;
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace surefoot::cli
