#pragma once

/// Which columns of a table are what, in which unit.

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

/// "0.91 - y_cm * 0.01", "yaw * deg", "[my column] / 1000": numbers, one column, + - * /. Names
/// with other signs than letters, digits, _ and . stand in brackets. `deg` is pi / 180.
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
  /// First rows that are left out.
  int skip = 0;

  const ColumnExpression* Find(std::string_view name) const;
};

/// "t=t_s,x=x_cm*0.01,y=0.91-y_cm*0.01,skip=5", or the name of a preset. t, x and y are needed.
Result<ColumnMap> ParseColumnMap(const std::string& text);

/// Names of presets: "centurion".
std::vector<std::string> ColumnPresets();

}  // namespace surefoot::gap
