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

/// Style and program of a page, as they stand in its head.
std::string PageStyle();
std::string_view PageScript();

}  // namespace surefoot::report
