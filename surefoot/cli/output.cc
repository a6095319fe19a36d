#include "surefoot/cli/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

#include "surefoot/base/text.h"

namespace surefoot::cli {
namespace {

bool WantsColor(std::FILE* stream) {
  if (!IsTerminal(stream)) return false;
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (no_color == nullptr || *no_color == '\0') &&
         (terminal == nullptr || std::strcmp(terminal, "dumb") != 0);
}

const char* Code(Color color) {
  constexpr const char* kCodes[] = {"31;1", "33", "32", "36", "1"};
  return kCodes[static_cast<std::size_t>(color)];
}

}  // namespace

std::string Counted(long long count, const std::string& singular) {
  return std::to_string(count) + " " + singular + (count == 1 ? "" : "s");
}

bool IsTerminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

int TerminalWidth(std::FILE* stream) {
  winsize size = {};
  if (::ioctl(::fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string Colored(std::FILE* stream, Color color, const std::string& text) {
  if (!WantsColor(stream)) return text;
  return StrFormat("\x1b[%sm", Code(color)) + text + "\x1b[0m";
}

bool WriteResult(const std::string& text) {
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
    PrintError("there is not enough memory for this input");
    return kBadInput;
  } catch (const std::exception& failure) {
    // Surefoot does not throw; this is a library's mistake.
    PrintError(failure.what());
    return kFailed;
  }
}

}  // namespace surefoot::cli
