#pragma once

/// Maps the columns of a table to quantities in SI units, as `surefoot gap --columns` takes them:
///
///   const ColumnMap map = SUREFOOT_TRY(ParseColumnMap("t=t_s,x=x_cm*0.01,y=0.91-y_cm*0.01"));
///   const ColumnExpression* x = map.Find("x");   // 0 + 0.01 * x_cm

#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gap {

/// offset + factor * column.
struct ColumnExpression {
  std::string column;
  double factor = 1.0;
  double offset = 0.0;

  bool has_column() const { return !column.empty(); }
};

/// "0.91 - y_cm * 0.01", "yaw * deg", "[my column] / 1000": numbers, one column and + - * /. Names
/// with other characters than letters, digits, _ and . are written in brackets. `deg` is pi / 180.
Result<ColumnExpression> ParseColumnExpression(std::string_view text);

struct ColumnMap {
  struct Entry {
    /// "t", "x", "y", "heading", "speed", or the name of a signal.
    std::string name;
    /// Of signals: "battery:V=..." has V.
    std::string unit;
    ColumnExpression expression;
  };
  std::vector<Entry> entries;
  /// Number of rows at the start that are ignored.
  int skip = 0;

  const ColumnExpression* Find(std::string_view name) const;
};

/// "t=t_s,x=x_cm*0.01,y=0.91-y_cm*0.01,skip=5", or the name of a preset. t, x and y are required.
Result<ColumnMap> ParseColumnMap(const std::string& text);

/// Names of presets: "centurion".
std::vector<std::string> ColumnPresets();

}  // namespace surefoot::gap
