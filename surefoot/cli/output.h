#pragma once

/// Text for people: colours, the two streams. Results go to standard output, all else
/// to standard error.

#include <cstdio>
#include <string>
#include <vector>

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

/// Rows of cells in aligned columns, two blanks apart.
class TextTable {
 public:
  enum class Align { kLeft, kRight };

  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns.
  void Add(std::vector<std::string> row);

  /// Without blanks at the ends of lines. The last column is broken between words where a line
  /// would be longer than `width`.
  std::string ToString(std::size_t width = 1000) const;

 private:
  std::vector<std::size_t> Widths() const;

  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// The text in lines of at most `width` columns, broken between words; a longer word stays whole.
std::vector<std::string> WrapWords(const std::string& text, std::size_t width);

/// Columns that a terminal gives to UTF-8 text of ordinary letters.
std::size_t DisplayWidth(const std::string& text);

}  // namespace surefoot::cli
