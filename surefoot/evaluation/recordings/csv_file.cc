#include "surefoot/evaluation/recordings/csv_file.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"

namespace surefoot::gap {
namespace {

constexpr std::size_t kMaxColumns = 10000;
constexpr std::size_t kMaxNames = 20;

bool IsBlank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

/// Iterates over the cells of a text without copying them.
class Cells {
 public:
  Cells(std::string_view text, std::size_t at, int line, char separator)
      : text_(text), at_(at), line_(line), separator_(separator) {}

  bool at_end() const { return at_ >= text_.size(); }
  std::size_t at() const { return at_; }
  int line() const { return line_; }

  /// The next cell without its quotes (doubled ones inside stay); true in `last` at the end of a
  /// row. False for a quote that is never closed.
  bool Next(std::string_view* cell, bool* last) {
    std::size_t end = at_;
    while (end < text_.size() && text_[end] == ' ') ++end;
    if (end < text_.size() && text_[end] == '"') {
      const std::size_t begin = end + 1;
      end = begin;
      while (end < text_.size() && (text_[end] != '"' || IsDoubled(end))) {
        if (text_[end] == '"') ++end;
        if (text_[end] == '\n') ++line_;
        ++end;
      }
      if (end >= text_.size()) return false;
      *cell = text_.substr(begin, end - begin);
      end = text_.find_first_of(Stops(), end + 1);
    } else {
      end = text_.find_first_of(Stops(), at_);
      *cell = Trimmed(text_.substr(at_, end == text_.npos ? end : end - at_));
    }
    *last = end == text_.npos || text_[end] == '\n';
    at_ = end == text_.npos ? text_.size() : end + 1;
    if (*last && end != text_.npos) ++line_;
    return true;
  }

  /// Passes over a row without content; true when there was one.
  bool SkipEmptyRow() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    if (!Trimmed(text_.substr(at_, end - at_)).empty()) return false;
    at_ = std::min(end + 1, text_.size());
    ++line_;
    return true;
  }

 private:
  bool IsDoubled(std::size_t at) const { return at + 1 < text_.size() && text_[at + 1] == '"'; }
  std::string_view Stops() const {
    if (separator_ == ';') return ";\n";
    return separator_ == '\t' ? std::string_view("\t\n") : std::string_view(",\n");
  }

  std::string_view text_;
  std::size_t at_;
  int line_;
  char separator_;
};

std::string Place(const std::string& path, int line) { return path + ":" + std::to_string(line); }

/// The content of a cell for messages, cut to 40 characters.
std::string Shown(std::string_view cell) {
  constexpr std::size_t kMax = 40;
  return "'" + std::string(cell.substr(0, kMax)) + (cell.size() > kMax ? "...'" : "'");
}

/// Reads one row.
Status ReadRow(const std::string& path, Cells* cells, std::vector<std::string_view>* row) {
  row->clear();
  const int line = cells->line();
  bool last = false;
  while (!last) {
    std::string_view cell;
    if (!cells->Next(&cell, &last)) {
      return Error{Place(path, line) + ": a quote is opened and never closed"};
    }
    if (row->size() == kMaxColumns) {
      return Error{Place(path, line) + ": more than " + std::to_string(kMaxColumns) +
                   " columns; give a table with one row per time"};
    }
    row->push_back(cell);
  }
  return Status();
}

/// The separator that the header line contains; comma first.
char SeparatorOf(std::string_view header) {
  for (char separator : {',', ';', '\t'}) {
    if (header.find(separator) != header.npos) return separator;
  }
  return ',';
}

/// Lists the first names, so that messages stay short for tables with hundreds of columns.
std::string Listed(const std::vector<std::string>& names) {
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kMaxNames); ++i) {
    list += (i == 0 ? "" : ", ") + names[i];
  }
  if (names.size() > kMaxNames) {
    list += " and " + std::to_string(names.size() - kMaxNames) + " more";
  }
  return list;
}

/// The unit of a column of times in seconds.
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

constexpr std::size_t kBlock = 1 << 16;

Error TooLarge(const std::string& path, std::size_t max) {
  return Error{path + ": more than " + std::to_string(max >> 20) +
               " MiB of text; cut the recording into parts"};
}

/// Opens a regular file only: reading a device or a pipe could block forever.
Result<std::ifstream> OpenRegular(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return Error{path + ": no such file"};
  if (!std::filesystem::is_regular_file(status)) {
    return Error{path + ": not a regular file; give a recording"};
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{path + ": cannot be opened for reading"};
  return file;
}

Result<std::string> ReadRaw(const std::string& path, std::size_t max) {
  std::ifstream file = SUREFOOT_TRY(OpenRegular(path));
  std::string bytes;
  char block[kBlock];
  while (file.read(block, kBlock), file.gcount() > 0) {
    if (bytes.size() + static_cast<std::size_t>(file.gcount()) > max) return TooLarge(path, max);
    bytes.append(block, static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) return Error{path + ": cannot be read completely"};
  return bytes;
}

/// Decompresses a gzip file, whose members follow each other (RFC 1952, section 2.2).
class Unpacker {
 public:
  explicit Unpacker(const std::string& packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    constexpr int kGzip = 15 + 16;
    ready_ = inflateInit2(&stream_, kGzip) == Z_OK;
  }
  ~Unpacker() { inflateEnd(&stream_); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  Result<std::string> Run(const std::string& path, std::size_t max) {
    std::string text;
    char block[kBlock];
    while (ready_) {
      stream_.next_out = reinterpret_cast<Bytef*>(block);
      stream_.avail_out = kBlock;
      const int state = inflate(&stream_, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END) break;
      text.append(block, kBlock - stream_.avail_out);
      if (text.size() > max) return TooLarge(path, max);
      if (state == Z_STREAM_END && stream_.avail_in == 0) return text;
      if (state == Z_STREAM_END) ready_ = inflateReset(&stream_) == Z_OK;
    }
    return Error{path + ": the gzip data are damaged or truncated after " +
                 std::to_string(text.size()) + " bytes of text; copy the file again"};
  }

 private:
  z_stream stream_{};
  bool ready_ = false;
};

}  // namespace

Result<CsvFile> CsvFile::Open(const std::string& path) {
  return Parse(SUREFOOT_TRY(ReadFileText(path)), path);
}

Result<CsvFile> CsvFile::Parse(std::string text, const std::string& path) {
  CsvFile file;
  file.path_ = path;
  constexpr const char* kByteOrderMark = "\xef\xbb\xbf";
  if (text.compare(0, 3, kByteOrderMark) == 0) text.erase(0, 3);
  file.text_ = std::move(text);
  if (file.text_.find('\0') != std::string::npos) {
    return Error{path + ": not a text file; a recording is a CSV table (.csv, .csv.gz) or MCAP"};
  }
  Cells start(file.text_, 0, 1, ',');
  while (!start.at_end() && start.SkipEmptyRow()) {
  }
  const std::string_view rest = std::string_view(file.text_).substr(start.at());
  file.separator_ = SeparatorOf(rest.substr(0, rest.find('\n')));
  Cells cells(file.text_, start.at(), start.line(), file.separator_);
  if (cells.at_end()) {
    return Error{path + ": the file is empty; its first line must name the columns"};
  }
  std::vector<std::string_view> row;
  SUREFOOT_TRY(ReadRow(path, &cells, &row));
  for (std::string_view name : row) {
    name = Trimmed(name);
    while (!name.empty() && (name.front() == '%' || name.front() == '#' || name.front() == ' ')) {
      name.remove_prefix(1);
    }
    file.names_.emplace_back(name);
  }
  file.body_ = cells.at();
  file.body_line_ = cells.line();
  return file;
}

int CsvFile::Find(const std::string& name) const {
  const std::string requested = Lower(name);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (Lower(names_[i]) == requested) return static_cast<int>(i);
  }
  return -1;
}

Error CsvFile::Missing(const std::vector<std::string>& names) const {
  return Error{path_ + ": no column for " + Listed(names) + "; it has " + Listed(names_)};
}

Result<RecordedSeries> CsvFile::Read(const std::vector<std::string>& requested) const {
  std::vector<Selected> columns;
  std::vector<std::string> missing;
  for (const std::string& name : requested) {
    columns.push_back({Find(name), name});
    if (columns.back().index < 0) missing.push_back(name);
  }
  if (!missing.empty()) return Missing(missing);
  return Read(columns);
}

Result<RecordedSeries> CsvFile::Read(const std::vector<Selected>& requested) const {
  std::vector<std::vector<double>> columns(requested.size());
  std::vector<int> lines;
  std::vector<std::string_view> row;
  Cells cells(text_, body_, body_line_, separator_);
  while (!cells.at_end()) {
    if (cells.SkipEmptyRow()) continue;
    const int line = cells.line();
    SUREFOOT_TRY(ReadRow(path_, &cells, &row));
    if (row.size() != names_.size()) {
      return Error{Place(path_, line) + ": " + std::to_string(row.size()) + " cells, but " +
                   std::to_string(names_.size()) + " columns are named in the first line"};
    }
    for (std::size_t i = 0; i < requested.size(); ++i) {
      const std::string_view cell = row[static_cast<std::size_t>(requested[i].index)];
      double value = 0.0;
      if (!ParseFinite(cell, &value)) {
        return Error{Place(path_, line) + ": column " +
                     names_[static_cast<std::size_t>(requested[i].index)] + ": " + Shown(cell) +
                     " is not a finite number"};
      }
      columns[i].push_back(value);
    }
    lines.push_back(line);
  }
  if (lines.empty()) {
    return Error{path_ + ": no rows after the line of names"};
  }
  RecordedSeries series(path_);
  for (std::size_t i = 0; i < requested.size(); ++i) {
    series.Add(requested[i].name, std::move(columns[i]));
  }
  series.set_lines(std::move(lines));
  return series;
}

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

/// Index of a column with a usual name of time; -1 when there is none.
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

Result<std::string> ReadFileText(const std::string& path, std::size_t max) {
  Result<std::string> bytes = ReadRaw(path, max);
  if (!bytes.ok() || bytes->compare(0, 2, "\x1f\x8b") != 0) return bytes;
  return Unpacker(*bytes).Run(path, max);
}

Result<bool> IsMcap(const std::string& path) {
  std::ifstream file = SUREFOOT_TRY(OpenRegular(path));
  constexpr std::string_view kMagic("\x89MCAP0\r\n", 8);
  char start[kMagic.size()] = {};
  file.read(start, sizeof start);
  return std::string_view(start, sizeof start) == kMagic;
}

}  // namespace surefoot::gap
