#pragma once

/// Pieces of a page.

#include <string>
#include <string_view>

#include "surefoot/evaluation/report/table.h"

namespace surefoot::report {

/// Escaped, with what stands between backquotes as code.
std::string Prose(const std::string& text);

/// `id` is valid and the table's own; the ids of its notes begin with it.
std::string TableHtml(const Table& table, const std::string& id);

/// Style and program of a page: page.css and page.js (cmake/folders.cmake). Tones are told apart
/// with the common kinds of colour blindness, too; every one has a contrast of at least 3 to the
/// paper, text of at least 4.5. The page is complete without the program, which adds a button for
/// light and dark, where in the contents the reader is, sorting of tables, hiding of lines, and
/// values under the pointer.
std::string_view PageStyle();
std::string_view PageScript();

}  // namespace surefoot::report
