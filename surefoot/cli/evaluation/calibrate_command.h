#pragma once

#include <string>
#include <vector>

#include "surefoot/cli/arguments.h"
#include "surefoot/session/parts.h"

namespace surefoot::cli {

/// surefoot calibrate.
struct CalibrateArguments {
  /// Recordings of real robots: files and folders.
  std::vector<std::string> real;
  std::string model = "husky";
  std::string ground = "calibrated";
  std::vector<std::string> parameters;
  /// Names, or "all"; empty: the first of the build.
  std::vector<std::string> engines;
  std::string world = "empty.sdf";
  /// Topic of MCAP files.
  std::string truth;
  /// Folder for the results; empty: none.
  std::string out;
  int limit = 0;
  int jobs = 0;
  bool json = false;
  bool quiet = false;
};
void AddArguments(CommandArguments command, CalibrateArguments* arguments);

/// Fits a ground to real drives. Returns the exit status.
int CalibrateCommand(const Parts& parts, const CalibrateArguments& arguments);

}  // namespace surefoot::cli
