#pragma once

/// The command line of a benchmark:
///   Arguments arguments(kHelp);
///   arguments.Value("--page", &options.page);
///   arguments.Flag("--quick", [&] { rounds = 5; });
///   if (const auto code = arguments.Read(argc, argv)) return *code;

#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace surefoot {

class Arguments {
 public:
  explicit Arguments(const char* help) : help_(help) {}

  void Flag(const char* name, std::function<void()> set) { flags_[name] = std::move(set); }
  void Flag(const char* name, bool* value) {
    Flag(name, [value] { *value = true; });
  }

  void Value(const char* name, std::function<void(const char*)> set) {
    values_[name] = std::move(set);
  }
  template <typename T>
  void Value(const char* name, T* value) {
    Value(name, [value](const char* text) { Take(text, value); });
  }
  /// An option that may be given several times.
  template <typename T>
  void Value(const char* name, std::vector<T>* values) {
    Value(name, [values](const char* text) {
      values->emplace_back();
      Take(text, &values->back());
    });
  }

  /// Receives arguments without a leading "-"; without this call there must be none.
  void Others(std::function<void(const char*)> set) { others_ = std::move(set); }

  /// Empty when all arguments were accepted; else the help was printed, and this is the exit status
  /// of the program.
  std::optional<int> Read(int argc, char** argv) const;
  /// Prints the help to standard error and returns the program's exit status.
  int Refuse() const;

 private:
  static void Take(const char* text, std::string* value) { *value = text; }
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  static void Take(const char* text, T* value) {
    if constexpr (std::is_floating_point_v<T>) {
      *value = std::atof(text);
    } else {
      *value = std::is_signed_v<T> ? static_cast<T>(std::strtoll(text, nullptr, 10))
                                   : static_cast<T>(std::strtoull(text, nullptr, 10));
    }
  }

  const char* help_;
  std::map<std::string, std::function<void()>> flags_;
  std::map<std::string, std::function<void(const char*)>> values_;
  std::function<void(const char*)> others_;
};

}  // namespace surefoot
