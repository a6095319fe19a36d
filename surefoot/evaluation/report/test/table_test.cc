#include "surefoot/evaluation/report/table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace surefoot::report {
namespace {

/// Reads RFC 4180 character by character, independently of the writer.
std::vector<std::vector<std::string>> ReadCsv(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::size_t i = 0;
  while (i < csv.size()) {
    rows.emplace_back();
    for (bool more = true; more;) {
      std::string field;
      if (i < csv.size() && csv[i] == '"') {
        for (++i; i < csv.size(); ++i) {
          if (csv[i] == '"' && (i + 1 == csv.size() || csv[i + 1] != '"')) break;
          if (csv[i] == '"') ++i;
          field += csv[i];
        }
        ++i;
      } else {
        while (i < csv.size() && csv[i] != ',' && csv[i] != '\r') field += csv[i++];
      }
      rows.back().push_back(field);
      more = i < csv.size() && csv[i] == ',';
      if (more) ++i;
    }
    EXPECT_EQ(csv.substr(i, 2), "\r\n");
    i += 2;
  }
  return rows;
}

Table Small() {
  Table table;
  table.caption = "Speed";
  table.header = {"engine", "factor"};
  table.rows = {{"MuJoCo", Cell::Number(41.25, 1)}, {"ODE", Cell::Number(9.5, 1)}};
  return table;
}

TEST(Table, NumbersAreTextWithDecimals) {
  EXPECT_EQ(Cell::Number(3.14159, 2).text, "3.14");
  EXPECT_TRUE(Cell::Number(3.14159, 2).is_number);
  EXPECT_EQ(Cell::Number(-0.001, 2).text, "0.00");
  EXPECT_EQ(Cell::Number(std::nan(""), 2).text, "-");
  EXPECT_EQ(Cell::Number(std::numeric_limits<double>::infinity(), 2).text, "-");
}

TEST(Table, CsvReadsBack) {
  const std::vector<std::string> texts = {
      "plain", "",           "a,b",   "say \"yes\"", "two\nlines", "cr\r\nlf", " spaces ",
      "\"",    "\"quoted\"", ",,,\"", "ünïcode",     "tab\there",  "=1+2"};
  Table table;
  for (const std::string& text : texts) {
    table.header.emplace_back(text);
    std::vector<Cell> row;
    for (const std::string& other : texts) row.emplace_back(text + other);
    table.rows.push_back(row);
  }
  table.rows.push_back({"short"});
  table.notes = {"not in the file"};
  const std::vector<std::vector<std::string>> rows = ReadCsv(ToCsv(table));
  ASSERT_EQ(rows.size(), texts.size() + 2);
  EXPECT_EQ(rows[0], texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(rows[i + 1].size(), texts.size());
    for (std::size_t j = 0; j < texts.size(); ++j) EXPECT_EQ(rows[i + 1][j], texts[i] + texts[j]);
  }
  // Every row has the same number of fields, as the standard requires.
  EXPECT_EQ(rows.back().size(), texts.size());
  EXPECT_EQ(rows.back()[0], "short");
}

TEST(Table, CsvOfLittle) {
  EXPECT_EQ(ToCsv(Table()), "");
  Table table;
  table.rows = {{""}, {"x"}};
  EXPECT_EQ(ReadCsv(ToCsv(table)), (std::vector<std::vector<std::string>>{{""}, {"x"}}));
  EXPECT_EQ(ToCsv(Small()), "engine,factor\r\nMuJoCo,41.2\r\nODE,9.5\r\n");
}

TEST(Table, TextIsInColumns) {
  EXPECT_EQ(ToText(Small()),
            "Speed\n\n"
            "engine  factor\n"
            "--------------\n"
            "MuJoCo    41.2\n"
            "ODE        9.5\n");
}

TEST(Table, NotesDoNotMoveNumbers) {
  Table table = Small();
  table.rows[0][1].note = "busy machine";
  table.rows[1][0].note = "busy machine";
  table.rows.push_back({"日本", Cell::Number(std::nan(""), 1)});
  table.notes = {"More is better."};
  EXPECT_EQ(ToText(table),
            "Speed\n\n"
            "engine   factor\n"
            "-------------------\n"
            "MuJoCo     41.2 [1]\n"
            "ODE [1]     9.5\n"
            "日本          -\n"
            "[1] busy machine\n"
            "More is better.\n");
}

TEST(Table, TextHoldsNoControlCharacters) {
  Table table;
  table.caption = "a\x1b[2J";
  table.header = {"x\ny"};
  table.rows = {{"\a\b\t"}, {}};
  table.notes = {"n\r\nm"};
  for (const char c : ToText(table)) EXPECT_TRUE(c == '\n' || (c & 0xE0) != 0) << int{c};
  EXPECT_EQ(ToText(Table()), "");
}

TEST(Table, KnowsColumnsOfNumbers) {
  Table table;
  table.header = {"name", "all", "most", "few", "none"};
  const Cell number = Cell::Number(1.0, 1);
  table.rows = {{"a", number, number, number, ""},
                {"b", number, "-", "text", ""},
                {"c", number, number, "text"}};
  EXPECT_EQ(NumberColumns(table), (std::vector<bool>{false, true, true, false, false}));
}

}  // namespace
}  // namespace surefoot::report
