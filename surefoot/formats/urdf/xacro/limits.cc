#include "surefoot/formats/urdf/xacro/limits.h"

#include <utility>

namespace surefoot::formats::urdf {
namespace {

/// Length of a value in a message.
constexpr std::size_t kMaxShown = 120;
/// Approximate memory of one value in a list.
constexpr std::int64_t kItemBytes = 64;

[[noreturn]] void Exceeded(const std::string& what, std::int64_t limit) {
  throw Failure{Failure::Kind::kLimit, what, "",
                "at most " + std::to_string(limit) +
                    " are accepted; look for macros or properties that use each other endlessly"};
}

}  // namespace

void Wrong(std::string message, std::string value, std::string advice) {
  throw Failure{Failure::Kind::kWrong, std::move(message), Shortened(value), std::move(advice)};
}

void Unsupported(std::string message, std::string value, std::string advice) {
  throw Failure{Failure::Kind::kUnsupported, std::move(message), Shortened(value),
                std::move(advice)};
}

/// Keeps messages readable when a value is a whole generated block.
std::string Shortened(const std::string& text) {
  return text.size() <= kMaxShown ? text : text.substr(0, kMaxShown) + "...";
}

void Budget::Step(std::int64_t count) {
  steps_ += count;
  if (steps_ > limits_.steps) Exceeded("the expansion takes too many steps", limits_.steps);
}

void Budget::Element(std::int64_t count) {
  elements_ += count;
  if (elements_ > limits_.elements)
    Exceeded("the expansion has too many elements", limits_.elements);
}

void Budget::Bytes(std::int64_t count) {
  bytes_ += count;
  if (bytes_ > limits_.bytes) Exceeded("the expansion produces too many bytes", limits_.bytes);
}

/// Steps are charged too: copying a long string many times takes time as well as memory.
void Budget::Text(std::size_t bytes) {
  const auto count = static_cast<std::int64_t>(bytes);
  if (count > limits_.string_bytes) Exceeded("a string has too many bytes", limits_.string_bytes);
  Bytes(count);
  Step(1 + count / 64);
}

void Budget::Items(std::size_t count) {
  const auto items = static_cast<std::int64_t>(count);
  if (items > limits_.items) Exceeded("a list has too many values", limits_.items);
  Bytes(items * kItemBytes);
  Step(items);
}

/// Also charged for repeated reads of one file: a macro could otherwise include a large file again
/// and again.
void Budget::File(std::size_t bytes) {
  Bytes(static_cast<std::int64_t>(bytes));
  Step(static_cast<std::int64_t>(1 + bytes / 64));
}

Budget::Level::Level(Budget* budget) : budget_(budget) {
  if (++budget->depth_ <= budget->limits_.depth) return;
  // The destructor of an object that was not constructed does not run.
  --budget->depth_;
  Exceeded("elements, macros, properties or expressions are nested too deeply",
           budget->limits_.depth);
}

}  // namespace surefoot::formats::urdf
