#include "surefoot/evaluation/recordings/time_column.h"

#include <cmath>
#include <utility>

namespace surefoot::gap {
namespace {

/// What one unit of the column is in seconds.
double UnitOf(const std::string& name, double first) {
  const std::pair<const char*, double> endings[] = {{"_ns", 1e-9}, {"_us", 1e-6}, {"_ms", 1e-3}};
  for (const auto& [ending, unit] : endings) {
    if (name.size() > 3 && name.compare(name.size() - 3, 3, ending) == 0) return unit;
  }
  // Seconds since 1970 are below 1e11 until the year 5138.
  if (std::abs(first) > 1e17) return 1e-9;
  if (std::abs(first) > 1e14) return 1e-6;
  return std::abs(first) > 1e11 ? 1e-3 : 1.0;
}

}  // namespace

int FindTimeColumn(const CsvFile& file) {
  for (const char* name : {"time", "t", "time_s", "t_s", "timestamp", "stamp", "header.stamp",
                           "field.header.stamp", "time_ns", "timestamp_ns", "time_us",
                           "timestamp_us", "time_ms", "timestamp_ms", "seconds", "sec"}) {
    if (const int index = file.Find(name); index >= 0) return index;
  }
  return -1;
}

Result<std::vector<double>> SecondsOf(const RecordedSeries& series, const std::string& name) {
  std::vector<double> times = series["time"];
  if (times.empty()) return times;
  const double first = times.front();
  const double unit = UnitOf(name, first);
  for (std::size_t i = 0; i < times.size(); ++i) {
    times[i] = unit * (times[i] - first);
    if (i > 0 && times[i] < times[i - 1]) {
      return Error{series.Place(i) + ": column " + name + ": time falls from " +
                   std::to_string(times[i - 1]) + " to " + std::to_string(times[i]) +
                   " s after the start; sort the rows by time"};
    }
  }
  return times;
}

}  // namespace surefoot::gap
