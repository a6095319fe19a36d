#pragma once

/// Text for people: colours, the two streams. Results go to standard output, all else
/// to standard error.

#include <cstdio>
#include <string>

namespace surefoot::cli {

/// What the program tells the shell.
enum ExitStatus : int {
  kDone = 0,
  /// The output could not be written; for diff: the runs differ.
  kFailed = 1,
  /// The arguments or the files were wrong, or the world's motion had no bounds.
  kBadInput = 2,
};

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

/// What both programs do around their main function: exceptions become messages.
int GuardedMain(int (*main)(int argc, char** argv), int argc, char** argv);

}  // namespace surefoot::cli
