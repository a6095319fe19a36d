#pragma once

/// Lines of the protocol as text: a keyword and segments in braces, "DRIVE {Left 1.0} {Right 1.0}".
/// Keywords and keys are case-insensitive; unknown ones are ignored.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::gateways::usarsim {

/// Compares ASCII words without case.
bool SameWord(std::string_view a, std::string_view b);

/// A segment "{key value}".
struct Segment {
  std::string key;
  /// Everything up to the closing brace; empty for segments like "{Off}".
  std::string value;
};

/// A received line. Duplicate keys are legal, and their order matters for some commands.
struct Line {
  std::string keyword;
  std::vector<Segment> segments;

  bool Is(std::string_view word) const { return SameWord(keyword, word); }
  bool Has(std::string_view key) const { return Find(key) != nullptr; }
  /// The first value of the key; nullptr if it is missing.
  const std::string* Find(std::string_view key) const;
  /// The first value of the key; empty if it is missing.
  std::string Text(std::string_view key) const;
  std::optional<double> Number(std::string_view key) const;
  /// "true" in any case, or 1; absent if the key is missing.
  std::optional<bool> Flag(std::string_view key) const;
};

/// Parses any text: text outside of braces is skipped, an open brace ends with the line, and a
/// nested brace begins a new segment.
Line ParseLine(std::string_view text);

/// The finite number at the start of the text. Clients with a European locale send "1,00", of which
/// the part before the comma is read, as in USARSim.
std::optional<double> ParseNumber(std::string_view text);
/// Numbers separated by commas, blanks or both; absent if one of them is not a number, or there are
/// more than `max`.
std::optional<std::vector<double>> ParseNumbers(std::string_view text, std::size_t max);
/// "x,y,z"; missing components are 0.
std::optional<Vector3d> ParseVector(std::string_view text);

/// Splits a stream of bytes into lines with any line end: clients send CR LF, LF CR and LF. Lines
/// longer than the limit are dropped.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t longest) : longest_(longest) {}

  void Add(std::string_view bytes);
  /// The next line without its end; absent if none is complete. Empty lines are skipped.
  std::optional<std::string> Next();
  /// Bytes that are not returned yet.
  std::size_t waiting() const { return buffer_.size() - begin_; }
  /// Number of dropped lines.
  std::size_t too_long() const { return too_long_; }

 private:
  std::size_t longest_;
  std::string buffer_;
  std::size_t begin_ = 0;
  /// Where the search for a line end continues, so that bytes are searched once.
  std::size_t seen_ = 0;
  /// Whether the rest of a line that is too long is being skipped.
  bool skipping_ = false;
  std::size_t too_long_ = 0;
};

/// A line to be sent: Out("STA").Add("Time", 1.5, 2).Take() is "STA {Time 1.50}\r\n".
class Out {
 public:
  /// Without a keyword the line begins with its first segment.
  explicit Out(std::string_view keyword = {}) : text_(keyword) {}

  Out& Add(std::string_view key, std::string_view value);
  Out& Add(std::string_view key, const char* value) { return Add(key, std::string_view(value)); }
  Out& Add(std::string_view key, double value, int decimals);
  Out& Add(std::string_view key, const Vector3d& value, int decimals);
  Out& AddInteger(std::string_view key, long long value);
  Out& AddFlag(std::string_view key, bool value) { return Add(key, value ? "True" : "False"); }
  /// Appends "{text}" unchanged.
  Out& AddRaw(std::string_view text);
  std::string Take();

 private:
  std::string text_;
};

/// A number in the form of the protocol: without exponent and without "-0"; NaN becomes 0, and
/// infinite and large numbers the limit.
std::string FormatNumber(double value, int decimals);
std::string FormatVector(const Vector3d& value, int decimals);
/// Replaces braces and control characters by blanks, so that text of other origin stays one value.
std::string Clean(std::string_view text);

/// The name without its package: "USARBot.P3AT" becomes "P3AT".
std::string BareName(const std::string& name);

/// A name that is valid in topics, at most 64 characters; `otherwise` if `requested` is empty.
std::string EntityName(const std::string& requested, const std::string& otherwise);

}  // namespace surefoot::gateways::usarsim
