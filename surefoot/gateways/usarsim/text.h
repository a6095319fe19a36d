#pragma once

/// The text of the protocol, without sockets: lines of a keyword and segments in braces,
/// "DRIVE {Left 1.0} {Right 1.0}".

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::gateways::usarsim {

bool SameWord(std::string_view a, std::string_view b);

struct Segment {
  std::string key;
  /// All up to the closing brace; empty for segments like "{Off}".
  std::string value;
};

/// A line that came in. Keys are found whatever their case is.
struct Line {
  std::string keyword;
  std::vector<Segment> segments;

  bool Is(std::string_view word) const { return SameWord(keyword, word); }
  bool Has(std::string_view key) const { return Find(key) != nullptr; }
  /// The first value of the key; nullptr when there is none.
  const std::string* Find(std::string_view key) const;
  /// Empty when there is none.
  std::string Text(std::string_view key) const;
  std::optional<double> Number(std::string_view key) const;
  /// "true" in any case, or 1; nothing when the key is not there.
  std::optional<bool> Flag(std::string_view key) const;
};

/// Reads as much as makes sense: what stands outside of braces is skipped, a brace that is not
/// closed ends with the line, as does nesting.
Line ParseLine(std::string_view text);

/// The finite number at the start of the text; digits after a decimal comma are not read, as in
/// USARSim itself.
std::optional<double> ParseNumber(std::string_view text);
/// Numbers with commas, blanks or both between them; nothing when one of them is not a number or
/// there are more than `most`.
std::optional<std::vector<double>> ParseNumbers(std::string_view text, std::size_t most);
/// "x,y,z"; what is missing is 0.
std::optional<Vector3d> ParseVector(std::string_view text);

/// Cuts bytes into lines, whatever their ends are. Lines beyond the limit are left out.
class LineSplitter {
 public:
  explicit LineSplitter(std::size_t longest) : longest_(longest) {}

  void Add(std::string_view bytes);
  /// The next line without its end; nothing when none is complete. Empty lines are left out.
  std::optional<std::string> Next();
  std::size_t waiting() const { return buffer_.size() - begin_; }
  /// Lines that were too long so far.
  std::size_t too_long() const { return too_long_; }

 private:
  std::size_t longest_;
  std::string buffer_;
  std::size_t begin_ = 0;
  /// Where the search for an end of line goes on.
  std::size_t seen_ = 0;
  /// The rest of a line that is too long is on its way.
  bool skipping_ = false;
  std::size_t too_long_ = 0;
};

/// A line to be sent: Out("STA").Add("Time", 1.5, 2).Take() is "STA {Time 1.50}\r\n".
class Out {
 public:
  /// Without a keyword, the line begins with its first segment.
  explicit Out(std::string_view keyword = {}) : text_(keyword) {}

  Out& Add(std::string_view key, std::string_view value);
  Out& Add(std::string_view key, const char* value) { return Add(key, std::string_view(value)); }
  Out& Add(std::string_view key, double value, int decimals);
  Out& Add(std::string_view key, const Vector3d& value, int decimals);
  Out& AddInteger(std::string_view key, long long value);
  Out& AddFlag(std::string_view key, bool value) { return Add(key, value ? "True" : "False"); }
  /// "{text}", as it stands.
  Out& AddRaw(std::string_view text);
  std::string Take();

 private:
  std::string text_;
};

/// A number as the protocol has it: no exponent, no minus before zero; limits stand for what is
/// not finite or too big.
std::string FormatNumber(double value, int decimals);
std::string FormatVector(const Vector3d& value, int decimals);
/// Braces and ends of lines become blanks, so that text from elsewhere stays one value.
std::string Clean(std::string_view text);

/// Without the package: "USARBot.P3AT" is "P3AT".
std::string BareName(const std::string& name);

/// A name that topics can have, of at most 64 letters; `otherwise` when nothing is wanted.
std::string EntityName(const std::string& wanted, const std::string& otherwise);

}  // namespace surefoot::gateways::usarsim
