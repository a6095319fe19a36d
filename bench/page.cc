#include "bench/page.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace surefoot {

Result<std::string> ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return Error{"cannot read " + path};
  return text.str();
}

Status WriteText(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  return file ? Status() : Status(Error{"cannot write " + path});
}

Status WriteSection(const std::string& path, const std::string& program, const std::string& text) {
  const std::string first = "<!-- " + program + ": begin, written by the program -->";
  const std::string last = "<!-- " + program + ": end -->";
  const Result<std::string> old = ReadText(path);
  if (!old.ok()) return old.error();
  const std::size_t begin = old->find(first);
  const std::size_t end = old->find(last);
  if (begin == std::string::npos || end == std::string::npos || end < begin) {
    return Error{path + " needs the lines '" + first + "' and '" + last + "'"};
  }
  return WriteText(path, old->substr(0, begin) + first + "\n" + text + old->substr(end));
}

namespace {

/// The first cells of a row, including their bars.
std::string Key(const std::string& row, int cells) {
  std::size_t end = 0;
  for (int i = 0; i < cells && end != std::string::npos; ++i) end = row.find('|', end + 1);
  return row.substr(0, end);
}

/// The rows of the page below the head of its table.
std::vector<std::string> OldRows(const std::string& page, const std::string& program) {
  const std::size_t begin = page.find("<!-- " + program + ": begin");
  const std::size_t end = page.find("<!-- " + program + ": end -->");
  std::vector<std::string> rows;
  if (begin == std::string::npos || end == std::string::npos) return rows;
  std::istringstream lines(page.substr(begin, end - begin));
  std::string line;
  for (int count = 0; std::getline(lines, line);) {
    if (line.rfind("|", 0) == 0 && ++count > 2) rows.push_back(line + "\n");
  }
  return rows;
}

}  // namespace

Status WriteRows(const std::string& path, const std::string& program, const std::string& head,
                 const std::vector<std::string>& rows, int keys) {
  const Result<std::string> page = ReadText(path);
  if (!page.ok()) return page.error();
  std::vector<std::string> all = OldRows(*page, program);
  for (const std::string& row : rows) {
    const auto like = [&](int cells) {
      return [&row, cells](const std::string& old) { return Key(old, cells) == Key(row, cells); };
    };
    const auto same = std::find_if(all.begin(), all.end(), like(keys));
    if (same != all.end()) {
      *same = row;
      continue;
    }
    const auto last = std::find_if(all.rbegin(), all.rend(), like(1));
    all.insert(last == all.rend() ? all.end() : last.base(), row);
  }
  std::string table = head;
  for (const std::string& row : all) table += row;
  return WriteSection(path, program, table);
}

}  // namespace surefoot
