#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace surefoot::msgs {

/// A pull parser for JSON (RFC 8259), without a tree in memory. After an error every call fails,
/// and error() describes the first one.
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

  /// `max_depth` bounds the recursion of callers and of Skip().
  /// The text must outlive the reader.
  explicit JsonReader(std::string_view text, int max_depth = 64)
      : text_(text), max_depth_(max_depth) {}

  /// Kind of the next value; kNothing if there is none.
  Kind Peek();

  bool ReadNull();
  bool ReadBool(bool* value);
  /// The number as text, for std::from_chars; so no precision is lost.
  bool ReadNumber(std::string_view* value);
  /// The text as UTF-8, with escapes decoded.
  bool ReadString(std::string* value);

  /// NextKey and NextItem are called until they return false: at the end, or after an error. After
  /// each true, read exactly one value.
  bool BeginObject();
  bool NextKey(std::string* key);
  bool BeginArray();
  bool NextItem();

  /// Skips a value; `raw` receives its text.
  bool Skip(std::string_view* raw = nullptr);

  /// Whether everything was read without errors; if not, there is an error.
  bool AtEnd();

  bool ok() const { return error_.empty(); }
  /// For example "not valid JSON at character 17: a ',' is missing".
  const std::string& error() const { return error_; }
  /// Rejects the text for a reason of the caller.
  bool Fail(const std::string& why);
  /// The beginning of what follows, for the caller's messages.
  std::string Excerpt(std::size_t max = 40);

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
  /// Directly after an opening bracket, where no comma is expected.
  bool first_ = false;
  std::string error_;
};

/// Appends a text in quotes; bytes that are not UTF-8 become U+FFFD.
void AppendJsonText(std::string_view text, std::string* out);
/// Appends the shortest decimal that restores the value; null for NaN and infinities.
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
