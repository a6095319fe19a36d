#pragma once

/// Reads numeric CSV tables, plain or gzip, with limits on their size and errors that state file
/// and line.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gap {

/// Limit of the text of a recording after decompression (512 MiB): against gzip bombs, and because
/// numbers take about as much memory again.
constexpr std::size_t kMaxText = std::size_t{512} << 20;

/// Reads a regular file; gzip is detected by its content, not by the name, and decompressed.
Result<std::string> ReadFileText(const std::string& path, std::size_t max = kMaxText);

/// Whether the file begins with the magic bytes of MCAP.
Result<bool> IsMcap(const std::string& path);

/// Numbers over time as a recording stores them: named columns of equal length.
///
///   const RecordedSeries series = SUREFOOT_TRY(file.Read({"t_s", "x_cm"}));
///   for (double x : series["x_cm"]) ...
class RecordedSeries {
 public:
  RecordedSeries() = default;
  /// `source`: the file, for messages.
  explicit RecordedSeries(std::string source) : source_(std::move(source)) {}

  const std::string& source() const { return source_; }
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().size(); }
  bool empty() const { return rows() == 0; }

  /// All columns must have the same length.
  void Add(std::string name, std::vector<double> values);

  /// The line of the file for each row, for messages.
  void set_lines(std::vector<int> lines) { lines_ = std::move(lines); }
  /// "file:line" of a row, or "file: row 7" where there are no lines.
  std::string Place(std::size_t row) const;

  /// nullptr when the column does not exist.
  const std::vector<double>* Find(const std::string& name) const;
  /// The column must exist.
  const std::vector<double>& operator[](const std::string& name) const;

 private:
  std::string source_;
  std::vector<std::string> names_;
  std::vector<std::vector<double>> columns_;
  std::vector<int> lines_;
};

/// A table of numbers in a text file, gzipped or not: a line of column names, then one row per
/// line. The separator is the comma, semicolon or tab that occurs in the line of names; cells may
/// be quoted (RFC 4180). Only the columns that are read need to contain numbers.
class CsvFile {
 public:
  /// Reads the file and its names.
  static Result<CsvFile> Open(const std::string& path);
  /// The same for text; `path` appears in messages.
  static Result<CsvFile> Parse(std::string text, const std::string& path);

  const std::string& path() const { return path_; }
  /// Without blanks, quotes and a leading % or #.
  const std::vector<std::string>& names() const { return names_; }
  /// Index of a column name, ignoring case; -1 when there is none.
  int Find(const std::string& name) const;

  /// A column to read: its index, and its name in the result.
  struct Selected {
    int index = 0;
    std::string name;
  };
  /// Reads these columns. A cell that is not a finite number is an error with file and line.
  Result<RecordedSeries> Read(const std::vector<Selected>& columns) const;
  /// The same by name. The error lists the missing columns and those that exist.
  Result<RecordedSeries> Read(const std::vector<std::string>& columns) const;

  /// "path: no column for wx, wy; it has time, curL, curR".
  Error Missing(const std::vector<std::string>& names) const;

 private:
  std::string path_;
  std::string text_;
  char separator_ = ',';
  std::vector<std::string> names_;
  /// Where the rows begin in the text, and the line number there.
  std::size_t body_ = 0;
  int body_line_ = 2;
};

/// Index of the column with the time (time, t, timestamp, stamp, header.stamp, ...); -1 when there
/// is none.
int FindTimeColumn(const CsvFile& file);

/// The column "time" of a series in seconds since its first row. `name`: its name in the file. The
/// unit is nano-, micro- or milliseconds when the name ends so (time_ns), or when the numbers are
/// too large for seconds since 1970. Decreasing times are an error.
Result<std::vector<double>> SecondsOf(const RecordedSeries& series, const std::string& name);

}  // namespace surefoot::gap
