#include "surefoot/drives/legs/motion_table.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "surefoot/base/text.h"
#include "surefoot/world/parse.h"

namespace surefoot::drives {
namespace {

constexpr std::size_t kMostColumns = 1000;
constexpr double kMostNumber = 1e9;

std::vector<std::string> WordsOf(std::string line) {
  line.resize(std::min(line.find('#'), line.size()));
  std::replace(line.begin(), line.end(), ',', ' ');
  return world::SplitWords(line);
}

/// The first row: "time" and the joints.
Status ReadHead(const std::vector<std::string>& words, MotionTable* table) {
  if (words[0] != "time" || words.size() < 2 || words.size() > kMostColumns) {
    return Error{"the first row must be 'time' and the names of the joints, not '" + words[0] +
                 "' and " + std::to_string(words.size() - 1) + " more"};
  }
  table->joints.assign(words.begin() + 1, words.end());
  const std::set<std::string> names(table->joints.begin(), table->joints.end());
  if (names.size() != table->joints.size()) return Error{"a joint comes twice"};
  return {};
}

Status ReadRow(const std::vector<std::string>& words, MotionTable* table) {
  if (words.size() != table->joints.size() + 1) {
    return Error{std::to_string(words.size()) + " numbers for the time and " +
                 std::to_string(table->joints.size()) + " joints"};
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    double number = 0.0;
    if (!FromChars(words[i], &number) || !(std::abs(number) <= kMostNumber)) {
      return Error{"'" + words[i] + "' is not a number up to 1e9"};
    }
    (i == 0 ? table->times : table->angles).push_back(number);
  }
  const double before = table->times.size() > 1 ? table->times[table->times.size() - 2] : -1e-9;
  if (table->times.back() <= before) return Error{"times must increase from 0 on"};
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

Result<MotionTable> ParseMotionTable(const std::string& text, const std::string& place,
                                     int first_line) {
  MotionTable table;
  std::istringstream stream(text);
  std::string line;
  for (int number = first_line; std::getline(stream, line); ++number) {
    const std::vector<std::string> words = WordsOf(line);
    if (words.empty()) continue;
    const Status status = table.joints.empty() ? ReadHead(words, &table) : ReadRow(words, &table);
    if (!status.ok()) {
      return Error{place + std::to_string(number) + ": " + status.error().message};
    }
  }
  if (table.times.empty()) {
    return Error{place + std::to_string(first_line) +
                 ": a motion needs a row of names and one of angles at least"};
  }
  return table;
}

}  // namespace surefoot::drives
