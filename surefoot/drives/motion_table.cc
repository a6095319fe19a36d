#include "surefoot/drives/motion_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "surefoot/world/parse.h"

namespace surefoot::drives {
namespace {

constexpr std::size_t kMostBytes = 4 << 20;
constexpr std::size_t kMostColumns = 1000;
constexpr double kMostNumber = 1e9;

std::vector<std::string> WordsOf(std::string line) {
  line.resize(std::min(line.find('#'), line.size()));
  std::replace(line.begin(), line.end(), ',', ' ');
  return world::SplitWords(line);
}

Error At(int line, const std::string& what) {
  return Error{"line " + std::to_string(line) + ": " + what};
}

/// The first row: "time" and the joints.
Status ReadHead(const std::vector<std::string>& words, int line, MotionTable* table) {
  if (words[0] != "time" || words.size() < 2 || words.size() > kMostColumns) {
    return At(line, "the first row must be 'time' and the names of the joints, not '" + words[0] +
                        "' and " + std::to_string(words.size() - 1) + " more");
  }
  table->joints.assign(words.begin() + 1, words.end());
  const std::set<std::string> names(table->joints.begin(), table->joints.end());
  if (names.size() != table->joints.size()) return At(line, "a joint comes twice");
  return {};
}

Status ReadRow(const std::vector<std::string>& words, int line, MotionTable* table) {
  if (words.size() != table->joints.size() + 1) {
    return At(line, std::to_string(words.size()) + " numbers for the time and " +
                        std::to_string(table->joints.size()) + " joints");
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    double number = 0.0;
    const char* last = words[i].data() + words[i].size();
    const auto read = std::from_chars(words[i].data(), last, number);
    if (read.ec != std::errc() || read.ptr != last || !(std::abs(number) <= kMostNumber)) {
      return At(line, "'" + words[i] + "' is not a number up to 1e9");
    }
    (i == 0 ? table->times : table->angles).push_back(number);
  }
  const double before = table->times.size() > 1 ? table->times[table->times.size() - 2] : -1e-9;
  if (table->times.back() <= before) return At(line, "times must increase from 0 on");
  return {};
}

}  // namespace

double MotionTable::Speed(std::size_t row, std::size_t joint, double start) const {
  if (row + 1 >= times.size()) return 0.0;
  const double before = row == 0 ? start : angle(row - 1, joint);
  const double t = times[row] - (row == 0 ? 0.0 : times[row - 1]);
  if (t <= 0.0) return 0.0;
  const double in = (angle(row, joint) - before) / t;
  const double out = (angle(row + 1, joint) - angle(row, joint)) / (times[row + 1] - times[row]);
  if (in * out <= 0.0) return 0.0;
  // The harmonic mean keeps a cubic between its ends.
  return 2.0 * in * out / (in + out);
}

Result<MotionTable> ParseMotionTable(const std::string& text) {
  MotionTable table;
  std::istringstream stream(text);
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    const std::vector<std::string> words = WordsOf(line);
    if (words.empty()) continue;
    const Status status =
        table.joints.empty() ? ReadHead(words, number, &table) : ReadRow(words, number, &table);
    if (!status.ok()) return status.error();
  }
  if (table.times.empty()) return Error{"a motion needs a row of names and one of angles at least"};
  return table;
}

Result<MotionTable> ReadMotionFile(const std::string& path, const std::string& beside) {
  namespace fs = std::filesystem;
  const fs::path full =
      fs::path(path).is_absolute() ? fs::path(path) : fs::path(beside).parent_path() / path;
  std::error_code code;
  if (!fs::is_regular_file(full, code)) return Error{full.string() + " is not a file"};
  if (fs::file_size(full, code) > kMostBytes) return Error{full.string() + " is larger than 4 MiB"};
  std::ifstream file(full, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return Error{full.string() + " cannot be read"};
  Result<MotionTable> table = ParseMotionTable(text.str());
  if (!table.ok()) return Error{full.string() + ", " + table.error().message};
  return table;
}

}  // namespace surefoot::drives
