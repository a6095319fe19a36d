#include "surefoot/evaluation/recordings/recorded_series.h"

#include <algorithm>

#include "surefoot/base/check.h"

namespace surefoot::gap {

void RecordedSeries::Add(std::string name, std::vector<double> values) {
  SUREFOOT_CHECK(columns_.empty() || values.size() == rows(), "columns differ in length");
  names_.push_back(std::move(name));
  columns_.push_back(std::move(values));
}

std::string RecordedSeries::Place(std::size_t row) const {
  if (row < lines_.size()) return source_ + ":" + std::to_string(lines_[row]);
  return source_ + ": row " + std::to_string(row + 1);
}

const std::vector<double>* RecordedSeries::Find(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? nullptr
                               : &columns_[static_cast<std::size_t>(found - names_.begin())];
}

const std::vector<double>& RecordedSeries::operator[](const std::string& name) const {
  const std::vector<double>* column = Find(name);
  SUREFOOT_CHECK(column != nullptr, "no such column: " + name);
  return *column;
}

}  // namespace surefoot::gap
