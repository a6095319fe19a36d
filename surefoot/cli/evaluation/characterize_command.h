#pragma once

#include <optional>
#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot characterize.
struct CharacterizeArguments {
  std::string data;
  std::string name;
  /// Columns: "distance=d_cm".
  std::vector<std::string> columns;
  /// Readings that mean no echo.
  std::vector<std::string> lost;
  std::string distance_unit = "cm";
  std::string angle_unit = "deg";
  /// Empty: as the distance.
  std::string reading_unit;
  std::string radiation;
  std::optional<double> rate;
  std::optional<double> bin;
  /// m.
  std::optional<double> min;
  std::optional<double> max;
  /// Folder for the results; empty: none.
  std::string out;
  bool json = false;
};
void AddArguments(CommandArguments command, CharacterizeArguments* arguments);

/// A range sensor out of a table of readings. Returns the exit status.
int CharacterizeCommand(const Parts& parts, const CharacterizeArguments& arguments);

}  // namespace surefoot::cli
