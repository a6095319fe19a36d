#include "surefoot/evaluation/characterize/range_samples.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

#include "surefoot/base/try.h"
#include "surefoot/evaluation/recordings/csv_file.h"

// CsvFile reads numbers only; cells without a number are replaced by a sentinel before it parses
// the table, so that a lost reading is distinguished from a broken table.

namespace surefoot::gap {
namespace {

constexpr std::size_t kMinSamples = 20;
/// Limit of all numbers, far from the sentinel kNothing and from loss of precision in squares.
constexpr double kMaxNumber = 1e9;

/// Index of the column `name`; with an empty name that of the first usual name found, or -1.
int Column(const CsvFile& file, const std::string& name, const std::vector<const char*>& usual) {
  if (!name.empty()) return file.Find(name);
  for (const char* one : usual) {
    if (const int found = file.Find(one); found >= 0) return found;
  }
  return -1;
}

/// True for the words that programs write for a missing value.
bool IsMissingValue(std::string_view cell) {
  std::string word;
  for (const char c : cell) {
    if (c == ' ' || c == '\r' || c == '\t' || c == '+' || c == '-' || c == '"') continue;
    word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  for (const char* known : {"", "nan", "inf", "infinity", "na", "n/a", "none", "null"}) {
    if (word == known) return true;
  }
  return false;
}

/// Sentinel for a missing reading; beyond kMaxNumber, so no valid reading equals it.
constexpr double kNothing = 1e300;
constexpr const char* kNothingText = "1e300";

/// The table with the sentinel in cells without a number, below the header line.
std::string WithoutGaps(const std::string& text) {
  std::string filled;
  char separator = '\0';
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    const bool is_blank = line.find_first_not_of(" \t\r") == line.npos;
    if (separator == '\0' || is_blank) {
      filled += std::string(line) + '\n';
      if (is_blank) continue;
      separator = line.find(',') != line.npos ? ',' : line.find(';') != line.npos ? ';' : '\t';
      continue;
    }
    for (bool more = true; more;) {
      const std::size_t stop = line.find(separator);
      const std::string_view cell = line.substr(0, stop);
      filled += IsMissingValue(cell) ? kNothingText : std::string(cell);
      more = stop != line.npos;
      if (more) line.remove_prefix(stop + 1);
      filled += more ? separator : '\n';
    }
  }
  return filled;
}

/// Errors name the row.
Status CheckRow(const RecordedSeries& series, std::size_t row, const RangeSample& sample) {
  for (const double value : {sample.distance, sample.angle, sample.offset}) {
    if (value == kNothing) {
      return Error{series.Place(row) + ": only readings may be missing, not distances or angles"};
    }
  }
  const auto wrong = [&](const std::string& what, double value) {
    return Error{series.Place(row) + ": " + what + ": " + std::to_string(value)};
  };
  // Larger numbers are errors of units or of the file.
  if (!(sample.distance > 0.0)) return wrong("a distance must be above 0", sample.distance);
  for (const double value : {sample.distance, sample.angle, sample.offset, sample.reading}) {
    if (std::abs(value) > kMaxNumber) return wrong("numbers must lie between -1e9 and 1e9", value);
  }
  return Status();
}

/// Rounds to a millionth of the largest value, so that 0.1 + 0.2 and 0.3 are one place.
long long Rounded(double value, double scale) { return std::llround(value / scale * 1e6); }

}  // namespace

Result<RangeSamples> ReadRangeSamples(const std::string& path, const RangeColumns& columns) {
  return ParseRangeSamples(SUREFOOT_TRY(ReadFileText(path)), path, columns);
}

// A missing reading is a lost one, so empty cells are marked before parsing.
Result<RangeSamples> ParseRangeSamples(const std::string& text, const std::string& path,
                                       const RangeColumns& columns) {
  const CsvFile file = SUREFOOT_TRY(CsvFile::Parse(WithoutGaps(text), path));
  std::vector<CsvFile::Selected> requested = {{file.Find(columns.distance), "distance"},
                                              {file.Find(columns.reading), "reading"}};
  const int angle = Column(file, columns.angle, {"angle", "incidence", "theta"});
  const int offset = Column(file, columns.offset, {"offset", "phi"});
  std::vector<std::string> missing;
  if (requested[0].index < 0) missing.push_back(columns.distance);
  if (requested[1].index < 0) missing.push_back(columns.reading);
  if (angle < 0 && !columns.angle.empty()) missing.push_back(columns.angle);
  if (offset < 0 && !columns.offset.empty()) missing.push_back(columns.offset);
  if (!missing.empty()) return file.Missing(missing);
  if (angle >= 0) requested.push_back({angle, "angle"});
  if (offset >= 0) requested.push_back({offset, "offset"});
  const RecordedSeries series = SUREFOOT_TRY(file.Read(requested));
  RangeSamples samples;
  samples.source = file.path();
  for (std::size_t i = 0; i < series.rows(); ++i) {
    RangeSample sample;
    sample.distance = series["distance"][i];
    sample.angle = angle >= 0 ? std::abs(series["angle"][i]) : 0.0;
    sample.offset = offset >= 0 ? std::abs(series["offset"][i]) : 0.0;
    const double reading = series["reading"][i];
    const bool is_lost = reading == kNothing || std::find(columns.lost.begin(), columns.lost.end(),
                                                          reading) != columns.lost.end();
    sample.reading = is_lost ? 0.0 : reading;
    SUREFOOT_TRY(CheckRow(series, i, sample));
    (is_lost ? samples.lost : samples.samples).push_back(sample);
  }
  if (samples.samples.size() < kMinSamples) {
    return Error{file.path() + ": " + std::to_string(samples.samples.size()) +
                 " readings are too few to characterise a sensor; give at least " +
                 std::to_string(kMinSamples) + ", better 200 at each of 10 distances"};
  }
  return samples;
}

// Readings at the same distance and angles, up to rounding, belong together.
std::vector<RangePlace> PlacesOf(const RangeSamples& samples) {
  double far = 1e-12, wide = 1e-12;
  for (const auto* list : {&samples.samples, &samples.lost}) {
    for (const RangeSample& sample : *list) {
      far = std::max(far, sample.distance);
      wide = std::max({wide, sample.angle, sample.offset});
    }
  }
  std::map<std::tuple<long long, long long, long long>, RangePlace> places;
  const auto place_of = [&](const RangeSample& sample) -> RangePlace& {
    RangePlace& place = places[{Rounded(sample.distance, far), Rounded(sample.angle, wide),
                                Rounded(sample.offset, wide)}];
    place.distance = sample.distance;
    place.angle = sample.angle;
    place.offset = sample.offset;
    return place;
  };
  for (std::size_t i = 0; i < samples.samples.size(); ++i) {
    place_of(samples.samples[i]).samples.push_back(i);
  }
  for (const RangeSample& sample : samples.lost) ++place_of(sample).lost;
  std::vector<RangePlace> list;
  for (auto& [key, place] : places) list.push_back(std::move(place));
  return list;
}

}  // namespace surefoot::gap
