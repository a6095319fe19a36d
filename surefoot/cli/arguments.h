#pragma once

/// The words after `surefoot`: which may be there, and where their values go. What parses them
/// (CLI11, slow to compile) is known to arguments.cc and describe_commands.cc alone.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace CLI {
class App;
}

namespace surefoot::cli {

/// Where a value goes. Lists take several.
using ArgumentValue =
    std::variant<std::string*, double*, int*, std::optional<double>*, std::optional<int>*,
                 std::optional<std::uint64_t>*, std::vector<std::string>*>;

/// How a run uses engine instances and threads.
struct ParallelOptions {
  /// "on" or "off"; empty: as usual.
  std::string islands;
  /// 0: one per core.
  int threads = 0;
};

/// Checks the text of a value; an empty answer: it is right.
using ArgumentCheck = std::string (*)(const std::string& text);
std::string CheckSeconds(const std::string& text);
std::string CheckPositiveSeconds(const std::string& text);
std::string CheckSeed(const std::string& text);
std::string CheckJobs(const std::string& text);
std::string CheckCount(const std::string& text);

/// A finite number and nothing else.
std::optional<double> ParseNumber(const std::string& text);
/// "0.1,0.2": finite numbers with commas between; empty when one is none.
std::vector<double> ParseNumbers(const std::string& text);

/// The arguments of one command.
class CommandArguments {
 public:
  explicit CommandArguments(CLI::App* app) : app_(app) {}

  /// Values without a name, in this order.
  void Positional(const char* name, ArgumentValue value, const char* help) const;
  void OptionalPositional(const char* name, ArgumentValue value, const char* help) const;
  /// `type` stands for the value in the help.
  void Option(const char* name, ArgumentValue value, const char* type, const char* help,
              ArgumentCheck check = nullptr) const;
  /// One or more words, at least one of them.
  void RequiredList(const char* name, std::vector<std::string>* values, const char* type,
                    const char* help) const;
  /// One or more words, when it is there.
  void Words(const char* name, std::vector<std::string>* values, const char* type,
             const char* help) const;
  /// May be repeated, a value each.
  void Repeated(const char* name, std::vector<std::string>* values, const char* type,
                const char* help) const;
  /// May be repeated, and takes several values with commas between them.
  void List(const char* name, std::vector<std::string>* values, const char* type,
            const char* help) const;
  void Flag(const char* name, bool* value, const char* help) const;
  /// "on" when it is given.
  void Switch(const char* name, std::string* value, const char* help) const;
  /// After all options: how they are used, with examples.
  void Footer(const char* text) const;

  /// What several commands have.
  void Contact(std::string* contact) const;
  /// --islands on|off and --threads.
  void Parallel(ParallelOptions* parallel) const;
  /// --pictures drop|all.
  void Pictures(std::string* pictures) const;
  void Json(bool* json) const;

 private:
  CLI::App* app_;
};

/// All commands of the program.
class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  /// `run` gives the exit status.
  CommandArguments Add(const char* name, const char* help, std::function<int()> run);
  /// A command that runs with the options which its arguments fill; they live as long as it does.
  template <typename Options>
  Options* Add(const char* name, const char* help, std::function<int(const Options&)> run) {
    const auto options = std::make_shared<Options>();
    AddArguments(Add(name, help, [=] { return run(*options); }), options.get());
    return options.get();
  }
  /// Absent: go on with Run(). Else all was said already, and this is the exit status.
  /// The last argument may be `--describe` (prints the options as JSON) or `--only-parse` (checks
  /// the arguments and runs nothing); both are for tools and not in the help.
  std::optional<int> Parse(int argc, char** argv);
  /// Runs the command that was given.
  int Run() const { return runs_.at(command_)(); }

 private:
  std::unique_ptr<CLI::App> app_;
  std::map<std::string, std::function<int()>> runs_;
  std::string command_;
};

}  // namespace surefoot::cli
