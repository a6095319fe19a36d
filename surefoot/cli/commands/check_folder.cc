#include "surefoot/cli/commands/check_folder.h"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "surefoot/base/items.h"
#include "surefoot/base/process/child_process.h"
#include "surefoot/base/text.h"
#include "surefoot/cli/json_output.h"
#include "surefoot/cli/output.h"
#include "surefoot/cli/problem_report.h"
#include "surefoot/formats/xml_file.h"

// Each file is checked in a child process, several at a time: a file that crashes or hangs a
// library must not stop the check of a whole collection.

namespace surefoot::cli {
namespace {

namespace fs = std::filesystem;

/// The root element of a file is within its first bytes, also after a licence.
constexpr std::size_t kHeadBytes = 64 * 1024;
/// Of folders. Links are not followed, so this only bounds the recursion.
constexpr int kMaxDepth = 64;
/// Of the table of frequent messages; --json has all.
constexpr std::size_t kMaxMessages = 15;
constexpr std::size_t kMaxMessageLength = 100;

std::string Ending(const fs::path& path) {
  std::string ending = path.extension().string();
  if (!ending.empty()) ending.erase(0, 1);
  return Lower(ending);
}

/// True if the first <robot> of the text has the attribute name: a file of macros only has none.
bool IsNamed(const std::string& head) {
  const std::size_t robot = head.find("<robot");
  const std::size_t end = head.find('>', robot == std::string::npos ? 0 : robot);
  if (robot == std::string::npos || end == std::string::npos) return false;
  return head.substr(robot, end - robot).find(" name=") != std::string::npos;
}

bool IsDescription(const formats::FormatRegistry& registry, const fs::path& path) {
  const std::string ending = Ending(path);
  const bool by_content = ending == "xml";
  std::string head;
  if (by_content || ending == "xacro") {
    Problems ignored;
    head = formats::ReadTextFileHead(path.string(), kHeadBytes, &ignored).value_or("");
  }
  if (ending == "xacro") return IsNamed(head);
  for (const auto& [name, format] : registry.entries()) {
    const bool known =
        std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end();
    if (by_content ? format.matches != nullptr && format.matches(head) : known) return true;
  }
  return false;
}

/// Folders of colcon and catkin workspaces and of npm with copies of files.
bool IsSkipped(const std::string& folder) {
  static const std::set<std::string> names = {"build", "install", "log", "node_modules",
                                              "__pycache__"};
  return folder.empty() || folder[0] == '.' || names.count(folder) > 0;
}

void ListBelow(const formats::FormatRegistry& formats, const fs::path& folder, int depth,
               std::vector<std::string>* files) {
  std::error_code error;
  if (depth > kMaxDepth) return;
  for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
       !error && it != end; it.increment(error)) {
    const fs::path& path = it->path();
    const std::string name = path.filename().string();
    std::error_code ignored;
    if (it->is_directory(ignored)) {
      const bool link = it->is_symlink(ignored);
      if (!link && !IsSkipped(name)) ListBelow(formats, path, depth + 1, files);
    } else if (name[0] != '.' && it->is_regular_file(ignored) && IsDescription(formats, path)) {
      files->push_back(path.string());
    }
  }
}

/// The first line of a message with "..." for quoted names and N for numbers: the same for all
/// files with the same kind of problem.
std::string Kind(const std::string& message) {
  std::string kind;
  bool quoted = false, number = false;
  for (const char c : message.substr(0, message.find('\n'))) {
    if (c == '"') {
      if (!quoted) kind += "\"...\"";
      quoted = !quoted;
      continue;
    }
    if (quoted) continue;
    const bool digit = std::isdigit(static_cast<unsigned char>(c)) != 0;
    if (!digit || !number) kind += digit ? 'N' : c;
    number = digit;
  }
  if (kind.size() > kMaxMessageLength) kind = kind.substr(0, kMaxMessageLength - 3) + "...";
  return kind;
}

/// The result of the child process, or how it failed.
FileCheck CheckInChild(const std::string& file, const CheckOptions& options) {
  ChildOptions child;
  // "-x.sdf" would be an option.
  const std::string argument = file[0] == '-' ? "./" + file : file;
  child.arguments = {"/proc/self/exe", "check", argument, "--json"};
  if (!options.contact.empty()) {
    child.arguments.insert(child.arguments.end(), {"--contact", options.contact});
  }
  if (!options.engine.empty()) {
    child.arguments.insert(child.arguments.end(), {"--engine", options.engine});
  }
  if (options.run > 0.0) {
    child.arguments.push_back("--run");
    // 17 digits reproduce every double exactly.
    child.arguments.push_back(StrFormat("%.17g", options.run));
  }
  child.timeout = options.time_limit;
  const Result<ChildResult> result = RunChild(child);
  FileCheck check;
  check.file = file;
  const Source source{file, 0, ""};
  if (!result.ok()) {
    check.problems.Error(source, result.error().message);
  } else if (result->timed_out) {
    check.problems.Error(source, "the check took too long and was stopped",
                         StrFormat("%g s", options.time_limit), "increase --time-limit");
  } else if (result->signal != 0 || !ParseFileCheck(result->output, &check)) {
    check.problems.Error(source, "the check crashed",
                         result->signal != 0 ? "signal " + std::to_string(result->signal)
                                             : "exit status " + std::to_string(result->exit_status),
                         "this is a defect of Surefoot; please report it with the file");
  }
  check.file = file;
  return check;
}

/// ":12: message (value)", in one line.
std::string FirstError(const FileCheck& check) {
  for (const Problem& problem : check.problems.all()) {
    if (problem.severity != Severity::kError) continue;
    std::string text = problem.message.substr(0, problem.message.find('\n'));
    if (!problem.value.empty()) text += " (" + problem.value.substr(0, 60) + ")";
    const int line = problem.source.line;
    return (line > 0 ? ":" + std::to_string(line) : "") + ": " + text;
  }
  return ": " + check.run_error.substr(0, check.run_error.find('\n'));
}

std::string LineOf(const FileCheck& check) {
  const int errors = check.problems.error_count();
  const int warnings = CountOf(check.problems, Severity::kWarning);
  std::string word = warnings > 0 ? Counted(warnings, "warning") : "ok";
  Color color = warnings > 0 ? Color::kYellow : Color::kGreen;
  if (!check.ok()) {
    word = errors > 0 ? Counted(errors, "error") : "does not run";
    color = Color::kRed;
  }
  return Colored(stdout, color, StrFormat("%-12s", word.c_str())) + " " + check.file +
         (check.ok() ? "" : FirstError(check)) + "\n";
}

/// Checks files on several threads and prints their lines in the order of the files. A thread only
/// waits for a child process, so more threads than cores do no harm.
class Checker {
 public:
  Checker(const std::vector<std::string>& files, const CheckOptions& options)
      : files_(files), options_(options), results_(files.size()) {}

  std::vector<FileCheck> Run() {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t requested =
        options_.jobs > 0 ? static_cast<std::size_t>(options_.jobs) : std::size_t{cores};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < std::min(requested, files_.size()); ++i) {
      threads.emplace_back([this] { Work(); });
    }
    for (std::thread& thread : threads) thread.join();
    if (shows_progress_) std::fputs("\r\033[K", stderr);
    return Mapped<FileCheck>(results_,
                             [&](std::optional<FileCheck>& result) { return std::move(*result); });
  }

  bool written() const { return written_; }

 private:
  void Work() {
    for (std::size_t i = next_++; i < files_.size(); i = next_++) {
      FileCheck check = CheckInChild(files_[i], options_);
      // Also for the streams: a result and the progress must not mix.
      const std::lock_guard<std::mutex> lock(mutex_);
      results_[i] = std::move(check);
      ++done_;
      if (shows_progress_) std::fputs("\r\033[K", stderr);
      while (!options_.json && printed_ < results_.size() && results_[printed_]) {
        written_ = WriteResult(LineOf(*results_[printed_++])) && written_;
      }
      if (shows_progress_) {
        std::fprintf(stderr, "[%zu of %zu]", done_, files_.size());
        std::fflush(stderr);
      }
    }
  }

  const std::vector<std::string>& files_;
  const CheckOptions& options_;
  const bool shows_progress_ = IsTerminal(stderr);
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::vector<std::optional<FileCheck>> results_;
  std::size_t done_ = 0;
  std::size_t printed_ = 0;
  bool written_ = true;
};

std::string Summary(const std::vector<FileCheck>& checks, const CheckOptions& options) {
  std::string text;
  const std::vector<MessageCount> messages = CountMessages(checks);
  if (!messages.empty()) {
    TextTable table({TextTable::Align::kRight, TextTable::Align::kRight, TextTable::Align::kLeft,
                     TextTable::Align::kLeft});
    table.Add({"files", "times", "", "most frequent messages"});
    for (std::size_t i = 0; i < std::min(messages.size(), kMaxMessages); ++i) {
      table.Add({std::to_string(messages[i].files), std::to_string(messages[i].count),
                 SeverityName(messages[i].severity), messages[i].message});
    }
    text += "\n" + table.ToString();
  }
  int failed = 0, warned = 0;
  for (const FileCheck& check : checks) {
    failed += check.ok() ? 0 : 1;
    warned += check.ok() && CountOf(check.problems, Severity::kWarning) > 0 ? 1 : 0;
  }
  text += "\n" + Counted(static_cast<long long>(checks.size()), "file") + ": " +
          std::to_string(static_cast<int>(checks.size()) - failed) + " ok (" +
          std::to_string(warned) + " with warnings), " + std::to_string(failed) + " wrong";
  if (options.run > 0.0) text += StrFormat("; each was run for %g s", options.run);
  return text + "\n";
}

}  // namespace

std::vector<std::string> ListDescriptions(const formats::FormatRegistry& formats,
                                          const std::string& folder) {
  std::vector<std::string> files;
  ListBelow(formats, folder, 0, &files);
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<MessageCount> CountMessages(const std::vector<FileCheck>& checks) {
  std::map<std::pair<Severity, std::string>, MessageCount> kinds;
  for (const FileCheck& check : checks) {
    std::set<std::pair<Severity, std::string>> here;
    for (const Problem& problem : check.problems.all()) {
      if (problem.severity == Severity::kNote) continue;
      const auto key = std::make_pair(problem.severity, Kind(problem.message));
      MessageCount& kind = kinds[key];
      kind.severity = key.first;
      kind.message = key.second;
      ++kind.count;
      if (here.insert(key).second) ++kind.files;
    }
  }
  auto sorted = Mapped<MessageCount>(kinds, [&](const auto& entry) { return entry.second; });
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const MessageCount& a, const MessageCount& b) { return a.files > b.files; });
  return sorted;
}

int CheckFolders(const Parts& parts, const CheckOptions& options) {
  std::vector<std::string> files;
  for (const std::string& file : options.files) {
    std::error_code error;
    if (!fs::is_directory(file, error)) {
      files.push_back(file);
      continue;
    }
    const std::vector<std::string> found = ListDescriptions(parts.formats, file);
    files.insert(files.end(), found.begin(), found.end());
  }
  if (files.empty()) {
    PrintError("no worlds or models in '" + options.files.front() + "'");
    return kBadInput;
  }
  Checker checker(files, options);
  const std::vector<FileCheck> checks = checker.Run();
  const std::string result = options.json ? FolderJson(checks) : Summary(checks, options);
  const bool written = WriteResult(result) && checker.written();
  const bool all_ok =
      std::all_of(checks.begin(), checks.end(), [](const FileCheck& check) { return check.ok(); });
  if (!all_ok) return kBadInput;
  return written ? kDone : kFailed;
}

}  // namespace surefoot::cli
