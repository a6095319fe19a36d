#include "surefoot/cli/output.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <sstream>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/base/text.h"

// Results go to standard output, everything else to standard error, so that a pipe receives results
// only. Colours are used on terminals only.

namespace surefoot::cli {
namespace {

/// Escape sequences in a file or a pipe would be noise, so only terminals get colours.
bool UseColor(std::FILE* stream) {
  if (!IsTerminal(stream)) return false;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (no_color == nullptr || *no_color == '\0') &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

/// SGR parameters of ECMA-48, in the order of Color.
const char* Code(Color color) {
  constexpr const char* kCodes[] = {"31;1", "33", "32", "36", "1"};
  return kCodes[static_cast<std::size_t>(color)];
}

}  // namespace

std::string Counted(long long count, const std::string& singular) {
  return std::to_string(count) + " " + singular + (count == 1 ? "" : "s");
}

bool IsTerminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

bool IsJournal(std::FILE* stream) {
  // Device and inode of the journal's socket. Programs that a service starts inherit the variable,
  // but may have other streams.
  const char* given = std::getenv("JOURNAL_STREAM");
  struct stat info {};
  if (given == nullptr || ::fstat(::fileno(stream), &info) != 0) return false;
  return given == std::to_string(info.st_dev) + ":" + std::to_string(info.st_ino);
}

int TerminalWidth(std::FILE* stream) {
  // Some terminals (serial lines, Emacs) report 0 columns.
  winsize size = {};
  if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string Colored(std::FILE* stream, Color color, const std::string& text) {
  if (!UseColor(stream)) return text;
  return StrFormat("\x1b[%sm", Code(color)) + text + "\x1b[0m";
}

bool WriteResult(const std::string& text) {
  // fwrite() only fills a buffer: errors such as a full disk appear when it is flushed.
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) {
    return true;
  }
  PrintError(std::string("cannot write the result: ") + std::strerror(errno));
  return false;
}

void PrintError(const std::string& text) {
  const std::string label = Colored(stderr, Color::kRed, "error:");
  std::fprintf(stderr, "surefoot: %s %s\n", label.c_str(), text.c_str());
}

int GuardedMain(int (*main)(int argc, char** argv), int argc, char** argv) {
  try {
    return main(argc, argv);
  } catch (const std::bad_alloc&) {
    // A size in a file was too large: the input is at fault.
    PrintError("not enough memory for this input");
    return kBadInput;
  } catch (const std::exception& failure) {
    // Surefoot itself does not throw: a third-party library failed.
    PrintError(failure.what());
    return kFailed;
  }
}

std::size_t DisplayWidth(const std::string& text) {
  // Every byte except the continuation bytes of UTF-8 (10xxxxxx) begins a character.
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) >> 6) != 2; }));
}

void TextTable::Add(std::vector<std::string> row) {
  SUREFOOT_CHECK(row.size() == columns_.size(),
                 "the row has a different number of cells than the table");
  rows_.push_back(std::move(row));
}

// Greedy: words are added to a line as long as they fit.
std::vector<std::string> WrapWords(const std::string& text, std::size_t width) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && DisplayWidth(lines.back()) + 1 + DisplayWidth(word) > width) {
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

std::vector<std::size_t> TextTable::Widths() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  return widths;
}

std::string TextTable::ToString(std::size_t width) const {
  // One blank would not separate columns of texts with several words.
  constexpr std::size_t kGap = 2;
  const std::vector<std::size_t> widths = Widths();
  std::size_t indent = 0;  // where the last column begins
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) indent += widths[i] + kGap;
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - DisplayWidth(row[i]), ' ');
      if (i > 0) line.append(kGap, ' ');
      if (columns_[i] == Align::kRight) {
        line += padding + row[i];
      } else if (i + 1 < row.size() || indent + DisplayWidth(row[i]) <= width) {
        line += row[i] + padding;
      } else {
        // The last column continues below its own beginning, so columns stay separate.
        const std::string next_line = "\n" + std::string(indent, ' ');
        const auto parts = WrapWords(row[i], std::max(width, indent + 1) - indent);
        for (const std::string& part : parts) line += (&part == &parts[0] ? "" : next_line) + part;
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace surefoot::cli
