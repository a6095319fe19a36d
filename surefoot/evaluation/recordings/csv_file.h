#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gap {

/// What a recording may be as text, after unpacking.
constexpr std::size_t kMostText = std::size_t{512} << 20;

/// The whole of a regular file; what is packed by gzip is unpacked. Known by content, not by name.
Result<std::string> ReadFileText(const std::string& path, std::size_t most = kMostText);

/// Whether the file begins as MCAP files do.
Result<bool> IsMcap(const std::string& path);

/// Numbers over time as a recording has them: named columns of equal length.
class RecordedSeries {
 public:
  RecordedSeries() = default;
  /// `source`: the file, for messages.
  explicit RecordedSeries(std::string source) : source_(std::move(source)) {}

  const std::string& source() const { return source_; }
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().size(); }
  bool empty() const { return rows() == 0; }

  /// As long as the columns that are there.
  void Add(std::string name, std::vector<double> values);

  /// The line of the file that each row stands in.
  void set_lines(std::vector<int> lines) { lines_ = std::move(lines); }
  /// "file:line" of a row, or "file: row 7" where there are no lines.
  std::string Place(std::size_t row) const;

  /// nullptr when there is none of that name.
  const std::vector<double>* Find(const std::string& name) const;
  /// Of a column that is known to be there.
  const std::vector<double>& operator[](const std::string& name) const;

 private:
  std::string source_;
  std::vector<std::string> names_;
  std::vector<std::vector<double>> columns_;
  std::vector<int> lines_;
};

/// A table of numbers in a text file, packed by gzip or not: a line of names, then a row for each
/// line. Commas, semicolons or tabs stand between cells, whichever the line of names has; cells may
/// be quoted. Only the columns that are asked for need to be numbers.
class CsvFile {
 public:
  /// Reads the file and its names.
  static Result<CsvFile> Open(const std::string& path);
  /// The same of text; `path` is told in messages.
  static Result<CsvFile> Parse(std::string text, const std::string& path);

  const std::string& path() const { return path_; }
  /// Without blanks, quotes and a leading % or #.
  const std::vector<std::string>& names() const { return names_; }
  /// Index of a name, upper and lower case alike; -1 when there is none.
  int Find(const std::string& name) const;

  /// A column that is wanted: its index, and what it is to be called.
  struct Wanted {
    int index = 0;
    std::string name;
  };
  /// The numbers of these columns. A cell that is no finite number is an error with file and line.
  Result<RecordedSeries> Read(const std::vector<Wanted>& wanted) const;
  /// The same by name. The error names all that are missing, and what is there.
  Result<RecordedSeries> Read(const std::vector<std::string>& wanted) const;

  /// "path: no column for wx, wy; it has time, curL, curR".
  Error Missing(const std::vector<std::string>& names) const;

 private:
  std::string path_;
  std::string text_;
  char separator_ = ',';
  std::vector<std::string> names_;
  /// Where the rows begin in the text, and the number of that line.
  std::size_t body_ = 0;
  int body_line_ = 2;
};

/// Index of the column that tells the time (time, t, timestamp, stamp, header.stamp, ...); -1 when
/// there is none.
int FindTimeColumn(const CsvFile& file);

/// The column "time" of a series in seconds since its first row. `name`: what the file calls it. In
/// nano-, micro- or milliseconds when that ends so (time_ns) or the numbers can only be such times
/// since 1970. An error when they fall.
Result<std::vector<double>> SecondsOf(const RecordedSeries& series, const std::string& name);

}  // namespace surefoot::gap
