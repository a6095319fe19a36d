/// What can stand at the end of a line that is being written.

#include <algorithm>

#include "surefoot/events/command.h"
#include "surefoot/world/parse.h"

namespace surefoot::events {
namespace {

std::vector<std::string> SplitAt(const std::string& text, char mark) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t end = text.find(mark); end != std::string::npos; end = text.find(mark, start)) {
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  parts.push_back(text.substr(start));
  return parts;
}

void AddBegun(const std::vector<std::string>& words, Completion* out) {
  for (const std::string& word : words) {
    if (word.starts_with(out->begun)) out->words.push_back(word);
  }
}

/// Positions after the last that is described repeat it where it is a kind of which there may be
/// several.
void CompleteArgument(const CommandHelp& help, std::size_t position, Completion* out) {
  const std::vector<std::string> slots = world::SplitWords(help.completes);
  const bool repeats = help.name == "fire" && !slots.empty();
  if (position >= slots.size() && !repeats) return;
  const std::string& slot = slots[std::min(position, slots.size() - 1)];
  const std::vector<std::string>& kinds = NameKinds();
  if (slot == "kind") return AddBegun(kinds, out);
  if (std::find(kinds.begin(), kinds.end(), slot) != kinds.end()) {
    out->kind = slot;
    return;
  }
  AddBegun(SplitAt(slot, '|'), out);
}

}  // namespace

Completion CompleteLine(const std::string& line) {
  std::vector<std::string> words = world::SplitWords(line);
  const bool new_word = line.empty() || line.back() == ' ' || line.back() == '\t';
  Completion out;
  if (new_word) words.emplace_back();
  out.begun = words.back();
  if (words.size() == 1) {
    std::vector<std::string> names = {"help", "quit"};
    for (const CommandHelp& help : AllCommands()) names.push_back(help.name);
    std::sort(names.begin(), names.end());
    AddBegun(names, &out);
    return out;
  }
  if (words.front() == "help") {
    std::vector<std::string> names;
    for (const CommandHelp& help : AllCommands()) names.push_back(help.name);
    AddBegun(names, &out);
    return out;
  }
  for (const CommandHelp& help : AllCommands()) {
    if (help.name == words.front()) CompleteArgument(help, words.size() - 2, &out);
  }
  return out;
}

}  // namespace surefoot::events
