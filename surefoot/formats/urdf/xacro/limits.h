#pragma once

/// Limits on the expansion of a xacro file, and the error that ends it. Private to formats/urdf.
///
/// A file of a few lines can cause an endless expansion (a macro that calls itself) or an
/// exponential one (each macro calls the previous one ten times). Every recursion and every
/// allocation of the evaluator is therefore charged to one Budget.

#include <cstdint>
#include <string>

namespace surefoot::formats::urdf {

/// Ends the expansion. Thrown and caught inside this folder only; the place in the file is added
/// where it is caught.
struct Failure {
  enum class Kind {
    /// The file has an error.
    kWrong,
    /// Correct for the program xacro, but outside of the subset that Surefoot supports.
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

/// Text for an error message, cut: values of hostile files can be megabytes long.
std::string Shortened(const std::string& text);

/// The largest known robots need 5,000 elements, 100,000 steps and 30 levels; the defaults leave
/// room for files a hundred times as large and end hostile ones within seconds.
struct Limits {
  /// Nesting of elements, macro calls, properties that use others, and expressions, all together.
  /// Python's recursion limit ends xacro at about the same depth.
  int depth = 800;
  /// Elements read, copied or created.
  std::int64_t elements = 500'000;
  /// Bytes of strings and lists created, summed over the whole expansion.
  std::int64_t bytes = std::int64_t{128} << 20;
  /// Bytes of one string.
  std::int64_t string_bytes = std::int64_t{1} << 20;
  /// Values in one list.
  std::int64_t items = 100'000;
  /// Steps: parts of expressions, name lookups, and every 64 bytes of text.
  std::int64_t steps = 10'000'000;
};

/// Counts what an expansion uses. Its functions throw Failure when a limit is exceeded, and are
/// called before the memory is allocated.
class Budget {
 public:
  explicit Budget(const Limits& limits) : limits_(limits) {}

  const Limits& limits() const { return limits_; }
  /// These throw Failure when the limit is exceeded.
  void Step(std::int64_t count = 1);
  void Element(std::int64_t count = 1);
  /// Charges a string of this many bytes.
  void Text(std::size_t bytes);
  /// Charges a list of this many values.
  void Items(std::size_t count);
  /// Charges a file of this many bytes.
  void File(std::size_t bytes);

  /// One level of recursion, for as long as the object lives.
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
