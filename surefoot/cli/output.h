#pragma once

/// Text for people: colours, the two streams. Results go to standard output, all else
/// to standard error.

#include <cstdio>
#include <string>

namespace surefoot::cli {

/// "1 model", "3 models".
std::string Counted(long long count, const std::string& singular);

bool IsTerminal(std::FILE* stream);
/// Columns of the terminal behind `stream`, 80 when it is none.
int TerminalWidth(std::FILE* stream);

enum class Color { kRed, kYellow, kGreen, kCyan, kBold };

/// The text in that colour when `stream` is a terminal that wants colours (NO_COLOR is obeyed).
std::string Colored(std::FILE* stream, Color color, const std::string& text);

/// Writes a result to standard output. False, after saying so, when it did not all get there.
bool WriteResult(const std::string& text);

/// "surefoot: error: text" on standard error.
void PrintError(const std::string& text);

}  // namespace surefoot::cli
