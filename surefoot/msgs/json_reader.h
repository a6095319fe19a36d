#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace surefoot::msgs {

/// Reads JSON from front to back, without a tree in memory. After a mistake every call fails and
/// error() tells what it was.
///
///   JsonReader reader(text);
///   std::string key;
///   reader.BeginObject();
///   while (reader.NextKey(&key)) {
///     if (key == "op") reader.ReadString(&op); else reader.Skip();
///   }
///   if (!reader.AtEnd()) return Error{reader.error()};
class JsonReader {
 public:
  enum class Kind { kNull, kBool, kNumber, kString, kArray, kObject, kNothing };

  /// The text must outlive the reader.
  explicit JsonReader(std::string_view text, int max_depth = 64)
      : text_(text), max_depth_(max_depth) {}

  /// Of the value that comes next; kNothing when none does.
  Kind Peek();

  bool ReadNull();
  bool ReadBool(bool* value);
  /// The number as it stands there, for std::from_chars.
  bool ReadNumber(std::string_view* value);
  /// As UTF-8.
  bool ReadString(std::string* value);

  /// NextKey and NextItem are called until they give false: at the end, or at a mistake. In between
  /// one value is read.
  bool BeginObject();
  bool NextKey(std::string* key);
  bool BeginArray();
  bool NextItem();

  /// Passes over a value; gives its text when asked for.
  bool Skip(std::string_view* raw = nullptr);

  /// True when all was read and right; otherwise there is an error.
  bool AtEnd();

  bool ok() const { return error_.empty(); }
  /// "not valid JSON at character 17: a ',' is missing".
  const std::string& error() const { return error_; }
  /// Marks the text as wrong for a reason of the caller.
  bool Fail(const std::string& why);
  /// Some of what comes next, for the caller's own messages.
  std::string Excerpt(std::size_t most = 40);

 private:
  bool FailSyntax(const std::string& why);
  void SkipBlanks();
  bool Word(const char* word);
  bool Begin(char bracket);
  bool Next(char closing);
  bool ReadEscape(std::string* value);
  bool ReadHex(unsigned* code);
  bool CopyUtf8(std::string* value);

  std::string_view text_;
  std::size_t at_ = 0;
  int max_depth_;
  int depth_ = 0;
  /// Right after an opening bracket.
  bool first_ = false;
  std::string error_;
};

/// Appends a text in quotes; bytes that are not UTF-8 become U+FFFD.
void AppendJsonText(std::string_view text, std::string* out);
/// Shortest form that reads back to the same; null for NaN and infinities.
template <typename T>
void AppendJsonNumber(T value, std::string* out) {
  if constexpr (std::is_floating_point_v<T>) {
    if (!std::isfinite(value)) {
      out->append("null");
      return;
    }
  }
  char text[32];
  out->append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace surefoot::msgs
