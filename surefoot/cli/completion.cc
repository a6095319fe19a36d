#include "surefoot/cli/completion.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "surefoot/cli/option_data.h"

// Candidates are computed by the program itself from the same data as its parser, so the scripts of
// the shells are short and never out of date.

namespace surefoot::cli {
namespace {

struct Candidates {
  std::string lines;
  /// Only candidates that begin with this are listed; shells filter, too, but by other rules.
  std::string prefix;
  /// Put before each candidate: "--engine=" where a shell passes "--engine=mu" as one word.
  std::string before;

  void Add(const std::string& candidate, const std::string& description = "") {
    if (candidate.compare(0, prefix.size(), prefix) != 0) return;
    lines += before + candidate + "\t" + description + "\n";
  }
};

/// The first line of a help text: descriptions in menus have one line.
std::string FirstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

/// The option of that name; nullptr for words that are not options, and for unknown ones.
const CLI::Option* FindOption(const CLI::App& command, const std::string& word) {
  if (word.size() < 2 || word[0] != '-') return nullptr;
  return command.get_option_no_throw(word);
}

/// Candidates for the value of an option or argument.
void AddValues(const CLI::Option& option, const NameSource& names, Candidates* found) {
  for (const std::string& value : ListedValues(option)) found->Add(value);
  for (const NameKind kind : NameKindsOf(option)) {
    for (const std::string& name : names(kind)) found->Add(name);
  }
  const PathKind path = PathKindOf(option);
  if (path == PathKind::kFile) found->lines += ":files\n";
  if (path == PathKind::kFolder) found->lines += ":folders\n";
}

/// The names of all options, with the first line of their help.
void AddOptions(const CLI::App& command, Candidates* found) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string help = FirstLine(option->get_description());
    for (const std::string& name : option->get_lnames()) found->Add("--" + name, help);
    for (const std::string& name : option->get_snames()) found->Add("-" + name, help);
  }
}

/// Names of the commands, with their lines in the list of commands.
void AddCommandNames(const CLI::App& app, Candidates* found) {
  for (const CLI::App* command : VisibleCommands(app)) {
    found->Add(command->get_name(), command->get_description());
  }
}

/// The argument without a name that the next word fills, given the words before it. The last one
/// of a command may take several words.
const CLI::Option* NextPositional(const CLI::App& command, const std::vector<std::string>& before) {
  std::vector<const CLI::Option*> positionals;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) positionals.push_back(option);
  }
  std::size_t filled = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const CLI::Option* option = FindOption(command, before[i]);
    if (option != nullptr && TakesValue(*option)) {
      ++i;
    } else if (before[i].compare(0, 1, "-") != 0) {
      ++filled;
    }
  }
  if (filled < positionals.size()) return positionals[filled];
  if (positionals.empty() || positionals.back()->get_items_expected_max() <= 1) return nullptr;
  return positionals.back();
}

/// bash breaks words at "=": "--engine", "=", "mu". Joins them to "--engine", "mu".
void DropEqualSigns(std::vector<std::string>* words) {
  for (std::size_t i = 1; i < words->size(); ++i) {
    if ((*words)[i] != "=") continue;
    if (i + 1 == words->size()) {
      (*words)[i].clear();
    } else {
      words->erase(words->begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
}

/// Completes a word after the name of a command: the value of an option, an option or an argument.
void CompleteCommand(const CLI::App& command, const std::vector<std::string>& before,
                     const NameSource& names, Candidates* found) {
  const CLI::Option* option = before.empty() ? nullptr : FindOption(command, before.back());
  const std::size_t equal = found->prefix.find('=');
  if (option != nullptr && TakesValue(*option)) {
    AddValues(*option, names, found);
  } else if (found->prefix.compare(0, 2, "--") == 0 && equal != std::string::npos) {
    option = FindOption(command, found->prefix.substr(0, equal));
    found->before = found->prefix.substr(0, equal + 1);
    found->prefix.erase(0, equal + 1);
    if (option != nullptr) AddValues(*option, names, found);
  } else if (found->prefix.compare(0, 1, "-") == 0) {
    AddOptions(command, found);
  } else if (const CLI::Option* next = NextPositional(command, before); next != nullptr) {
    AddValues(*next, names, found);
  }
}

// `compopt -o filenames` only with files: it would escape and mark other candidates as paths.
constexpr char kBash[] = R"(# Completion of surefoot for bash, by `surefoot completion bash`.
_surefoot() {
  local line folders= files=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :files) files=1 ;;
      :folders) folders=1 ;;
      *) COMPREPLY+=("${line%%$'\t'*}") ;;
    esac
  done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  local current=${COMP_WORDS[COMP_CWORD]}
  [[ $current != '=' ]] || current=
  if [[ $files ]]; then
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
  elif [[ $folders ]]; then
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current")
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _surefoot surefoot
)";

// `_describe -V` keeps the order of the candidates. ":" separates a candidate from its description.
constexpr char kZsh[] = R"(#compdef surefoot
# Completion of surefoot for zsh, by `surefoot completion zsh`.
_surefoot() {
  local line
  local -a candidates
  local files= folders=
  while IFS= read -r line; do
    case $line in
      :files) files=1 ;;
      :folders) folders=1 ;;
      *) candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    esac
  done < <("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
  (( ${#candidates} )) && _describe -V surefoot candidates
  [[ -n $files ]] && _files
  [[ -n $folders ]] && _files -/
  return 0
}
if [[ $funcstack[1] == _surefoot ]]; then
  _surefoot "$@"
else
  compdef _surefoot surefoot
fi
)";

// fish reads the lines of the protocol as they are: candidate, Tab, description.
constexpr char kFish[] = R"(# Completion of surefoot for fish, by `surefoot completion fish`.
function __surefoot_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path "$current"
            case :folders
                __fish_complete_directories "$current" ''
            case '*'
                echo $line
        end
    end
end
complete -c surefoot -f -a '(__surefoot_complete)'
)";

}  // namespace

std::string CompletionLines(const CLI::App& app, std::vector<std::string> words,
                            const NameSource& names) {
  DropEqualSigns(&words);
  Candidates found;
  if (words.empty()) words.emplace_back();
  found.prefix = words.back();
  words.pop_back();
  if (words.empty()) {
    AddCommandNames(app, &found);
    if (found.prefix.compare(0, 1, "-") == 0) AddOptions(app, &found);
    return found.lines;
  }
  const CLI::App* command = FindCommand(app, words.front());
  if (command == nullptr) return "";
  words.erase(words.begin());
  if (command->get_name() == "help" && found.prefix.compare(0, 1, "-") != 0) {
    AddCommandNames(app, &found);
  } else {
    CompleteCommand(*command, words, names, &found);
  }
  return found.lines;
}

std::string CompletionScript(const std::string& shell) {
  if (shell == "bash") return kBash;
  if (shell == "zsh") return kZsh;
  return shell == "fish" ? kFish : "";
}

std::vector<std::string> CompletionShells() { return {"bash", "zsh", "fish"}; }

}  // namespace surefoot::cli
