#pragma once

/// What the expansion of a xacro file may cost, and how it ends early. Private to formats/urdf.
///
/// A file of a few lines can ask for an endless expansion (a macro that calls itself) or an
/// exponential one (a macro that calls the one before it ten times). Every recursion and every
/// allocation of the evaluator is therefore charged to one Budget.

#include <cstdint>
#include <string>

namespace surefoot::formats::urdf {

/// Ends the expansion. It is thrown and caught inside this folder only; the place in the file is
/// added where it is caught.
struct Failure {
  enum class Kind {
    /// The file is wrong.
    kWrong,
    /// Correct for the program xacro, but outside the subset that Surefoot evaluates.
    kUnsupported,
    /// A limit is exceeded.
    kLimit,
  };
  Kind kind = Kind::kWrong;
  std::string message;
  std::string value;
  std::string advice;
};

[[noreturn]] void Wrong(std::string message, std::string value = {}, std::string advice = {});
[[noreturn]] void Unsupported(std::string message, std::string value = {}, std::string advice = {});

/// Text for an error message: hostile values can be megabytes long.
std::string Shortened(const std::string& text);

/// Largest robots known: 5,000 elements, 100,000 steps, 30 levels.
struct Limits {
  /// Of elements, macro calls, properties that name others, and expressions, all together. Python's
  /// own limit ends xacro at about the same depth.
  int depth = 800;
  /// Elements read, copied or made.
  std::int64_t elements = 500'000;
  /// Of texts and lists that are made, summed over the whole expansion.
  std::int64_t bytes = std::int64_t{128} << 20;
  /// Of one text.
  std::int64_t string_bytes = std::int64_t{1} << 20;
  /// Of one list.
  std::int64_t items = 100'000;
  /// Parts of expressions, names looked up, 64 bytes of text.
  std::int64_t steps = 10'000'000;
};

class Budget {
 public:
  explicit Budget(const Limits& limits) : limits_(limits) {}

  const Limits& limits() const { return limits_; }
  /// These throw Failure when the limit is exceeded.
  void Step(std::int64_t count = 1);
  void Element(std::int64_t count = 1);
  /// A text of this many bytes is made.
  void Text(std::size_t bytes);
  /// A list of this many values is made.
  void Items(std::size_t count);
  /// A file of this many bytes is read.
  void File(std::size_t bytes);

  /// One level of recursion, for as long as it lives.
  class Level {
   public:
    explicit Level(Budget* budget);
    ~Level() { --budget_->depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Budget* budget_;
  };

 private:
  void Bytes(std::int64_t count);

  Limits limits_;
  int depth_ = 0;
  std::int64_t elements_ = 0;
  std::int64_t bytes_ = 0;
  std::int64_t steps_ = 0;
};

}  // namespace surefoot::formats::urdf
