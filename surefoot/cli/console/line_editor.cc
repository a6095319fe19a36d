#include "surefoot/cli/console/line_editor.h"

#include <editline/readline.h>

#include <cstdlib>
#include <cstring>

namespace surefoot::cli {
namespace {

/// The library calls functions without any argument of ours, so there can be one editor at a time.
struct Present {
  LineEditor::Completer completer;
  std::vector<std::string> words;
};
Present& ThePresent() {
  static Present present;
  return present;
}

/// Called until it gives nullptr; the library frees what it gets.
char* NextWord(const char*, int already) {
  const std::vector<std::string>& words = ThePresent().words;
  const auto index = static_cast<std::size_t>(already);
  static std::size_t at = 0;
  at = index == 0 ? 0 : at + 1;
  return at < words.size() ? strdup(words[at].c_str()) : nullptr;
}

char** CompleteAt(const char* word, int, int end) {
  const std::string line(rl_line_buffer, static_cast<std::size_t>(end));
  ThePresent().words = ThePresent().completer(line);
  // Files are not meant where nothing fits.
  rl_attempted_completion_over = 1;
  return rl_completion_matches(word, NextWord);
}

}  // namespace

LineEditor::LineEditor(Completer completer) {
  ThePresent().completer = std::move(completer);
  static char breaks[] = " \t";
  static char name[] = "surefoot";
  rl_readline_name = name;
  rl_completer_word_break_characters = breaks;
  rl_basic_word_break_characters = breaks;
  rl_attempted_completion_function = CompleteAt;
  using_history();
}

LineEditor::~LineEditor() {
  rl_attempted_completion_function = nullptr;
  ThePresent() = Present();
}

std::optional<std::string> LineEditor::Ask(const std::string& prompt) {
  char* line = readline(prompt.c_str());
  if (line == nullptr) return std::nullopt;
  std::string text = line;
  std::free(line);
  if (!text.empty()) add_history(text.c_str());
  return text;
}

}  // namespace surefoot::cli
