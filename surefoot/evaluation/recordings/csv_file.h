#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/recordings/recorded_series.h"

namespace surefoot::gap {

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

}  // namespace surefoot::gap
