/// What can stand at the end of a line that is being written.

#include <algorithm>

#include "surefoot/base/index.h"
#include "surefoot/base/text.h"
#include "surefoot/events/command.h"
#include "surefoot/world/parse.h"

namespace surefoot::events {
namespace {

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
    std::vector<std::string> names = NamesOf(AllCommands());
    names.insert(names.end(), {"help", "quit"});
    std::sort(names.begin(), names.end());
    AddBegun(names, &out);
    return out;
  }
  if (words.front() == "help") {
    AddBegun(NamesOf(AllCommands()), &out);
    return out;
  }
  for (const CommandHelp& help : AllCommands()) {
    if (help.name == words.front()) CompleteArgument(help, words.size() - 2, &out);
  }
  return out;
}

}  // namespace surefoot::events
