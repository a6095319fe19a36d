#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gap {

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

}  // namespace surefoot::gap
