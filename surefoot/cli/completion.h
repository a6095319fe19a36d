#pragma once

/// Shell completion of the commands, their options and the values of these. The scripts for the
/// shells are a few lines: at each Tab they run `surefoot complete -- WORD...`, which answers from
/// the data that CLI11 parses with, so they never differ from the program and need no update.
///
///   surefoot completion bash >~/.local/share/bash-completion/completions/surefoot
///
/// The protocol between script and program: a line per candidate, "CANDIDATE<Tab>DESCRIPTION", and
/// ":files" or ":folders" when names of files or folders are accepted, too.

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace surefoot::cli {

/// What the values of an argument are names of.
enum class NameKind { kWorlds, kModels, kEngines, kExperiments };

/// The names of that kind. Called only for arguments that need them, because it reads folders.
using NameSource = std::function<std::vector<std::string>(NameKind kind)>;

/// The lines of the protocol for these words, those after `surefoot`. The last one is the word that
/// is being completed; it may be empty.
std::string CompletionLines(const CLI::App& app, std::vector<std::string> words,
                            const NameSource& names);

/// The script for "bash", "zsh" or "fish"; empty for another shell.
std::string CompletionScript(const std::string& shell);

/// The shells that have a script.
std::vector<std::string> CompletionShells();

}  // namespace surefoot::cli
