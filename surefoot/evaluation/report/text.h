#pragma once

/// Text for output: cleaned, escaped, measured and truncated. Numbers never depend on the locale.
/// Names in reports come from user files, so everything goes through Cleaned() before it is shown.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace surefoot::report {

/// Valid UTF-8 without control characters: tabs and line ends stay, other control characters become
/// their symbols (U+2400 onwards), invalid bytes become U+FFFD.
std::string Cleaned(std::string_view text);

/// Cleaned, with & < > " ' as entities: fit for HTML and XML, as text and in quoted attributes.
std::string Escaped(const std::string& text);

/// Like Cleaned, in one line: tabs and line ends become spaces.
std::string OneLine(std::string_view text);

/// Width of cleaned text in terminal columns.
std::size_t ColumnsOf(std::string_view text);

/// Approximate width in a common sans-serif font of size 1. An estimate, because the reader's fonts
/// are unknown here; layouts leave a margin.
double WidthOf(std::string_view text);

/// One line, cut with an ellipsis to at most `width` at font size 1.
std::string Shortened(std::string_view text, double width);

/// Lines of at most `width` at font size 1, broken at spaces; what is beyond `max` lines is cut.
std::vector<std::string> Wrapped(std::string_view text, double width, std::size_t max);

/// With this many decimals, never "-0.0"; very large numbers with an exponent; not finite: "-".
std::string FixedNumber(double value, int decimals);

/// With an exponent and that many decimals, no more of it than needed: 2.5e6, 1e-7, 0.
std::string ScientificNumber(double value, int decimals);

/// With about `digits` significant digits and no more decimals than these need.
std::string ShortNumber(double value, int digits = 3);

/// In a customary unit with three digits: 0.05 m is "5 cm", 0.035 rad "2 deg", 12 V "12 V".
std::string AmountText(double value, const std::string& unit);

}  // namespace surefoot::report
