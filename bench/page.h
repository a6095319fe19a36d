#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot {

Result<std::string> ReadText(const std::string& path);
Status WriteText(const std::string& path, const std::string& text);

/// Replaces what stands in a page of docs/ between the marks of a benchmark,
///   <!-- PROGRAM: begin, written by the program -->
///   <!-- PROGRAM: end -->
Status WriteSection(const std::string& path, const std::string& program, const std::string& text);

}  // namespace surefoot
