#pragma once

/// Output for people: colours, tables, the two streams. Results go to standard output, everything
/// else (progress, warnings, errors) to standard error, so that `surefoot ... --json | jq` works.

#include <cstdio>
#include <string>
#include <vector>

namespace surefoot::cli {

/// The exit status of the program, the same for all commands.
enum ExitStatus : int {
  kDone = 0,
  /// The output could not be written; for diff: the runs differ.
  kFailed = 1,
  /// The arguments or the files were wrong, or the world's motion had no bounds.
  kBadInput = 2,
};

/// "1 model", "3 models". For nouns with a plural in -s only.
std::string Counted(long long count, const std::string& singular);

bool IsTerminal(std::FILE* stream);
/// Whether the stream is stored in the systemd journal (JOURNAL_STREAM, systemd.exec(5)).
bool IsJournal(std::FILE* stream);
/// Columns of the terminal behind `stream`; 80 if it is not a terminal.
int TerminalWidth(std::FILE* stream);

enum class Color { kRed, kYellow, kGreen, kCyan, kBold };

/// The text in that colour if `stream` is a terminal with colours; TERM=dumb and NO_COLOR
/// (https://no-color.org) switch them off.
std::string Colored(std::FILE* stream, Color color, const std::string& text);

/// Writes a result to standard output. False, after an error message, if it could not be written
/// completely: the disk is full, or the reader has closed the pipe.
bool WriteResult(const std::string& text);

/// "surefoot: error: text" on standard error.
void PrintError(const std::string& text);

/// Calls `main` and turns exceptions into messages: nothing that a file causes may end as a crash.
int GuardedMain(int (*main)(int argc, char** argv), int argc, char** argv);

/// Rows of cells in aligned columns, two blanks apart.
///
///   TextTable table({TextTable::Align::kLeft, TextTable::Align::kRight});
///   table.Add({"Steps", "20000"});
///   WriteResult(table.ToString());
class TextTable {
 public:
  enum class Align { kLeft, kRight };

  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  /// One cell per column.
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

/// Columns that UTF-8 text occupies on a terminal. Counts characters: wide ones (CJK) and combining
/// marks do not occur in Surefoot's tables.
std::size_t DisplayWidth(const std::string& text);

}  // namespace surefoot::cli
