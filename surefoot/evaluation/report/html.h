#pragma once

/// HTML of a page's parts. Pages are assembled by page.h; only that includes this.

#include <string>
#include <string_view>

#include "surefoot/evaluation/report/table.h"

namespace surefoot::report {

/// Escapes text and turns words between backquotes into <code>.
std::string Prose(const std::string& text);

/// `id` is valid and the table's own; the ids of its notes begin with it.
std::string TableHtml(const Table& table, const std::string& id);

/// Style and script of a page: page.css and page.js, embedded by cmake/folders.cmake. Tones differ
/// for readers with the common kinds of colour blindness, too; lines have a contrast of at least 3
/// to the background and text of at least 4.5 (WCAG 2.1, criteria 1.4.11 and 1.4.3). The page is
/// complete without the script, which adds a button for light and dark, the reader's position in
/// the contents, sorting of tables, hiding of lines, and values under the pointer.
std::string_view PageStyle();
std::string_view PageScript();

}  // namespace surefoot::report
