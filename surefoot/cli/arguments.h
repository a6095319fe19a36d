#pragma once

/// The command line: which arguments a command accepts, and which variables they fill. CLI11, which
/// parses them and compiles slowly, is included in arguments.cc and the files of the help only.
///
///   CommandLine line;
///   line.Add<DiffOptions>("diff", "Find the step in which ...", DiffCommand);
///   const std::optional<int> done = line.Parse(argc, argv);
///   return done ? *done : line.Run();

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "surefoot/cli/completion.h"

namespace CLI {
class App;
}

namespace surefoot::cli {

/// The variable that a value fills. It must outlive the CommandLine. Lists accept several values;
/// an optional stays empty when the argument is not given.
using ArgumentValue =
    std::variant<std::string*, double*, int*, std::optional<double>*, std::optional<int>*,
                 std::optional<std::uint64_t>*, std::vector<std::string>*>;

/// How a run uses engine instances and threads.
struct ParallelOptions {
  /// "on" or "off"; empty: the engine's default.
  std::string islands;
  /// 0: one per core.
  int threads = 0;
};

/// Returns the error of a value's text; "" if the text is accepted. CLI11 puts the option's name
/// before the error.
using ArgumentCheck = std::string (*)(const std::string& text);
/// A number of seconds, or "inf".
std::string CheckSeconds(const std::string& text);
/// More than 0 s.
std::string CheckPositiveSeconds(const std::string& text);
/// A whole number from 0 to 2^64 - 1.
std::string CheckSeed(const std::string& text);
/// A number of threads or processes, 1 to 1000.
std::string CheckJobs(const std::string& text);
/// A whole number from 1 to a million.
std::string CheckCount(const std::string& text);

/// A finite number and nothing else: "1.5", but neither "1.5m" nor "nan".
std::optional<double> ParseNumber(const std::string& text);
/// "0.1,0.2": finite numbers separated by commas; empty if one of them is not a finite number.
std::vector<double> ParseNumbers(const std::string& text);

/// The arguments of one command. A file of a command has one function AddArguments that calls these
/// methods in the order of the help.
class CommandArguments {
 public:
  explicit CommandArguments(CLI::App* app) : app_(app) {}

  /// Arguments without "--", in the order of the calls. Optional ones must come last.
  void Positional(const char* name, ArgumentValue value, const char* help) const;
  void OptionalPositional(const char* name, ArgumentValue value, const char* help) const;
  /// `type` is the placeholder of the value in the help; "on|off" and FILE, DIR, WORLD also
  /// determine the shell completion (option_data.h).
  void Option(const char* name, ArgumentValue value, const char* type, const char* help,
              ArgumentCheck check = nullptr) const;
  /// A required option with one or more values: --real A B.
  void RequiredList(const char* name, std::vector<std::string>* values, const char* type,
                    const char* help) const;
  /// An option with one or more values: --sim A B.
  void Words(const char* name, std::vector<std::string>* values, const char* type,
             const char* help) const;
  /// An option that may be repeated, with one value each: --start 0,0 --start 1,0.
  void Repeated(const char* name, std::vector<std::string>* values, const char* type,
                const char* help) const;
  /// An option that may be repeated, and accepts several values separated by commas.
  void List(const char* name, std::vector<std::string>* values, const char* type,
            const char* help) const;
  /// States what the values of an argument are names of, for the completion of shells.
  void Names(const char* name, NameKind kind) const;
  /// The option `name` was called `old_name`, which is accepted with a warning (base/old_name.h).
  /// To be called after the option is added.
  void OldName(const char* old_name, const char* name) const;
  void Flag(const char* name, bool* value, const char* help) const;
  /// A flag of a gateway, whose options are texts: `value` becomes "on".
  void Switch(const char* name, std::string* value, const char* help) const;
  /// The text after all options: remarks, then examples, whose lines begin with two blanks.
  void Footer(const char* text) const;

  /// Options of several commands. --contact engine|tyre|soil.
  void Contact(std::string* contact) const;
  /// --ros-parameters FILE.
  void RosParameters(std::string* file) const;
  /// --islands on|off and --threads.
  void Parallel(ParallelOptions* parallel) const;
  /// --pictures drop|all.
  void Pictures(std::string* pictures) const;
  void Json(bool* json) const;

 private:
  CLI::App* app_;
};

/// All commands of the program. The options of a command live as long as this object.
class CommandLine {
 public:
  CommandLine();
  ~CommandLine();

  /// `run` returns the exit status.
  CommandArguments Add(const char* name, const char* help, std::function<int()> run);
  /// A command whose arguments fill the returned options.
  template <typename Options>
  Options* Add(const char* name, const char* help, std::function<int(const Options&)> run) {
    const auto options = std::make_shared<Options>();
    AddArguments(Add(name, help, [=] { return run(*options); }), options.get());
    return options.get();
  }
  /// Adds `help` and `completion`, which describe the other commands. `names` must not be empty.
  void AddHelp(const NameSource& names);
  /// Absent: continue with Run(). Otherwise everything was printed, and this is the exit status.
  /// The last argument may be `--describe` (prints the options as JSON) or `--only-parse` (checks
  /// the arguments and runs nothing); both are for tools and not in the help.
  std::optional<int> Parse(int argc, char** argv);
  /// Runs the command that was parsed; returns its exit status.
  int Run() const { return runs_.at(command_)(); }

 private:
  std::unique_ptr<CLI::App> app_;
  /// Prints the help or the manual page of a command; of the program for an empty name.
  int PrintHelp(const std::string& command, bool man) const;

  std::map<std::string, std::function<int()>> runs_;
  std::string command_;
  NameSource names_;
};

}  // namespace surefoot::cli
