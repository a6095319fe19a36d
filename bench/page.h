#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

Result<std::string> ReadText(const std::string& path);
Status WriteText(const std::string& path, const std::string& text);

/// Replaces the part of a page of docs/ between the marks of a benchmark,
///   <!-- PROGRAM: begin, written by the program -->
///   <!-- PROGRAM: end -->
Status WriteSection(const std::string& path, const std::string& program, const std::string& text);

/// The same for a table that is measured row by row: rows of the page whose first `keys` cells
/// equal those of a new row are replaced, other rows stay, and new rows are inserted after the last
/// one with the same first cell.
Status WriteRows(const std::string& path, const std::string& program, const std::string& head,
                 const std::vector<std::string>& rows, int keys);

}  // namespace surefoot
