#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// A POSIX extended regular expression (IEEE Std 1003.1-2017, Base Definitions 9.4), for
/// expressions that come from clients. The C library's regcomp is not safe for those: it expands
/// repetitions without limit ("((((a{1,100}){1,100}){1,100}){1,100})" takes gigabytes), and nested
/// parentheses overflow the stack. Here the size of the compiled expression is limited before it is
/// built, and the search simulates all paths at once (Thompson 1968), so its time is at most the
/// product of the sizes of expression and text.
///
/// Supported are all operators of the standard, bracket expressions with classes ([:alpha:]), and
/// of GNU's extensions \w \W \s \S. Not supported are back references and equivalence classes.
/// Bytes are compared, as in the locale "C".
///
///   const Result<Pattern> pattern = Pattern::Make("^husky(_[0-9]+)?$");
///   std::int64_t steps = Pattern::kMaxSteps;
///   const Result<bool> found = pattern->Finds(name, &steps);
class Pattern {
 public:
  /// Bytes of an expression, nested groups, and instructions that it is compiled to.
  static constexpr std::size_t kMaxLength = 1000;
  static constexpr int kMaxNesting = 50;
  static constexpr std::int64_t kMaxInstructions = 2000;
  /// Steps for the searches of one request, about 20 ms.
  static constexpr std::int64_t kMaxSteps = 2'000'000;

  static Result<Pattern> Make(const std::string& text);

  /// Whether a part of the text matches. Subtracts from `steps`; an error when none is left.
  Result<bool> Finds(const std::string& text, std::int64_t* steps) const;

 private:
  friend class PatternCompiler;
  friend class PatternSearch;
  struct Instruction {
    enum class Kind : std::uint8_t { kBytes, kSplit, kJump, kBegin, kEnd, kMatch };
    Kind kind = Kind::kMatch;
    /// kBytes: index in sets_. kSplit: both targets. kJump: the target.
    std::int32_t a = 0;
    std::int32_t b = 0;
  };
  using Set = std::bitset<256>;

  std::vector<Instruction> program_;
  std::vector<Set> sets_;
};

}  // namespace surefoot
