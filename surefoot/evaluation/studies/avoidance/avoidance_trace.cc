#include "surefoot/evaluation/studies/avoidance/avoidance_trace.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/evaluation/recordings/csv_file.h"

namespace surefoot::studies {
namespace {

/// The number in "us1_07.csv" of the set "us1"; -1 for other files.
int NumberOf(const std::string& file, const std::string& set) {
  const std::string begin = set + "_";
  const std::string end = ".csv";
  if (file.size() <= begin.size() + end.size()) return -1;
  if (file.compare(0, begin.size(), begin) != 0) return -1;
  if (file.compare(file.size() - end.size(), end.size(), end) != 0) return -1;
  const std::string digits = file.substr(begin.size(), file.size() - begin.size() - end.size());
  if (digits.size() > 6) return -1;
  if (!std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return -1;
  }
  return std::stoi(digits);
}

Result<AvoidanceTrace> ReadOne(const std::string& path, double arena_height) {
  const Result<gap::CsvFile> file = gap::CsvFile::Open(path);
  if (!file.ok()) return file.error();
  const Result<gap::RecordedSeries> series = file->Read({"t_s", "x_cm", "y_cm"});
  if (!series.ok()) return series.error();
  AvoidanceTrace trace;
  trace.name = std::filesystem::path(path).stem().string();
  trace.t = (*series)["t_s"];
  for (const double x_cm : (*series)["x_cm"]) trace.x.push_back(0.01 * x_cm);
  for (const double y_cm : (*series)["y_cm"]) trace.y.push_back(arena_height - 0.01 * y_cm);
  for (std::size_t i = 1; i < trace.t.size(); ++i) {
    if (trace.t[i] > trace.t[i - 1]) continue;
    return Error{series->Place(i) + ": the time does not grow"};
  }
  return trace;
}

}  // namespace

Result<std::vector<AvoidanceTrace>> ReadRecordings(const std::string& folder,
                                                   const std::string& set, double arena_height) {
  std::vector<std::pair<int, std::string>> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const int number = NumberOf(entry.path().filename().string(), set);
    if (number >= 0) files.emplace_back(number, entry.path().string());
  }
  std::sort(files.begin(), files.end());
  std::vector<AvoidanceTrace> traces;
  for (const auto& [number, path] : files) {
    Result<AvoidanceTrace> trace = ReadOne(path, arena_height);
    if (!trace.ok()) return trace.error();
    traces.push_back(std::move(trace).value());
  }
  return traces;
}

std::string ToCsv(const AvoidanceTrace& trace, double arena_height) {
  std::string text = "t_s,x_cm,y_cm\n";
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const std::string line = StrFormat("%.4f,%.4f,%.4f\n", trace.t[i], 100.0 * trace.x[i],
                                       100.0 * (arena_height - trace.y[i]));
    text += line;
  }
  return text;
}

AvoidanceTrace Without(const AvoidanceTrace& trace, std::size_t discarded) {
  AvoidanceTrace rest;
  rest.name = trace.name;
  const auto first = static_cast<std::ptrdiff_t>(std::min(discarded, trace.size()));
  rest.t.assign(trace.t.begin() + first, trace.t.end());
  rest.x.assign(trace.x.begin() + first, trace.x.end());
  rest.y.assign(trace.y.begin() + first, trace.y.end());
  return rest;
}

double At(const AvoidanceTrace& trace, const std::vector<double>& values, double t) {
  if (trace.t.empty() || t < trace.t.front()) return std::nan("");
  const auto after = std::lower_bound(trace.t.begin(), trace.t.end(), t);
  if (after == trace.t.end()) return values.back();
  const auto i = static_cast<std::size_t>(after - trace.t.begin());
  if (i == 0) return values[0];
  const double share = (t - trace.t[i - 1]) / (trace.t[i] - trace.t[i - 1]);
  return values[i - 1] + share * (values[i] - values[i - 1]);
}

}  // namespace surefoot::studies
